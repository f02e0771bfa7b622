// Every size of subgroups that hardware has, of which emulated GPUs have one each and the H100 one: the very text of the kernels, with shuffles through memory.

import { expect, test } from "vitest";
import { contractOf } from "../../src/conformance/contract-of.ts";
import { generateData } from "../../src/conformance/data/generate-data.ts";
import { columnContract } from "../../src/contracts/column-contract.ts";
import { elementPlan } from "../../src/executors/executor.ts";
import { javascriptExecutor } from "../../src/executors/javascript/javascript-executor.ts";
import { type PlanSetting, planScan } from "../../src/executors/webgpu/plan-scan.ts";
import { blockDyadic, type Expression, iteratedPairwise } from "../../src/expressions/expression.ts";
import type { Operator } from "../../src/operators/operator.ts";
import { isThorough } from "../extent.ts";
import { affine, mix } from "../helpers/operators/mixing.ts";
import { runPlan } from "../helpers/webgpu/run-plan.ts";
import { deviceWithSubgroupsOf } from "../helpers/webgpu/subgroups-of.ts";
import { describeOnQuickAdapter } from "./adapters.ts";

type Way = "numbered" | "drawn";

/** Of one size each bracket, each network and each way to tell lanes apart; of the others two. */
const CASES: readonly (readonly [number, Operator, Expression, PlanSetting["network"], Way])[] = [
  [16, mix, blockDyadic(32), "dyadic", "numbered"],
  [128, affine, iteratedPairwise, "agnostic", "numbered"],
  ...(isThorough
    ? ([
        [16, mix, iteratedPairwise, "dyadic", "drawn"],
        [16, affine, blockDyadic(32), "agnostic", "drawn"],
        ...([4, 8, 32, 64, 128] as const).map(
          (size) => [size, mix, blockDyadic(32), "dyadic", "numbered"] as const,
        ),
        ...([4, 8, 32, 64] as const).map(
          (size) => [size, affine, iteratedPairwise, "agnostic", "numbered"] as const,
        ),
      ] as const)
    : []),
];

describeOnQuickAdapter((adapter) => {
  test.each(CASES)(
    "subgroups of %i: a scan and a reduce have the reference's bits",
    async (size, used, expression, network, subgroups) => {
      const { device, count } = deviceWithSubgroupsOf(size, await adapter.device());
      const contract = columnContract(contractOf({ operator: used, type: "u32", expression }));
      const expected = elementPlan(javascriptExecutor.plan(contract));
      const shape = { threads: 256, strips: 2, run: 2 };
      for (const observation of ["inclusive-scan", "reduce"] as const) {
        const compiled = count();
        const plan = await planScan(device, contract, observation, { shape, subgroups, network });
        for (const length of [1, 255, 1024, 5003]) {
          const input = generateData({ data: "bits", type: "u32", length, seed: 3n });
          const [found] = await runPlan(device, plan, [input]);
          if (observation === "reduce") expect([...found]).toEqual([expected.reduce(input)]);
          else expect(found).toEqual(expected.inclusiveScan(input));
        }
        expect(count()).toBeGreaterThan(compiled);
        plan.release();
      }
    },
    120_000,
  );
});
