import { describe, expect, it } from "vitest";
import { isLong } from "../../../../../test/extent.ts";
import { gpuParts } from "../../../../../test/helpers/webgpu/gpu-parts.ts";
import { countersOf, runPlan } from "../../../../../test/helpers/webgpu/run-plan.ts";
import { drawsFrom, KINDS, randomTerms, withOthers } from "../../../../../test/sums/random-terms.ts";
import { describeOnQuickAdapter } from "../../../../../test/webgpu/adapters.ts";
import { contractOf } from "../../../../conformance/contract-of.ts";
import { columnContract } from "../../../../contracts/column-contract.ts";
import type { ElementContract, Observation } from "../../../../contracts/contract.ts";
import { binned, type Expression, exact } from "../../../../expressions/expression.ts";
import { printExpression } from "../../../../expressions/print.ts";
import { add } from "../../../../operators/built-in.ts";
import { orderFreeReduce, orderFreeScan } from "../../../../reference/order-free.ts";
import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import { bitsOf } from "../../../../values/bits.ts";
import { EmptyInputError, UnsupportedError } from "../../../../values/errors.ts";
import { openWebGpu } from "../../../../webgpu.ts";
import { awaitedElementPlan } from "../../../executor.ts";
import { webGpuExecutor } from "../../machine.ts";
import { BUFFER_USAGE, MAP_READ } from "../../memory/buffers.ts";
import { planContract } from "../../plan-contract.ts";
import { type PlanSetting, planScan, type ScanPlan } from "../../plan-scan.ts";
import { servedContract } from "../../serving.ts";

const SEED = 20_261_121;

/** As short as a chunk of these tiles can be. */
const SHORT_CHUNKS = { shape: { threads: 64, strips: 1, run: 1 }, chunkLevel: 5 } as const;

type Floats = Float64Array | Float32Array;

function floats(type: FloatType, terms: Iterable<number>): Floats {
  return type === "f64" ? Float64Array.from(terms) : Float32Array.from(terms);
}

/** Terms of every kind, one kind after the other: bins rise and fall along the way; then some that are no numbers. */
function hostile(type: FloatType, length: number, seed = SEED): Floats {
  const draws = drawsFrom(seed);
  const part = Math.ceil((0.9 * length) / KINDS.length);
  const terms = KINDS.flatMap((kind) => randomTerms(type, kind, part, draws)).slice(0, length);
  const rest = randomTerms(type, "any exponent", length - terms.length, draws);
  if (rest.length > 0) withOthers(rest, draws);
  return floats(type, [...terms, ...rest].slice(0, length));
}

function bits(type: FloatType, values: Iterable<unknown>): readonly string[] {
  return Array.from(values, (value) => bitsOf(type, value as number).toString(16));
}

/** What the reference gives, as bits. */
function expectedOf(contract: ElementContract, observation: Observation, input: Floats): readonly string[] {
  const values =
    observation === "reduce"
      ? [orderFreeReduce(contract, input)]
      : orderFreeScan(contract, observation, input);
  return bits(contract.accumulate as FloatType, values);
}

function planOf(
  device: GPUDevice,
  contract: ElementContract,
  observation: Observation,
  setting: PlanSetting = { maxLength: 5000 },
): Promise<ScanPlan> {
  return planScan(device, servedContract(columnContract(contract)), observation, setting);
}

/** Each observation of an expression and type, with a direction and an initial value of its own. */
function casesOf(given: Pick<ElementContract, "expression" | "type"> & Partial<ElementContract>) {
  const contract = contractOf({ operator: add, ...given });
  const first = { value: -1.5 * 2 ** -30, placement: "first" } as const;
  const outside = { value: 3.5, placement: "outside" } as const;
  return [
    { observation: "reduce", contract },
    { observation: "inclusive-scan", contract: { ...contract, direction: "backward", initial: first } },
    { observation: "exclusive-scan", contract: { ...contract, initial: outside } },
  ] as const;
}

