import { expect, test } from "vitest";
import real from "../../node_modules/fast-check/lib/fast-check.js";
import { RUN_FACTOR } from "../extent.ts";
import ours, { assert } from "../fast-check.ts";

const SEED = 20_261_121;
const RUNS = 8;

test("as many runs as there is time for, and a longer run begins with those of a shorter one", () => {
  const drawn = (runs: (property: real.IRawProperty<[number]>) => unknown): readonly number[] => {
    const values: number[] = [];
    runs(real.property(real.integer(), (value) => void values.push(value)));
    return values;
  };
  const whole = drawn((property) => real.assert(property, { seed: SEED, numRuns: RUNS }));
  const some = drawn((property) => assert(property, { seed: SEED, numRuns: RUNS }));
  const common = Math.min(whole.length, some.length);
  expect(some.slice(0, common)).toEqual(whole.slice(0, common));
  expect(some).toHaveLength(Math.ceil(RUNS * RUN_FACTOR));
});

test("everything else of fast-check is passed on", () => {
  expect(Object.keys(ours).sort()).toEqual(Object.keys(real).sort());
  expect(ours.integer).toBe(real.integer);
});
