import { expect, it } from "vitest";
import { runPlan } from "../../../test/helpers/webgpu/run-plan.ts";
import { describeOnAdapters } from "../../../test/webgpu/adapters.ts";
import { contractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { treeHash } from "../../operators/built-in.ts";
import { hashArray } from "../../values/hash.ts";
import { elementPlan } from "../executor.ts";
import { javascriptExecutor } from "../javascript/javascript-executor.ts";
import { planScan } from "./plan-scan.ts";

describeOnAdapters((adapter) => {
  it("takes more workgroups than fit in a row, by one dispatch and by a count of the GPU", async () => {
    const device = await adapter.device();
    const most = device.limits.maxComputeWorkgroupsPerDimension;
    const contract = columnContract(
      contractOf({ operator: treeHash, type: "u64", expression: blockDyadic(32) }),
    );
    const input = generateData({ data: "bits", type: "u64", length: 64 * most + 77, seed: 3n });
    const expected = hashArray(
      elementPlan(javascriptExecutor.plan(contract)).inclusiveScan(input) as BigUint64Array,
    );
    const shape = { threads: 64, strips: 1, run: 1 };
    const plan = await planScan(device, contract, "inclusive-scan", { shape, chunkLevel: 17 });
    for (const isCounted of [false, true]) {
      const [found] = await runPlan(device, plan, [input], { isCounted });
      expect(hashArray(found as BigUint64Array)).toBe(expected);
    }
    plan.release();
  }, 3_600_000);
});
