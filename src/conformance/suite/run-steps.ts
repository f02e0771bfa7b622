import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Executor, Plan, Request } from "../../executors/executor.ts";
import type { Mismatch } from "../compare.ts";
import { expectedAnswer, namesRemedy } from "./expected-answer.ts";
import type { Collector } from "./report.ts";
import type { Part, RunnableStep, Skip } from "./step.ts";

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
