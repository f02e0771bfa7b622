import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../values/errors.ts";
import { blockDyadic, iteratedPairwise, leftFold } from "./expression.ts";
import { type SymbolicOptions, symbolic, symbolicScan } from "./symbolic.ts";

describe("symbolic", () => {
  it("writes sums of x0, x1, … unless told otherwise", () => {
    expect(symbolic(leftFold, 3)).toBe("((x0 + x1) + x2)");
    expect(symbolic(leftFold, 1)).toBe("x0");
    expect(symbolic(leftFold, 2, { operator: "max" })).toBe("max(x0, x1)");
    expect(symbolic(leftFold, 2, { leaf: (index) => `price[${index}]` })).toBe("(price[0] + price[1])");
  });

  it("gives the initial value for nothing", () => {
    expect(symbolic(leftFold, 0, { initial: "s" })).toBe("s");
    expect(symbolic(leftFold, 0, { initial: "s", initialPlacement: "first", direction: "backward" })).toBe(
      "s",
    );
  });

  it("keeps operands left to right backward, with trees anchored at the end", () => {
    const backward = { direction: "backward" } as const;
    expect(symbolic(leftFold, 3, backward)).toBe("(x0 + (x1 + x2))");
    expect(symbolic(iteratedPairwise, 5, backward)).toBe("(x0 + ((x1 + x2) + (x3 + x4)))");
    expect(symbolic(leftFold, 2, { ...backward, initial: "s" })).toBe("((x0 + x1) + s)");
    expect(symbolic(leftFold, 2, { ...backward, initial: "s", initialPlacement: "first" })).toBe(
      "(x0 + (x1 + s))",
    );
  });

  it("is not limited by the call stack", () => {
    const length = 20_000;
    const bracket = symbolic(leftFold, length);
    expect(bracket.startsWith(`${"(".repeat(length - 1)}x0 + x1)`)).toBe(true);
    expect(bracket.endsWith(` + x${length - 1})`)).toBe(true);
  });

  it.each<[number, SymbolicOptions, string]>([
    [0, {}, "length"],
    [-1, { initial: "s" }, "length"],
    [1.5, {}, "length"],
    [Number.NaN, {}, "length"],
    [1, { direction: "backwards" as "backward" }, "direction"],
    [1, { initialPlacement: "inside" as "outside" }, "initialPlacement"],
  ])("refuses length %s with %o", (length, options, argument) => {
    const call = (): string => symbolic(leftFold, length, options);
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow(`"${argument}"`);
  });
});

describe("symbolicScan", () => {
  it("gives every output where it stands", () => {
    expect(symbolicScan(leftFold, "inclusive-scan", 0)).toEqual([]);
    expect(symbolicScan(leftFold, "inclusive-scan", 3)).toEqual(["x0", "(x0 + x1)", "((x0 + x1) + x2)"]);
    expect(symbolicScan(leftFold, "exclusive-scan", 3, { initial: "s" })).toEqual([
      "s",
      "(s + x0)",
      "(s + (x0 + x1))",
    ]);
  });

  it("gives suffixes backward, the initial value on the right", () => {
    const backward = { direction: "backward", initial: "s" } as const;
    expect(symbolicScan(blockDyadic(2), "inclusive-scan", 3, backward)).toEqual([
      "((x0 + (x1 + x2)) + s)",
      "((x1 + x2) + s)",
      "(x2 + s)",
    ]);
    expect(symbolicScan(blockDyadic(2), "exclusive-scan", 3, backward)).toEqual([
      "((x1 + x2) + s)",
      "(x2 + s)",
      "s",
    ]);
  });

  it("refuses an exclusive scan without an initial value, and other observations", () => {
    expect(() => symbolicScan(leftFold, "exclusive-scan", 3)).toThrow('"initial" must be');
    expect(() => symbolicScan(leftFold, "reduce" as "inclusive-scan", 3)).toThrow('"observation" must be');
  });
});
