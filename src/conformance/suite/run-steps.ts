import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import type { Executor, Plan, RecordPlan, Request } from "../../executors/executor.ts";
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
  const plans = new WeakMap<TypedContract, Plan>();
  const recordPlans = new WeakMap<RecordContract, RecordPlan | undefined>();

  function planOf(contract: TypedContract): Plan {
    const plan = plans.get(contract) ?? executor.plan(contract);
    plans.set(contract, plan);
    return plan;
  }

  function planOfRecords(contract: RecordContract): RecordPlan | undefined {
    const plan = recordPlans.get(contract) ?? executor.planRecords?.(contract);
    recordPlans.set(contract, plan);
    return plan;
  }

  async function check(step: Exclude<RunnableStep, Skip>): Promise<Mismatch | undefined> {
    if (step.kind === "refusal") return undefined;
    if (step.kind === "case") return step.check(planOf(step.request.contract));
    const plan = planOfRecords(step.request.contract);
    return plan === undefined ? NO_RECORDS : step.check(plan);
  }

  async function outcomeOf(step: Exclude<RunnableStep, Skip>): Promise<Mismatch | "refused" | undefined> {
    try {
      const answer = answerOf(executor, step.request);
      return answer === "served" ? await check(step) : answer;
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

/** Records may be refused, all of them, but not let through to nobody. */
const NO_RECORDS: Mismatch = {
  expected: "a refusal, as this executor plans no records",
  actual: "no refusal",
  position: undefined,
};

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
