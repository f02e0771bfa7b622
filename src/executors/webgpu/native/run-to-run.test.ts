import { describe, expect, it } from "vitest";
import { countersOf, runPlan } from "../../../../test/helpers/webgpu/run-plan.ts";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { checkNear } from "../../../../test/webgpu/check-near.ts";
import { contractOf } from "../../../conformance/contract-of.ts";
import { generateData } from "../../../conformance/data/generate-data.ts";
import { columnContract, derivedContract } from "../../../contracts/column-contract.ts";
import { blockDyadic, linearCarry } from "../../../expressions/expression.ts";
import { add } from "../../../operators/built-in.ts";
import { hashArray } from "../../../values/hash.ts";
import type { Inspection } from "../call-binder.ts";
import { steadinessInputs } from "../certificates/certificate.ts";
import { FAULTS, PARAMS } from "../kernels/kernel-setting.ts";
import { planBelowEverywhere, planContract } from "../plan-contract.ts";

const SHAPE = { threads: 64, strips: 1, run: 4 };
const RUNS = 2;
const determinism = "runToRun";

const sum = columnContract(contractOf({ operator: add, type: "f32", expression: blockDyadic(32) }));

type Mutable = { -readonly [Name in keyof Inspection]: Inspection[Name] };

/** What workgroups may meet: nothing of the kind, turns the other way round, roots that are never published, never seen, or torn. */
const WEATHER: readonly Inspection[] = [
  { faults: [] },
  { faults: ["reverse"] },
  { faults: ["withhold"], faultMask: 0 },
  { faults: ["withhold", "reverse"], faultMask: 3 },
  { faults: ["blind"] },
  { faults: ["tear"] },
];

describeOnQuickAdapter((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel

  it.each(isSlow ? [blockDyadic(32)] : [blockDyadic(32), linearCarry(32)])(
    "has the same bits at every run of %j, whoever computes a root",
    async (expression) => {
      const device = await adapter.device();
      const inspected: Mutable = { faults: [] };
      const contract = derivedContract(sum, { expression });
      const options = { determinism, shape: SHAPE, pollLimit: 2, inspected } as const;
      const plan = await planContract(device, contract, "inclusive-scan", options);
      expect(plan.level?.determinism).toBe("runToRun");
      expect(plan.certificate?.fact).toMatch(/^\d+ values did not depend on who computed a root$/);
      const before = await countersOf(device, plan);
      for (const { elements } of steadinessInputs(9001)) {
        const hashes = new Set<string>();
        for (const weather of WEATHER) {
          Object.assign(inspected, weather);
          for (let run = 0; run < RUNS; run++) {
            const [found] = await runPlan(device, plan, [elements]);
            hashes.add(hashArray(found as Float32Array));
            checkNear(plan, elements, found as Float32Array);
          }
        }
        expect(hashes.size).toBe(1);
      }
      const after = await countersOf(device, plan);
      // Reversed, withheld and blind: most of 36 tiles, at most of 16 runs.
      expect(after.recomputed - before.recomputed).toBeGreaterThan(8 * 36);
      plan.release();
    },
    120_000,
  );

  it("has the bits of any other executor on clean data, where the device rounds to nearest", async () => {
    const device = await adapter.device();
    const input = generateData({ data: "narrow", type: "f32", length: 9001, seed: 5n });
    const plan = await planContract(device, sum, "reduce", { determinism, shape: SHAPE });
    const exact = await planContract(device, sum, "reduce", { shape: SHAPE });
    expect(await runPlan(device, plan, [input])).toEqual(await runPlan(device, exact, [input]));
    expect([plan.setting.arithmetic, exact.setting.arithmetic]).toEqual(["native", "certified"]);
    plan.release();
    exact.release();
  }, 120_000);

  describe("where workgroups wait for nobody", () => {
    it.each([
      { observation: "exclusive-scan", expression: blockDyadic(32), algorithm: "reduce-then-scan" },
    ] as const)(
      "needs no check: $observation by $expression.kind",
      async ({ observation, expression, algorithm }) => {
        const device = await adapter.device();
        const initial = { value: [0.5], placement: "outside" } as const;
        const contract = derivedContract(sum, { expression, initial });
        const options = { determinism, shape: SHAPE, algorithm } as const;
        const plan = await planContract(device, contract, observation, options);
        expect([plan.level?.determinism, plan.certificate]).toEqual(["runToRun", undefined]);
        const input = generateData({ data: "wide", type: "f32", length: 5000, seed: 3n });
        const hashes = new Set<string>();
        for (let run = 0; run < RUNS; run++) {
          const [found] = await runPlan(device, plan, [input]);
          hashes.add(hashArray(found as Float32Array));
          checkNear(plan, input, found as Float32Array);
        }
        expect(hashes.size).toBe(1);
        plan.release();
      },
      120_000,
    );
  });

  it("is not met by a kernel whose bits depend on who computed a root: everywhere serves", async () => {
    const device = await adapter.device();
    // Another sum where publications are withheld: as if the compiler had made the two ways to a root differently.
    const plantedCombine = `fn combine(left: Value, right: Value) -> Value {
  let sum = bitcast<u32>(bitcast<f32>(left.w0) + bitcast<f32>(right.w0));
  return Value(sum ^ (params[${PARAMS.fault}] & ${FAULTS.withhold}u));
}`;
    const known = new Map();
    const options = { determinism, shape: SHAPE, plantedCombine } as const;
    const wish = { options, known };
    expect(await planBelowEverywhere(device, sum, "inclusive-scan", wish)).toBeUndefined();
    const [checked] = known.values();
    expect(checked.holds).toBe(false);
    expect(checked.fact).toMatch(/^[a-z ]+: value \d+ depends on who computed a root$/);
    // Known by now: nothing is compiled.
    const never = new Proxy({} as GPUDevice, { get: () => expect.fail("the device was asked") });
    expect(await planBelowEverywhere(never, sum, "inclusive-scan", wish)).toBeUndefined();
  }, 120_000);
});
