import { describe, expect, it } from "vitest";
import { rightFold } from "../../test/helpers/expressions/expressions.ts";
import type { TypedContract } from "../contracts/contract.ts";
import { add } from "../operators/built-in.ts";
import { referenceReduce, referenceScan } from "../reference/reference.ts";
import { toHex } from "../values/bits.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "./expression.ts";
import { type SymbolicOptions, symbolic, symbolicScan } from "./symbolic.ts";

// Every worked bracket of P4229R0 and P4016R0, line by line. We write the outermost parentheses too.

const FROM_ONE: SymbolicOptions = { leaf: (index) => String(index + 1) };

describe("P4229R0 §4: the left fold of 1, 2, 3, 4", () => {
  it.each([
    [1, "1"],
    [2, "(1 + 2)"],
    [3, "((1 + 2) + 3)"],
    [4, "(((1 + 2) + 3) + 4)"],
  ])("prefix of %i: %s", (length, bracket) => {
    expect(symbolic(leftFold, length, FROM_ONE)).toBe(bracket);
  });
});

describe("P4229R0 §5.1: an initial value of 10 on 1, 2, 3, 4, iterated pairwise", () => {
  const withTen = (observation: "inclusive-scan" | "exclusive-scan", placement: "outside" | "first") =>
    symbolicScan(iteratedPairwise, observation, 4, {
      ...FROM_ONE,
      initial: "10",
      initialPlacement: placement,
    });

  it("inclusive, as the first element", () => {
    expect(withTen("inclusive-scan", "first")).toEqual([
      "(10 + 1)",
      "((10 + 1) + 2)",
      "((10 + 1) + (2 + 3))",
      "(((10 + 1) + (2 + 3)) + 4)",
    ]);
  });

  it("inclusive, outside the prefix", () => {
    expect(withTen("inclusive-scan", "outside")).toEqual([
      "(10 + 1)",
      "(10 + (1 + 2))",
      "(10 + ((1 + 2) + 3))",
      "(10 + ((1 + 2) + (3 + 4)))",
    ]);
  });

  it("exclusive, as the first element", () => {
    expect(withTen("exclusive-scan", "first")).toEqual([
      "10",
      "(10 + 1)",
      "((10 + 1) + 2)",
      "((10 + 1) + (2 + 3))",
    ]);
  });

  it("exclusive, outside the prefix", () => {
    expect(withTen("exclusive-scan", "outside")).toEqual([
      "10",
      "(10 + 1)",
      "(10 + (1 + 2))",
      "(10 + ((1 + 2) + 3))",
    ]);
  });
});

it("P4229R0 §6.2: eight elements, pairwise, whichever way they are halved", () => {
  const bracket = "(((a0 op a1) op (a2 op a3)) op ((a4 op a5) op (a6 op a7)))";
  for (const expression of [iteratedPairwise, bisection]) {
    expect(symbolic(expression, 8, { operator: "·", leaf: (i) => `a${i}` }).replaceAll("·", "op")).toBe(
      bracket,
    );
  }
});

describe("P4229R0 §6.3: the prefixes of eight elements, iterated pairwise", () => {
  it.each([
    [0, "e0"],
    [1, "op(e0, e1)"],
    [2, "op(op(e0, e1), e2)"],
    [3, "op(op(e0, e1), op(e2, e3))"],
    [4, "op(op(op(e0, e1), op(e2, e3)), e4)"],
    [5, "op(op(op(e0, e1), op(e2, e3)), op(e4, e5))"],
    [6, "op(op(op(e0, e1), op(e2, e3)), op(op(e4, e5), e6))"],
    [7, "op(op(op(e0, e1), op(e2, e3)), op(op(e4, e5), op(e6, e7)))"],
  ])("S[%i] = %s", (index, bracket) => {
    const options = { operator: "op", leaf: (leaf: number) => `e${leaf}` };
    expect(symbolicScan(iteratedPairwise, "inclusive-scan", 8, options)[index]).toBe(bracket);
    expect(symbolic(iteratedPairwise, index + 1, options)).toBe(bracket);
  });
});

