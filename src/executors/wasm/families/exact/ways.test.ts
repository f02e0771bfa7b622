import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnContract } from "../../../../contracts/column-contract.ts";
import type { TypedContract } from "../../../../contracts/contract.ts";
import { resolveContract } from "../../../../contracts/resolve.ts";
import type { OrderFreeExpression } from "../../../../expressions/expression.ts";
import { binned, exact } from "../../../../expressions/expression.ts";
import type { Accumulator, FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import { newAccumulator } from "../../../../summaries/accumulators/new-accumulator.ts";
import { elementPlan } from "../../../executor.ts";
import { sumsWasmExecutor } from "../../sums-wasm-executor.ts";
import type { OrderFreeCounts } from "../order-free/counts.ts";

const SEED = 20_261_121;

type Floats = Float64Array | Float32Array;

function floats(type: FloatType, values: Iterable<number>): Floats {
  return type === "f64" ? Float64Array.from(values) : Float32Array.from(values);
}

function accumulatorOf(expression: unknown, type: FloatType): Accumulator {
  return newAccumulator(expression as OrderFreeExpression, type);
}

/** The prefixes by the accumulators. */
function prefixesOf(expression: unknown, type: FloatType, input: Floats): Floats {
  const sum = accumulatorOf(expression, type);
  return floats(type, input).map((value) => {
    sum.add(value);
    return sum.observe();
  }) as Floats;
}

/** Sums and scans on kernels of an executor of its own, against the accumulators; gives how many elements went which way. */
function check(
  expression: typeof exact,
  type: FloatType,
  input: Floats,
): { readonly reduce: Partial<OrderFreeCounts>; readonly scan: Partial<OrderFreeCounts> } {
  const executor = sumsWasmExecutor();
  const plan = elementPlan(
    executor.plan(columnContract(resolveContract({ expression, type }, "reduce") as TypedContract)),
  );
  const expected = prefixesOf(expression, type, input);
  expect(plan.reduce(input)).toBe(expected[input.length - 1]);
  const reduce = { ...executor.orderFreeCounts };
  expect(plan.inclusiveScan(input)).toEqual(expected);
  const scan = { ...executor.orderFreeCounts } as Record<string, number>;
  for (const [way, count] of Object.entries(reduce)) scan[way] -= count;
  return { reduce: taken(reduce), scan: taken(scan as unknown as OrderFreeCounts) };
}

function taken(counts: OrderFreeCounts): Partial<OrderFreeCounts> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** `length` values 2^e·(1 + a fraction of all digits), e from `least` to `most`, of either sign. */
function spread(type: FloatType, length: number, least: number, most: number): Floats {
  let state = 12345;
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const value = (): number => {
    const exponent = least + Math.floor(draw() * (most - least + 1));
    const fraction = 1 + draw() / 2 ** 20 + draw() / 2;
    return (draw() < 0.5 ? -1 : 1) * fraction * 2 ** exponent;
  };
  return floats(type, Array.from({ length }, value));
}

const LENGTH = 2048; // whole tiles

describe("each way of a tile runs where it should, and gives the bits of the accumulator", () => {
  const withZeros = (values: Floats): Floats => values.map((value, i) => (i % 5 === 0 ? 0 : value)) as Floats;
  const cases: readonly [string, typeof exact, FloatType, Floats, object, object][] = [
    ["narrow", exact, "f64", spread("f64", LENGTH, 0, 16), { narrow: LENGTH }, { scanTwo: LENGTH }],
    ["two", exact, "f64", spread("f64", LENGTH, -20, 14), { two: LENGTH }, { scanTwo: LENGTH }],
    ["three", exact, "f64", spread("f64", LENGTH, -60, 10), { four: LENGTH }, { scanThree: LENGTH }],
    [
      "two, zeros",
      exact,
      "f64",
      withZeros(spread("f64", LENGTH, 0, 9)),
      { twoCareful: LENGTH },
      { scanTwo: LENGTH },
    ],
    ["four", exact, "f64", spread("f64", LENGTH, -100, 20), { four: LENGTH }, { scanWide: LENGTH }],
    ["wide", exact, "f64", spread("f64", LENGTH, -300, 300), { wide: LENGTH }, { scanWide: LENGTH }],
    ["huge", exact, "f64", spread("f64", LENGTH, 1015, 1020), { wide: LENGTH }, { scanWide: LENGTH }],
    ["subnormal", exact, "f64", spread("f64", LENGTH, -1070, -1040), { wide: LENGTH }, { scanWide: LENGTH }],
    ["one", exact, "f32", spread("f32", LENGTH, -10, 9), { one: LENGTH }, { scanOne: LENGTH }],
    ["two f32", exact, "f32", spread("f32", LENGTH, -40, 20), { two: LENGTH }, { scanTwo: LENGTH }],
    ["four f32", exact, "f32", spread("f32", LENGTH, -100, 50), { four: LENGTH }, { scanWide: LENGTH }],
    ["wide f32", exact, "f32", spread("f32", LENGTH, -140, 110), { wide: LENGTH }, { scanWide: LENGTH }],
    ["few", binned(3), "f64", spread("f64", LENGTH, 0, 23), { binnedFew: LENGTH }, { binnedScan: LENGTH }],
    ["near", binned(3), "f64", spread("f64", LENGTH, -10, 5), { binnedNear: LENGTH }, { binnedScan: LENGTH }],
    [
      "near of four",
      binned(4),
      "f64",
      spread("f64", LENGTH, -10, 5),
      { binnedNear: LENGTH },
      { binnedScan: LENGTH },
    ],
    ["all", binned(3), "f64", spread("f64", LENGTH, -60, 20), { binnedAll: LENGTH }, { binnedScan: LENGTH }],
    [
      "all of two",
      binned(2),
      "f64",
      spread("f64", LENGTH, 0, 23),
      { binnedAll: LENGTH },
      { binnedScan: LENGTH },
    ],
    [
      "first bin",
      binned(3),
      "f64",
      spread("f64", LENGTH, 990, 1020),
      { binnedCopied: LENGTH },
      { binnedHuge: LENGTH },
    ],
    [
      "last bin",
      binned(3),
      "f64",
      spread("f64", LENGTH, -1074, -1020),
      { binnedAll: LENGTH },
      { binnedScan: LENGTH },
    ],
    [
      "few f32",
      binned(4),
      "f32",
      spread("f32", LENGTH, -1, 10),
      { binnedFew: LENGTH },
      { binnedScan: LENGTH },
    ],
    [
      "all f32",
      binned(3),
      "f32",
      spread("f32", LENGTH, -30, 9),
      { binnedAll: LENGTH },
      { binnedScan: LENGTH },
    ],
    [
      "first bin f32",
      binned(3),
      "f32",
      spread("f32", LENGTH, 100, 126),
      { binnedCopied: LENGTH },
      { binnedScan: LENGTH },
    ],
    [
      "last bin f32",
      binned(3),
      "f32",
      spread("f32", LENGTH, -149, -130),
      { binnedAll: LENGTH },
      { binnedScan: LENGTH },
    ],
  ];
  it.each(cases)("%s", (_, expression, type, input, reduce, scan) => {
    expect(check(expression, type, input)).toEqual({ reduce, scan });
  });
});

describe("a claim about a tile is verified in every lane", () => {
  const OUTLIERS = [0, -0, 2 ** 30, -(2 ** -60), 2 ** -1074, 2 ** 1000, Number.NaN, Number.NEGATIVE_INFINITY];
  const expressions = [exact, binned(3), binned(4)] as const;
  it.each(["f64", "f32"] as const)("%s", (type) => {
    const executor = sumsWasmExecutor();
    const first = spread(type, 512, 0, 3);
    const tail = spread(type, 64, 0, 3);
    for (const expression of expressions) {
      const plan = elementPlan(
        executor.plan(columnContract(resolveContract({ expression, type }, "reduce") as TypedContract)),
      );
      const sum = accumulatorOf(expression, type);
      for (const value of first) sum.add(value);
      const before = sum.state();
      for (const outlier of OUTLIERS) {
        for (let place = 0; place < 64; place++) {
          const input = floats(type, [...first, ...tail]);
          input[512 + place] = outlier;
          const whole = accumulatorOf(expression, type);
          whole.merge(before);
          for (const value of input.subarray(512)) whole.add(value);
          const value = whole.observe();
          expect(plan.reduce(input)).toBe(value);
          expect(plan.inclusiveScan(input).at(-1)).toBe(value);
        }
      }
    }
  });
});

describe("lengths around tiles, steps and stages", () => {
  it.each([exact, binned(3)])("%o", (expression) => {
    const lengths = [
      1, 2, 3, 7, 8, 9, 31, 32, 33, 39, 40, 255, 256, 257, 258, 511, 512, 513, 519, 520, 1023, 1025,
    ];
    for (const type of ["f64", "f32"] as const) {
      for (const length of [...lengths, 4095, 4096, 4097, 4099])
        check(expression, type, spread(type, length, -4, 4));
    }
  });
});

describe("values that round wrongly where something is rounded twice", () => {
  it("ties, all ones, and what lies a hair beside a tie", () => {
    const ulp = 2 ** -52;
    const hair = 2 ** -200;
    const cases = [
      [1, ulp / 2],
      [1 + ulp, ulp / 2],
      [1, ulp / 2, hair],
      [1, ulp / 2, -hair],
      [1 + ulp, ulp / 2, -hair],
      [-1, -ulp / 2, hair],
      [2 - ulp, ulp / 2],
      [2 - ulp, ulp / 2, -hair],
      [-(2 - ulp), -ulp / 2],
      [-Number.MAX_VALUE, -1],
      [Number.MAX_VALUE, 2 ** 970],
      [Number.MAX_VALUE, 2 ** 970, -hair],
      [Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE],
      [1e308, 1e308, -1e308],
      [1, 1e100, 1, -1e100],
      [2 ** -1074, 2 ** -1022, -(2 ** -1022)],
    ];
    for (const terms of cases) {
      for (const gap of [0, 3, 40, 300]) {
        // In a tile of their own kind, and one by one.
        check(exact, "f64", Float64Array.from([...terms, ...Array.from({ length: gap }, () => hair)]));
        check(exact, "f64", Float64Array.from(terms.flatMap((term) => [term, ...new Array(gap).fill(0)])));
      }
    }
  });

  it("f32: a tie of f32 that a double cannot tell from its neighbours", () => {
    const half = 2 ** -24;
    for (const rest of [2 ** -60, -(2 ** -60), 2 ** -100, -(2 ** -100)]) {
      for (const start of [1, 1 + 2 ** -23, -1, 2 - 2 ** -23]) {
        for (const gap of [0, 40]) {
          const terms = [start, Math.sign(start) * half, rest, ...new Array(gap).fill(0)];
          expect(check(exact, "f32", Float32Array.from(terms)).scan).not.toEqual({});
        }
      }
    }
    const tiny = Float32Array.from([2 ** -149, 2 ** -126, -(2 ** -126), 2 ** -148]);
    check(exact, "f32", tiny);
    check(exact, "f32", Float32Array.from([3.4028234663852886e38, 2 ** 103, -(2 ** 60)]));
  });
});

describe("signs of zero", () => {
  it.each(["f64", "f32"] as const)("%s: −0 of nothing but −0, else +0", (type) => {
    for (const length of [1, 8, 300, 1025]) {
      const zeros = floats(type, new Array(length).fill(-0));
      check(exact, type, zeros);
      check(binned(2), type, zeros);
      for (const place of [0, length >> 1, length - 1]) {
        for (const value of [0, 5, 2 ** -140]) {
          const input = zeros.slice();
          input[place] = value;
          if (place + 1 < length) input[place + 1] = -value;
          check(exact, type, input);
          check(binned(3), type, input);
        }
      }
    }
  });
});

describe("any data", () => {
  const element = fc.oneof(
    { weight: 6, arbitrary: fc.double({ min: -1e3, max: 1e3, noNaN: true }) },
    { weight: 3, arbitrary: fc.integer({ min: -1e6, max: 1e6 }) },
    { weight: 1, arbitrary: fc.double() },
    { weight: 1, arbitrary: fc.constantFrom(0, -0, 1e16, -1e16, 2 ** -1074, 1 - 2 ** -53) },
  );
  it("has the accumulator's bits at every place, in any order", () => {
    fc.assert(
      fc.property(
        fc.array(element, { minLength: 1, maxLength: 700, size: "max" }),
        fc.constantFrom("f64" as const, "f32" as const),
        fc.constantFrom(exact, binned(2), binned(3), binned(4)),
        (values, type, expression) => {
          const input = floats(type, values);
          check(expression, type, input);
          const reversed = input.slice().reverse() as Floats;
          const plan = elementPlan(
            sumsWasmExecutor().plan(
              columnContract(resolveContract({ expression, type }, "reduce") as TypedContract),
            ),
          );
          expect(plan.reduce(reversed)).toBe(plan.reduce(input));
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
  });
});
