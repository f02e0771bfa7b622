import { describe, expect, it } from "vitest";
import { binned, exact } from "../expressions/expression.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { parseContract } from "./parse.ts";
import { printContract } from "./print.ts";
import { type ContractOptions, resolveContract } from "./resolve.ts";

describe("a contract of an order-free sum", () => {
  it.each([
    [{ type: "f64", expression: exact }, "add f64 exact initial=none v1"],
    [{ type: "f32", expression: "binned:3" }, "add f32 binned:3 initial=none v1"],
    [
      { type: "f32", accumulate: "f64", expression: binned(4), initial: 1, direction: "backward" },
      "add f32 sum=f64 binned:4 backward initial=3ff0000000000000@outside v1",
    ],
  ] satisfies [ContractOptions, string][])("%j prints and parses", (options, line) => {
    const contract = resolveContract(options, "reduce");
    expect(printContract(contract)).toBe(line);
    expect(parseContract(line)).toEqual(contract);
  });

  it("starts an exclusive scan with +0", () => {
    const contract = resolveContract({ type: "f64", expression: exact }, "exclusive-scan");
    expect(printContract(contract)).toBe("add f64 exact initial=0000000000000000@outside v1");
  });

  it.each([
    [{ operator: "max" }, '"operator" must be add, for "exact" is a sum, got max'],
    [
      { operator: (left: number) => left },
      '"operator" must be add, for "exact" is a sum, got a plain function',
    ],
    [{ type: "i32" }, '"accumulate" must be f64 or f32 for "exact"; sums of integers are exact in any order'],
    [
      { type: "u32", accumulate: "u64" },
      "sums of integers are exact in any order, by any other expression, got u64",
    ],
    [{ expression: { kind: "binned", fold: 5 } }, '"fold" must be 2, 3, 4, got 5'],
    [{ determinism: "notGuaranteed" }, '"expression" must be left out when "determinism" is "notGuaranteed"'],
  ] as [ContractOptions, string][])("is refused for %j", (options, message) => {
    const resolve = () => resolveContract({ type: "f64", expression: exact, ...options }, "reduce");
    expect(resolve).toThrow(InvalidArgumentError);
    expect(resolve).toThrow(message);
  });

  it("is refused in a line", () => {
    expect(() => parseContract("max f64 exact initial=none v1")).toThrow("must be add");
    expect(() => parseContract("add i64 binned:3 initial=none v1")).toThrow("sums of integers are exact");
  });
});
