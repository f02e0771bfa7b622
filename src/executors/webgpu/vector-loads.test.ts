import { expect, it } from "vitest";
import { mix } from "../../../test/helpers/operators/mixing.ts";
import { runPlan } from "../../../test/helpers/webgpu/run-plan.ts";
import { describeOnQuickAdapter } from "../../../test/webgpu/adapters.ts";
import { contractOf, recordContractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { InitialValue } from "../../contracts/contract.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { add } from "../../operators/built-in.ts";
import { operator, u32 } from "../../operators.ts";
import type { Scalar } from "../../values/element-types.ts";
import { elementPlan } from "../executor.ts";
import { javascriptExecutor } from "../javascript/javascript-executor.ts";
import type { TileLimits } from "./kernels/tile-shape.ts";
import { planScan } from "./plan-scan.ts";
import { kernelSetting, type SettingOptions } from "./setting.ts";

const mixPairs = operator({ a: u32, b: u32 }, (left, right) => ({
  a: left.a.multiply(5).add(right.b),
  b: left.b.rotateLeft(3).xor(right.a),
}));

const SHAPE = { threads: 64, strips: 2, run: 4 };

describeOnQuickAdapter((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel

  it("has the same bits wherever a range begins and ends", async () => {
    const device = await adapter.device();
    for (const direction of isSlow ? (["backward"] as const) : (["forward", "backward"] as const)) {
      for (const placement of isSlow ? (["first"] as const) : ([undefined, "first"] as const)) {
        const initial: InitialValue<Scalar> | undefined = placement && { value: 77, placement };
        const contract = columnContract(
          contractOf({
            operator: mix,
            type: "u32",
            expression: blockDyadic(32),
            direction,
            initial,
          }),
        );
        const plan = await planScan(device, contract, "inclusive-scan", { shape: SHAPE });
        const expected = elementPlan(javascriptExecutor.plan(contract));
        for (const length of isSlow ? [1023] : [1, 2, 3, 4, 5, 7, 511, 512, 1026]) {
          const input = generateData({ data: "bits", type: "u32", length, seed: 3n });
          for (const offset of [0, 1, 2, 3, 4]) {
            const [found] = await runPlan(device, plan, [input], { offset });
            expect(found).toEqual(expected.inclusiveScan(input));
          }
        }
        plan.release();
      }
    }
  }, 300_000);

  it("takes vectors of each column of a record, and words where a column has two of them or bindings are short", () => {
    const limits = { threads: 256, bytes: 2 ** 14 };
    const expression = blockDyadic(32);
    const pairs = columnContract(recordContractOf({ operator: mixPairs, expression }));
    const isVectorised = (
      contract: Parameters<typeof kernelSetting>[0],
      given: Partial<TileLimits>,
      options: SettingOptions,
    ): boolean =>
      kernelSetting(contract, "inclusive-scan", { ...limits, ...given }, { shape: SHAPE, ...options })
        .isVectorised;
    expect(isVectorised(pairs, {}, {})).toBe(true);
    expect(isVectorised(pairs, { bindings: 7 }, {})).toBe(false);
    expect(isVectorised(pairs, {}, { loads: "words" })).toBe(false);
    expect(isVectorised(pairs, {}, { shape: { ...SHAPE, run: 2 } })).toBe(false);
    expect(isVectorised(columnContract(contractOf({ operator: add, type: "f64", expression })), {}, {})).toBe(
      false,
    );
  });

  it("has the same bits of records", async () => {
    const device = await adapter.device();
    const contract = columnContract(recordContractOf({ operator: mixPairs, expression: blockDyadic(32) }));
    const plan = await planScan(device, contract, "inclusive-scan", { shape: SHAPE });
    const columns = [3n, 4n].map((seed) => generateData({ data: "bits", type: "u32", length: 700, seed }));
    for (const offset of [0, 1]) {
      expect(await runPlan(device, plan, columns, { offset })).toEqual(
        javascriptExecutor.plan(contract).inclusiveScan(columns),
      );
    }
    plan.release();
  }, 120_000);
});
