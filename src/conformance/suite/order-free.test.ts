import { describe, expect, test } from "vitest";
import { isLong } from "../../../test/extent.ts";
import {
  type ColumnContract,
  columnContract,
  derivedContract,
  namedContract,
} from "../../contracts/column-contract.ts";
import type { TypedContract } from "../../contracts/contract.ts";
import type { Executor, SynchronousPlan } from "../../executors/executor.ts";
import { javascriptExecutor } from "../../executors/javascript/javascript-executor.ts";
import { sumsJavascriptExecutor } from "../../executors/javascript/sums-javascript-executor.ts";
import { sumsWasmExecutor } from "../../executors/wasm/sums-wasm-executor.ts";
import { binned, blockDyadic, exact } from "../../expressions/expression.ts";
import { referenceExecutor } from "../reference-executor.ts";
import { conformance } from "./conformance.ts";

const PART = { parts: ["order-free"] } as const;

describe("executors that have accumulators pass", () => {
  test.each([sumsJavascriptExecutor, sumsWasmExecutor()])("$name", { timeout: 120_000 }, async (executor) => {
    const report = await conformance(executor, { ...PART, tier: "full" });
    expect(report.failed).toStrictEqual([]);
    expect(report.refused).toBe(0);
    expect(report.run).toBeGreaterThan(50_000);
  });

  // It is the oracle of most of them; what it is held to are the laws, and that nothing throws.
  test("so does the reference, on a sample of contracts", { timeout: 120_000 }, async () => {
    const report = await conformance(referenceExecutor, { ...PART, requestLimit: isLong ? 12 : 5 });
    expect(report.failed).toStrictEqual([]);
    expect(report.run).toBeGreaterThan(200);
  });
});

describe("executors that have none refuse them all, and say who has", () => {
  test("as the javascript executor of a small door does", async () => {
    const report = await conformance(javascriptExecutor, { parts: ["order-free", "placement"] });
    expect(report.failed).toStrictEqual([]);
    expect(report.passed).toBe(true);
    expect(report.parts.find(({ part }) => part === "order-free")).toMatchObject({ run: 0, failed: 0 });
    expect(report.refused).toBeGreaterThan(10_000);
  });

  test("a refusal that sends nowhere fails", async () => {
    const executor: Executor = {
      ...javascriptExecutor,
      name: "abacus",
      refusal: () => ({ reason: "no accumulators", remedy: "count on your fingers" }),
    };
    const report = await conformance(executor, { ...PART, stopAfter: 1 });
    expect(report.failed[0].message).toMatch(/expected a refusal that names an executor that can/);
  });
});

type PlanOf = (contract: ColumnContract) => SynchronousPlan;
const right: PlanOf = (contract) => sumsJavascriptExecutor.plan(contract);

interface Mutant {
  readonly name: string;
  readonly planOf: PlanOf;
}

const MUTANTS: readonly Mutant[] = [
  {
    name: "sums in pairs",
    planOf: (contract) => right(derivedContract(contract, { expression: blockDyadic(32) })),
  },
  {
    name: "binned is exact",
    planOf: (contract) =>
      right(
        contract.expression.kind === "binned" ? derivedContract(contract, { expression: exact }) : contract,
      ),
  },
  {
    name: "one bin is missing",
    planOf: (contract) =>
      right(
        contract.expression.kind === "binned"
          ? derivedContract(contract, { expression: binned(2) })
          : contract,
      ),
  },
  {
    name: "−0 is lost",
    planOf: (contract) => {
      const plan = right(contract);
      return { ...plan, reduce: (input) => [Number(plan.reduce(input)[0]) + 0] };
    },
  },
  {
    name: "f32 is rounded twice",
    planOf: (contract) => {
      const plan = right(contract);
      if (contract.sums[0] !== "f32") return plan;
      const named = namedContract(contract) as TypedContract;
      const inDoubles = right(columnContract({ ...named, accumulate: "f64" }));
      return { ...plan, reduce: (input) => [Math.fround(Number(inDoubles.reduce(input)[0]))] };
    },
  },
  {
    name: "an exclusive scan's first output went through the accumulator",
    planOf: (contract) => {
      const plan = right(contract);
      if (contract.expression.kind !== "binned" || contract.initial === undefined) return plan;
      return {
        ...plan,
        exclusiveScan(input, output) {
          const result = plan.exclusiveScan(input, output);
          if (contract.direction === "forward" && Object.is(result[0][0], -0)) result[0][0] = 0;
          return result;
        },
      };
    },
  },
];

describe("a wrong executor fails", () => {
  test.each(MUTANTS)("$name", async ({ planOf }) => {
    const executor: Executor = { ...sumsJavascriptExecutor, plan: planOf };
    const report = await conformance(executor, { ...PART, stopAfter: 1 });
    expect(report.failed).toHaveLength(1);
  });
});
