import fc from "fast-check";
import { expect, it } from "vitest";
import { mix } from "../../../test/helpers/operators/mixing.ts";
import { countersOf, runPlan } from "../../../test/helpers/webgpu/run-plan.ts";
import { describeOnQuickAdapter } from "../../../test/webgpu/adapters.ts";
import { contractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { InitialValue } from "../../contracts/contract.ts";
import { blockDyadic, type Expression, iteratedPairwise } from "../../expressions/expression.ts";
import { LAST_EPOCH } from "../../look-back/protocol.ts";
import type { Scalar } from "../../values/element-types.ts";
import { elementPlan } from "../executor.ts";
import { javascriptExecutor } from "../javascript/javascript-executor.ts";
import type { Inspection } from "./call-binder.ts";
import { STATE } from "./kernels/kernel-setting.ts";
import { planScan } from "./plan-scan.ts";

const SEED = 20_261_121;

const EXPRESSIONS: readonly Expression[] = [1, 2, 4, 32, 128, 256, 1024, 4096, 2 ** 20]
  .map(blockDyadic)
  .concat(iteratedPairwise);

describeOnQuickAdapter((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel
  it("takes a length that the GPU knows", async () => {
    const device = await adapter.device();
    const initial = { value: 5, placement: "first" as const };
    const observations = isSlow
      ? (["reduce"] as const)
      : (["inclusive-scan", "exclusive-scan", "reduce"] as const);
    for (const observation of observations) {
      const contract = columnContract(
        contractOf({
          operator: mix,
          type: "u32",
          expression: blockDyadic(32),
          direction: "backward",
          initial,
        }),
      );
      const plan = await planScan(device, contract, observation, {
        shape: { threads: 64, strips: 1, run: 2 },
      });
      const expected = elementPlan(javascriptExecutor.plan(contract));
      for (const length of isSlow ? [300] : [1, 127, 128, 5000]) {
        const input = generateData({ data: "bits", type: "u32", length, seed: 3n });
        const [found] = await runPlan(device, plan, [input], { isCounted: true });
        if (observation === "reduce") expect([...found]).toEqual([expected.reduce(input)]);
        else if (observation === "inclusive-scan") expect(found).toEqual(expected.inclusiveScan(input));
        else expect(found).toEqual(expected.exclusiveScan(input));
      }
      plan.release();
    }
  }, 120_000);

  it("has the same bits whatever is withheld, reversed, unseen or torn", async () => {
    const device = await adapter.device();
    const contract = columnContract(contractOf({ operator: mix, type: "u32", expression: blockDyadic(32) }));
    const length = 12_000;
    const input = generateData({ data: "bits", type: "u32", length, seed: 3n });
    const expected = elementPlan(javascriptExecutor.plan(contract)).inclusiveScan(input);
    const cases: readonly (Inspection & { readonly pollLimit?: number })[] = [
      { faults: [] },
      { faults: ["reverse"], pollLimit: 2 },
      { faults: ["withhold"], faultMask: 0, pollLimit: 1 },
      { faults: ["withhold"], faultMask: 3, pollLimit: 1 },
      { faults: ["withhold", "reverse"], faultMask: 15, pollLimit: 2 },
      { faults: ["blind"], pollLimit: 1 },
      { faults: ["tear"] },
      { faults: ["tear", "reverse"], pollLimit: 3 },
    ];
    for (const { pollLimit, ...inspected } of cases) {
      const plan = await planScan(device, contract, "inclusive-scan", {
        shape: { threads: 64, strips: 1, run: 4 },
        inspected,
        pollLimit,
      });
      for (let run = 0; run < 2; run++) {
        const [found] = await runPlan(device, plan, [input]);
        expect(found).toEqual(expected);
      }
      const { recomputed } = await countersOf(device, plan);
      const isOnlyTorn = inspected.faults.every((fault) => fault === "tear");
      if (!isOnlyTorn && adapter.isCostly(inspected.faults)) expect(recomputed).toBeGreaterThan(5);
      plan.release();
    }
  }, 300_000);

  it("publishes the ranges that it folds, so that few readers fold them again", async () => {
    const device = await adapter.device();
    const contract = columnContract(contractOf({ operator: mix, type: "u32", expression: blockDyadic(32) }));
    const tiles = 256;
    const input = generateData({ data: "bits", type: "u32", length: 128 * tiles, seed: 3n });
    const expected = elementPlan(javascriptExecutor.plan(contract)).inclusiveScan(input);
    const plan = await planScan(device, contract, "inclusive-scan", {
      shape: { threads: 64, strips: 1, run: 2 },
      inspected: { faults: ["withhold"], faultMask: 31 }, // the last tile of each group publishes nothing
    });
    const [found] = await runPlan(device, plan, [input]);
    expect(found).toEqual(expected);
    const { fallbacks } = await countersOf(device, plan);
    plan.release();
    expect(fallbacks).toBeGreaterThan(0);
    // Of 384 reads of ranges each was a fallback when folds told nobody.
    expect(fallbacks).toBeLessThan(384 / 2);
  }, 240_000);

  it("has the same bits when the epochs begin again", async () => {
    const device = await adapter.device();
    const contract = columnContract(contractOf({ operator: mix, type: "u32", expression: blockDyadic(32) }));
    const input = generateData({ data: "bits", type: "u32", length: 5000, seed: 3n });
    const expected = elementPlan(javascriptExecutor.plan(contract)).inclusiveScan(input);
    const plan = await planScan(device, contract, "inclusive-scan", {
      shape: { threads: 64, strips: 1, run: 4 },
    });
    for (const stored of [LAST_EPOCH - 2, LAST_EPOCH >>> 1]) {
      device.queue.writeBuffer(plan.state, 4 * STATE.epoch, Uint32Array.of(stored - 1));
      for (let run = 0; run < 4; run++) {
        const [found] = await runPlan(device, plan, [input]);
        expect(found).toEqual(expected);
      }
    }
    plan.release();
  }, 120_000);

  it("has the bits of a plain loop for any expression, length, direction, initial value, shape and chunk", async () => {
    const device = await adapter.device();
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          expression: fc.constantFrom(...EXPRESSIONS),
          observation: fc.constantFrom(
            "inclusive-scan" as const,
            "exclusive-scan" as const,
            "reduce" as const,
          ),
          direction: fc.constantFrom("forward" as const, "backward" as const),
          placement: fc.constantFrom(undefined, "outside" as const, "first" as const),
          shape: fc.record({
            threads: fc.constantFrom(64, 128),
            strips: fc.constantFrom(1, 2, 4),
            run: fc.constantFrom(1, 2, 4),
          }),
          chunkLevel: fc.constantFrom(5, 6, 10),
          lengths: fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 30_000 })), {
            minLength: 3,
            maxLength: 3,
          }),
        }),
        async ({ expression, observation, direction, placement, shape, chunkLevel, lengths }) => {
          const given = observation === "exclusive-scan" ? (placement ?? "outside") : placement;
          const initial: InitialValue<Scalar> | undefined = given && { value: 77, placement: given };
          const contract = columnContract(
            contractOf({ operator: mix, type: "u32", expression, direction, initial }),
          );
          const blockLength =
            expression.kind === "blockDyadic" && expression.blockLength > 1 ? expression.blockLength : 4;
          const plan = await planScan(device, contract, observation, {
            shape: { ...shape, run: Math.min(shape.run, blockLength) },
            chunkLevel,
          });
          const expected = elementPlan(javascriptExecutor.plan(contract));
          for (const length of lengths) {
            if (length === 0 && observation === "reduce") continue;
            const input = generateData({ data: "bits", type: "u32", length, seed: 3n });
            const [found] = await runPlan(device, plan, [input]);
            if (observation === "reduce") expect([...found]).toEqual([expected.reduce(input)]);
            else if (observation === "inclusive-scan") expect(found).toEqual(expected.inclusiveScan(input));
            else expect(found).toEqual(expected.exclusiveScan(input));
          }
          plan.release();
        },
      ),
      { seed: SEED, numRuns: isSlow ? 1 : 4, endOnFailure: true },
    );
  }, 300_000);
});
