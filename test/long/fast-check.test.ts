import real from "fast-check";
import { expect, test } from "vitest";
import long, { assert, RUN_FACTOR } from "./fast-check.ts";

const SEED = 20_261_121;

test("a long run makes RUN_FACTOR times the runs, beginning with those of the short one", () => {
  const drawn = (runs: (property: real.IRawProperty<[number]>) => unknown): readonly number[] => {
    const values: number[] = [];
    runs(real.property(real.integer(), (value) => void values.push(value)));
    return values;
  };
  const short = drawn((property) => real.assert(property, { seed: SEED, numRuns: 5 }));
  const longer = drawn((property) => assert(property, { seed: SEED, numRuns: 5 }));
  const factor = process.env.SAMEBITS_LONG === "1" ? RUN_FACTOR : 1;
  expect(longer.slice(0, short.length)).toEqual(short);
  expect(longer).toHaveLength((short.length / factor) * RUN_FACTOR);
});

test("everything else of fast-check is passed on", () => {
  expect(Object.keys(long).sort()).toEqual(Object.keys(real).sort());
  expect(long.integer).toBe(real.integer);
});
