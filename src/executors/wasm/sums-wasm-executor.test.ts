import { describe, expect, it } from "vitest";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { Observation, TypedContract } from "../../contracts/contract.ts";
import { resolveContract } from "../../contracts/resolve.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import { type ElementArray, newElementArray } from "../../values/element-types.ts";
import { elementPlan } from "../executor.ts";
import { sumsJavascriptExecutor } from "../javascript/sums-javascript-executor.ts";
import { sumsWasmExecutor } from "./sums-wasm-executor.ts";
import { wasmExecutor } from "./wasm-executor.ts";

const EXPRESSIONS = ["exact", "binned:2", "binned:3", "binned:4"] as const;
const TYPES = [
  { type: "f64", accumulate: "f64" },
  { type: "f32", accumulate: "f32" },
  { type: "f32", accumulate: "f64" },
] as const;
const executor = sumsWasmExecutor();

/** Every contract of a type and an expression that places its elements and its initial value differently. */
function* contractsOf(
  expression: string,
  { type, accumulate }: (typeof TYPES)[number],
): Generator<(observation: Observation) => TypedContract> {
  for (const direction of ["forward", "backward"] as const) {
    for (const initial of [undefined, -1.5, -0, Number.NaN]) {
      for (const initialPlacement of initial === -1.5 ? (["outside", "first"] as const) : [undefined]) {
        const options = { expression, type, accumulate, direction, initial, initialPlacement };
        yield (observation) => resolveContract(options, observation) as TypedContract;
      }
    }
  }
}

describe.each(EXPRESSIONS)("%s on kernels", (expression) => {
  it.each(TYPES)("has the bits of the definition, $type in $accumulate", (types) => {
    const library = executor.allocate(types.type, 1100);
    const target = executor.allocate(types.accumulate, 1100);
    for (const data of ["wide", "narrow", "special"] as const) {
      for (const length of [0, 1, 2, 9, 100, 1009]) {
        const input = generateData({ data, type: types.type, length, seed: 7n }) as ElementArray;
        const placed = library.array.subarray(3, 3 + length);
        placed.set(input as Float32Array);
        for (const contractFor of contractsOf(expression, types)) {
          const contract = contractFor("reduce");
          const { initial } = contract;
          const plan = elementPlan(executor.plan(columnContract(contract)));
          if (length > 0 || initial !== undefined) {
            const sum = referenceReduce(contract, input);
            expect(plan.reduce(input)).toBe(sum);
            expect(plan.reduce(placed)).toBe(sum);
          }
          const prefixes = referenceScan(contractFor("inclusive-scan"), "inclusive-scan", input);
          expect(plan.inclusiveScan(input)).toEqual(prefixes);
          expect(plan.inclusiveScan(placed, target.array.subarray(5, 5 + length))).toEqual(prefixes);
          if (initial === undefined) continue;
          const before = referenceScan(contractFor("exclusive-scan"), "exclusive-scan", input);
          expect(plan.exclusiveScan(input)).toEqual(before);
          expect(plan.exclusiveScan(placed, target.array.subarray(5, 5 + length))).toEqual(before);
        }
      }
    }
    library.release();
    target.release();
  });

  it("scans in place, library memory and the caller's", () => {
    const contract = resolveContract({ expression, type: "f64", initial: 2.5 }, "reduce") as TypedContract;
    const plan = elementPlan(executor.plan(columnContract(contract)));
    const input = generateData({ data: "narrow", type: "f64", length: 5000, seed: 3n });
    const prefixes = plan.inclusiveScan(input);
    const before = plan.exclusiveScan(input);
    const own = newElementArray("f64", 5000);
    const library = executor.allocate("f64", 5000);
    for (const array of [own, library.array]) {
      array.set(input as Float64Array);
      expect(plan.inclusiveScan(array, array)).toEqual(prefixes);
      array.set(input as Float64Array);
      expect(plan.exclusiveScan(array, array)).toEqual(before);
    }
    library.release();
  });
});

describe("a pass", () => {
  it.each(EXPRESSIONS)(
    "of %s has the same values and state after any chunks, and goes on elsewhere",
    (expression) => {
      for (const { type, accumulate } of TYPES) {
        for (const data of ["wide", "narrow", "special"] as const) {
          const options = { expression, type, accumulate, initial: 0.5 };
          const contract = resolveContract(options, "reduce") as TypedContract;
          const input = generateData({ data, type, length: 3000, seed: 11n }) as Float64Array;
          const plain = sumsJavascriptExecutor.openPass(columnContract(contract));
          let pass = executor.openPass(columnContract(contract));
          const cuts = [1, 7, 8, 300, 511, 0, 513, 1660];
          for (const [index, length] of cuts.entries()) {
            const chunk = [input.subarray(pass.position, pass.position + length)];
            if (index % 3 === 0) expect(pass.inclusiveScan(chunk)).toEqual(plain.inclusiveScan(chunk));
            else if (index % 3 === 1) expect(pass.exclusiveScan(chunk)).toEqual(plain.exclusiveScan(chunk));
            else for (const each of [pass, plain]) each.reduce(chunk);
            expect(pass.observe()).toEqual(plain.observe());
            expect(pass.summary()).toEqual(plain.summary());
            const from = pass.summary();
            pass.close();
            pass = executor.openPass(columnContract(contract), from);
          }
          expect(pass.position).toBe(3000);
          pass.close();
        }
      }
    },
  );
});

describe("who serves", () => {
  it("the composed executor alone", () => {
    for (const expression of EXPRESSIONS) {
      const contract = columnContract(
        resolveContract({ expression, type: "f64" }, "reduce") as TypedContract,
      );
      const request = { contract, observation: "reduce", allowQuadratic: false } as const;
      expect(executor.refusal(request)).toBeUndefined();
      expect(wasmExecutor().refusal(request)?.remedy).toContain("samebits/sums");
    }
    const other = resolveContract({ type: "f64" }, "reduce") as TypedContract;
    const input = generateData({ data: "narrow", type: "f64", length: 77, seed: 1n });
    expect(elementPlan(executor.plan(columnContract(other))).reduce(input)).toBe(
      elementPlan(wasmExecutor().plan(columnContract(other))).reduce(input),
    );
  });
});
