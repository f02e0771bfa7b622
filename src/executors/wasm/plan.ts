import { type ColumnContract, checkColumnContract } from "../../contracts/column-contract.ts";
import type { Expression } from "../../expressions/expression.ts";
import { canonicalizeNaNs } from "../../values/bits.ts";
import type { ElementArray } from "../../values/element-types.ts";
import { EmptyInputError, InternalError } from "../../values/errors.ts";
import { type Columns, newColumn, type Row } from "../../values/value-types.ts";
import type { SynchronousPlan } from "../executor.ts";
import { firstTermOf } from "./first-term.ts";
import { type Generated, generatedFor } from "./generated-plan.ts";
import { type OwnArena, oncePerArena, STAGE_LENGTH } from "./memory/arena.ts";
import { canonicalScalar } from "./memory/elements.ts";
import type { Runner, RunnerSetting } from "./runner.ts";
import { type Machine, requireServing, servingExpression } from "./serving.ts";
import { settingOf } from "./setting.ts";
import { type ColumnWork, columnWork, openStages } from "./stage/column-work.ts";
import type { Stage } from "./stage/stage.ts";

/** What a plan keeps for each arena that it met. */
interface Placed {
  readonly arena: OwnArena;
  readonly stages: readonly Stage[]; // by column
  readonly scan: Working | undefined; // undefined where only reduces are served
  readonly reduce: Working | undefined; // undefined where all of a sequence is reduced at once
  readonly reduceAll: ((input: Columns, addresses: readonly number[]) => Row) | undefined;
}

interface Working {
  readonly runner: Runner;
  readonly work: ColumnWork;
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
  const { types, sums } = contract;
  const first = firstTermOf(contract);
  const lead = first === undefined ? 0 : 1;
  const { length: columnCount } = sums;
  const isSingle = columnCount === 1;
  // Whether kernels can take all elements as they lie in library memory, and nothing else.
  const canLie = contract.direction === "forward" && types[0] === sums[0] && lead === 0;
  const placedFor = oncePerArena(machine, (base) => placedIn(machine, setting, base));
  const start = contract.initial?.value.map(canonicalScalar);
  const from = sums.map(() => -1); // addresses in the running call, for one at a time runs
  const to = sums.map(() => -1);
  let generated: Generated | undefined;

  /** The reduce of nothing, which is what an exclusive scan starts with. @throws EmptyInputError */
  const ofNothing = (): Row => {
    if (start === undefined) throw new EmptyInputError();
    return start;
  };
  /** Where arrays lie in library memory, −1 for elsewhere; gives whether any lies there. Asked once a call: `buffer` and `byteOffset` cost 10 ns each. */
  const locate = (arrays: Columns | undefined, addresses: number[]): boolean => {
    const library = machine.library();
    let isAny = false;
    for (let i = 0; i < columnCount; i++) {
      const address = arrays === undefined || library === undefined ? -1 : library.heap.addressOf(arrays[i]);
      addresses[i] = address;
      if (address >= 0) isAny = true;
    }
    return isAny;
  };

  const reduce = (input: Columns): Row => {
    const column = input[0]; // here and below no pattern: its iterator takes as long as the sum of a few elements
    const { length } = column;
    if (length === 0) return [...ofNothing()];
    const usesLibrary = locate(input, from);
    if (isSingle && !usesLibrary) {
      generated ??= generatedFor(machine, setting);
      if (length <= generated.longestReduce) return [generated.reduce(column as ElementArray)];
    }
    const { stages, reduce: working, reduceAll } = placedFor(usesLibrary);
    if (working === undefined) {
      if (reduceAll === undefined) throw new InternalError("a refused contract was reduced");
      return reduceAll(input, from);
    }
    const { runner, work } = working;
    if (runner.reduceWhole !== undefined && lead === 0) {
      if (canLie && usesLibrary) return [runner.reduceWhole(from[0], length)];
      if (length <= STAGE_LENGTH) return [runner.reduceWhole(stages[0].readWhole(column, from[0]), length)];
    }
    try {
      runner.begin("reduce", length + lead); // may grow the arena, so it comes before all views of it
      if (first !== undefined) work.takeValue(first, "reduce");
      work.reduce(input, from);
      return work.observe();
    } finally {
      runner.end();
    }
  };

  const scan = (input: Columns, given: Columns | undefined, isExclusive: boolean): Columns => {
    const column = input[0];
    const { length } = column;
    const output = given ?? sums.map((type) => newColumn(type, length));
    if (length === 0) return output;
    const readsLibrary = locate(input, from);
    const writesLibrary = locate(given, to);
    const usesLibrary = readsLibrary || writesLibrary;
    if (isSingle && !isExclusive && !usesLibrary) {
      generated ??= generatedFor(machine, setting);
      if (length <= generated.longestScan) {
        const target = output[0] as ElementArray;
        if (generated.scan(column as ElementArray, target)) canonicalizeNaNs(target);
        return output;
      }
    }
    const { arena, stages, scan: working } = placedFor(usesLibrary);
    if (working === undefined) throw new InternalError("a refused contract was scanned");
    const { runner, work } = working;
    if (runner.scanWhole !== undefined && isSingle && !isExclusive && lead === 0) {
      if (canLie && readsLibrary && writesLibrary) {
        runner.scanWhole(from[0], to[0], length);
        return output;
      }
      if (length <= STAGE_LENGTH) {
        runner.scanWhole(stages[0].readWhole(column, from[0]), arena.outputStage, length);
        stages[0].writeWhole(output[0]);
        return output;
      }
    }
    try {
      runner.begin("scan", length + lead);
      if (first !== undefined) work.takeValue(first, "scan");
      const before = isExclusive ? ofNothing() : undefined;
      work.scan({ arrays: input, addresses: from }, { arrays: output, addresses: to }, before);
    } finally {
      runner.end();
    }
    return output;
  };

  return {
    reduce,
    inclusiveScan: (input, output) => scan(input, output, false),
    exclusiveScan: (input, output) => scan(input, output, true),
  };
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
  return {
    arena: base,
    stages,
    scan,
    reduce: reduced === scanned ? scan : workingBy(reduced),
    reduceAll: requireServing(machine, reduced).openReduce?.(arenas, stages, setting),
  };
}
