import type { TypedContract } from "../../contracts/contract.ts";
import { reduceOfNothing } from "../../contracts/empty.ts";
import type { Expression } from "../../expressions/expression.ts";
import type { Operator } from "../../operators/operator.ts";
import { canonicalizeNaNs } from "../../values/bits.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  newElementArray,
  type Scalar,
} from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { SynchronousPlan } from "../executor.ts";
import { type Arena, STAGE_LENGTH } from "./arena.ts";
import { bisectionReduce } from "./bisection.ts";
import { dyadicRunner } from "./dyadic-runner.ts";
import { writeElement } from "./elements.ts";
import { foldRunner } from "./fold-runner.ts";
import { type Generated, generatedFor } from "./generated-plan.ts";
import { laneRunner } from "./lane-runner.ts";
import type { KernelCounts, Runner, RunnerSetting } from "./runner.ts";
import { openStage, type Shift, type Stage } from "./stage.ts";
import { nanRuleOf, servingExpression, subjectOf } from "./subject.ts";

/** The two arenas of an executor: library memory for arrays that lie there, a small unshared one for all others. */
export interface Arenas {
  readonly library: () => Arena | undefined; // undefined while nothing was allocated there
  readonly staging: () => Arena;
  readonly counts: KernelCounts;
  readonly operatorKey: (operator: Operator) => string; // equal for the same operator object only
}

/** What a plan keeps for each arena that it met. */
interface Placed {
  readonly arena: Arena;
  readonly stage: Stage;
  readonly scan: Runner | undefined; // undefined for bisection
  readonly reduce: Runner | undefined;
}

/** A plan of the wasm executor: chooses per call between generated JavaScript, staging, and kernels on library memory. */
export function wasmPlan(arenas: Arenas, contract: TypedContract): SynchronousPlan {
  const setting = settingOf(arenas, contract);
  const scanExpression = servingExpression(contract, setting.subject, "scan");
  const reduceExpression = servingExpression(contract, setting.subject, "reduce");
  const first = contract.initial?.placement === "first" ? contract.initial.value : undefined;
  const lead = first === undefined ? 0 : 1;
  // Elements that kernels can take as they lie in library memory.
  const liesInOrder = contract.direction === "forward" && contract.type === contract.accumulate;
  let generated: Generated | undefined;
  let inLibrary: Placed | undefined;
  let inStaging: Placed | undefined;

  const placedIn = (arena: Arena): Placed => ({
    arena,
    stage: openStage(arena, contract),
    scan: scanExpression.kind === "bisection" ? undefined : runnerFor(arena, setting, scanExpression),
    reduce: reduceExpression.kind === "bisection" ? undefined : runnerFor(arena, setting, reduceExpression),
  });
  /** Where an array lies in library memory, −1 for one that does not. Asked once a call: `buffer` and `byteOffset` cost 10 ns each. */
  const addressOf = (array: ElementArray): number => arenas.library()?.heap.addressOf(array) ?? -1;
  const placedFor = (usesLibrary: boolean): Placed => {
    if (!usesLibrary) {
      inStaging ??= placedIn(arenas.staging());
      return inStaging;
    }
    const arena = arenas.library();
    if (arena === undefined) throw new InternalError("library arrays without a library");
    inLibrary ??= placedIn(arena);
    return inLibrary;
  };

  const takeFirst = (arena: Arena, runner: Runner, purpose: "scan" | "reduce"): void => {
    if (first === undefined) return;
    writeElement(arena.heap, contract.accumulate, arena.inputStage, first);
    if (purpose === "scan") runner.scan(arena.inputStage, arena.outputStage, 1);
    else runner.reduce(arena.inputStage, 1);
  };

  const reduce = (input: ElementArray): Scalar => {
    const { length } = input;
    if (length === 0) return reduceOfNothing(contract);
    const address = addressOf(input);
    if (address < 0) {
      generated ??= generatedFor(contract, setting);
      if (length <= generated.longestReduce) return generated.reduce(input);
    }
    const { arena, stage, reduce: runner } = placedFor(address >= 0);
    const isWhole = lead === 0 && (length <= STAGE_LENGTH || (address >= 0 && liesInOrder));
    try {
      if (runner === undefined) {
        return bisectionReduce(arena, stage, contract, setting, { elements: input, address });
      }
      if (isWhole && runner.reduceWhole !== undefined) {
        stage.read(input, address);
        return runner.reduceWhole(stage.at(0, length), length);
      }
      runner.begin("reduce", length + lead); // may grow the arena, so it comes before all views of it
      const chunk = stage.read(input, address);
      takeFirst(arena, runner, "reduce");
      for (let start = 0; start < length; start += chunk) {
        const count = Math.min(chunk, length - start);
        runner.reduce(stage.at(start, count), count);
      }
      return runner.observe();
    } finally {
      runner?.end();
      stage.end();
    }
  };

  const scan = (
    shift: Shift,
    input: ElementArray,
    output: ElementArray,
    inputAddress: number,
    outputAddress: number,
  ): ElementArray => {
    const { length } = input;
    if (length === 0) return output;
    const { arena, stage, scan: runner } = placedFor(inputAddress >= 0 || outputAddress >= 0);
    if (runner === undefined) throw new InternalError("a refused contract was scanned");
    try {
      runner.begin("scan", length + lead); // may grow the arena, so it comes before all views of it
      const readable = stage.read(input, inputAddress);
      const writable = stage.write(output, shift, outputAddress);
      const chunk = Math.min(readable, writable);
      // An unstaged exclusive scan writes each value one element on: its last value has no place.
      const total = shift === "exclusive" && writable === Number.POSITIVE_INFINITY ? length - 1 : length;
      takeFirst(arena, runner, "scan");
      if (shift === "exclusive") stage.lead(initialOf(contract));
      for (let start = 0; start < total; start += chunk) {
        const count = Math.min(chunk, total - start);
        const from = stage.at(start, count);
        runner.scan(from, stage.place(start, count), count);
        stage.flush(start, count);
      }
    } finally {
      runner.end();
      stage.end();
    }
    return output;
  };

  return {
    reduce,
    inclusiveScan(input, output = newElementArray(contract.accumulate, input.length)) {
      const from = addressOf(input);
      const to = addressOf(output);
      if (input.length === 0 || from >= 0 || to >= 0) return scan("inclusive", input, output, from, to);
      generated ??= generatedFor(contract, setting);
      if (input.length > generated.longestScan) return scan("inclusive", input, output, -1, -1);
      if (generated.scan(input, output)) canonicalizeNaNs(output);
      return output;
    },
    exclusiveScan: (input, output = newElementArray(contract.accumulate, input.length)) =>
      scan("exclusive", input, output, addressOf(input), addressOf(output)),
  };
}

