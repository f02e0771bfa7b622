import { expect, test } from "vitest";
import { contractOf } from "../../../conformance/contract-of.ts";
import { columnContract } from "../../../contracts/column-contract.ts";
import { bisection, blockDyadic, exact } from "../../../expressions/expression.ts";
import { add, max, multiply } from "../../../operators/built-in.ts";
import { defineOperator } from "../../../operators/define-operator.ts";
import { binary, left, right } from "../../../operators/term.ts";
import { servedLevel } from "./served-level.ts";

const f32 = contractOf({ operator: add, type: "f32", expression: blockDyadic(32) });

const compensated = defineOperator("f32", [
  binary("subtract", binary("add", left("f32"), right("f32")), left("f32")),
]);

test("native f32 serves what asks for less than everywhere, and names the tree", () => {
  for (const contract of [f32, { ...f32, operator: multiply }]) {
    expect(servedLevel(columnContract(contract), { determinism: "runToRun" })).toEqual({
      determinism: "runToRun",
      expression: "implementation-defined:webgpu-native:block-dyadic:32",
    });
    expect(servedLevel(columnContract(contract), { determinism: "notGuaranteed" })).toEqual({
      determinism: "notGuaranteed",
      expression: "implementation-defined:webgpu-arrival",
    });
  }
});

test.each([
  ["what is on bits anyway", contractOf({ operator: add, type: "f64", expression: blockDyadic(32) }), {}],
  ["sums in a wider type", { ...f32, accumulate: "f64" as const }, {}],
  ["integers", contractOf({ operator: add, type: "u32", expression: blockDyadic(32) }), {}],
  ["what is proved associative", { ...f32, operator: max }, {}],
  ["terms that a compiler could fold", { ...f32, operator: compensated }, {}],
  ["what has no native scan, so that a reduce is the last prefix", { ...f32, expression: bisection }, {}],
  ["sums without an order", { ...f32, expression: exact }, {}],
  ["arithmetic on bits", f32, { arithmetic: "integer" as const }],
] as const)("%s serves every level by everywhere", (_name, contract, given) => {
  for (const determinism of ["notGuaranteed", "runToRun", "everywhere", undefined] as const) {
    expect(servedLevel(columnContract(contract), { determinism, ...given }).determinism).toBe("everywhere");
  }
});
