import type { ColumnContract } from "../../contracts/column-contract.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import type { Executor, Plan, Refusal, Request } from "../../executors/executor.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import type { Mismatch } from "../compare.ts";
import type { Part, RunnableStep, Skip } from "./checks.ts";
import type { Collector } from "./report.ts";

/**
 * A function that takes one step: asks the executor, holds its answer against the table, runs the case, counts.
 *
 * Nothing that the executor throws escapes. A contract that many cases share is planned once, as a caller would.
 */
export function stepRunner(
  executor: Executor,
  collector: Collector,
): (part: Part, step: RunnableStep) => Promise<void> {
  const plans = new WeakMap<ColumnContract, Plan>();

  function planOf(contract: ColumnContract): Plan {
    const plan = plans.get(contract) ?? executor.plan(contract);
    plans.set(contract, plan);
    return plan;
  }

  async function outcomeOf(step: Exclude<RunnableStep, Skip>): Promise<Mismatch | "refused" | undefined> {
    try {
      const answer = answerOf(executor, step.request);
      if (answer !== "served") return answer;
      return step.kind === "case" ? await step.check(planOf(step.request.contract)) : undefined;
    } catch (error) {
      return { expected: "a result", actual: String(error), position: undefined };
    }
  }

  return async (part, step) => {
    if (step.kind === "skip") {
      collector.skip(part, step.count, step.reason);
      return;
    }
    const outcome = await outcomeOf(step);
    collector.count(part, outcome === "refused" ? "refused" : "run");
    if (typeof outcome === "object") collector.fail(part, step.request, step.detail, outcome);
  };
}

function answerOf(executor: Executor, request: Request): Mismatch | "refused" | "served" {
  const expected = expectedAnswer(executor.name, request);
  const refusal = executor.refusal(request);
  if (refusal === undefined) {
    if (expected !== "refuse") return "served";
    return { expected: "a refusal", actual: "no refusal", position: undefined };
  }
  const actual = `the refusal "${refusal.reason}; ${refusal.remedy}"`;
  if (expected === "serve") return { expected: "no refusal", actual, position: undefined };
  if (namesRemedy(executor.name, request, refusal)) return "refused";
  return { expected: "a refusal that names an executor that can", actual, position: undefined };
}

/** What an executor must answer to a request: serve it, refuse it, or either. */
export type Answer = "serve" | "refuse" | "either";

/** The executors whose refusals are laid down; any other may refuse what it likes, as long as it names one that can. */
const KNOWN_EXECUTORS = ["javascript", "wasm", "workers", "webgpu"] as const;

type KnownExecutor = (typeof KNOWN_EXECUTORS)[number];

/** Those that serve records, and every expression where the operator is bitwise associative. Others may. */
const VERSATILE: readonly KnownExecutor[] = ["javascript", "wasm"];

/**
 * Who computes what: the table of refusals, as a function.
 *
 * Where any tree has the bits of a contract, anyone may serve it.
 */
export function expectedAnswer(executor: string, request: Request): Answer {
  const known = KNOWN_EXECUTORS.find((name) => name === executor);
  if (known === undefined) return "either";
  const needsJavascript = request.contract.kind === "function" && known !== "javascript";
  const answer = needsJavascript ? "refuse" : ofExpression(known, request);
  if (VERSATILE.includes(known)) return takesAnyTree(request.contract) ? "serve" : answer;
  if (isOfRecords(request) && answer === "serve") return "either";
  return answer === "refuse" && takesAnyTree(request.contract) ? "either" : answer;
}

/**
 * Whether a refusal says who can: an executor that does serve the request, the entry point of sums without an order or of networks, or the expression to use in
 * a scan by bisection.
 */
export function namesRemedy(executor: string, request: Request, { reason, remedy }: Refusal): boolean {
  if (reason.trim() === "") return false;
  const { expression } = request.contract;
  const isSum = isOrderFree(expression);
  if (isSum && /samebits\/sums\b/.test(remedy)) return true;
  const isNetwork = expression.kind === "network";
  if (isNetwork && /samebits\/networks\b/.test(remedy)) return true;
  const willing = KNOWN_EXECUTORS.filter((name) => {
    const answer = expectedAnswer(name, { ...request, allowQuadratic: true });
    return name !== executor && (answer === "serve" || ((isSum || isNetwork) && answer === "either")); // some entry point has it
  });
  if (willing.some((name) => new RegExp(`\\b${name}\\b`, "i").test(remedy))) return true;
  return isQuadraticScan(request) && /iterated-?pairwise/i.test(remedy);
}

function ofExpression(executor: KnownExecutor, request: Request): Answer {
  const isScan = request.observation !== "reduce";
  const { expression } = request.contract;
  switch (expression.kind) {
    case "iteratedPairwise":
    case "linearCarry":
    case "leftFold":
      return "serve";
    case "blockDyadic":
      return executor === "webgpu" ? "either" : "serve"; // a block size may fit no tile plan
    case "interleaved":
      return "serve";
    case "bisection":
      return isScan && !request.allowQuadratic ? "refuse" : "serve";
    case "binned":
    case "exact":
      // Entry points that must stay small have these executors without accumulators, and say where the others are.
      return executor === "javascript" || executor === "wasm" ? "either" : "serve";
    case "network":
      return executor === "workers" ? "serve" : "either"; // so it is with networks; and a width may fit no tile plan
    case "custom":
      return executor === "javascript" && request.allowQuadratic ? "serve" : "either";
    default:
      return expression satisfies never;
  }
}

function isOfRecords({ contract }: Request): boolean {
  return contract.kind !== "function" && contract.operator.kind === "record-operator";
}

function isQuadraticScan({ contract, observation }: Request): boolean {
  const { kind } = contract.expression;
  return observation !== "reduce" && (kind === "bisection" || kind === "custom");
}