function settingOf(arenas: Arenas, contract: TypedContract): RunnerSetting {
  const subject = subjectOf(contract);
  const { operator, accumulate, direction, initial } = contract;
  const outside = initial?.placement === "outside" ? initial.value : undefined;
  return {
    key: `${arenas.operatorKey(operator)} ${accumulate} ${direction} ${subject.hasOutsideInitial ? "outside" : ""}`,
    subject,
    initial: outside,
    zero: ELEMENT_TYPE_FACTS[accumulate].isBigInt ? 0n : 0,
    nanRule: nanRuleOf(contract),
    hasSuspectInitial: typeof outside === "number" && !Number.isFinite(outside),
    counts: arenas.counts,
  };
}

function runnerFor(arena: Arena, setting: RunnerSetting, expression: Expression): Runner {
  switch (expression.kind) {
    case "iteratedPairwise":
      return dyadicRunner(arena, setting, { length: Number.POSITIVE_INFINITY, join: "dyadic" });
    case "blockDyadic":
      return dyadicRunner(arena, setting, { length: expression.blockLength, join: "dyadic" });
    case "linearCarry":
      return dyadicRunner(arena, setting, { length: expression.blockLength, join: "linear" });
    case "interleaved":
      return expression.laneCount === 1
        ? dyadicRunner(arena, setting, { length: Number.POSITIVE_INFINITY, join: "dyadic" })
        : laneRunner(arena, setting, expression.laneCount);
    case "leftFold":
      return foldRunner(arena, setting);
    case "bisection":
    case "custom":
      throw new InternalError(`no runner for ${expression.kind}`);
    default:
      return expression satisfies never;
  }
}

/** What an exclusive scan starts with, a NaN canonical. */
function initialOf(contract: TypedContract): Scalar {
  if (contract.initial === undefined) throw new InternalError("an exclusive scan without an initial value");
  const { value } = contract.initial;
  return Number.isNaN(value) ? Number.NaN : value;
}
