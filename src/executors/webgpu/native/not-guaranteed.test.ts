import { expect, it } from "vitest";
import { mix } from "../../../../test/helpers/operators/mixing.ts";
import { countersOf, runPlan } from "../../../../test/helpers/webgpu/run-plan.ts";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { checkNear } from "../../../../test/webgpu/check-near.ts";
import { contractOf } from "../../../conformance/contract-of.ts";
import { generateData } from "../../../conformance/data/generate-data.ts";
import { columnContract, derivedContract } from "../../../contracts/column-contract.ts";
import { blockDyadic, iteratedPairwise } from "../../../expressions/expression.ts";
import { add, multiply } from "../../../operators/built-in.ts";
import { hashArray } from "../../../values/hash.ts";
import { elementPlan } from "../../executor.ts";
import { javascriptExecutor } from "../../javascript/javascript-executor.ts";
import type { Inspection } from "../call-binder.ts";
import { addedPrefixes } from "../certificates/certificate.ts";
import { planContract } from "../plan-contract.ts";
import { BY_ARRIVAL, servedLevel } from "./served-level.ts";

const TILE = 256;
const SHAPE = { threads: 64, strips: 1, run: 4 };
const determinism = "notGuaranteed";

const expression = blockDyadic(32);
const sum = columnContract(contractOf({ operator: add, type: "f32", expression }));

/** Clean, and so that brackets differ. */
const narrow = (length: number) => generateData({ data: "narrow", type: "f32", length, seed: 5n });
/** Their product is neither too large nor too small. */
const ratios = (length: number) =>
  Float32Array.from({ length }, (_, i) => (i % 2 === 0 ? 1 + i / 2 ** 14 : 1 / (1 + (i - 1) / 2 ** 14)));

/** Scans of tiles, joined from the left or from the right, as IEEE 754 adds: what an order of arrival makes of them. */
function joinedTiles(input: Float32Array, from: "left" | "right"): Float32Array {
  const whole = derivedContract(sum, { expression: iteratedPairwise });
  const tiles = Array.from({ length: Math.ceil(input.length / TILE) }, (_, tile) =>
    addedPrefixes(whole, "inclusive-scan", input.subarray(tile * TILE, (tile + 1) * TILE)),
  );
  const roots = tiles.map((tile) => tile[tile.length - 1]);
  const plus = (left: number, right: number) => Math.fround(left + right);
  return Float32Array.from(
    tiles.flatMap((tile, t) => {
      if (t === 0) return [...tile];
      const before = roots.slice(0, t);
      const root =
        from === "left" ? before.reduce(plus) : before.reduceRight((right, left) => plus(left, right));
      return [...tile.map((value) => plus(root, value))];
    }),
  );
}

