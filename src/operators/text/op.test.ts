import { describe, expect, it } from "vitest";
import { OperatorSyntaxError } from "../../values/errors.ts";
import { add, max, treeHash } from "../built-in.ts";
import { defineOperator, hashOf } from "../define-operator.ts";
import { binary, constant, left, right } from "../term.ts";
import { op, parseOperator } from "./parse-operator.ts";

function refusal(make: () => unknown): OperatorSyntaxError {
  try {
    make();
  } catch (error) {
    if (error instanceof OperatorSyntaxError) return error;
    throw error;
  }
  throw new Error("made an operator");
}

describe("op", () => {
  it("is the operator that the text alone would be", () => {
    const text =
      "(left: { value: f32, index: u32 }, right) => if left.value < right.value then right else left";
    const larger = op<{ value: "f32"; index: "u32" }>`(left: { value: f32, index: u32 }, right) =>
      if left.value < right.value then right else left`;
    expect(larger.hash).toBe(parseOperator(text).hash);
    expect(larger.columns.map(({ type }) => type)).toEqual(["f32", "u32"]); // typed by the parameter
  });

  it("types constants by where they stand", () => {
    const scaled = op`(left: { a: f32, b: i64, c: bool, d: u32 }, right) => {
      a: left.a * ${0.1}, b: left.b + ${2 ** 60} - ${3n}, c: ${true}, d: -${7} }`;
    const typed = op`(left: { a: f32, b: i64, c: bool, d: u32 }, right) => {
      a: left.a * 0.1f32, b: left.b + 1152921504606846976i64 - 3i64, c: true, d: -(7u32) }`;
    expect(scaled.hash).toBe(typed.hash);
    const special = op`(left: f64, right) => min(max(left, ${-Infinity}), ${Number.NaN}) + ${-0}`;
    expect(special.hash).toBe(op`(left: f64, right) => min(max(left, -inf), nan) + -0`.hash);
    expect(op`(left: f32, right) => ${2n ** 24n + 1n}`.hash).toBe(hashOf("f32", [constant("f32", 2 ** 24)]));
  });

  it("never reads a constant as text", () => {
    const power = op`(left: f64, right) => ${-2} * left`;
    expect(power.hash).toBe(hashOf("f64", [binary("multiply", constant("f64", -2), left("f64"))]));
    // As text this would end the comment and add to the operator.
    const hostile = "1 + right\n + right" as unknown as number;
    expect(refusal(() => op`(left: f64, right) => left + ${hostile}`).actual).toBe('"1 + right\\n + right"');
  });

  it("calls operators: built-in ones on the type of the operands, others on their own", () => {
    const chained = op`(left: i32, right) => ${add}(left, ${max}(right, 0))`;
    expect(chained.hash).toBe(op`(left: i32, right) => left + max(right, 0)`.hash);
    const complex = op`(left: { re: f64, im: f64 }, right) => {
      re: left.re * right.re - left.im * right.im, im: left.re * right.im + left.im * right.re }`;
    const squared = op`(left: { re: f64, im: f64 }, right) => ${complex}(left, ${complex}(right, { re: 0, im: 1 }))`;
    const expected = op`(left: { re: f64, im: f64 }, right) =>
      let x = right.re * 0 - right.im * 1 in let y = right.re * 1 + right.im * 0 in
      { re: left.re * x - left.im * y, im: left.re * y + left.im * x }`;
    expect(squared.hash).toBe(expected.hash);
    const difference = defineOperator("u64", [binary("subtract", left("u64"), right("u64"))]);
    expect(op`(left: u64, right) => ${difference}(1, right)`.hash).toBe(
      op`(left: u64, right) => 1 - right`.hash,
    );
  });

  it("points into the template, with holes as numbers", () => {
    const error = refusal(() => op`(left: f32, right) => ${add}(left, ${1.5}) + rihgt`);
    expect(error.message).toBe('operator:1:42: expected one of left, right (nearest: right), got "rihgt"');
    expect(error.frame).toBe(`(left: f32, right) => \${1}(left, \${2}) + rihgt\n${" ".repeat(41)}^`);
  });

  it.each([
    [
      "a fraction for an integer",
      () => op`(left: i32, right) => left + ${0.5}`,
      30,
      "an integer, as i32 is",
      "0.5",
    ],
    [
      "infinity for an integer",
      () => op`(left: i32, right) => ${Infinity}`,
      23,
      "an integer, as i32 is",
      "Infinity",
    ],
    [
      "a bigint out of range",
      () => op`(left: u32, right) => ${2n ** 32n}`,
      23,
      "an integer from 0 to 4294967295, as u32 is",
      "4294967296",
    ],
    [
      "a number beyond f32",
      () => op`(left: f32, right) => ${1e300}`,
      23,
      "a number that f32 has, or inf",
      "1e+300",
    ],
    [
      "a constant of no type",
      () => op`(left: f32, right) => let x = ${1} in left`,
      31,
      "a type for the number here, as in 1i32",
      "1 without one",
    ],
    [
      "an operator that is not called",
      () => op`(left: f32, right) => left + ${add}`,
      34,
      '"(" and the operands of add',
      "the end of the text",
    ],
    [
      "a number that is called",
      () => op`(left: f32, right) => ${2}(left)`,
      27,
      "the end of the text, or identity, start or where",
      '"("',
    ],
    [
      "a built-in on another type",
      () => op`(left: f32, right) => ${treeHash}(left, right)`,
      23,
      "u64 for tree-hash",
      "f32",
    ],
    [
      "operands of two types",
      () => op`(left: f32, right) => ${add}(left, 1u32)`,
      23,
      "operands of one type for add (convert one of them: f32(…))",
      "f32 and u32",
    ],
    ["one operand", () => op`(left: f32, right) => ${add}(left)`, 23, "2 operands for add", "1"],
    [
      "an object",
      () => op`(left: f32, right) => ${{} as typeof add}(left)`,
      23,
      "a number, a bigint, a boolean or an operator",
      "an Object",
    ],
    [
      "a hole where a name stands",
      () => op`(${1}: f32, right) => left`,
      2,
      "the name of the left operand",
      `"\${1}"`,
    ],
  ] as const)("refuses %s", (_, make, column, expected, actual) => {
    const error = refusal(make);
    expect([error.column, error.expected, error.actual]).toEqual([column, expected, actual]);
  });
});
