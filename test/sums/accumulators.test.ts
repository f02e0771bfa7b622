import { describe, expect, test } from "vitest";
import { binned, exact, type OrderFreeExpression } from "../../src/expressions/expression.ts";
import { printExpression } from "../../src/expressions/print.ts";
import { newAccumulator } from "../../src/summaries/accumulators/new-accumulator.ts";
import { ARITHMETIC_CASES } from "./cases/arithmetic.ts";
import { TEST262_CASES } from "./cases/test262.ts";
import { XSUM_CASES } from "./cases/xsum.ts";
import { type BinnedState, binnedState, binnedValue } from "./oracle/binned.ts";
import { type ExactState, exactState, exactValue } from "./oracle/exact.ts";
import type { Float } from "./oracle/format.ts";
import { drawsFrom, KINDS, randomTerms, withOthers } from "./random-terms.ts";

const SEED = 20261121;
const EXPRESSIONS = [exact, binned(2), binned(3), binned(4)] as readonly OrderFreeExpression[];
const SETTINGS = EXPRESSIONS.flatMap((expression) =>
  (["f64", "f32"] as const).map((type) => ({
    name: `${printExpression(expression)} ${type}`,
    expression,
    type,
  })),
);

describe("the accumulators know what others know", () => {
  test.each([...TEST262_CASES, ...XSUM_CASES, ...ARITHMETIC_CASES])("$name", ({ type, terms, sum }) => {
    const found = newAccumulator(exact as OrderFreeExpression, type);
    for (const term of terms) found.add(term);
    expect(found.observe()).toBe(sum);
  });
});

describe(`states and values are the oracle's (seed ${SEED})`, () => {
  test.each(SETTINGS)("$name, one term after the other", ({ expression, type }) => {
    const draws = drawsFrom(SEED);
    for (let round = 0; round < 60; round++) {
      for (const kind of KINDS) {
        const terms = randomTerms(type, kind, 1 + draws.below(50), draws);
        if (draws.below(4) === 0) withOthers(terms, draws);
        const found = newAccumulator(expression, type);
        for (const term of terms) found.add(term);
        const expected = stateBy(expression, type, terms);
        expect(found.state()).toStrictEqual(expected);
        expect(found.observe()).toBe(valueBy(type, expected));
      }
    }
  });

  test.each(SETTINGS)("$name, merged in random trees", ({ expression, type }) => {
    const draws = drawsFrom(SEED);
    for (let round = 0; round < 80; round++) {
      const terms = KINDS.flatMap((kind) => randomTerms(type, kind, draws.below(12), draws));
      if (draws.below(4) === 0) withOthers(terms, draws);
      const parts = [newAccumulator(expression, type)];
      for (const term of terms) {
        if (draws.below(4) === 0) parts.push(newAccumulator(expression, type));
        draws.pick(parts).add(term);
      }
      while (parts.length > 1) {
        const [source] = parts.splice(draws.below(parts.length), 1);
        draws.pick(parts).merge(source.state());
      }
      expect(parts[0].state()).toStrictEqual(stateBy(expression, type, terms));
    }
  });
});

test.each(SETTINGS)("$name: of nothing a state is that of no terms", ({ expression, type }) => {
  expect(newAccumulator(expression, type).state()).toStrictEqual(stateBy(expression, type, []));
});

function stateBy(expression: OrderFreeExpression, type: Float, terms: readonly number[]) {
  return expression.kind === "exact" ? exactState(type, terms) : binnedState(type, expression.fold, terms);
}

function valueBy(type: Float, state: ExactState | BinnedState): number {
  return state.kind === "exact" ? exactValue(type, state) : binnedValue(type, state);
}
