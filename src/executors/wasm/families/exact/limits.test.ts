import { describe, expect, it } from "vitest";
import { isLong } from "../../../../../test/extent.ts";
import { columnContract } from "../../../../contracts/column-contract.ts";
import type { TypedContract } from "../../../../contracts/contract.ts";
import { resolveContract } from "../../../../contracts/resolve.ts";
import { binned, exact, type OrderFreeExpression } from "../../../../expressions/expression.ts";
import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import { newAccumulator } from "../../../../summaries/accumulators/new-accumulator.ts";
import { elementPlan } from "../../../executor.ts";
import { sumsWasmExecutor } from "../../sums-wasm-executor.ts";

/*
 * Where the arguments of the kernels are tight: all sums as large as they can be, all of one sign, and bits at the very end. A window
 * that is a binade too wide, a grid too coarse or a sum that goes on too long gives another result here.
 */

const DIGITS = { f64: 52, f32: 23 } as const;
const STRIDE = 3;
const executor = sumsWasmExecutor();

type Floats = Float64Array | Float32Array;

interface Pattern {
  readonly length: number;
  readonly at: (i: number) => number;
  readonly from?: number; // the first place of small elements
}

/** Elements of one pattern, and among them some of 2^−width with a last bit. */
function withSmall(type: FloatType, { length, at, from = 0 }: Pattern, width: number): Floats {
  const small = (1 + 2 ** -DIGITS[type]) * 2 ** -width;
  const values = Array.from({ length }, (_, i) => (i % 250 === 7 && i >= from ? small : at(i)));
  return type === "f64" ? Float64Array.from(values) : Float32Array.from(values);
}

function patternsOf(type: FloatType): Readonly<Record<string, Pattern>> {
  const ones = 1 - 2 ** -(DIGITS[type] + 1);
  const nearHalf = 13 * 2 ** -48; // 0.4 of 2^−43, the first grid of a scan where there is no room
  return {
    "all ones": { length: 1100, at: () => ones },
    "all ones, small ones late": { length: 1100, at: () => ones, from: 600 },
    "half of a grid of 44 bits": { length: 1100, at: () => 0.5 + 2 ** -45 - 2 ** -53 },
    "a third": { length: 2500, at: () => 1 / 3 },
    "rests of one sign, sums of none": { length: 4099, at: (i) => (i % 2 === 0 ? 0.5 : -0.5) + nearHalf },
  };
}

/** Values, and the states that they come from: a sum that lost a bit may well be rounded to the same value. */
function check(expression: OrderFreeExpression, type: FloatType, input: Floats, what: string): void {
  const contract = resolveContract({ expression, type }, "reduce") as TypedContract;
  const plan = elementPlan(executor.plan(columnContract(contract)));
  const sum = newAccumulator(expression, type);
  const expected = input.map((value) => {
    sum.add(value);
    return sum.observe();
  });
  const actual = plan.inclusiveScan(input);
  const place = expected.findIndex((value, i) => !Object.is(value, actual[i]));
  expect(`${what}: ${place < 0 ? "equal" : `${actual[place]} at ${place}`}`).toBe(`${what}: equal`);
  expect([what, plan.reduce(input)]).toEqual([what, expected.at(-1)]);
  for (const work of ["reduce", "inclusiveScan"] as const) {
    const pass = executor.openPass(columnContract(contract));
    pass[work]([input]);
    expect([what, pass.summary()]).toMatchObject([what, sum.state()]);
    pass.close();
  }
}

describe.each([exact, binned(2), binned(3), binned(4)])(
  "$kind $fold at the limits of its windows",
  (given) => {
    const expression = given as OrderFreeExpression;
    it.each(["f64", "f32"] as const)("%s, small elements at every distance", (type) => {
      const widest = type === "f64" ? 160 : 120;
      for (const [i, [name, pattern]] of Object.entries(patternsOf(type)).entries()) {
        // Patterns share the distances out; the long run tries each with each.
        for (let width = isLong ? 0 : i % STRIDE; width < widest; width += isLong ? 1 : STRIDE) {
          check(expression, type, withSmall(type, pattern, width), `${name}, width ${width}`);
        }
      }
    });

    it("sums of one sign that the limbs must carry in time", () => {
      for (const exponent of [-29, -30, -31]) {
        const largest = (2 - 2 ** -52) * 2 ** (exponent - 1);
        const input = new Float64Array(9001).fill(-largest);
        // One in each tile that no window takes.
        for (let i = 0; i < input.length; i += 100) input[i] = 2 ** -1060;
        check(expression, "f64", input, `exponent ${exponent}`);
      }
    });
  },
);

describe("a way of an earlier call", () => {
  it.each([2, 3, 4])("is not gone where a sum of %i bins begins at the last ones", (fold) => {
    const options = { expression: binned(fold), type: "f64", initial: 0 } as const; // a zero is in the last bin
    const contract = resolveContract(options, "reduce") as TypedContract;
    const plan = elementPlan(executor.plan(columnContract(contract)));
    const integers = Float64Array.from({ length: 2048 }, (_, i) => (i % 100) + 1); // all within two bins
    expect(plan.reduce(integers)).toBe(integers.reduce((sum, value) => sum + value));
    for (const exponent of [1000, 120, 0, -400, -1040, -1070]) {
      const input = Float64Array.from({ length: 96 }, (_, i) => (1 + i / 128) * 2 ** (exponent - (i % 9)));
      const sum = newAccumulator(binned(fold) as OrderFreeExpression, "f64");
      sum.add(0);
      for (const value of input) sum.add(value);
      expect([exponent, plan.reduce(input)]).toEqual([exponent, sum.observe()]);
      expect(plan.reduce(integers)).toBe(integers.reduce((total, value) => total + value));
    }
  });
});
