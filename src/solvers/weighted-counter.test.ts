import { afterAll, beforeAll, expect, test } from "vitest";
import { allOf, anyOf, atMostOne, CnfBuilder, exactlyOne } from "./cnf-builder.ts";
import { openZ3Sat } from "./open-z3.ts";
import type { SatSolver } from "./sat.ts";
import { weightedCounter } from "./weighted-counter.ts";

let solver: SatSolver;
beforeAll(async () => {
  solver = await openZ3Sat();
});
afterAll(() => solver.close());

/** For every assignment of the inputs, whether the clauses can hold with it. */
async function allowed(builder: CnfBuilder, inputs: readonly number[], more: readonly number[] = []) {
  const { variableCount, clauses } = builder.formula();
  const found: boolean[] = [];
  for (let bits = 0; bits < 2 ** inputs.length; bits++) {
    const units = inputs.map((literal, index) => [(bits >> index) % 2 === 1 ? literal : -literal]);
    const formula = { variableCount, clauses: [...clauses, ...units, ...more.map((unit) => [unit])] };
    found.push((await solver.solve(formula, 10_000)).status === "sat");
  }
  return found;
}

const newInputs = (builder: CnfBuilder, count: number): number[] =>
  Array.from({ length: count }, () => builder.variable());
const bitsOf = (bits: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (bits >> index) % 2);
const sum = (bits: readonly number[]): number => bits.reduce((total, bit) => total + bit, 0);

test("a bound on the sum allows exactly the assignments that keep it", async () => {
  const weights = [4, 0, 3, 3, 1];
  for (const [limit, bound] of [
    [11, 10],
    [11, 6],
    [7, 6],
    [7, 7],
    [2, 2],
    [2, 0],
  ]) {
    const builder = new CnfBuilder();
    const inputs = newInputs(builder, weights.length);
    const literals = inputs.map((literal, index) => ({ literal, weight: weights[index] }));
    const beyond = weightedCounter(builder, literals, limit).reaches(bound + 1);
    const found = await allowed(builder, inputs, beyond === undefined ? [] : [-beyond]);
    const wanted = found.map(
      (_, bits) => sum(bitsOf(bits, 5).map((bit, index) => bit * weights[index])) <= bound,
    );
    expect(found, `limit ${limit}, bound ${bound}`).toEqual(wanted);
  }
});

test("a sum that no literals reach has no literal", () => {
  const builder = new CnfBuilder();
  const [literal] = newInputs(builder, 1);
  const counter = weightedCounter(builder, [{ literal, weight: 2 }], 5);
  expect(counter.reaches(3)).toBeUndefined();
  expect(counter.reaches(2)).toBe(counter.reaches(1));
});

test.each([3, 7])("at most one, exactly one, any and all of %i", async (count) => {
  const counts = Array.from({ length: 2 ** count }, (_, bits) => sum(bitsOf(bits, count)));
  const cases = [
    { make: atMostOne, isRight: (ones: number) => ones <= 1 },
    { make: exactlyOne, isRight: (ones: number) => ones === 1 },
    { make: (to: CnfBuilder, all: number[]) => to.add(anyOf(to, all)), isRight: (ones: number) => ones > 0 },
    {
      make: (to: CnfBuilder, all: number[]) => to.add(-anyOf(to, all)),
      isRight: (ones: number) => ones === 0,
    },
    {
      make: (to: CnfBuilder, all: number[]) => to.add(allOf(to, all)),
      isRight: (ones: number) => ones === count,
    },
    {
      make: (to: CnfBuilder, all: number[]) => to.add(-allOf(to, all)),
      isRight: (ones: number) => ones < count,
    },
  ];
  for (const { make, isRight } of cases) {
    const builder = new CnfBuilder();
    const inputs = newInputs(builder, count);
    make(builder, inputs);
    expect(await allowed(builder, inputs)).toEqual(counts.map(isRight));
  }
});
