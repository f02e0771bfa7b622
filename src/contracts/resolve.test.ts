import { describe, expect, it } from "vitest";
import { bisection, blockDyadic, DEFAULT_EXPRESSION, leftFold } from "../expressions/expression.ts";
import { add, and, max, treeHash } from "../operators/built-in.ts";
import type { StorageType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { printContract } from "./print.ts";
import { type ContractOptions, resolveContract } from "./resolve.ts";

function line(
  options: ContractOptions,
  observation: "reduce" | "inclusive-scan" | "exclusive-scan" = "reduce",
): string {
  return printContract(resolveContract(options, observation, inputTypeOf(options)));
}

/** The element type of an input that agrees with the options. */
function inputTypeOf({ type }: ContractOptions): StorageType {
  return typeof type === "string" ? type : "f64";
}

describe("resolveContract", () => {
  it("fills in every default", () => {
    expect(resolveContract({}, "inclusive-scan", "f32")).toEqual({
      kind: "typed",
      operator: add,
      type: "f32",
      accumulate: "f32",
      expression: DEFAULT_EXPRESSION,
      direction: "forward",
      initial: undefined,
      version: 1,
    });
  });

  it("takes operators and expressions as objects or by name", () => {
    const asObjects = resolveContract({ operator: max, expression: blockDyadic(256) }, "reduce", "f64");
    expect(resolveContract({ operator: "max", expression: "block-dyadic:256" }, "reduce", "f64")).toEqual(
      asObjects,
    );
  });

  it("needs no type where the input has one, and only then", () => {
    expect(resolveContract({ type: "i32" }, "reduce", "any")).toMatchObject({ type: "i32" });
    expect(resolveContract({ type: "i32" }, "reduce")).toMatchObject({ type: "i32" });
    expect(() => resolveContract({}, "reduce", "any")).toThrow('"type" must be given');
    expect(() => resolveContract({}, "reduce")).toThrow('"type" must be given');
    expect(() => resolveContract({ type: "f32" }, "reduce", "f64")).toThrow(
      '"type" must be that of the input, f64, got "f32"',
    );
  });

  it("gives an exclusive scan its operator's start, outside, and prints it", () => {
    expect(line({}, "exclusive-scan")).toBe("add f64 block-dyadic:32 initial=0000000000000000@outside v1");
    expect(line({ operator: "multiply" }, "exclusive-scan")).toContain("initial=3ff0000000000000@outside");
    expect(line({ operator: "min" }, "exclusive-scan")).toContain("initial=7ff0000000000000@outside");
    expect(line({ operator: "max", type: "i64" }, "exclusive-scan")).toContain(
      "initial=8000000000000000@outside",
    );
    expect(line({ operator: "and", type: "u32" }, "exclusive-scan")).toContain("initial=ffffffff@outside");
    expect(line({ type: "i32", accumulate: "i64" }, "exclusive-scan")).toContain(
      "initial=0000000000000000@outside",
    );
    expect(line({ initial: 0 }, "inclusive-scan")).toContain("initial=0000000000000000@outside");
    expect(line({}, "inclusive-scan")).toContain("initial=none");
  });

  it("takes an initial value of the accumulation type, or of the element type and widens it", () => {
    expect(line({ type: "f32", accumulate: "f64", initial: 0.1 })).toContain(
      "initial=3fb999999999999a@outside",
    );
    expect(line({ type: "i32", accumulate: "i64", initial: -1 })).toContain(
      "initial=ffffffffffffffff@outside",
    );
    expect(line({ type: "i32", accumulate: "i64", initial: 2n ** 40n })).toContain(
      "initial=0000010000000000@outside",
    );
    expect(line({ initial: -0, initialPlacement: "first" })).toContain("initial=8000000000000000@first");
    expect(Object.is(resolveContract({ initial: -0 }, "reduce", "i32").initial?.value, 0)).toBe(true);
  });

  it("serves weaker levels, whose contract is the same", () => {
    expect(line({ determinism: "runToRun", expression: leftFold })).toBe(line({ expression: leftFold }));
    expect(line({ determinism: "notGuaranteed" })).toBe(line({ determinism: "everywhere" }));
  });

  it("keeps a plain function, any initial value and any input", () => {
    const join = (left: string, right: string): string => left + right;
    const contract = resolveContract(
      { operator: join, initial: "z", direction: "backward" },
      "exclusive-scan",
      "any",
    );
    expect(contract).toMatchObject({ kind: "function", operator: join, type: "any", direction: "backward" });
    expect(contract.initial).toEqual({ value: "z", placement: "outside" });
    expect(resolveContract({ operator: join }, "reduce", "f32").type).toBe("f32");
  });

  it.each<[string, ContractOptions, string]>([
    ["an unknown operator", { operator: "maxx" }, "(nearest: max)"],
    [
      "an operator that is neither",
      { operator: 5 as never },
      '"operator" must be an operator, an operator\'s name or a plain function, got 5',
    ],
    [
      "an operator not defined there",
      { operator: and },
      '"operator" must be an operator defined on f64, got and, defined on',
    ],
    [
      "an operator posing as a built-in",
      { operator: { ...add } },
      '"operator" must be an operator that samebits has made',
    ],
    [
      "an unknown type",
      { type: "f46" as never },
      '"type" must be one of f64, f32, i64, u64, i32, u32, f16, bf16, u8, i8, u16, i16 (nearest: f64), got "f46"',
    ],
    ["an unknown accumulation type", { accumulate: "f128" as never }, '"accumulate" must be one of'],
    [
      "a narrower accumulation type",
      { accumulate: "f32" },
      '"accumulate" must be f64 for elements of f64, got "f32"',
    ],
    [
      "another kind of accumulation type",
      { type: "f32", accumulate: "i64" },
      '"accumulate" must be f32 or f64 for elements of f32, got "i64"',
    ],
    ["an unknown expression", { expression: "block-dyadik:32" }, "block-dyadic"],
    ["a block length of 0", { expression: "block-dyadic:0" }, "got"],
    ["a lane count that is no number", { expression: "interleaved:x" }, "got"],
    [
      "a hand-made block length",
      { expression: { kind: "blockDyadic", blockLength: 1.5 } },
      '"blockLength" must be a positive integer, got 1.5',
    ],
    [
      "a hand-made lane count",
      { expression: { kind: "interleaved", laneCount: -1 } },
      '"laneCount" must be a positive integer, got -1',
    ],
    [
      "a hand-made carry",
      { expression: { kind: "linearCarry", blockLength: 2 ** 60 } },
      '"blockLength" must be a positive integer',
    ],
    ["an unknown kind of expression", { expression: { kind: "leftfold" } as never }, "(nearest: leftFold)"],
    [
      "an own expression posing as a built-in",
      { expression: { kind: "custom", name: "left-fold", tree: () => 0 } },
      `"name" must be kebab-case and not a name of the specification's own, got "left-fold"`,
    ],
    [
      "an own expression without a tree",
      { expression: { kind: "custom", name: "mine", tree: 5 as never } },
      '"expression.tree" must be a function of the length, got 5',
    ],
    [
      "an expression that is none",
      { expression: 32 as never },
      '"expression" must be a named expression or its text, got 32',
    ],
    ["an unknown direction", { direction: "backwards" as never }, "(nearest: backward)"],
    ["an unknown placement", { initial: 1, initialPlacement: "frist" as never }, "(nearest: first)"],
    [
      "a placement of nothing",
      { initialPlacement: "first" },
      '"initialPlacement" must be left out without an "initial"',
    ],
    ["an unknown level", { determinism: "everywere" as never }, "(nearest: everywhere)"],
    [
      "an expression without a guarantee",
      { determinism: "notGuaranteed", expression: leftFold },
      '"expression" must be left out',
    ],
    [
      "an opt-in that is not a boolean",
      { expression: bisection, allowQuadratic: 1 as never },
      '"allowQuadratic" must be true or false, got 1',
    ],
    ["an initial text", { initial: "0" }, '"initial" must be a number that f64 has exactly, got string "0"'],
    ["an initial null", { initial: null }, '"initial" must be a number that f64 has exactly'],
    ["an initial bigint for floats", { initial: 0n }, "got bigint 0n"],
    [
      "an initial number for i64",
      { type: "i64", initial: 0 },
      '"initial" must be a bigint that i64 has exactly, got number 0',
    ],
    [
      "an initial number that f32 has not",
      { type: "f32", initial: 0.1 },
      '"initial" must be a number that f32 has exactly',
    ],
    [
      "an initial number beyond u32",
      { type: "u32", initial: -1 },
      '"initial" must be a number that u32 has exactly, got number -1',
    ],
    [
      "an accumulation type for a function",
      { operator: (left: number) => left, accumulate: "f64" },
      '"accumulate" must be left out with a plain function',
    ],
  ])("refuses %s", (_, options, message) => {
    const resolve = (): unknown => resolveContract(options, "reduce", inputTypeOf(options));
    expect(resolve).toThrow(InvalidArgumentError);
    expect(resolve).toThrow(message);
  });

  it("refuses an exclusive scan whose operator has no start", () => {
    expect(() => resolveContract({ operator: treeHash }, "exclusive-scan", "u64")).toThrow(
      '"initial" must be given for an exclusive scan with tree-hash, which has no start, got none',
    );
    expect(() => resolveContract({ operator: (left: number) => left }, "exclusive-scan", "any")).toThrow(
      '"initial" must be given for an exclusive scan with a plain function, which has no start, got none',
    );
  });
});
