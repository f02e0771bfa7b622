import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { algorithmsOn } from "../../src/algorithms/algorithms-on.ts";
import { algorithmsJavascriptExecutor } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import { ELEMENT_TYPES } from "../../src/values/element-types.ts";
import {
  anyColumn,
  anyFlags,
  anyIndices,
  anyOffsets,
  anyPermutation,
  listOf,
  segmentsOf,
} from "./arbitraries.ts";
import { canonical } from "./canonical.ts";
import { ALL_CASES } from "./cases/all.ts";
import { differenceOf } from "./difference.ts";

const SEED = 7;

const nan = (bits: number): Float32Array => new Float32Array(Uint32Array.of(bits).buffer);

describe("rows", () => {
  // What a call achieves is held by levels-of-functions.test.ts.
  const names = Object.keys(algorithmsOn(algorithmsJavascriptExecutor)).filter((name) => name !== "achieved");

  it.each(names)("of %s are drawn for on every executor", (name) => {
    const rows = ALL_CASES.filter((row) => row.name.split(/\W+/).includes(name));
    expect(rows.filter(({ runs }) => runs > 0)).not.toEqual([]);
    expect(rows.filter(({ gpuRuns }) => gpuRuns > 0)).not.toEqual([]);
  });

  it("have names of their own", () => {
    const found = ALL_CASES.map(({ name }) => name);
    expect(new Set(found).size).toBe(found.length);
  });
});

describe("differences", () => {
  it("are of type, length, fields and bits", () => {
    const base = { x: Float64Array.of(1, -0), n: 3, list: [1n, "a"] };
    expect(differenceOf(structuredClone(base), base)).toBeUndefined();
    expect(differenceOf({ ...base, x: Float64Array.of(1, 0) }, base)).toBe(
      "result.x[1] of 2: 0x0000000000000000 (0) instead of 0x8000000000000000 (-0)",
    );
    expect(differenceOf({ ...base, x: Float32Array.of(1, -0) }, base)).toContain("Float32Array instead of");
    expect(differenceOf({ ...base, x: Float64Array.of(1) }, base)).toContain("length 1 instead of 2");
    expect(differenceOf({ ...base, n: 4 }, base)).toBe("result.n: 4 instead of 3");
    expect(differenceOf({ ...base, list: [1, "a"] }, base)).toBe("result.list.0: 1 instead of 1n");
    expect(differenceOf({ n: 3, list: [] }, base)).toContain("fields");
    expect(differenceOf(undefined, base)).toContain("undefined instead of an object");
  });

  it("are of payloads of NaNs, which canonical takes away", () => {
    expect(differenceOf(nan(0x7fc0_0001), nan(0x7fc0_0000))).toContain("0x7fc00001");
    expect(differenceOf(canonical(nan(0xffc0_0001)), nan(0x7fc0_0000))).toBeUndefined();
  });
});

describe("arbitraries", () => {
  it("draw both zeros, subnormals, infinities and NaNs that are not canonical", () => {
    for (const type of ["f64", "f32"] as const) {
      const seen = fc.sample(anyColumn(type), { seed: SEED, numRuns: 50 }).flatMap(listOf);
      const subnormal = type === "f64" ? 2 ** -1022 : 2 ** -126;
      expect(seen.some((x) => Object.is(x, -0))).toBe(true);
      expect(seen.some((x) => Object.is(x, 0))).toBe(true);
      expect(seen.some((x) => x !== 0 && Math.abs(Number(x)) < subnormal)).toBe(true);
      expect(seen).toContain(Number.NEGATIVE_INFINITY);
      const payloads = fc
        .sample(anyColumn(type), { seed: SEED, numRuns: 50 })
        .filter((column) => differenceOf(canonical(column), column) !== undefined);
      expect(payloads.length).toBeGreaterThan(5);
    }
  });

  it("draw empty and long columns of every type", () => {
    for (const type of ELEMENT_TYPES) {
      const lengths = fc.sample(anyColumn(type), { seed: SEED, numRuns: 100 }).map(({ length }) => length);
      expect(lengths).toContain(0);
      expect(lengths).toContain(1);
      expect(Math.max(...lengths)).toBeGreaterThan(3000);
    }
  });

  it("draw offsets that cover what they are drawn for, empty segments and giants among them", () => {
    const drawn = fc.sample(anyOffsets(50), { seed: SEED, numRuns: 100 });
    for (const offsets of drawn) {
      expect([offsets[0], offsets.at(-1)]).toEqual([0, 50]);
      expect(offsets.every((offset, i) => i === 0 || offset >= offsets[i - 1])).toBe(true);
    }
    const lengths = drawn.flatMap((offsets) => segmentsOf(new Uint8Array(50), offsets).map((s) => s.length));
    expect(Math.min(...lengths)).toBe(0);
    expect(Math.max(...lengths)).toBeGreaterThan(40);
    expect(fc.sample(anyOffsets(0), { seed: SEED, numRuns: 50 }).some(({ length }) => length > 1)).toBe(true);
  });

  it("draw flags, permutations and indices", () => {
    const flags = fc.sample(anyFlags(fc.constant(40)), { seed: SEED, numRuns: 50 });
    expect(flags.some((given) => given.every((flag) => flag === 1))).toBe(true);
    expect(flags.some((given) => given.every((flag) => flag === 0))).toBe(true);
    for (const order of fc.sample(anyPermutation(20), { seed: SEED, numRuns: 5 })) {
      expect(Array.from(order).sort((left, right) => left - right)).toEqual(
        Array.from({ length: 20 }, (_, i) => i),
      );
    }
    const inside = fc.sample(anyIndices(5), { seed: SEED, numRuns: 50 });
    expect(inside.every((indices) => indices.every((index) => index < 5))).toBe(true);
    const some = fc.sample(anyIndices(5, fc.constant(50), true), { seed: SEED, numRuns: 50 });
    expect(some.some((indices) => indices.some((index) => index >= 5))).toBe(true);
  });
});
