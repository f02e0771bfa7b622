import { describe, expect, test } from "vitest";
import { hashArray } from "../../values/hash.ts";
import { generateSumData, SUM_KIND_NAMES, SUM_KINDS, type SumKind } from "./sum-data.ts";

/** x·2^1074 by text: shares nothing with the generators. */
function scaled(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const exponent = bits >> 52n;
  const significand = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0n ? significand : (significand | (1n << 52n)) << (exponent - 1n);
  return value < 0 ? -magnitude : magnitude;
}

function exactSums(terms: Iterable<number>): { readonly sum: bigint; readonly magnitude: bigint } {
  let [sum, magnitude] = [0n, 0n];
  for (const term of terms) {
    sum += scaled(term);
    magnitude += scaled(Math.abs(term));
  }
  return { sum, magnitude };
}

const ONE = scaled(1);

describe.each(["f64", "f32"] as const)("sum data of %s", (type) => {
  const make = (kind: SumKind, length: number, condition?: number) =>
    generateSumData({ kind, type, length, seed: 7n, condition });

  test.each(SUM_KIND_NAMES)("%s: of any length, finite, the same from the same seed", (kind) => {
    for (const length of [0, 1, 2, 3, 4, 5, 97, 2048, 2049]) {
      const terms = make(kind, length);
      expect(terms.length).toBe(length);
      expect(terms.every((term) => Number.isFinite(term))).toBe(true);
      expect(hashArray(make(kind, length))).toBe(hashArray(terms));
    }
    expect(make(kind, 97).some((term) => term !== 0)).toBe(true);
  });

  test("the sums that are known are these", () => {
    for (const length of [3, 4, 97, 1000, 1001]) {
      expect(exactSums(make("anderson", length)).sum).toBe(ONE);
      expect(exactSums(make("mirrored", length)).sum).toBe(0n);
      const whole = length - (length % 4);
      expect(exactSums(make("cancelling", whole)).sum).toBe((ONE * BigInt(whole)) / 2n);
      expect(exactSums(make("swamped", whole)).sum).toBe((ONE * BigInt(whole)) / 2n);
    }
    expect(exactSums(make("tenths", 1024)).sum).toBe(1024n * scaled(type === "f64" ? 0.1 : Math.fround(0.1)));
    expect([...make("kahan", 8)]).toEqual([1, 1, 1, 1, 1, 1, 1, -6]);
    expect([...make("squares", 3)]).toEqual([...make("squares-backward", 3)].reverse());
    expect([...make("harmonic", 97)]).toEqual([...make("harmonic-backward", 97)].reverse());
  });

  test.each(["gen-sum", "gen-dot"] as const)("%s has about the condition that is wanted", (kind) => {
    const conditions = type === "f64" ? [1e4, 1e16, 1e30, 1e100, 1e300] : [1e4, 1e8, 1e16, 1e30];
    for (const condition of conditions) {
      for (const length of [100, 1001]) {
        for (const seed of [1n, 2n, 3n]) {
          const terms = generateSumData({ kind, type, length, seed, condition });
          const { sum, magnitude } = exactSums(terms);
          // Both numbers at once have no doubles: their quotient in thousandths does.
          const found = Number((1000n * magnitude) / (sum < 0n ? -sum : sum)) / 1000;
          expect(found / condition).toBeGreaterThan(1 / 100);
          expect(found / condition).toBeLessThan(100);
        }
      }
    }
  });

  test("heavy tails have a normal deviate's middle and reach", () => {
    const terms = [...make("mirrored", 40_000)].slice(0, 20_000);
    const positive = terms.filter((term) => term > 0).length / terms.length;
    expect(positive).toBeGreaterThan(0.48);
    expect(positive).toBeLessThan(0.52);
    const sizes = terms.map((term) => Math.abs(term));
    expect(Math.max(...sizes)).toBeGreaterThan(1e12);
    expect(Math.min(...sizes)).toBeLessThan(1e-12);
    // |z·e^(10z)| at most 1 for z below 0.1756 or so, which holds for 57 percent of normal deviates.
    const small = sizes.filter((size) => size <= 1).length / sizes.length;
    expect(small).toBeGreaterThan(0.55);
    expect(small).toBeLessThan(0.59);
  });
});

test("the bits are those that they were", () => {
  const hashes = SUM_KIND_NAMES.map((kind) => [
    kind,
    hashArray(generateSumData({ kind, type: "f64", length: 1000, seed: 2026n })),
    hashArray(generateSumData({ kind, type: "f32", length: 1000, seed: 2026n })),
  ]);
  expect(hashes).toMatchInlineSnapshot(`
    [
      [
        "uniform",
        "c04c006809a60366",
        "2d1a5366dbfd58e7",
      ],
      [
        "signed",
        "75abc78eb00ac49b",
        "d8a360926cdf5fc4",
      ],
      [
        "narrow",
        "d1369694a5af5cd0",
        "bc43a8c788e66c0f",
      ],
      [
        "wide",
        "fba529b4be8ad849",
        "a4c7b9d1fc7e95fd",
      ],
      [
        "tenths",
        "16f5581591da25f5",
        "ef2d017503b0e815",
      ],
      [
        "harmonic",
        "0ede72b5f65216ff",
        "e9d5f368f600091e",
      ],
      [
        "harmonic-backward",
        "010888f362cc6a67",
        "20b90ed432f1f5d2",
      ],
      [
        "squares",
        "9255403e17f9b5ee",
        "1a72082524532544",
      ],
      [
        "squares-backward",
        "c8e80c871b0e290a",
        "501cb39c77289578",
      ],
      [
        "kahan",
        "320f2df5f94eff65",
        "604b213372e296b5",
      ],
      [
        "cancelling",
        "e5423dc16cf03125",
        "497bcb285019142d",
      ],
      [
        "swamped",
        "a4320169ddce3315",
        "e5b9b572b71de4e5",
      ],
      [
        "anderson",
        "bfd0af7d83cba6e8",
        "da35eb960aa92b68",
      ],
      [
        "mirrored",
        "11648e2c0611a6a1",
        "3be5abf68d6275f5",
      ],
      [
        "gen-sum",
        "fb9ffa2dd805400d",
        "244dbe6de9a76fba",
      ],
      [
        "gen-dot",
        "c068a81822366df8",
        "a6413a6db2fed5c2",
      ],
      [
        "dust",
        "e6f269837b564b64",
        "108852f9b6e6965c",
      ],
    ]
  `);
});

test("what does not exist is refused by name", () => {
  const request = { type: "f64", length: 4, seed: 0n } as const;
  expect(() => generateSumData({ ...request, kind: "gensum" as "gen-sum" })).toThrow(/nearest: gen-sum/);
  expect(() => generateSumData({ ...request, kind: "uniform", length: -1 })).toThrow(/"length"/);
  for (const condition of [0.5, 1e301, Number.NaN]) {
    expect(() => generateSumData({ ...request, kind: "gen-sum", condition })).toThrow(
      /"condition" must be from 1/,
    );
  }
  expect(SUM_KINDS["gen-sum"].terms).toContain("condition");
});
