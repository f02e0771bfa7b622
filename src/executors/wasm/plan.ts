import { type ColumnContract, checkColumnContract } from "../../contracts/column-contract.ts";
import type { Expression } from "../../expressions/expression.ts";
import { allocateColumn } from "../../values/allocate-column.ts";
import { canonicalizeNaNs } from "../../values/bits.ts";
import type { ElementArray } from "../../values/element-types.ts";
import { EmptyInputError, InternalError } from "../../values/errors.ts";
import {
  type ColumnArray,
  type Columns,
  type Row,
  rowOf,
  type StoredArray,
  type StoredColumns,
} from "../../values/value-types.ts";
import type { SynchronousPlan } from "../executor.ts";
import type { ReduceWhole } from "./family.ts";
import {
  type Generated,
  type GeneratedExclusive,
  generatedExclusiveFor,
  generatedFor,
} from "./generated-javascript.ts";
import { type OwnArena, oncePerArena, STAGE_LENGTH } from "./memory/arena.ts";
import { canonicalScalar } from "./memory/elements.ts";
import type { Runner, RunnerSetting } from "./runner.ts";
import { type Machine, requireServing, servingExpression } from "./serving.ts";
import { firstTermOf, settingOf } from "./setting.ts";

import { type ColumnWork, columnWork, openStages } from "./stage/chunks.ts";
import type { Stage } from "./stage/stage.ts";

/** What a plan keeps for each arena that it met. */
interface Placed {
  readonly arena: OwnArena;
  readonly stages: readonly Stage[]; // by column
  readonly scan: Working | undefined; // undefined where only reduces are served
  readonly reduce: Working | undefined; // undefined where all of a sequence is reduced at once
  readonly reduceAll: ReduceWhole | undefined;
  readonly scanAll: ReduceWhole | undefined; // the same where prefixes have nothing in common
}

interface Working {
  readonly runner: Runner;
  readonly work: ColumnWork;
}

/** What the calls of a plan share. */
interface Calls {
  readonly contract: ColumnContract;
  readonly first: Row | undefined; // the initial value where it is the first element
  readonly start: Row | undefined; // the reduce of nothing, where it has one
  readonly canLie: boolean; // kernels can take all elements as they lie in library memory, and nothing else
  readonly generated: () => Generated;
  readonly generatedExclusive: () => GeneratedExclusive;
  readonly placedFor: (usesLibrary: boolean) => Placed;
  readonly locate: (arrays: StoredColumns | undefined, addresses: number[]) => boolean;
}

/**
 * A plan of the wasm executor: a sequence of known length, which begins and ends with each call.
 *
 * Single columns have two ways around the general one: generated JavaScript for what JavaScript owns, and kernels that take all that lies in
 * library memory, or in a stage, in one call. Both are measured to matter (docs/notes/wasm-executor.md).
 */
export function columnPlan(machine: Machine, given: ColumnContract): SynchronousPlan {
  const contract = checkColumnContract(given);
  const setting = settingOf(machine, contract);
  const first = firstTermOf(contract);
  const calls: Calls = {
    contract,
    first,
    start: contract.initial?.value.map(canonicalScalar),
    canLie: contract.direction === "forward" && contract.types[0] === contract.sums[0] && first === undefined,
    generated: () => generatedFor(machine, setting),
    generatedExclusive: () => generatedExclusiveFor(machine, setting),
    placedFor: oncePerArena(machine, (base) => placedIn(machine, setting, base)),
    locate: locator(machine, contract.sums.length),
  };
  const scan = scanner(calls);
  return {
    reduce: reducer(calls),
    inclusiveScan: (input, output) => scan(input, output, false),
    exclusiveScan: (input, output) => scan(input, output, true),
  };
}

/** Gives code that finds where arrays lie in library memory, −1 for elsewhere, and whether any lies there. Asked once a call: `buffer` and `byteOffset` cost 10 ns each. */
function locator(machine: Machine, columnCount: number): Calls["locate"] {
  return (arrays, addresses) => {
    const library = arrays === undefined ? undefined : machine.library();
    let isAny = false;
    for (let i = 0; i < columnCount; i++) {
      const address = arrays === undefined || library === undefined ? -1 : library.heap.addressOf(arrays[i]);
      addresses[i] = address;
      if (address >= 0) isAny = true;
    }
    return isAny;
  };
}

function reducer(calls: Calls): SynchronousPlan["reduce"] {
  const { contract, first, canLie, placedFor, locate } = calls;
  const isSingle = contract.sums.length === 1;
  const lead = first === undefined ? 0 : 1;
  const from = contract.sums.map(() => -1); // addresses in the running call, for one at a time runs
  let generated: Generated | undefined;

  const inPieces = ({ runner, work }: Working, input: StoredColumns): Row => {
    try {
      runner.begin("reduce", input[0].length + lead); // may grow the arena, so it comes before all views of it
      if (first !== undefined) work.takeValue(first, "reduce");
      work.reduce(input, from);
      return work.observe();
    } finally {
      runner.end();
    }
  };

  return (input) => {
    const column = input[0]; // here and below no pattern: its iterator takes as long as the sum of a few elements
    const { length } = column;
    if (length === 0) return [...ofNothing(calls)];
    const usesLibrary = locate(input, from);
    if (isSingle && !usesLibrary) {
      generated ??= calls.generated();
      if (generated.reduces(length)) return rowOf(generated.reduce(column as ElementArray));
    }
    const { stages, reduce: working, reduceAll } = placedFor(usesLibrary);
    if (reduceAll !== undefined) return reduceAll(input, from);
    if (working === undefined) throw new InternalError("a refused contract was reduced");
    const { reduceWhole } = working.runner;
    if (reduceWhole !== undefined && lead === 0) {
      if (canLie && usesLibrary) return rowOf(reduceWhole(from[0], length));
      if (length <= STAGE_LENGTH) return rowOf(reduceWhole(stages[0].readWhole(column, from[0]), length));
    }
    return inPieces(working, input);
  };
}

