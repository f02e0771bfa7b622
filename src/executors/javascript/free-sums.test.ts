import { describe, expect, it } from "vitest";
import { contractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { TypedContract } from "../../contracts/contract.ts";
import type { Determinism, Requirement } from "../../contracts/levels.ts";
import { blockDyadic, linearCarry } from "../../expressions/expression.ts";
import { add, BUILT_IN_OPERATORS } from "../../operators/built-in.ts";
import { referenceScan } from "../../reference/reference.ts";
import { EmptyInputError } from "../../values/errors.ts";
import { hashArray } from "../../values/hash.ts";
import { type ElementPlan, elementPlan } from "../executor.ts";
import { sumsJavascriptExecutor } from "./sums-javascript-executor.ts";

const sum = contractOf({ operator: add, type: "f64", expression: blockDyadic(32) });
const planOf = (contract: TypedContract, requirement?: Requirement): ElementPlan =>
  elementPlan(sumsJavascriptExecutor.plan(columnContract(contract), requirement));
const anyTree = (determinism: Determinism): Requirement => ({ determinism, isExpressionNamed: false });

describe("sums that less than everywhere will do for", () => {
  it("are served by linear-carry:8, scans as reduces, where no expression was named", () => {
    const freed = new Set<string>();
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
              else {
                expect(answer).toEqual({ determinism: "runToRun", expression: "linear-carry:8" });
                freed.add(`${operator.name} ${type} ${observation} ${determinism} ${isExpressionNamed}`);
              }
            }
          }
        }
      }
    }
    expect(freed.size).toBe(12);
    for (const each of freed) expect(each).toMatch(/^add f(32|64) (reduce|.*-scan) (runToRun|notG.*) false$/);
  });

  it.each<["f64" | "f32", "f64" | "f32"]>([
    ["f64", "f64"],
    ["f32", "f32"],
    ["f32", "f64"],
  ])(
    "of %s in %s have the bits of that expression, and a reduce those of the last prefix",
    (type, accumulate) => {
      for (const length of [1, 2, 7, 8, 9, 15, 16, 21, 100, 1003]) {
        const input = generateData({ data: "special", type, length, seed: BigInt(length) }) as Float64Array;
        for (const initial of [undefined, { value: 0.5, placement: "outside" }] as const) {
          const contract = { ...sum, type, accumulate, initial };
          const free = planOf(contract, anyTree("runToRun"));
          const named = { ...contract, expression: linearCarry(8) };
          const expected = referenceScan(named, "inclusive-scan", input) as Float64Array;
          expect(hashArray(free.inclusiveScan(input))).toBe(hashArray(expected));
          expect(free.reduce(input)).toBe(expected.at(-1));
          expect(free.reduce(input)).toBe(planOf(named).reduce(input));
        }
      }
    },
  );

  it("keep −0, give the canonical NaN, and know nothing", () => {
    const { reduce } = planOf(sum, anyTree("runToRun"));
    expect(reduce(Float64Array.of(-0, -0))).toBe(-0);
    expect(reduce(new Float64Array(17).fill(-0))).toBe(-0);
    const nan = new Float64Array(new BigUint64Array([0xfff8_0000_0000_0001n, 0n]).buffer);
    const bits = new BigUint64Array(Float64Array.of(Number(reduce(nan))).buffer)[0];
    expect(bits).toBe(0x7ff8_0000_0000_0000n);
    expect(() => reduce(new Float64Array(0))).toThrow(EmptyInputError);
    const initial = { value: 0.5, placement: "outside" } as const;
    expect(planOf({ ...sum, initial }, anyTree("runToRun")).reduce(new Float64Array(0))).toBe(0.5);
  });

  it("are those of the contract from the end, and where an initial value stands first", () => {
    const input = generateData({ data: "narrow", type: "f64", length: 100, seed: 1n }) as Float64Array;
    const initial = { value: 0.5, placement: "first" } as const;
    for (const contract of [{ ...sum, direction: "backward" } as const, { ...sum, initial }]) {
      const free = planOf(contract, anyTree("notGuaranteed"));
      expect(free.reduce(input)).toBe(planOf(contract).reduce(input));
      expect(free.inclusiveScan(input)).toEqual(planOf(contract).inclusiveScan(input));
    }
  });
});
