import { describe, expect, test } from "vitest";
import { contractOf } from "../../test/helpers/summaries/contracts.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  iteratedPairwise,
  leftFold,
} from "../expressions/expression.ts";
import { add } from "../operators/built-in.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { summaryAlgebra } from "./summary-algebra.ts";

const algebra = summaryAlgebra(contractOf(blockDyadic(4)));

describe("expressions without summaries", () => {
  const own: Expression = { kind: "custom", name: "my-own", tree: () => 0 };
  test.each([bisection, own])("are refused with a remedy", (expression) => {
    const open = () => summaryAlgebra(contractOf(expression));
    expect(open).toThrow(UnsupportedError);
    expect(open).toThrow(/iteratedPairwise/);
  });

  test("leftFold has none of an inner range", () => {
    const open = () => summaryAlgebra(contractOf(leftFold)).empty(5);
    expect(open).toThrow(UnsupportedError);
    expect(open).toThrow(/from position 5 on/);
  });
});

describe("arguments that cannot be", () => {
  const three = BigUint64Array.of(1n, 2n, 3n);

  test.each([-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER])("position %s", (position) => {
    expect(() => algebra.empty(position)).toThrow(InvalidArgumentError);
  });

  test("a text that is none", () => {
    expect(() => algebra.decode(undefined as unknown as string)).toThrow(
      /"text" must be an encoded summary, got undefined/,
    );
  });

  test("a detached array, whose length says 0", () => {
    const elements = BigUint64Array.of(1n, 2n);
    structuredClone(elements, { transfer: [elements.buffer] });
    expect(() => algebra.append(algebra.empty(0), elements)).toThrow(/"elements" must be .*detached/);
  });

  test("elements beyond the largest position", () => {
    const last = algebra.append(algebra.empty(Number.MAX_SAFE_INTEGER - 2), 1n);
    expect(() => algebra.append(last, 1n)).toThrow(/"elements" must be elements up to position/);
  });

  test("elements of another type", () => {
    expect(() => algebra.append(algebra.empty(0), Float64Array.of(1))).toThrow(
      /u64.*got a Float64Array of length 1/,
    );
    expect(() => algebra.append(algebra.empty(0), 1)).toThrow(/u64.*got 1/);
    expect(() => algebra.append(algebra.empty(0), -1n)).toThrow(InvalidArgumentError);
    const narrow = summaryAlgebra(
      contractOf(blockDyadic(4), { operator: add, type: "f32", accumulate: "f64" }),
    );
    expect(() => narrow.append(narrow.empty(0), 0.1)).toThrow(InvalidArgumentError);
  });

  test("ranges that are not neighbours in that order", () => {
    const left = algebra.append(algebra.empty(0), three);
    const right = algebra.append(algebra.empty(4), three);
    expect(() => algebra.concat(left, right)).toThrow(
      '"right" must be a summary from position 3 on, where "left" ends, got one from position 4 on',
    );
    expect(() => algebra.concat(right, left)).toThrow(InvalidArgumentError);
    expect(() => algebra.concat(left, left)).toThrow(InvalidArgumentError);
  });

  test("an observation of an inner range", () => {
    const inner = algebra.append(algebra.empty(4), three);
    expect(() => algebra.observe(inner)).toThrow(/from position 0 on, got one of \[4, 7\)/);
  });

  test("a summary of another contract, both named", () => {
    const other = summaryAlgebra(contractOf(iteratedPairwise)).empty(0);
    const lines =
      /"tree-hash u64 block-dyadic:4 initial=none v1", got one of .*"tree-hash u64 iterated-pairwise initial/;
    expect(() => algebra.append(other, 1n)).toThrow(lines);
    expect(() => algebra.observe(other)).toThrow(lines);
    expect(() => algebra.encode(other)).toThrow(lines);
    expect(() => algebra.concat(algebra.empty(0), other)).toThrow(/"right" must be a summary of contract/);
    expect(() => algebra.concat(other, algebra.empty(0))).toThrow(/"left" must be a summary of contract/);
  });
});

test("an element of −0 is 0 in an integer type", () => {
  const integers = summaryAlgebra(
    contractOf(blockDyadic(4), { operator: add, type: "i32", accumulate: "i32" }),
  );
  expect(integers.observe(integers.append(integers.empty(0), -0))).toBe(0);
});

test("summaries are values: no function changes its arguments", () => {
  const left = algebra.append(algebra.empty(0), BigUint64Array.of(1n, 2n, 3n));
  const right = algebra.append(algebra.empty(3), BigUint64Array.of(4n, 5n, 6n));
  const [leftText, rightText] = [algebra.encode(left), algebra.encode(right)];
  algebra.append(left, 9n);
  algebra.concat(left, right);
  expect([algebra.encode(left), algebra.encode(right)]).toEqual([leftText, rightText]);
});
