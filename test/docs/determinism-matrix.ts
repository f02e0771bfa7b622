import { achievedBy } from "../../src/algorithms/serve.ts";
import { columnContract } from "../../src/contracts/column-contract.ts";
import type { Contract, Observation } from "../../src/contracts/contract.ts";
import { DETERMINISM_LEVELS, type Determinism } from "../../src/contracts/levels.ts";
import { type ContractOptions, requirementOf, resolveContract } from "../../src/contracts/resolve.ts";
import type { Executor, Refusal } from "../../src/executors/executor.ts";
import { networksJavascriptExecutor } from "../../src/executors/javascript/networks-javascript-executor.ts";
import { networksWasmExecutor } from "../../src/executors/wasm/networks-wasm-executor.ts";
import type { GpuParts } from "../../src/executors/webgpu/gpu-parts.ts";
import { webGpuExecutor } from "../../src/executors/webgpu/machine.ts";
import { openPool } from "../../src/executors/workers/pool.ts";
import {
  binned,
  bisection,
  blockDyadic,
  type Expression,
  exact,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../src/expressions/expression.ts";
import { networkExpression } from "../../src/expressions/network-expression.ts";
import { printExpression } from "../../src/expressions/print.ts";
import { BUILT_IN_OPERATORS } from "../../src/operators/built-in.ts";
import { argMax, f32, f64, operator } from "../../src/operators.ts";
import { InvalidArgumentError } from "../../src/values/errors.ts";
import { workersHere } from "../helpers/workers/workers.ts";

/** What is asked of every executor: some operator over some type, by an expression or by none. */
interface Question {
  readonly level: Determinism;
  readonly observation: Observation;
  readonly subject: Subject;
  readonly expression: Expression | undefined;
}

/** An operator on one of its types, as a reader calls them. */
export interface Subject {
  readonly operator: string;
  readonly type: string;
  readonly options: ContractOptions;
  readonly initial: unknown; // of an exclusive scan, where the operator has no start
}

/** What an executor says to a question. */
export type Answer =
  | { readonly kind: "served"; readonly level: Determinism; readonly expression: string }
  | { readonly kind: "refused"; readonly refusal: Refusal };

export interface Asked extends Question {
  readonly named: string; // the expression of the contract
  readonly answers: readonly Answer[]; // by executor
}

const TYPES = ["f64", "f32", "i64", "u64", "i32", "u32"] as const;
export const OBSERVATIONS: readonly Observation[] = ["reduce", "inclusive-scan", "exclusive-scan"];

const mean = operator(f64, (left, right) => left.add(right).multiply(0.5), { name: "mean" });

/** Every built-in operator on every type, an operator of one's own, and one over records. */
export const SUBJECTS: readonly Subject[] = [
  ...BUILT_IN_OPERATORS.flatMap((each) =>
    TYPES.map((type) => ({
      operator: each.name,
      type,
      options: { operator: each, type },
      initial: each.start(type) === undefined ? 0n : undefined,
    })),
  ),
  { operator: "the mean of two, a term", type: "f64", options: { operator: mean, type: "f64" }, initial: 0 },
  {
    operator: "arg-max, over records",
    type: "{value: f32, index: u32}",
    options: { operator: argMax(f32) },
    initial: undefined,
  },
];

export const EXPRESSIONS: readonly Expression[] = [
  blockDyadic(32),
  iteratedPairwise,
  leftFold,
  linearCarry(256),
  interleaved(16),
  bisection,
  { kind: "custom", name: "your-own", tree: () => 0 },
  networkExpression("brent-kung", 16),
  binned(2),
  binned(3),
  binned(4),
  exact,
];

/** Every executor, ready to be asked and not to compute; of a GPU one with the limits and features that all have. */
export async function withExecutors<Result>(
  use: (executors: readonly Executor[]) => Result | Promise<Result>,
): Promise<Result> {
  const pool = await openPool({ count: 1, start: workersHere() });
  try {
    return await use([networksJavascriptExecutor, networksWasmExecutor(), pool.executor(), gpuOfDefaults()]);
  } finally {
    await pool.close();
  }
}

function gpuOfDefaults(): Executor {
  const limits = {
    maxComputeInvocationsPerWorkgroup: 256,
    maxComputeWorkgroupStorageSize: 16_384,
    maxStorageBuffersPerShaderStage: 8,
  };
  const device = { limits, features: new Set<string>() };
  return webGpuExecutor({
    core: { device },
    plans: { ways: { arithmetic: "fastest" } },
  } as unknown as GpuParts);
}

/** The contract of a question, or why there is none. */
export function contractOf(question: Question): Contract | InvalidArgumentError {
  try {
    return resolveContract(optionsOf(question), question.observation);
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error;
    throw error;
  }
}

function optionsOf({ level, observation, subject, expression }: Question): ContractOptions {
  const initial = observation === "exclusive-scan" ? subject.initial : undefined;
  return { ...subject.options, determinism: level, expression, initial };
}

/** Asks every executor; undefined where there is no such contract. */
function ask(executors: readonly Executor[], question: Question): Asked | undefined {
  const { observation } = question;
  const contract = contractOf(question);
  if (contract instanceof InvalidArgumentError) return undefined;
  const asked = contract.kind === "function" ? contract : columnContract(contract);
  const options = optionsOf(question);
  const requirement = requirementOf(options);
  const answers = executors.map((executor): Answer => {
    const refusal = executor.refusal({ contract: asked, observation, allowQuadratic: false, requirement });
    if (refusal !== undefined) return { kind: "refused", refusal };
    const achieved = achievedBy(executor, asked, observation, options);
    return { kind: "served", level: achieved.determinism, expression: achieved.expression };
  });
  return { ...question, named: printExpression(contract.expression), answers };
}

/** Every question that has a contract, and what is answered. */
export function askAll(executors: readonly Executor[]): readonly Asked[] {
  const asked: Asked[] = [];
  for (const level of DETERMINISM_LEVELS) {
    for (const expression of [undefined, ...EXPRESSIONS]) {
      for (const observation of OBSERVATIONS) {
        for (const subject of SUBJECTS) {
          const answer = ask(executors, { level, observation, subject, expression });
          if (answer !== undefined) asked.push(answer);
        }
      }
    }
  }
  return asked;
}
