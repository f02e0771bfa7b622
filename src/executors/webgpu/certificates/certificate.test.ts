import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countersOf, runPlan } from "../../../../test/helpers/webgpu/run-plan.ts";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { contractOf } from "../../../conformance/contract-of.ts";
import { generateData } from "../../../conformance/data/generate-data.ts";
import { type ColumnContract, columnContract } from "../../../contracts/column-contract.ts";
import type { ElementContract, InitialValue } from "../../../contracts/contract.ts";
import { blockDyadic, iteratedPairwise, linearCarry } from "../../../expressions/expression.ts";
import { networkExpression } from "../../../expressions/network-expression.ts";
import { add } from "../../../operators/built-in.ts";
import type { Scalar } from "../../../values/element-types.ts";
import { hashArray } from "../../../values/hash.ts";
import { elementPlan } from "../../executor.ts";
import { javascriptExecutor } from "../../javascript/javascript-executor.ts";
import { networksJavascriptExecutor } from "../../javascript/networks-javascript-executor.ts";
import { isCleanWord } from "../kernels/arithmetic.wgsl.ts";
import { planContract } from "../plan-contract.ts";
import { planScan } from "../plan-scan.ts";
import { addedPrefixes, certificateInputs } from "./certificate.ts";

const SHAPE = { threads: 64, strips: 1, run: 4 };
const NONE = { faults: [] };

function sum(given: Partial<ElementContract> = {}): ColumnContract {
  return columnContract(contractOf({ operator: add, type: "f32", expression: blockDyadic(32), ...given }));
}

describe("the answers of a certificate", () => {
  const initials: readonly (InitialValue<Scalar> | undefined)[] = [
    undefined,
    { value: Math.fround(0.1), placement: "outside" },
    { value: Math.fround(0.1), placement: "first" },
  ];
  it.each(initials)("are those of plain loops, with initial value %j", (initial) => {
    const networks = [networkExpression("brent-kung", 12), networkExpression("kogge-stone", 32)];
    for (const expression of [blockDyadic(32), blockDyadic(4), iteratedPairwise, ...networks]) {
      for (const direction of ["forward", "backward"] as const) {
        const contract = sum({ expression, direction, initial });
        const plan = elementPlan(networksJavascriptExecutor.plan(contract));
        for (const { elements } of certificateInputs(333)) {
          expect(
            hashArray(addedPrefixes(contract, "inclusive-scan", elements) as Float32Array<ArrayBuffer>),
          ).toBe(hashArray(plan.inclusiveScan(elements)));
          if (initial === undefined) continue;
          expect(
            hashArray(addedPrefixes(contract, "exclusive-scan", elements) as Float32Array<ArrayBuffer>),
          ).toBe(hashArray(plan.exclusiveScan(elements)));
        }
      }
    }
  });

  it("are over elements that are clean", () => {
    for (const { elements } of certificateInputs(2000)) {
      const words = [...new Uint32Array(elements.buffer)];
      expect(words.filter((word) => !isCleanWord(word))).toEqual([]);
    }
  });
});

/** Runs of elements that a native sum takes and ones that it must not. */
const PIECES = ["narrow", "cancelling", "subnormal", "negative zero", "large"] as const;

function pieceOf(kind: (typeof PIECES)[number], length: number): readonly number[] {
  const of = (value: (i: number) => number) => Array.from({ length }, (_, i) => value(i));
  if (kind === "narrow") return [...generateData({ data: "narrow", type: "f32", length, seed: 7n })];
  if (kind === "cancelling") return of((i) => (i % 2 === 0 ? 1.5 : -1.5));
  if (kind === "subnormal") return of((i) => (i % 3 === 0 ? -1 : 1) * 2 ** -149 * (i % 100));
  if (kind === "negative zero") return of(() => -0);
  return of((i) => (i % 2 === 0 ? 1 : -1) * 2 ** 127);
}

/** Clean, in part, and not at all. */
const DATA = ["narrow", "wide", "special"] as const;

