import { describe, expect, it } from "vitest";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { TypedContract } from "../../contracts/contract.ts";
import { resolveContract } from "../../contracts/resolve.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import type { ElementArray } from "../../values/element-types.ts";
import { elementPlan } from "../executor.ts";
import { sumsJavascriptExecutor } from "./sums-javascript-executor.ts";

const OBSERVATIONS = ["inclusive-scan", "exclusive-scan"] as const;

describe.each(["exact", "binned:2", "binned:3", "binned:4"])("%s on plain loops", (expression) => {
  it.each([
    ["f64", "f64"],
    ["f32", "f32"],
    ["f32", "f64"],
  ] as const)("has the bits of the definition, %s in %s", (type, accumulate) => {
    for (const data of ["wide", "narrow", "special"] as const) {
      for (const length of [0, 1, 2, 100, 1009]) {
        const input = generateData({ data, type, length, seed: 7n }) as ElementArray;
        for (const direction of ["forward", "backward"] as const) {
          for (const initial of [undefined, -1.5] as const) {
            const options = { expression, type, accumulate, direction, initial };
            const contractFor = (observation: "reduce" | (typeof OBSERVATIONS)[number]): TypedContract =>
              resolveContract(options, observation) as TypedContract;
            const contract = contractFor("reduce");
            if (length > 0 || initial !== undefined) {
              expect(elementPlan(sumsJavascriptExecutor.plan(columnContract(contract))).reduce(input)).toBe(
                referenceReduce(contract, input),
              );
            }
            for (const observation of OBSERVATIONS) {
              const scanned = contractFor(observation);
              const plan = elementPlan(sumsJavascriptExecutor.plan(columnContract(scanned)));
              const output =
                observation === "inclusive-scan" ? plan.inclusiveScan(input) : plan.exclusiveScan(input);
              expect(output).toEqual(referenceScan(scanned, observation, input));
            }
          }
        }
      }
    }
  });
});
