import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ElementArray, type ElementType, newElementArray, parseExpression } from "../../../index.ts";
import type { OpenExecutor } from "../../executors/offered-executor.ts";
import { openJavascript, openWasm } from "../../executors/synchronous.ts";
import { openSpill } from "../../held/spill.ts";
import { numberParts } from "./number-parts.ts";
import { type DescribeSetting, describeNumbers, type NumbersDescribed } from "./numbers.ts";

const open: OpenExecutor[] = [openJavascript(), openWasm()];
let functions: DescribeSetting["functions"][] = [];
beforeAll(async () => {
  functions = await Promise.all(open.map((executor) => executor.algorithms()));
});
afterAll(() => Promise.all(open.map((executor) => executor.close())));

function settingOf(on: number, rule: Partial<DescribeSetting["rule"]>): DescribeSetting {
  const whole = { expression: undefined, float: undefined, correction: 0, ...rule };
  return { executor: open[on], functions: functions[on], rule: whole };
}

function plain(found: NumbersDescribed): unknown {
  const { measures } = found;
  const histogram = measures?.histogram && {
    ...measures.histogram,
    counts: Array.from(measures.histogram.counts),
  };
  return { ...found, measures: measures && { ...measures, histogram } };
}

/** Compares what is said of an array with what is said of its parts, which end at these places. */
async function check(
  setting: DescribeSetting,
  array: ElementArray,
  type: ElementType,
  ends: readonly number[],
) {
  const whole = await describeNumbers(setting, { name: "x", type, array: array.slice() });
  const spill = openSpill(1, 256);
  const parts = numberParts(setting, { name: "x", type }, spill);
  try {
    let start = 0;
    for (const end of [...ends, array.length]) {
      const part = array.slice(start, end);
      await parts.add(part);
      new Uint8Array(part.buffer).fill(0xff); // its memory may be used again
      start = end;
    }
    expect(plain(await parts.described())).toEqual(plain(whole));
  } finally {
    parts.close();
    await spill.close();
  }
}

const FLOATS = [0, -0, 1.5, -2.25, 1e-310, 1e30, -7, 0.1, 1 / 3];
const UGLY = [...FLOATS, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const SOME: Readonly<Record<ElementType, fc.Arbitrary<number | bigint>>> = {
  f64: fc.oneof(fc.constantFrom(...FLOATS), fc.double({ noNaN: true, noDefaultInfinity: true })),
  f32: fc.oneof(fc.constantFrom(...FLOATS), fc.float({ noNaN: true, noDefaultInfinity: true })),
  i32: fc.integer(),
  u32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  i64: fc.oneof(fc.bigInt({ min: -9n, max: 9n }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  u64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
};
const RULES = [
  {},
  { correction: 1 },
  { expression: parseExpression("left-fold") },
  { expression: parseExpression("exact") },
  { expression: parseExpression("linear-carry:16"), float: "f64" as const },
];

describe.each(Object.keys(SOME) as ElementType[])(
  "numbers of %s by parts are described as all of them",
  (type) => {
    const values =
      type === "f64" || type === "f32" ? fc.oneof(SOME[type], fc.constantFrom(...UGLY)) : SOME[type];
    const list = fc.oneof(
      fc.array(SOME[type], { maxLength: 120 }),
      fc.array(values, { maxLength: 120 }),
      fc.array(
        fc.nat(3).map((n): number | bigint => (type === "i64" || type === "u64" ? BigInt(n) : n)),
        { maxLength: 120 },
      ),
    );
    test("whatever they are and wherever they are cut", () =>
      fc.assert(
        fc.asyncProperty(
          list,
          fc.array(fc.nat(120), { maxLength: 4 }),
          fc.nat(1),
          fc.constantFrom(...RULES),
          async (given, cuts, on, rule) => {
            const array = newElementArray(type, given.length);
            for (const [i, value] of given.entries()) array[i] = value;
            const ends = cuts.map((cut) => Math.min(cut, array.length)).sort((one, other) => one - other);
            await check(settingOf(on, rule), array, type, ends);
          },
        ),
        { seed: 26, numRuns: 60 },
      ));

    test("of lengths around a chunk's", async () => {
      for (const length of [65_535, 65_536, 65_537, 200_001]) {
        const array = newElementArray(type, length);
        const isBig = type === "i64" || type === "u64";
        for (let i = 0; i < length; i++) {
          const value = Math.imul(i + 1, 0x9e3779b1) >>> 1;
          array[i] = isBig
            ? BigInt(value) << 20n
            : type === "f64" || type === "f32"
              ? Math.sin(value) * (i % 9)
              : value;
        }
        await check(
          settingOf(1, {}),
          array,
          type,
          [32_768, 65_536].filter((end) => end < length),
        );
      }
    });
  },
);

test("a sum of other floats is refused when all have come, and not before", async () => {
  const spill = openSpill(1);
  const parts = numberParts(settingOf(1, { float: "f32" }), { name: "x", type: "f64" }, spill);
  await parts.add(Float64Array.of(1));
  await expect(parts.described()).rejects.toThrow('of f64, in which column "x" of f64 is added up');
  parts.close();
});
