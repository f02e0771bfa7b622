import type { TypedContract } from "../../contracts/contract.ts";
import { reduceOfNothing } from "../../contracts/empty.ts";
import { printContract } from "../../contracts/print.ts";
import type { Expression } from "../../expressions/expression.ts";
import type { Operator } from "../../operators/operator.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  newElementArray,
  type Scalar,
} from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { SynchronousPlan } from "../executor.ts";
import type { Arena } from "./arena.ts";
import { bisectionReduce } from "./bisection.ts";
import { dyadicRunner } from "./dyadic-runner.ts";
import { writeElement } from "./elements.ts";
import { foldRunner } from "./fold-runner.ts";
import { laneRunner } from "./lane-runner.ts";
import type { KernelName, Runner, RunnerSetting } from "./runner.ts";
import { openSink, openSource, type Shift } from "./stage.ts";
import { nanRuleOf, servingExpression, subjectOf } from "./subject.ts";

/** The two arenas of an executor: library memory for arrays that lie there, a small unshared one for all others. */
export interface Arenas {
  readonly library: () => Arena | undefined; // undefined while nothing was allocated there
  readonly staging: () => Arena;
  readonly count: (kernel: KernelName, times: number) => void;
  readonly operatorKey: (operator: Operator) => string; // equal for the same operator object only
}

/** A plan of the wasm executor: chooses the arena per call, keeps its runners per arena. */
export function wasmPlan(arenas: Arenas, contract: TypedContract): SynchronousPlan {
  const setting = settingOf(arenas, contract);
  const scanRunner = perArena((arena) =>
    runnerFor(arena, setting, servingExpression(contract, setting.subject, "scan")),
  );
  const reduceRunner = perArena((arena) =>
    runnerFor(arena, setting, servingExpression(contract, setting.subject, "reduce")),
  );
  const first = contract.initial?.placement === "first" ? contract.initial.value : undefined;
  const lead = first === undefined ? 0 : 1;

  const arenaFor = (...arrays: readonly ElementArray[]): Arena => {
    const library = arenas.library();
    return library !== undefined && arrays.some((array) => library.heap.owns(array.buffer))
      ? library
      : arenas.staging();
  };

  const takeFirst = (arena: Arena, runner: Runner, purpose: "scan" | "reduce"): void => {
    if (first === undefined) return;
    writeElement(arena.heap, contract.accumulate, arena.inputStage, first);
    if (purpose === "scan") runner.scan(arena.inputStage, arena.outputStage, 1);
    else runner.reduce(arena.inputStage, 1);
  };

  const reduce = (input: ElementArray): Scalar => {
    if (input.length === 0) return reduceOfNothing(contract);
    const arena = arenaFor(input);
    const serving = servingExpression(contract, setting.subject, "reduce");
    if (serving.kind === "bisection") return bisectionReduce(arena, contract, setting, input);
    const runner = reduceRunner(arena);
    const source = openSource(arena, contract, input);
    try {
      runner.begin("reduce", input.length + lead);
      takeFirst(arena, runner, "reduce");
      for (let start = 0; start < input.length; ) {
        const length = Math.min(source.chunkLength, input.length - start);
        runner.reduce(source.at(start, length), length);
        start += length;
      }
      return runner.observe();
    } finally {
      runner.end();
    }
  };

  const scan = (shift: Shift, input: ElementArray, output: ElementArray): ElementArray => {
    if (input.length === 0) return output;
    const arena = arenaFor(input, output);
    const runner = scanRunner(arena);
    const isInPlace = input.buffer === output.buffer && input.byteOffset === output.byteOffset;
    const source = openSource(arena, contract, input);
    const sink = openSink(arena, contract, shift, output, isInPlace);
    const chunk = Math.min(source.chunkLength, sink.chunkLength);
    // An unstaged exclusive sink writes each value one element on: its last value has no place.
    const isUnstaged = shift === "exclusive" && sink.chunkLength === Number.POSITIVE_INFINITY;
    const total = isUnstaged ? input.length - 1 : input.length;
    try {
      runner.begin("scan", input.length + lead);
      takeFirst(arena, runner, "scan");
      if (shift === "exclusive") {
        const { bytes } = ELEMENT_TYPE_FACTS[contract.accumulate];
        writeElement(arena.heap, contract.accumulate, sink.at(0, 1) - bytes, initialOf(contract));
      }
      for (let start = 0; start < total; ) {
        const length = Math.min(chunk, total - start);
        const from = source.at(start, length);
        runner.scan(from, sink.at(start, length), length);
        sink.flush(start, length);
        start += length;
      }
    } finally {
      runner.end();
    }
    return output;
  };

  return {
    reduce,
    inclusiveScan: (input, output) => scan("inclusive", input, output ?? fresh(contract, input.length)),
    exclusiveScan: (input, output) => scan("exclusive", input, output ?? fresh(contract, input.length)),
  };
}

function settingOf(arenas: Arenas, contract: TypedContract): RunnerSetting {
  const subject = subjectOf(contract);
  const outside = contract.initial?.placement === "outside" ? contract.initial.value : undefined;
  const { operator, accumulate, direction } = contract;
  return {
    key: `${arenas.operatorKey(operator)} ${accumulate} ${direction} ${subject.hasOutsideInitial ? "outside" : ""}`,
    subject,
    initial: outside,
    zero: ELEMENT_TYPE_FACTS[accumulate].isBigInt ? 0n : 0,
    nanRule: nanRuleOf(contract),
    hasSuspectInitial: typeof outside === "number" && !Number.isFinite(outside),
    count: arenas.count,
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
      throw new InternalError(`the wasm executor was asked to scan ${expression.kind}, which it refuses`);
    default:
      return expression satisfies never;
  }
}

function perArena(make: (arena: Arena) => Runner): (arena: Arena) => Runner {
  const runners = new Map<Arena, Runner>();
  return (arena) => {
    let runner = runners.get(arena);
    if (runner === undefined) {
      runner = make(arena);
      runners.set(arena, runner);
    }
    return runner;
  };
}

function initialOf(contract: TypedContract): Scalar {
  if (contract.initial === undefined)
    throw new InternalError(`an exclusive scan without an initial value: ${printContract(contract)}`);
  return contract.initial.value;
}

function fresh(contract: TypedContract, length: number): ElementArray {
  return newElementArray(contract.accumulate, length);
}
