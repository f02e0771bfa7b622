import fc from "fast-check";
import { expect, test } from "vitest";
import { add, multiply, treeHash } from "./built-in.ts";
import { matrices2x2 } from "./combinators/matrices-2x2.ts";
import { applyBody, evaluateBody, evaluateTerm } from "./evaluate.ts";

import { bodyOf } from "./operator.ts";
import { constant, left, right, type Term } from "./term.ts";
import { termList } from "./term-list.ts";

const hash = bodyOf(treeHash);

test("an operator of other operators' values", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 2n ** 64n - 1n), (x, y) => {
      const inner = applyBody(hash, [right("u64")], [constant("u64", 5n)]);
      const [term] = applyBody(hash, inner, [left("u64")]);
      const [expectedInner] = evaluateBody(hash, [y], [5n]);
      expect(evaluateTerm(term, x, y)).toBe(evaluateBody(hash, [expectedInner], [x])[0]);
    }),
    { seed: 20269, numRuns: 50 },
  );
});

test("columns go to their places", () => {
  const matrices = matrices2x2(add, multiply, "u32");
  const columns = (side: (type: "u32", column: number) => Term): readonly Term[] =>
    [3, 2, 1, 0].map((i) => side("u32", i));
  const terms = applyBody(matrices, columns(left), columns(right));
  const [x, y] = [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ];
  expect(evaluateBody({ ...matrices, terms }, x, y)).toEqual(
    evaluateBody(matrices, [...x].reverse(), [...y].reverse()),
  );
});

test("nesting adds and does not multiply", () => {
  let operand: readonly Term[] = [left("u64")];
  for (let depth = 0; depth < 40; depth++) operand = applyBody(hash, operand, operand);
  const once = termList(hash.terms).nodes.length;
  expect(termList(operand).nodes.length).toBeLessThan(40 * once);
});

test("refuses operands of another number or type", () => {
  expect(() => applyBody(hash, [], [right("u64")])).toThrow(
    '"left" must be 1 terms, one for each column, got 0',
  );
  expect(() => applyBody(hash, [left("u64")], [right("u32")])).toThrow('"right" must be u64, got u32');
  const matrices = matrices2x2(add, multiply, "u32");
  const [a, b, c] = [0, 1, 2].map((column) => left("u32", column));
  expect(() => applyBody(matrices, [a, b, c, left("i32", 3)], [])).toThrow('"left.d" must be u32, got i32');
});