function scanner(
  calls: Calls,
): (input: StoredColumns, given: Columns | undefined, isExclusive: boolean) => Columns {
  const { contract, first, canLie, placedFor, locate } = calls;
  const { sums } = contract;
  const isSingle = sums.length === 1;
  const lead = first === undefined ? 0 : 1;
  const from = sums.map(() => -1);
  const to = sums.map(() => -1);
  let generated: Generated | undefined;
  let generatedExclusive: GeneratedExclusive | undefined;

  /** The inclusive prefixes of one column in one call of a kernel; false where it does not fit. */
  const inOneCall = ({ arena, stages, scan }: Placed, column: StoredArray, output: ColumnArray): boolean => {
    const scanWhole = scan?.runner.scanWhole;
    if (scanWhole === undefined || lead > 0) return false;
    const { length } = column;
    if (canLie && from[0] >= 0 && to[0] >= 0) {
      scanWhole(from[0], to[0], length);
      return true;
    }
    if (length > STAGE_LENGTH) return false;
    scanWhole(stages[0].readWhole(column, from[0]), arena.outputStage, length);
    stages[0].writeWhole(output);
    return true;
  };

  const inPieces = (
    { runner, work }: Working,
    input: StoredColumns,
    output: Columns,
    isExclusive: boolean,
  ): void => {
    try {
      runner.begin("scan", input[0].length + lead);
      if (first !== undefined) work.takeValue(first, "scan");
      const before = isExclusive ? ofNothing(calls) : undefined;
      work.scan({ arrays: input, addresses: from }, { arrays: output, addresses: to }, before);
    } finally {
      runner.end();
    }
  };

  return (input, given, isExclusive) => {
    const column = input[0];
    const { length } = column;
    const output = given ?? sums.map((type) => allocateColumn(type, length));
    if (length === 0) return output;
    const readsLibrary = locate(input, from);
    const writesLibrary = locate(given, to);
    const usesLibrary = readsLibrary || writesLibrary;
    const isPlain = isSingle && !isExclusive;
    if (isPlain && !usesLibrary) {
      generated ??= calls.generated();
      if (length <= generated.longestScan) {
        const target = output[0] as ElementArray;
        if (generated.scan(column as ElementArray, target)) canonicalizeNaNs(target);
        return output;
      }
    }
    if (isSingle && isExclusive && !usesLibrary) {
      generatedExclusive ??= calls.generatedExclusive();
      if (length <= generatedExclusive.longest) {
        const target = output[0] as ElementArray;
        if (generatedExclusive.scan(column as ElementArray, target)) canonicalizeNaNs(target);
        return output;
      }
    }
    const placed = placedFor(usesLibrary);
    if (placed.scanAll !== undefined)
      return prefixByPrefix(calls, placed.scanAll, { input, from, output, isExclusive });
    if (placed.scan === undefined) throw new InternalError("a refused contract was scanned");
    if (isPlain && inOneCall(placed, column, output[0])) return output;
    inPieces(placed.scan, input, output, isExclusive);
    return output;
  };
}

interface Scanned {
  readonly input: StoredColumns;
  readonly from: readonly number[];
  readonly output: Columns;
  readonly isExclusive: boolean;
}

/** The longest prefix first: in place, its value stands where no shorter one reads. */
function prefixByPrefix(
  calls: Calls,
  reduce: ReduceWhole,
  { input, from, output, isExclusive }: Scanned,
): Columns {
  const { length } = input[0];
  const { direction, first } =
    calls.contract.direction === "backward"
      ? { direction: -1, first: length - 1 }
      : { direction: 1, first: 0 };
  for (let i = length - 1; i >= 0; i--) {
    const count = isExclusive ? i : i + 1;
    const row = count === 0 ? ofNothing(calls) : reduce(input, from, count);
    for (let column = 0; column < row.length; column++) output[column][first + direction * i] = row[column];
  }
  return output;
}

/** The reduce of nothing, which is what an exclusive scan starts with. @throws EmptyInputError */
function ofNothing({ start }: Calls): Row {
  if (start === undefined) throw new EmptyInputError();
  return start;
}

function placedIn(machine: Machine, setting: RunnerSetting, base: OwnArena): Placed {
  const { contract } = setting;
  const arenas = base.columns(contract.sums.length);
  const stages = openStages(arenas, contract);
  const workingBy = (expression: Expression): Working | undefined => {
    const runner = requireServing(machine, expression).open?.(arenas[0], setting);
    return runner && { runner, work: columnWork(arenas, stages, contract.sums, runner) };
  };
  const scanned = servingExpression(machine, setting, "scan");
  const reduced = servingExpression(machine, setting, "reduce");
  const scan = workingBy(scanned);
  const reduceAll = requireServing(machine, reduced).openReduce?.(arenas, stages, setting);
  return {
    arena: base,
    stages,
    scan,
    reduce: reduced === scanned ? scan : workingBy(reduced),
    reduceAll,
    scanAll:
      scan === undefined ? requireServing(machine, scanned).openReduce?.(arenas, stages, setting) : undefined,
  };
}