describe("P4229R0 §6.4: the second block of four, block dyadic", () => {
  const options = { operator: "·", leaf: (index: number) => `a${index}` };
  const first = "((a0 · a1) · (a2 · a3))";
  const second = "((a4 · a5) · (a6 · a7))";
  it.each([
    [4, `(${first} · a4)`],
    [5, `(${first} · (a4 · a5))`],
    [6, `(${first} · ((a4 · a5) · a6))`],
    [7, `(${first} · ${second})`],
  ])("out[%i] = %s", (index, bracket) => {
    expect(symbolicScan(blockDyadic(4), "inclusive-scan", 8, options)[index]).toBe(bracket);
  });

  it("completed blocks meet as peers, the tail joins all of them", () => {
    const blockOf = (name: string): string => `((${name}0 · ${name}1) · (${name}2 · ${name}3))`;
    const [a, b, c] = [blockOf("A"), blockOf("B"), blockOf("C")];
    const leaf = (index: number): string => `${"ABCP"[Math.floor(index / 4)]}${index % 4}`;
    const of14 = (expression: Expression): string => symbolic(expression, 14, { operator: "·", leaf });
    expect(of14(blockDyadic(4))).toBe(`(((${a} · ${b}) · ${c}) · (P0 · P1))`);
    expect(of14(iteratedPairwise)).toBe(`((${a} · ${b}) · (${c} · (P0 · P1)))`);
    expect(of14(linearCarry(4))).toBe(`(((${a} · ${b}) · ${c}) · (P0 · P1))`);
  });
});

describe("P4016R0 §4: the canonical tree of 5, 6 and 7", () => {
  it.each([
    [5, "(((e0 · e1) · (e2 · e3)) · e4)"],
    [6, "(((e0 · e1) · (e2 · e3)) · (e4 · e5))"],
    [7, "(((e0 · e1) · (e2 · e3)) · ((e4 · e5) · e6))"],
  ])("k = %i: %s", (length, bracket) => {
    const options = { operator: "·", leaf: (index: number) => `e${index}` };
    expect(symbolic(iteratedPairwise, length, options)).toBe(bracket);
    expect(symbolic(interleaved(1), length, options)).toBe(bracket);
  });

  it("with lanes: neighbours of a lane are laneCount apart, and only present lanes meet", () => {
    expect(symbolic(interleaved(2), 5)).toBe("(((x0 + x2) + x4) + (x1 + x3))");
    expect(symbolic(interleaved(4), 6)).toBe("(((x0 + x4) + (x1 + x5)) + (x2 + x3))");
    expect(symbolic(interleaved(4), 3)).toBe("((x0 + x1) + x2)");
  });

  it("App. O: halving puts the longer half on the right", () => {
    expect(symbolic(bisection, 7)).toBe("((x0 + (x1 + x2)) + ((x3 + x4) + (x5 + x6)))");
  });
});

describe("P4229R0 §6.5: 1e16, −1e16, 1", () => {
  const input = Float64Array.of(1e16, -1e16, 1);
  const contract = (expression: Expression): TypedContract => ({
    kind: "typed",
    operator: add,
    type: "f64",
    accumulate: "f64",
    expression,
    direction: "forward",
    initial: undefined,
    version: 1,
  });
  const one = "3ff0000000000000";
  const zero = "0000000000000000";
  it.each([
    ["(1e16 + −1e16) + 1 = 1", leftFold, "((x0 + x1) + x2)", one],
    ["(1e16 + −1e16) + 1 = 1", iteratedPairwise, "((x0 + x1) + x2)", one],
    ["1e16 + (−1e16 + 1) = 0", rightFold, "(x0 + (x1 + x2))", zero],
    ["1e16 + (−1e16 + 1) = 0", bisection, "(x0 + (x1 + x2))", zero],
  ])("%s", (_, expression, bracket, bits) => {
    expect(symbolic(expression, 3)).toBe(bracket);
    expect(toHex("f64", referenceReduce(contract(expression), input))).toBe(bits);
    const prefixes = referenceScan(contract(expression), "inclusive-scan", input);
    expect(toHex("f64", prefixes[2])).toBe(bits);
  });

  it("a carry combined with each local prefix is not the prefix of a left fold", () => {
    // Block 0 is [0, 1e16]; block 1 begins with −1e16, 1.
    const blocks = Float64Array.of(0, 1e16, -1e16, 1);
    const values = [leftFold, linearCarry(2), blockDyadic(2)].map((expression) =>
      toHex("f64", referenceReduce(contract(expression), blocks)),
    );
    expect(values).toEqual([one, zero, zero]);
  });
});
