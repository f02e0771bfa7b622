import { expect, it } from "vitest";
import { isLong } from "../../../../../test/extent.ts";
import { mix } from "../../../../../test/helpers/operators/mixing.ts";
import { runPlan } from "../../../../../test/helpers/webgpu/run-plan.ts";
import { describeOnQuickAdapter } from "../../../../../test/webgpu/adapters.ts";
import { checkPlan, checkSameBits } from "../../../../../test/webgpu/check-same-bits.ts";
import { contractOf, recordContractOf } from "../../../../conformance/contract-of.ts";
import { generateData } from "../../../../conformance/data/generate-data.ts";
import { columnContract } from "../../../../contracts/column-contract.ts";
import { leftFold, linearCarry } from "../../../../expressions/expression.ts";
import { symbolic } from "../../../../expressions/symbolic.ts";
import { defineOperator } from "../../../../operators/define-operator.ts";
import { right } from "../../../../operators/term.ts";
import { elementPlan } from "../../../executor.ts";
import { networksJavascriptExecutor } from "../../../javascript/networks-javascript-executor.ts";
import type { Inspection } from "../../call-binder.ts";
import { planScan } from "../../plan-scan.ts";
import { refusalOf } from "../../serving.ts";
import { kernelSetting } from "../../setting.ts";
import { chainLevels } from "./chained-blocks.wgsl.ts";

const LIMITS = { threads: 256, bytes: 2 ** 14, bindings: 8 };

describeOnQuickAdapter((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel

  it("is a left fold over block roots, for any block that fits a tile", async () => {
    await checkSameBits(await adapter.device(), {
      operator: mix,
      expressions: [1, 2, 8, 32, 64].map(linearCarry),
      observations: ["inclusive-scan", "exclusive-scan", "reduce"],
      algorithms: [undefined],
      runs: isSlow ? 1 : 6,
    });
  }, 300_000);

  it("is one for blocks of any other length: several in a tile, or over several tiles, chunks or all there is", async () => {
    await checkSameBits(await adapter.device(), {
      operator: mix,
      expressions: [leftFold, ...[3, 60, 63, 100, 256, 1000, 2048, 5000, 2 ** 53 - 1].map(linearCarry)],
      observations: ["inclusive-scan", "exclusive-scan", "reduce"],
      algorithms: [undefined],
      runs: isLong ? 40 : isSlow ? 1 : 3,
    });
  }, 900_000);

  it.each([
    [100, "in-tile", 0],
    [1000, "of-tiles", 4],
    [5000, "of-tiles", 7],
  ] as const)(
    "takes blocks of %i %s, in chunks of 2,048 or less",
    async (length, place, levels) => {
      const device = await adapter.device();
      const contract = columnContract(
        contractOf({
          operator: mix,
          type: "u32",
          expression: linearCarry(length),
          direction: "backward",
          initial: { value: 77, placement: "first" },
        }),
      );
      const setting = { shape: { threads: 64, strips: 1, run: length === 100 ? 2 : 1 }, chunkLevel: 5 };
      const plan = await planScan(device, contract, "exclusive-scan", setting);
      expect([plan.setting.carried?.place, chainLevels(plan.setting)]).toEqual([place, levels]);
      expect(plan.cutLength).toBe(length === 5000 ? 5000 : undefined);
      const expected = elementPlan(networksJavascriptExecutor.plan(contract));
      for (const n of [1, length - 1, length, 2 * length + 1, 3 * length + 70]) {
        const input = generateData({ data: "bits", type: "u32", length: n, seed: 5n });
        const scanned = expected.exclusiveScan(input);
        expect((await runPlan(device, plan, [input]))[0]).toEqual(scanned);
        // A count of the GPU is of one chunk.
        if (n + 6 <= plan.chunkLength) {
          expect((await runPlan(device, plan, [input], { isCounted: true }))[0]).toEqual(scanned);
        }
      }
      plan.release();
    },
    300_000,
  );

  it("has the same bits whatever is withheld, reversed or unseen", async () => {
    const device = await adapter.device();
    const cases: readonly (Inspection & { readonly pollLimit: number })[] = [
      { faults: ["reverse"], pollLimit: 1 },
      { faults: ["withhold"], faultMask: 0, pollLimit: 1 },
      { faults: ["withhold", "reverse"], faultMask: 3, pollLimit: 1 },
      { faults: ["blind"], pollLimit: 1 },
    ];
    for (const length of [32, 1000]) {
      const contract = columnContract(
        contractOf({ operator: mix, type: "u32", expression: linearCarry(length) }),
      );
      for (const { pollLimit, ...inspected } of isSlow ? cases.slice(3) : cases) {
        const setting = { shape: { threads: 64, strips: 1, run: 2 }, inspected, pollLimit };
        const counters = await checkPlan(device, contract, "inclusive-scan", setting, [4096]);
        expect(counters?.recomputed).toBeGreaterThan(20);
      }
    }
  }, 300_000);
});

it("has a left fold, whose blocks are elements", () => {
  const [fold, carry] = [leftFold, linearCarry(1)].map((expression) =>
    kernelSetting(columnContract(contractOf({ operator: mix, type: "u32", expression })), "reduce", LIMITS),
  );
  expect(fold).toEqual(carry);
  for (const n of [1, 2, 9]) expect(symbolic(leftFold, n)).toBe(symbolic(linearCarry(1), n));
});

it("leaves records as many columns as with other expressions: no block takes a buffer", () => {
  const refused = [3, 32, 1000, 5000].map((length) =>
    refusalOf({ contract: ofThree(length), observation: "reduce", allowQuadratic: false }, LIMITS),
  );
  expect(refused).toEqual([undefined, undefined, undefined, undefined]);
});

function ofThree(length: number) {
  const operator = defineOperator(
    { a: "u32", b: "f32", c: "i32" },
    [right("u32"), right("f32", 1), right("i32", 2)],
    {
      name: "last",
    },
  );
  return columnContract(recordContractOf({ operator, expression: linearCarry(length) }));
}
