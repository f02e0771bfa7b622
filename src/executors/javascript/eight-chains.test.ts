import { describe, expect, it } from "vitest";
import { contractOf } from "../../conformance/contract-of.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { TypedContract } from "../../contracts/contract.ts";
import type { Determinism, Requirement } from "../../contracts/levels.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { add, BUILT_IN_OPERATORS } from "../../operators/built-in.ts";
import { EmptyInputError } from "../../values/errors.ts";
import { type ElementPlan, elementPlan } from "../executor.ts";
import { sumsJavascriptExecutor } from "./sums-javascript-executor.ts";

const sum = contractOf({ operator: add, type: "f64", expression: blockDyadic(32) });
const planOf = (contract: TypedContract, requirement?: Requirement): ElementPlan =>
  elementPlan(sumsJavascriptExecutor.plan(columnContract(contract), requirement));
const anyTree = (determinism: Determinism): Requirement => ({ determinism, isExpressionNamed: false });

describe("sums in eight chains", () => {
  it("are served where less than everywhere will do and no expression was named", () => {
    const freed: string[] = [];
    for (const operator of BUILT_IN_OPERATORS) {
      for (const type of operator.types) {
        const contract = columnContract(contractOf({ operator, type, expression: blockDyadic(32) }));
        for (const observation of ["reduce", "inclusive-scan", "exclusive-scan"] as const) {
          for (const determinism of ["notGuaranteed", "runToRun", "everywhere"] as const) {
            for (const isExpressionNamed of [false, true]) {
              const requirement = { determinism, isExpressionNamed };
              const request = { contract, observation, allowQuadratic: false, requirement };
              const answer = sumsJavascriptExecutor.served?.(request);
              if (answer?.expression === "block-dyadic:32") expect(answer.determinism).toBe("everywhere");
              else freed.push(`${operator.name} ${type} ${observation} ${determinism} ${isExpressionNamed}`);
            }
          }
        }
      }
    }
    expect(freed.sort()).toEqual([
      "add f32 reduce notGuaranteed false",
      "add f32 reduce runToRun false",
      "add f64 reduce notGuaranteed false",
      "add f64 reduce runToRun false",
    ]);
  });

  it("are those chains, to the bit, and the same in every run", () => {
    // Chains of 1e16 and 1: in chain 0 the ones are lost, in the tree of the contract they are not.
    const input = Float64Array.from({ length: 40 }, (_, i) => [1e16, 1, 1, -1e16, 1, 0, 0, 0, 1][i % 9]);
    const { reduce } = planOf(sum, anyTree("runToRun"));
    const chains = new Float64Array(8);
    input.forEach((value, i) => {
      chains[i % 8] += value;
    });
    const [a, b, c, d, e, f, g, h] = chains;
    const expected = a + b + (c + d) + (e + f + (g + h));
    expect(reduce(input)).toBe(expected);
    expect(reduce(input)).toBe(expected);
    expect(planOf(sum).reduce(input)).not.toBe(expected);
  });

  it.each<["f64" | "f32", "f64" | "f32"]>([
    ["f64", "f64"],
    ["f32", "f32"],
    ["f32", "f64"],
  ])("of %s in %s: any length, ragged ends and initial values", (type, accumulate) => {
    for (const length of [1, 7, 8, 9, 15, 16, 100]) {
      const values = Array.from({ length }, (_, i) => i - 3);
      const input = type === "f64" ? Float64Array.from(values) : Float32Array.from(values);
      const expected = (length * (length - 1)) / 2 - 3 * length;
      const contract = { ...sum, type, accumulate };
      for (const placement of ["outside", "first"] as const) {
        const initial = { value: 0.5, placement };
        const plan = planOf({ ...contract, initial }, anyTree("notGuaranteed"));
        expect(plan.reduce(input)).toBe(expected + 0.5);
        expect(plan.reduce(input.subarray(0, 0))).toBe(0.5);
      }
      const { reduce } = planOf(contract, anyTree("notGuaranteed"));
      expect(reduce(input)).toBe(expected);
      expect(() => reduce(input.subarray(0, 0))).toThrow(EmptyInputError);
    }
  });

  it("round to f32, keep −0, and give the canonical NaN", () => {
    const inF32 = planOf({ ...sum, type: "f32", accumulate: "f32" }, anyTree("runToRun"));
    expect(inF32.reduce(Float32Array.of(16777216, 1, 1, 1))).toBe(Math.fround(16777219));
    expect(inF32.reduce(Float32Array.of(3e38, 3e38))).toBe(Number.POSITIVE_INFINITY);
    const { reduce } = planOf(sum, anyTree("runToRun"));
    expect(reduce(Float64Array.of(-0, -0))).toBe(-0);
    expect(reduce(new Float64Array(17).fill(-0))).toBe(-0);
    const nan = new Float64Array(new BigUint64Array([0xfff8_0000_0000_0001n, 0n]).buffer);
    const bits = new BigUint64Array(Float64Array.of(Number(reduce(nan))).buffer)[0];
    expect(bits).toBe(0x7ff8_0000_0000_0000n);
  });

  it("leave the scans of their plan alone", () => {
    const input = Float64Array.from({ length: 100 }, (_, i) => Math.sin(i));
    const free = planOf(sum, anyTree("notGuaranteed"));
    expect(free.inclusiveScan(input)).toEqual(planOf(sum).inclusiveScan(input));
  });
});
