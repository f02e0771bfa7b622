import fc from "fast-check";
import { expect, test } from "vitest";
import { type ElementType, newElementArray } from "../../index.ts";
import { orderStatistics } from "./order-statistics.ts";

const INTEGERS = {
  i32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  u32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  i64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  u64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
};
const FLOATS = { f64: fc.double({ noNaN: true }), f32: fc.float({ noNaN: true }) };

test.each(Object.entries({ ...INTEGERS, ...FLOATS }))(
  "elements of %s at ranks are those of the order",
  (name, value) => {
    const type = name as ElementType;
    const some = fc.array(value as fc.Arbitrary<number | bigint>, { minLength: 1, maxLength: 60 });
    // Elements of few values share digits.
    const few = fc
      .tuple(some, fc.array(fc.nat(), { minLength: 1, maxLength: 60 }))
      .map(([from, places]) => places.map((place) => from[place % from.length]));
    fc.assert(
      fc.property(
        fc.oneof(some, few),
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        (list, wanted, cut) => {
          const all = newElementArray(type, list.length);
          for (const [i, each] of list.entries()) all[i] = each;
          const ranks = wanted.map((rank) => rank % all.length);
          const sorted = all.slice().sort(); // −0 before 0
          const [min, max] = [sorted[0], sorted[sorted.length - 1]];
          const order = orderStatistics(type, { min, max, ranks });
          let passes = 0;
          for (; !order.isDone; passes++) {
            const at = cut % (all.length + 1);
            order.add(all.subarray(0, at) as typeof all);
            order.add(all.subarray(at) as typeof all);
            order.endPass();
          }
          expect(passes).toBeLessThanOrEqual(all.BYTES_PER_ELEMENT / 2);
          if (Object.is(min, max) && min !== 0) expect(passes).toBe(0);
          if (name in INTEGERS && BigInt(max) - BigInt(min) < 2 ** 16) expect(passes).toBeLessThan(2);
          const found = order.at(ranks);
          expect(ranks.map((_, i) => found[i])).toEqual(ranks.map((rank) => sorted[rank]));
        },
      ),
      { seed: 26, numRuns: 200 },
    );
  },
);