describeOnQuickAdapter((adapter) => {
  const matrix: readonly (readonly [Expression, FloatType, FloatType])[] = [
    [exact, "f64", "f64"],
    [exact, "f32", "f32"],
    [exact, "f32", "f64"],
    [binned(3), "f64", "f64"],
    [binned(3), "f32", "f32"],
    [binned(2), "f32", "f64"],
    [binned(2), "f32", "f32"],
    [binned(4), "f64", "f64"],
  ];

  // Observations take turns after the first row, as each needs a kernel; the long run tries each with each.
  it.each(matrix.map((row, i) => [...row, i] as const))(
    "%j of %s in %s has the reference's bits",
    async (expression, type, accumulate, i) => {
      const device = await adapter.device();
      const cases = casesOf({ expression, type, accumulate });
      for (const { observation, contract } of isLong || i === 0 ? cases : [cases[i % cases.length]]) {
        const plan = await planOf(device, contract, observation);
        for (const length of [1, 700]) {
          const input = hostile(type, length);
          const [found] = await runPlan(device, plan, [input]);
          expect({ observation, length, bits: bits(accumulate, found) }).toEqual({
            ...{ observation, length },
            bits: expectedOf(contract, observation, input),
          });
        }
        plan.release();
      }
    },
    60_000,
  );

  const inf = Number.POSITIVE_INFINITY;
  const ones = 2 - 2 ** -52; // all bits of the significand
  const known: readonly (readonly [readonly number[], number, number])[] = [
    // terms, exact sum, binned(3)
    [[1, 1e100, 1, -1e100], 2, 0],
    [[1e308, 1e308, -1e308], 1e308, 1e308],
    [[Number.MAX_VALUE, 2 ** 970], inf, inf],
    [[Number.MAX_VALUE, 2 ** 969], Number.MAX_VALUE, Number.MAX_VALUE],
    [[-Number.MAX_VALUE, -Number.MAX_VALUE, Number.MAX_VALUE], -Number.MAX_VALUE, -Number.MAX_VALUE],
    [[-0, -0], -0, 0],
    [[-0, 0], 0, 0],
    [[1.5, -1.5], 0, 0],
    [[inf, 1, -inf], Number.NaN, Number.NaN],
    [[-inf, 1e308, 1e308], -inf, -inf],
    [[Number.NaN, inf], Number.NaN, Number.NaN],
    [[5e-324, 5e-324], 1e-323, 0],
    [[2 ** -1056], 2 ** -1056, 2 ** -1055], // half of the last grid
    [[2 ** -1016 + 2 ** -1056], 2 ** -1016 + 2 ** -1056, 2 ** -1016 + 2 ** -1055],
    [[2 ** -1060, -5e-324], 2 ** -1060 - 5e-324, 0],
    [[1, 2 ** -53], 1, 1],
    [[1, 2 ** -53, 5e-324], 1 + 2 ** -52, 1],
    [[1, 2 ** -53, 2 ** -70], 1 + 2 ** -52, 1],
    [[-1, -(2 ** -53), -(2 ** -160)], -1 - 2 ** -52, -1],
    [[1 + 2 ** -52, 2 ** -53], 1 + 2 ** -51, 1 + 2 ** -51],
    [[ones, 2 ** -53], 2, 2],
    [[-ones, -(2 ** -54)], -ones, -ones],
    [[-ones, -(2 ** -53)], -2, -2],
    [[-(2 ** 64), 2 ** -1074], -(2 ** 64), -(2 ** 64)],
    [[2 ** 96, -(2 ** 32), 2 ** -30], 2 ** 96, 2 ** 96],
  ];

  it("rounds known sums once, whatever their order", async () => {
    const device = await adapter.device();
    for (const [expression, place] of [[exact, 1] as const, [binned(3), 2] as const]) {
      const contract = contractOf({ operator: add, type: "f64", expression });
      const plan = await planOf(device, contract, "reduce", { maxLength: 64 });
      for (const row of known) {
        for (const terms of [row[0], [...row[0]].reverse()]) {
          const input = Float64Array.from(terms);
          expect(orderFreeReduce(contract, input)).toBe(row[place]);
          const [[found]] = await runPlan(device, plan, [input]);
          expect({ expression, terms, sum: found }).toEqual({ expression, terms, sum: row[place] });
        }
      }
      plan.release();
    }
  }, 60_000);

  it("carries into the sign of a sum", async () => {
    const device = await adapter.device();
    const contract = contractOf({ operator: add, type: "f64", expression: exact });
    const plan = await planOf(device, contract, "inclusive-scan");
    const [edge, least] = [2 ** 13, 2 ** -39]; // the last bit of a limb, and of the numbers around it
    for (const sign of [1, -1]) {
      const input = Float64Array.of(edge - least, least, least, -least, -edge).map((value) => sign * value);
      const [found] = await runPlan(device, plan, [input]);
      expect([...found]).toEqual([edge - least, edge, edge + least, edge, 0].map((sum) => sign * sum || 0));
    }
    plan.release();
  }, 60_000);

  it.each([exact, binned(3)])(
    "%j goes on from chunk to chunk",
    async (expression) => {
      const device = await adapter.device();
      for (const { observation, contract } of casesOf({ expression, type: "f32" })) {
        const plan = await planOf(device, contract, observation, SHORT_CHUNKS);
        expect(plan.chunkLength).toBe(2048);
        const narrow = floats("f32", randomTerms("f32", "narrow", 4099, drawsFrom(SEED)));
        for (const input of [hostile("f32", 4500).subarray(0, 4099), narrow]) {
          const [found] = await runPlan(device, plan, [input]);
          expect({ observation, bits: bits("f32", found) }).toEqual({
            observation,
            bits: expectedOf(contract, observation, input),
          });
        }
        plan.release();
      }
    },
    60_000,
  );

  it("takes a length that the GPU knows, also none", async () => {
    const device = await adapter.device();
    for (const { observation, contract } of casesOf({ expression: exact, type: "f32" })) {
      const plan = await planOf(device, contract, observation);
      for (const length of [1, 300, 0]) {
        if (length === 0 && contract.initial === undefined) continue;
        const input = hostile("f32", length);
        const [found] = await runPlan(device, plan, [input], { isCounted: true });
        expect(bits("f32", found)).toEqual(expectedOf(contract, observation, input));
      }
      plan.release();
    }
    const initial = { value: 5e-324, placement: "first" } as const;
    const contract = contractOf({ operator: add, type: "f64", expression: binned(3), initial });
    const plan = await planOf(device, contract, "reduce");
    const [found] = await runPlan(device, plan, [new Float64Array(0)], { isCounted: true });
    expect(found).toEqual(Float64Array.of(5e-324));
    plan.release();
  }, 60_000);

  it("adds up more shares than a workgroup has threads", async () => {
    const device = await adapter.device();
    const length = 64 * 130;
    const contract = contractOf({ operator: add, type: "f32", expression: exact });
    const plan = await planOf(device, contract, "inclusive-scan", {
      maxLength: length,
      inspected: { faults: [] },
    });
    const draws = drawsFrom(SEED);
    const input = Float32Array.from({ length }, () => draws.below(2 ** 12) - 2 ** 11);
    const [found] = await runPlan(device, plan, [input]);
    let sum = 0;
    expect(found).toEqual(input.map((value) => (sum += value))); // exact: at most 26 bits, and here fewer
    expect(await countersOf(device, plan)).toMatchObject({ elementReads: 2 * length, elementWrites: length });
    plan.release();
  }, 60_000);

  it("is served through the executor, an initial value being one more term wherever it stands", async () => {
    const parts = gpuParts(await adapter.device(), (device, contract, observation, { maxLength }) =>
      planContract(device, contract, observation, { maxLength }),
    );
    const executor = webGpuExecutor(parts);
    const given = { operator: add, type: "f64", expression: binned(3) } as const;
    const initial = { value: 5e-324, placement: "first" } as const;
    const contract = columnContract(contractOf({ ...given, initial }));
    const request = { contract, observation: "exclusive-scan", allowQuadratic: false } as const;
    expect(executor.refusal(request)).toBeUndefined();
    const plan = awaitedElementPlan(executor.plan(contract));
    const input = Float64Array.of(1, 1e100, 1, -1e100);
    expect(await plan.exclusiveScan(input)).toEqual(Float64Array.of(5e-324, 1, 1e100, 1e100));
    expect(await plan.exclusiveScan(new Float64Array(0))).toEqual(new Float64Array(0));
    expect(await plan.reduce(new Float64Array(0))).toBe(5e-324);
    const bare = awaitedElementPlan(executor.plan(columnContract(contractOf(given))));
    await expect(bare.reduce(new Float64Array(0))).rejects.toThrow(EmptyInputError);
    parts.plans.close();
  }, 60_000);

  it("is recorded into an encoder of the caller's", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const observations = ["reduce"] as const;
    const plan = await gpu.prepare({ type: "f64", expression: "exact", maxLength: 64, observations });
    expect(plan.achieved).toMatchObject({ determinism: "everywhere", arithmetic: "integer" });
    const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyDestination;
    const [input, output] = [32, 8].map((size) => gpu.device.createBuffer({ size, usage }));
    gpu.device.queue.writeBuffer(input, 0, Float64Array.of(1, 1e100, 1, -1e100));
    const result = gpu.device.createBuffer({
      size: 8,
      usage: BUFFER_USAGE.mapRead | BUFFER_USAGE.copyDestination,
    });
    const encoder = gpu.device.createCommandEncoder();
    plan.encodeReduce(encoder, { input, output, length: 4 });
    encoder.copyBufferToBuffer(output, 0, result, 0, 8);
    gpu.device.queue.submit([encoder.finish()]);
    await plan.checked();
    await result.mapAsync(MAP_READ);
    expect([...new Float64Array(result.getMappedRange())]).toEqual([2]);
    plan.release();
    await gpu.close();
  }, 60_000);
});

describe("an algorithm", () => {
  it("that joins trees is refused", async () => {
    const contract = columnContract(contractOf({ operator: add, type: "f64", expression: exact }));
    const plan = planScan({ limits: {} } as GPUDevice, contract, "inclusive-scan", {
      algorithm: "dyadic-look-back",
    });
    await expect(plan).rejects.toThrow(UnsupportedError);
    await expect(plan).rejects.toThrow(`${printExpression(exact)} by dyadic-look-back`);
  });
});
