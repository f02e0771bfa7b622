import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SumCase } from "./cases/cpu.mjs";
import { DISTRIBUTIONS, ORDER_FREE, QUICK_SUMS_GROUPS, SUMS_GROUPS } from "./cases/sums.mjs";
import { sumArraysFor } from "./contenders/sum-inputs.mjs";
import { sumsContender } from "./contenders/sums.mjs";
import type { SumsResult } from "./sums.mjs";
import { sumsOutcomes, sumsTables, withSums } from "./sums-tables.mjs";

const casesOf = (name: string): readonly SumCase[] =>
  (SUMS_GROUPS.find((group) => group.name === name)?.cases ?? []) as readonly SumCase[];

describe("cases of sums", () => {
  test("every sum that no order changes, scan and reduce, beside what it is compared with", () => {
    for (const distribution of DISTRIBUTIONS) {
      const kinds = casesOf(`sums f64 library ${distribution} n=10000`).map(
        ({ contender, expression = "", primitive }) => `${contender} ${expression} ${primitive}`,
      );
      for (const expression of ["block-dyadic:32", ...ORDER_FREE]) {
        for (const primitive of ["inclusive-scan", "reduce"]) {
          expect(kinds).toContain(`samebits ${expression} ${primitive}`);
        }
      }
      for (const peer of ["plain loop", "@stdlib dsumkbn", "math.sumprecise", "Math.sumPrecise"]) {
        expect(kinds).toContain(`${peer}  reduce`);
      }
      expect(kinds).toContain("@stdlib dcusumkbn  inclusive-scan");
      expect(kinds).toContain("@stdlib dcusumpw  inclusive-scan");
    }
  });

  test("f32, beyond the caches and the caller's arrays as well; no case stands twice", () => {
    const names = SUMS_GROUPS.map(({ name }) => name);
    for (const type of ["f64", "f32"]) {
      for (const n of [2 ** 20, 2 ** 22, 2 ** 24])
        expect(names).toContain(`sums ${type} library uniform n=${n}`);
      expect(names).toContain(`sums ${type} caller uniform n=10000`);
    }
    for (const { cases } of [...SUMS_GROUPS, ...QUICK_SUMS_GROUPS]) {
      expect(new Set(cases.map((each) => JSON.stringify(each))).size).toBe(cases.length);
    }
  });

  test("terms of the whole range have every exponent, and are finite", () => {
    const whole = { distribution: "whole-range", seed: 2026 } as const;
    for (const [type, bits, last] of [
      ["f64", 52n, 2047],
      ["f32", 23n, 255],
    ] as const) {
      const { input } = sumArraysFor({ ...whole, type }, 30_000);
      const words =
        type === "f64" ? new BigUint64Array(input.slice().buffer) : new Uint32Array(input.slice().buffer);
      const exponents = Array.from(words as ArrayLike<bigint | number>, (word) =>
        Number((BigInt(word) >> bits) & BigInt(last)),
      );
      expect(new Set(exponents).size).toBe(last);
      expect(Math.max(...exponents)).toBe(last - 1);
    }
  });
});

describe("contenders of sums", () => {
  const peers = casesOf("sums f64 library wide n=10000").filter(
    ({ contender }) => contender !== "samebits" && contender !== "Math.sumPrecise",
  );

  test.each(peers.map((each) => ({ ...each, n: 500 })))(
    "$contender $primitive gives what it promises, and another sum is refused",
    async (each) => {
      const contender = await sumsContender(each);
      const result = contender.run();
      contender.check(result);
      const other = (await sumsContender({ ...each, seed: each.seed + 1 })).run();
      expect(() => contender.check(other)).toThrow(/is wrong at/);
    },
  );
});

/** A result in which ours by one expression take so many nanoseconds, the polyfill 100,000 and all others 1,000. */
function resultWhere(expression: string, nanoseconds: number): SumsResult {
  const results = SUMS_GROUPS.flatMap(({ name, cases }) =>
    (cases as readonly SumCase[]).map((each) => {
      const own = each.expression === expression ? nanoseconds : 1000;
      const time = each.contender === "math.sumprecise" ? 100_000 : own;
      const timed = { group: name, rounds: [time, time], node: "20.19.0" };
      return { ...each, ...timed, nanoseconds: { median: time, min: time, spread: 0 } };
    }),
  );
  return {
    ...{ suite: "sums", isQuick: false, date: "2020-02-02T00:00:00.000Z", command: "npm run bench -- sums" },
    ...{ commit: "0", seconds: 1, units: "", skipped: [], results },
    machine: { name: "m", cpu: "m", cores: 1, caches: [], memoryGiB: 1, system: "s", hugePages: undefined },
    nodes: [{ version: "20.19.0", v8: "11" }],
    load: { before: [0], after: [0] },
  };
}

describe("goals of sums", () => {
  const verdicts = (expression: string, nanoseconds: number): readonly (boolean | undefined)[] =>
    sumsOutcomes(resultWhere(expression, nanoseconds))
      .filter(({ distribution }) => distribution === "wide")
      .map(({ isMet }) => isMet);

  test.each([
    ["exact", 3000, [true, true, true, true]],
    ["exact", 3001, [false, true, true, true]],
    ["exact", 5001, [false, true, true, false]],
    ["exact", 8001, [false, true, false, false]],
    ["binned:4", 3001, [true, false, true, true]],
    ["binned:2", 5001, [true, false, true, false]],
  ])("%s in %d ns against 1,000, and 100,000 for the polyfill", (expression, nanoseconds, expected) => {
    expect(verdicts(expression, nanoseconds)).toEqual(expected);
  });

  test("a miss is said, with where, and what was not measured is no pass", () => {
    const result = resultWhere("exact", 8001);
    const text = sumsTables(result);
    expect(text).toContain(
      "| exact scan, against the default's | ≤ 8× the time | 8.00× **miss** | 8.00× **miss** | 8.00× **miss** | 8.00× **miss** |",
    );
    expect(text).toContain(
      "| binned reduce, K = 2, 3, 4, against the default's | ≤ 3× the time | 1.00× (binned:2) pass |",
    );
    expect(text).toMatch(/\| \*\*`exact`\*\* \| 0.80 \| 0.80 /);
    expect(sumsTables({ ...result, results: [] })).toMatch(
      /against the polyfill \| ≥ 20× as fast \| – \| – \| – \| – \|/,
    );
  });
});

test("the document shows the newest result", () => {
  const text = readFileSync(new URL("../docs/order-free-sums.md", import.meta.url), "utf8");
  expect(withSums(text)).toBe(text);
  expect(() => withSums("no marks")).toThrow(/once each/);
});
