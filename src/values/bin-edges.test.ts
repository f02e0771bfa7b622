import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evenEdge } from "./bin-edges.ts";
import { toScaledInteger, ulpOfScaledInteger } from "./scaled-integers.ts";

const SETTING = { seed: 20, numRuns: 3000 };
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const everyday = fc.oneof(
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.integer({ min: -1000, max: 1000 }).map((tenths) => tenths / 10),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
);
const subnormal = fc.integer({ min: -(2 ** 20), max: 2 ** 20 }).map((units) => units * 2 ** -1074);

/** Asserts that no f64 is nearer to the true edge, and that of two as near it is the even one. */
function expectNearest(edge: number, k: number, binCount: number, low: number, high: number): void {
  const count = BigInt(binCount);
  const from = toScaledInteger(low);
  const truth = from * count + BigInt(k) * (toScaledInteger(high) - from); // binCount times the edge
  const given = toScaledInteger(edge);
  const ulp = ulpOfScaledInteger(given, "f64");
  const twiceOff = 2n * (given * count - truth);
  const distance = twiceOff < 0n ? -twiceOff : twiceOff;
  const isEven = (given / ulp) % 2n === 0n;
  const place = `edge ${k} of ${binCount} over [${low}, ${high}]: ${edge}`;
  // Below a power of two neighbours are half as far.
  const magnitude = given < 0n ? -given : given;
  const isTowardsZero = given < 0n ? twiceOff < 0n : twiceOff > 0n;
  const isPower = magnitude > 1n << 53n && (magnitude & (magnitude - 1n)) === 0n;
  const limit = (isPower && isTowardsZero ? ulp / 2n : ulp) * count;
  expect(distance < limit || (distance === limit && isEven), place).toBe(true);
}

describe("evenEdge", () => {
  it("is exact where the edge is an f64", () => {
    expect(evenEdge(8296, 2, 2280)(1220)).toBe(337);
    expect(Array.from({ length: 11 }, (_, k) => evenEdge(10, 0, 1)(k))).toEqual([
      0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
    ]);
    for (let k = 0; k <= 8296; k++) {
      if ((k * 2278) % 8296 === 0) expect(evenEdge(8296, 2, 2280)(k)).toBe(2 + (k * 2278) / 8296);
    }
  });

  it.each([
    ["everyday numbers", everyday, everyday],
    ["any numbers", finite, finite],
    ["subnormal numbers", subnormal, subnormal],
    ["narrow ranges", everyday, everyday.map((value) => value * 2 ** -45)],
  ] as const)("is the nearest f64: %s", (name, lows, highs) => {
    const drawn = fc.tuple(
      fc.integer({ min: 1, max: 2 ** 32 - 2 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(lows, highs, drawn, (first, second, [drawnCount, share]) => {
        const binCount = drawnCount % 3 === 0 ? drawnCount : (drawnCount % 10_000) + 1;
        const other = name === "narrow ranges" ? first + second : second;
        const [low, high] = first < other ? [first, other] : [other, first];
        fc.pre(low < high && Number.isFinite(high - low));
        const k = Math.floor(share * binCount);
        expectNearest(evenEdge(binCount, low, high)(k), k, binCount, low, high);
      }),
      SETTING,
    );
  });

  it("decides ties by integers", () => {
    // Every other edge is half way between neighbours.
    const [low, high] = [1, 1 + 2 ** -40];
    for (let k = 0; k <= 2 ** 13; k++) {
      expectNearest(evenEdge(2 ** 13, low, high)(k), k, 2 ** 13, low, high);
    }
  });
});