describeOnQuickAdapter((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel

  it("scans by what was published when: two orders of arrival, two results, both right", async () => {
    const device = await adapter.device();
    const input = narrow(6001);
    const orders = [
      // Only prefixes are published, and waited for: each tile meets the prefix of the one before it.
      { from: "left", inspected: { faults: ["withhold"], faultMask: 0 }, pollLimit: 2 ** 24 },
      // Nothing is seen: each tile goes back to the beginning.
      { from: "right", inspected: { faults: ["blind"] }, pollLimit: 1 },
    ] as const;
    for (const { from, ...given } of orders) {
      const plan = await planContract(device, sum, "inclusive-scan", { determinism, shape: SHAPE, ...given });
      const [found] = await runPlan(device, plan, [input]);
      expect(hashArray(found as Float32Array)).toBe(
        hashArray(joinedTiles(input, from) as Float32Array<ArrayBuffer>),
      );
      checkNear(plan, input, found as Float32Array);
      expect([plan.level, plan.setting.arithmetic]).toEqual([BY_ARRIVAL, "native"]);
      plan.release();
    }
    expect(joinedTiles(input, "left")).not.toEqual(joinedTiles(input, "right"));
  }, 120_000);

  it("reduces by who arrived when: orders of arrival give several results, all right", async () => {
    const device = await adapter.device();
    const input = narrow(9001);
    const inspected: { faults: Inspection["faults"]; faultMask: number } = { faults: [], faultMask: 0 };
    // No try to join the total: 36 workgroups leave sums in their places, which are added up from one of them on.
    const setting = { determinism, shape: SHAPE, chunkLevel: 6, pollLimit: 0, inspected } as const;
    const plan = await planContract(device, sum, "reduce", setting);
    const results = new Set<number>();
    for (let first = 0; first < 8; first++) {
      inspected.faultMask = first;
      const [found] = await runPlan(device, plan, [input]);
      const [again] = await runPlan(device, plan, [input]);
      expect(again).toEqual(found);
      checkNear(plan, input, found as Float32Array);
      results.add((found as Float32Array)[0]);
    }
    expect(results.size).toBeGreaterThan(1);
    const { fallbacks, publications } = await countersOf(device, plan);
    expect([fallbacks, publications]).toEqual([16 * 36, 0]);
    plan.release();
  }, 120_000);

  it.each(["auto", "drawn", "none"] as const)(
    "joins the total by compare-and-exchange: subgroups %s",
    async (subgroups) => {
      const device = await adapter.device();
      const options = { determinism, shape: SHAPE, subgroups, inspected: { faults: [] } } as const;
      const plan = await planContract(device, sum, "reduce", options);
      for (const length of [1, 255, 256, 257, 9001, 2 ** 16]) {
        const input = narrow(length);
        const before = await countersOf(device, plan);
        const [found] = await runPlan(device, plan, [input]);
        checkNear(plan, input, found as Float32Array);
        const after = await countersOf(device, plan);
        const joined = after.publications - before.publications + after.fallbacks - before.fallbacks;
        expect(joined).toBe(Math.ceil(length / TILE));
        expect(after.elementWrites - before.elementWrites).toBe(1);
        if (length % TILE === 0) expect(after.elementReads - before.elementReads).toBe(length);
      }
      // Of 297 joins, most at the first attempts where few workgroups run at one time, and 129 on an H100.
      expect((await countersOf(device, plan)).publications).toBeGreaterThan(50);
      plan.release();
    },
    120_000,
  );

  it.each(["reduce", "inclusive-scan", "exclusive-scan"] as const)(
    "takes chunks, counts of the GPU, initial values and either direction: %s",
    async (observation) => {
      const device = await adapter.device();
      const initial = { value: 0.75, placement: "first" } as const;
      const cases = [
        {
          contract: columnContract(
            contractOf({ ...{ operator: add, type: "f32", expression }, direction: "backward", initial }),
          ),
          input: narrow(20_000),
        },
        {
          contract: columnContract(
            contractOf({
              ...{ operator: multiply, type: "f32", expression },
              initial: { ...initial, placement: "outside" },
            }),
          ),
          input: ratios(9000),
        },
      ];
      for (const { contract, input } of isSlow ? cases.slice(0, 1) : cases) {
        const options = { determinism, shape: SHAPE, chunkLevel: 5 } as const;
        const plan = await planContract(device, contract, observation, options);
        for (const length of [1, 300, input.length]) {
          const part = input.subarray(0, length);
          const isCounted = length < 8000;
          const [found] = await runPlan(device, plan, [part], { isCounted });
          checkNear(plan, part, found as Float32Array);
        }
        if (observation === "reduce") {
          const [nothing] = await runPlan(device, plan, [input.subarray(0, 0)]);
          expect([...nothing]).toEqual([0.75]);
        }
        plan.release();
      }
    },
    120_000,
  );

  it("takes a named algorithm of another bracket for operators without native floats", async () => {
    const device = await adapter.device();
    const contract = columnContract(contractOf({ operator: mix, type: "u32", expression }));
    const algorithm = "look-back:decoupled-fallback";
    const options = { shape: SHAPE, algorithm, pollLimit: 2 } as const;
    const plan = await planContract(device, contract, "inclusive-scan", { determinism, ...options });
    expect([plan.level, plan.setting.arithmetic]).toEqual([BY_ARRIVAL, "integer"]);
    // One tile has one bracket, whoever arrives when.
    const input = Uint32Array.from({ length: TILE }, (_, i) => Math.imul(i, 0x9e3779b9));
    const inTile = elementPlan(
      javascriptExecutor.plan(derivedContract(contract, { expression: iteratedPairwise })),
    );
    expect(await runPlan(device, plan, [input])).toEqual([inTile.inclusiveScan(input)]);
    plan.release();
    expect(servedLevel(contract, { determinism }).determinism).toBe("everywhere");
    await expect(planContract(device, contract, "inclusive-scan", options)).rejects.toThrow(
      "look-back:decoupled-fallback brackets by what happens to be published, and this operator is not proved associative",
    );
  }, 120_000);
});
