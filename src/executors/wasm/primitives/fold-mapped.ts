import { type ColumnContract, derivedContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import type { OnlinePass } from "../../executor.ts";
import type { FusionCounts, MappedElements } from "../../primitives.ts";
import { requireServing, servingExpression } from "../serving.ts";
import { settingOf } from "../setting.ts";
import { arenaOf, mappedChunks } from "./mapped-chunks.ts";
import type { WasmParts } from "./parts.ts";
import { within } from "./work-memory.ts";

type Columns = readonly ColumnArray[];

/** Below so many elements intermediate columns are as fast: reduces and scans of i32 broke even at some 4,000, sums of what a filter keeps at 2,000. */
export const FEWEST_FUSED = 4096;

/**
 * The reduce or the prefixes of elements that are computed chunk by chunk, in the memory where the fold's kernels read them. Undefined for an
 * expression that needs all of them at once.
 */
export function foldMapped(
  { executor, machine }: Pick<WasmParts, "executor" | "machine">,
  counts: FusionCounts,
  contract: ColumnContract,
  observation: Observation,
  elements: MappedElements<ColumnArray>,
): Columns | undefined {
  if (contract.direction === "backward") return undefined;
  const purpose = observation === "reduce" ? "reduce" : "scan";
  const expression = servingExpression(machine, settingOf(machine, contract), purpose);
  if (requireServing(machine, expression).openOnline === undefined) return undefined;
  return within(arenaOf(machine, elements), (space) => {
    const chunks = mappedChunks(space, elements);
    const pass = executor.openPass(derivedContract(contract, { expression }));
    try {
      pass.reduce(chunks.none());
      const fold = foldOf(pass, contract, observation, elements);
      for (const chunk of chunks.of({ start: 0, end: elements.length })) {
        fold.take(chunk);
        counts.kept += chunk[0].length;
      }
      counts.elements += elements.length;
      return fold.result();
    } finally {
      pass.close();
    }
  });
}

interface Fold {
  readonly take: (chunk: Columns) => void;
  readonly result: () => Columns;
}

function foldOf(
  pass: OnlinePass,
  contract: ColumnContract,
  observation: Observation,
  { keep, length }: MappedElements<ColumnArray>,
): Fold {
  const types = contract.sums;
  if (observation === "reduce") {
    return {
      take: (chunk) => pass.reduce(chunk),
      result() {
        if (pass.position === 0) return types.map((type) => newColumn(type, 0));
        const total = pass.observe();
        return types.map((type, k) => newColumn(type, 1).fill(total[k] as never));
      },
    };
  }
  const scan = observation === "inclusive-scan" ? pass.inclusiveScan : pass.exclusiveScan;
  const parts: Columns[] = [];
  const whole = keep === undefined ? types.map((type) => allocateColumn(type, length)) : undefined;
  return {
    take(chunk) {
      const start = pass.position;
      if (whole === undefined) parts.push(scan(chunk));
      else
        scan(
          chunk,
          whole.map((column) => column.subarray(start, start + chunk[0].length)),
        );
    },
    result: () => whole ?? types.map((type, k) => joined(allocateColumn(type, pass.position), parts, k)),
  };
}

function joined(column: ColumnArray, parts: readonly Columns[], k: number): ColumnArray {
  let start = 0;
  for (const part of parts) {
    (column as Uint8Array).set(part[k] as Uint8Array, start);
    start += part[k].length;
  }
  return column;
}
