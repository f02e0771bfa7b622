import { describe, expect, it } from "vitest";
import { printContract } from "../contracts/print.ts";
import { sumsJavascriptExecutor } from "../executors/javascript/sums-javascript-executor.ts";
import { bisection, blockDyadic } from "../expressions/expression.ts";
import { treeHash } from "../operators/built-in.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { bind } from "./bind.ts";

const { reduce, inclusiveScan, exclusiveScan, prepare } = bind(() => sumsJavascriptExecutor);

describe("prepare", () => {
  const input = Float32Array.of(16777216, 1, 1, 0.5);

  it("says what it will do and who does it", () => {
    const plan = prepare({ type: "f32", accumulate: "f64", determinism: "everywhere" });
    expect(printContract(plan.contract)).toBe("add f32 sum=f64 block-dyadic:32 initial=none v1");
    expect(plan.exclusiveContract && printContract(plan.exclusiveContract)).toBe(
      "add f32 sum=f64 block-dyadic:32 initial=0000000000000000@outside v1",
    );
    expect(plan.achieved).toEqual({
      determinism: "everywhere",
      executor: "javascript",
      expression: "block-dyadic:32",
    });
  });

  it("says of each function what it meets, and of all the weakest", () => {
    const chosen = { determinism: "runToRun", executor: "javascript", expression: "linear-carry:8" };
    const everywhere = { determinism: "everywhere", executor: "javascript", expression: "block-dyadic:32" };
    for (const determinism of ["notGuaranteed", "runToRun"] as const) {
      const plan = prepare({ type: "f64", determinism });
      expect(plan.achieved).toEqual(chosen);
      expect(plan.achievedOf("reduce")).toEqual(chosen);
      expect(plan.achievedOf("inclusive-scan")).toEqual(chosen);
      expect(plan.achievedOf("exclusive-scan")).toEqual(chosen);
    }
    const named = prepare({ type: "f64", determinism: "runToRun", expression: "block-dyadic:32" });
    expect(named.achieved).toEqual(everywhere);
    const operator = (left: string, right: string): string => left + right;
    expect(prepare({ operator, determinism: "notGuaranteed" }).achieved).toEqual(everywhere);
  });

  it("says nothing of a function that cannot be had", () => {
    const plan = prepare({ type: "f64", expression: bisection });
    expect(plan.achieved.expression).toBe("bisection");
    expect(() => plan.achievedOf("inclusive-scan")).toThrow(UnsupportedError);
    const startless = prepare({ type: "u64", operator: "tree-hash" });
    expect(() => startless.achievedOf("exclusive-scan")).toThrow(InvalidArgumentError);
  });

  it("computes what it says", () => {
    const input = Float64Array.from({ length: 40 }, (_, i) => Math.sin(i));
    const chosen = prepare({ type: "f64", determinism: "runToRun" });
    expect(chosen.reduce(input)).not.toBe(prepare({ type: "f64" }).reduce(input));
    const named = prepare({ type: "f64", expression: chosen.achieved.expression });
    expect(chosen.reduce(input)).toBe(named.reduce(input));
    expect(chosen.inclusiveScan(input)).toEqual(named.inclusiveScan(input));
    expect(chosen.inclusiveScan(input).at(-1)).toBe(chosen.reduce(input));
  });

  it("gives what the plain calls give", () => {
    const options = { accumulate: "f64", expression: blockDyadic(2), direction: "backward" } as const;
    const plan = prepare({ type: "f32", ...options });
    const total: number = plan.reduce(input);
    const prefixes: Float64Array = plan.inclusiveScan(input);
    expect(total).toBe(reduce(input, options));
    expect(prefixes).toEqual(inclusiveScan(input, options));
    expect(plan.exclusiveScan(input)).toEqual(exclusiveScan(input, options));
    const output = new Float64Array(4);
    expect(plan.exclusiveScan(input, output)).toBe(output);
    expect(output).toEqual(exclusiveScan(input, options));
  });

  it("gives the initial value of the caller to all three", () => {
    const plan = prepare({ type: "i32", initial: 10, initialPlacement: "first" });
    expect(plan.exclusiveContract).toEqual(plan.contract);
    expect(plan.reduce(Int32Array.of(1, 2))).toBe(13);
    expect(plan.exclusiveScan(Int32Array.of(1, 2))).toEqual(Int32Array.of(10, 11));
    expect(plan.reduce(new Int32Array(0))).toBe(10);
  });

  it("reads what has no element type, and refuses what has another", () => {
    const plan = prepare({ type: "i32" });
    expect(plan.reduce([1, 2])).toBe(3);
    expect(plan.inclusiveScan(Int8Array.of(-1, 2))).toEqual(Int32Array.of(-1, 1));
    expect(() => plan.reduce([1, 2.5])).toThrow('"input[1]" must be a value that i32 has exactly, got 2.5');
    expect(() => plan.reduce(new Float64Array(1) as never)).toThrow(
      '"input" must be an array of i32, or one without an element type of its own, got a Float64Array of length 1',
    );
  });

  it("has no exclusive scan where the operator has no start, and the others work", () => {
    const plan = prepare({ type: "u64", operator: treeHash });
    expect(plan.exclusiveContract).toBeUndefined();
    expect(plan.inclusiveScan(BigUint64Array.of(5n))).toEqual(BigUint64Array.of(5n));
    expect(plan.reduce(BigUint64Array.of(5n))).toBe(5n);
    expect(() => plan.exclusiveScan(BigUint64Array.of(5n))).toThrow(InvalidArgumentError);
    expect(() => plan.exclusiveScan(BigUint64Array.of(5n))).toThrow('"initial" must be given');
  });

  it("reduces by bisection, and scans by it only when asked twice", () => {
    const plan = prepare({ type: "f32", expression: bisection });
    expect(plan.reduce(input)).toBe(16777216 + 1 + 1);
    expect(() => plan.inclusiveScan(input)).toThrow(UnsupportedError);
    expect(() => plan.exclusiveScan(input)).toThrow("iteratedPairwise");
    expect(
      prepare({ type: "f32", expression: bisection, allowQuadratic: true }).inclusiveScan(input)[3],
    ).toBe(plan.reduce(input));
  });

  it("refuses at once what the executor can do in no way", () => {
    const refusal = () => ({ reason: "it cannot", remedy: "use another" });
    const prepareNowhere = bind(() => ({ ...sumsJavascriptExecutor, name: "nowhere", refusal })).prepare;
    expect(() => prepareNowhere({ type: "f64" })).toThrow(UnsupportedError);
    expect(() => prepareNowhere({ operator: (left: string) => left })).toThrow(UnsupportedError);
  });

  it("prepares a plain function", () => {
    const plan = prepare({ operator: (left: string, right: string) => `(${left} ${right})`, initial: "z" });
    expect(plan.contract.type).toBe("any");
    expect(plan.reduce(["a", "b"])).toBe("(z (a b))");
    expect(plan.inclusiveScan(["a", "b"])).toEqual(["(z a)", "(z (a b))"]);
    const output: string[] = ["", ""];
    expect(plan.exclusiveScan(["a", "b"], output)).toBe(output);
    expect(output).toEqual(["z", "(z a)"]);
    const withoutStart = prepare({ operator: (left: number, right: number) => left + right });
    expect(withoutStart.reduce(Float64Array.of(1, 2))).toBe(3);
    expect(() => withoutStart.exclusiveScan([1])).toThrow('"initial" must be given');
  });

  it("keeps its contract when the options object changes", () => {
    const options: { type: "f64"; operator: "add" | "max" } = { type: "f64", operator: "add" };
    const plan = prepare(options);
    options.operator = "max";
    expect(plan.reduce(Float64Array.of(1, 2))).toBe(3);
    expect(plan.exclusiveScan(Float64Array.of(1, 2))).toEqual(Float64Array.of(0, 1));
  });
});
