import { expect, test, vi } from "vitest";
import { describeOnQuickAdapter } from "../../../test/webgpu/adapters.ts";
import { contractOf } from "../../conformance/contract-of.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { add } from "../../operators/built-in.ts";
import { compilePipeline } from "./compile-pipeline.ts";
import { planScan } from "./plan-scan.ts";

const MINUTES = { timeout: 300_000 };

describeOnQuickAdapter((adapter) => {
  test("a contract with another initial value, and the same again, compile nothing", MINUTES, async () => {
    const device = await adapter.device();
    const compiled = vi.spyOn(device, "createComputePipelineAsync");
    const plan = async (value: number, placement: "outside" | "first" = "outside"): Promise<number> => {
      compiled.mockClear();
      const initial = { value, placement };
      const contract = columnContract(
        contractOf({ operator: add, type: "u32", expression: blockDyadic(32), initial }),
      );
      (await planScan(device, contract, "reduce")).release();
      return compiled.mock.calls.length;
    };
    expect(await plan(1)).toBeGreaterThan(0);
    expect(await plan(1)).toBe(0);
    expect(await plan(2)).toBe(0);
    expect(await plan(2, "first")).toBeGreaterThan(0);
    compiled.mockRestore();
  });

  test("what failed is tried again", async () => {
    const device = await adapter.device();
    const compiled = vi.spyOn(device, "createComputePipelineAsync").mockRejectedValueOnce(new Error("once"));
    const code = "@compute @workgroup_size(1) fn main() {}";
    const kernel = { key: "nothing", code: () => code, layout: () => "auto" as const };
    await expect(compilePipeline(device, kernel)).rejects.toThrow("once");
    await compilePipeline(device, kernel);
    expect(compiled.mock.calls.length).toBe(2);
    compiled.mockRestore();
  });
});
