import type { ColumnContract } from "../../../../contracts/column-contract.ts";
import { InternalError } from "../../../../values/errors.ts";
import type { ColumnSummary, OnlinePass } from "../../../executor.ts";
import type { Arena } from "../../memory/arena.ts";
import { onlinePass } from "../../pass.ts";
import type { OnlineRunner, RunnerSetting } from "../../runner.ts";
import type { Machine } from "../../serving.ts";
import { firstTermOf, settingOf } from "../../setting.ts";

import { type Blocks, fitOf } from "./dyadic-kernels.ts";
import { dyadicState } from "./dyadic-state.ts";
import { blockPrefixes, givenInColumns } from "./kernels/block-prefixes.kernel.ts";
import { GROUP } from "./kernels/dyadic-group.kernel.ts";
import { onlineDyadicRunner } from "./online-runner.ts";

/**
 * An inclusive scan in two halves, which together do its combines and no others: the first does not need to know what came before. Pieces that are computed
 * in parallel have their first halves done before it is their turn.
 */
export interface ScanHalves {
  /** Where pieces and chunks may begin and end, as a number of elements of which they are multiples; undefined for contracts without halves. */
  unitOf(contract: ColumnContract): number | undefined;
  /** A pass whose `inclusiveScan` writes what `openJoin` wants, as if the first element stood at position 0, and whose summary is that of its elements. */
  openPrefixes(contract: ColumnContract): OnlinePass;
  /** A pass whose `inclusiveScan` takes what the first half wrote and gives prefixes, from the beginning or from a summary on. */
  openJoin(contract: ColumnContract, from?: ColumnSummary): OnlinePass;
  /** What each half took since they were opened. */
  readonly counts: Readonly<HalfCounts>;
}

/** What each half took, in elements: proves in tests which path ran. */
interface HalfCounts {
  prefixes: number;
  joined: number;
}

/** The halves of scans in groups of blocks, on this machine. */
export function scanHalves(machine: Machine): ScanHalves {
  const counts: HalfCounts = { prefixes: 0, joined: 0 };
  return {
    counts,
    unitOf(contract) {
      const { expression, types, sums } = contract;
      const isAlike = types.every((type, column) => type === sums[column]);
      if (expression.kind !== "blockDyadic" || firstTermOf(contract) !== undefined || !isAlike)
        return undefined;
      const fits = fitOf(settingOf(machine, contract), blocksOf(contract)).grouped;
      return fits ? GROUP * expression.blockLength : undefined;
    },
    openPrefixes: (contract) =>
      onlinePass(machine, contract, undefined, (arena, setting) =>
        prefixesRunner(arena, setting, blocksOf(contract), counts),
      ),
    openJoin: (contract, from) =>
      onlinePass(machine, contract, from, (arena, setting) =>
        joinRunner(arena, setting, blocksOf(contract), counts),
      ),
  };
}

function blocksOf({ expression }: ColumnContract): Blocks {
  if (expression.kind !== "blockDyadic") throw new InternalError(`${expression.kind} has no halves`);
  return { length: expression.blockLength, join: "dyadic" };
}

/** A runner whose scans leave the prefixes of each block by itself, and whose state is that of all blocks. */
function prefixesRunner(
  arena: Arena,
  setting: RunnerSetting,
  blocks: Blocks,
  counts: HalfCounts,
): OnlineRunner {
  const tables = dyadicState(arena, setting.subject, blocks);
  const runner = onlineDyadicRunner(arena, setting, blocks);
  const kernel = (): ((...operands: number[]) => unknown) =>
    arena.kernels(`${setting.key} blockPrefixes ${blocks.length}`, () => [
      blockPrefixes(setting.subject, blocks.length),
    ]).blockPrefixes;
  let position = 0;
  return {
    ...runner,
    begin(purpose, length) {
      runner.begin(purpose, length);
      position = 0;
    },
    scan(input, output, length) {
      kernel()(arena.state, input, output, wholes(length, GROUP * blocks.length), arena.scratch);
      position += length;
      counts.prefixes += length;
    },
    save: () => tables.save(position),
  };
}

/** A runner that scans what such a runner left: it joins, and combines nothing else. */
function joinRunner(arena: Arena, setting: RunnerSetting, blocks: Blocks, counts: HalfCounts): OnlineRunner {
  const given = { ...setting, key: `${setting.key} given`, inColumns: givenInColumns };
  const runner = onlineDyadicRunner(arena, given, blocks);
  return {
    ...runner,
    scan(input, output, length) {
      wholes(length, GROUP * blocks.length); // no kernel but that of groups takes prefixes
      runner.scan(input, output, length);
      counts.joined += length;
    },
  };
}

function wholes(length: number, unit: number): number {
  if (length % unit === 0) return length / unit;
  throw new InternalError(`half a scan of ${length} elements in units of ${unit}`);
}