describeOnQuickAdapter((adapter) => {
  it("holds, and clean, partly clean and hostile data have the bits of plain loops", async () => {
    const device = await adapter.device();
    const contract = sum();
    const plan = await planContract(device, contract, "inclusive-scan", { shape: SHAPE, inspected: NONE });
    expect(plan.certificate).toEqual({ holds: true, fact: "5070 values were those of IEEE 754 addition" });
    let before = await countersOf(device, plan);
    for (const data of DATA) {
      const input = generateData({ data, type: "f32", length: 9001, seed: 5n });
      // In the middle: what is before it is added natively, what is behind is not.
      if (data === "wide") input[4000] = -0;
      const [found] = await runPlan(device, plan, [input]);
      expect(hashArray(found as Float32Array)).toBe(
        hashArray(elementPlan(javascriptExecutor.plan(contract)).inclusiveScan(input)),
      );
      const after = await countersOf(device, plan);
      const [native, integer] = [after.native - before.native, after.integer - before.integer];
      expect(native + integer).toBe(36);
      if (data === "narrow") expect(integer).toBe(0);
      if (data === "wide") expect([native > 0, integer >= 21]).toEqual([true, true]);
      if (data === "special") expect(native).toBe(0);
      before = after;
    }
    plan.release();
  }, 120_000);

  it("adds what earlier chunks left on bits, where they were not clean", async () => {
    const device = await adapter.device();
    const contract = sum({ expression: blockDyadic(256) });
    const plan = await planContract(device, contract, "inclusive-scan", { shape: SHAPE, chunkLevel: 5 });
    expect(plan.setting.arithmetic).toBe("certified");
    // Chunks of 8,192: sums below the normal numbers, which native addition may flush, then ones that cancel, so that they show again.
    const input = Float32Array.from({ length: 40_000 }, (_, i) =>
      i < 8192 ? 2 ** -149 : i % 2 === 0 ? 1 : -1,
    );
    input.fill(0, 24_576, 24_580);
    const [found] = await runPlan(device, plan, [input]);
    expect(hashArray(found as Float32Array)).toBe(
      hashArray(elementPlan(javascriptExecutor.plan(contract)).inclusiveScan(input)),
    );
    plan.release();
  }, 120_000);

  it("has the bits of plain loops wherever clean and other elements meet", async () => {
    const device = await adapter.device();
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          expression: fc.constantFrom(
            blockDyadic(4),
            blockDyadic(32),
            blockDyadic(1024),
            blockDyadic(2 ** 15),
            iteratedPairwise,
          ),
          observation: fc.constantFrom(
            "inclusive-scan" as const,
            "exclusive-scan" as const,
            "reduce" as const,
          ),
          direction: fc.constantFrom("forward" as const, "backward" as const),
          initial: fc.constantFrom(
            undefined,
            { value: Math.fround(0.1), placement: "outside" as const },
            { value: -0, placement: "outside" as const },
            { value: 2 ** -140, placement: "first" as const },
          ),
          pieces: fc.array(
            fc.record({ kind: fc.constantFrom(...PIECES), length: fc.integer({ min: 1, max: 3500 }) }),
            {
              minLength: 1,
              maxLength: 6,
            },
          ),
        }),
        async ({ expression, observation, direction, initial, pieces }) => {
          const given =
            observation === "exclusive-scan"
              ? (initial ?? { value: 0, placement: "outside" as const })
              : initial;
          const contract = sum({ expression, direction, initial: given });
          const shape = { threads: 64, strips: 1, run: 4 };
          const plan = await planScan(device, contract, observation, {
            shape,
            chunkLevel: 5,
            arithmetic: "certified",
          });
          const input = Float32Array.of(...pieces.flatMap(({ kind, length }) => pieceOf(kind, length)));
          const expected = elementPlan(javascriptExecutor.plan(contract));
          const [found] = await runPlan(device, plan, [input]);
          if (observation === "reduce") expect([...found]).toEqual([expected.reduce(input)]);
          else {
            const wanted =
              observation === "inclusive-scan"
                ? expected.inclusiveScan(input)
                : expected.exclusiveScan(input);
            expect(hashArray(found as Float32Array)).toBe(hashArray(wanted));
          }
          plan.release();
        },
      ),
      { seed: 20_261_121, numRuns: adapter.name === "lavapipe" ? 1 : 3, endOnFailure: true },
    );
  }, 300_000);

  it("fails for a kernel that does not add as IEEE 754 does, which then adds on bits", async () => {
    const device = await adapter.device();
    // Rounds twice, where a compiler leaves it as it is written.
    const plantedCombine = `fn combine_native(left: Value, right: Value) -> Value {
  let half = bitcast<f32>(right.w0) * 0.5;
  return Value(bitcast<u32>((bitcast<f32>(left.w0) + half) + half));
}`;
    const options = { shape: SHAPE, plantedCombine, inspected: NONE };
    const plan = await planContract(device, sum(), "inclusive-scan", options);
    expect(plan.certificate?.holds).toBe(false);
    expect(plan.certificate?.fact).toMatch(
      /^[a-z ]+: value \d+ is [0-9a-f]{8}, IEEE 754 addition gives [0-9a-f]{8}$/,
    );
    expect(plan.setting.arithmetic).toBe("integer");
    plan.release();
  }, 120_000);

  it("holds for a reduce, whose full tiles are added natively where they are clean", async () => {
    const device = await adapter.device();
    const contract = sum();
    const plan = await planContract(device, contract, "reduce", { shape: SHAPE, inspected: NONE });
    expect(plan.certificate?.holds).toBe(true);
    let before = await countersOf(device, plan);
    for (const data of DATA) {
      const input = generateData({ data, type: "f32", length: 9001, seed: 5n });
      const [found] = await runPlan(device, plan, [input]);
      expect([...found]).toEqual([elementPlan(javascriptExecutor.plan(contract)).reduce(input)]);
      const after = await countersOf(device, plan);
      const [native, integer] = [after.native - before.native, after.integer - before.integer];
      expect(native + integer).toBe(35);
      if (data === "narrow") expect(integer).toBe(0);
      if (data === "special") expect(native).toBe(0);
      before = after;
    }
    plan.release();
  }, 120_000);

  it("is not looked for where floats may not be native", async () => {
    const device = await adapter.device();
    const initial = { value: Number.POSITIVE_INFINITY, placement: "outside" as const };
    const plan = await planContract(device, sum({ initial }), "inclusive-scan", { shape: SHAPE });
    expect([plan.setting.arithmetic, plan.certificate]).toEqual(["integer", undefined]);
    plan.release();
    // Other trees have kernels of their own, which add on bits.
    const carry = await planContract(device, sum({ expression: linearCarry(64) }), "inclusive-scan", {
      shape: SHAPE,
    });
    expect([carry.setting.arithmetic, carry.certificate]).toEqual(["integer", undefined]);
    carry.release();
    const forced = await planScan(device, sum(), "inclusive-scan", { shape: SHAPE });
    expect(forced.setting.arithmetic).toBe("integer");
    forced.release();
  }, 120_000);
});
