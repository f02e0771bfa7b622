import { expect, it } from "vitest";
import { contractOf, recordContractOf } from "../../../conformance/contract-of.ts";
import type { TypedContract } from "../../../contracts/contract.ts";
import { blockDyadic } from "../../../expressions/expression.ts";
import { networkExpression } from "../../../expressions/network-expression.ts";
import { add } from "../../../operators/built-in.ts";
import { asProved, segmentedSum } from "../../../operators/test-operators.ts";
import { openNetworksWasm } from "../networks/networks-wasm-executor.ts";
import { keepPlans } from "./keep-plans.ts";

const input = Float64Array.from({ length: 100 }, (_, i) => 0.1 * i);

function sumFrom(value: number): TypedContract {
  const expression = blockDyadic(32);
  return contractOf({ operator: add, type: "f64", expression, initial: { value, placement: "outside" } });
}

it("a plan is made once for equal contracts of an operator, and is another for any other", () => {
  const { executor } = openNetworksWasm(undefined);
  const kept = keepPlans(executor);
  const contract = contractOf({ operator: add, type: "f64", expression: blockDyadic(32) });
  const plan = kept.plan(contract);
  expect(kept.plan({ ...contract })).toBe(plan);
  expect(kept.plan({ ...contract, expression: blockDyadic(8) })).not.toBe(plan);
  expect(plan.reduce(input)).toBe(executor.plan(contract).reduce(input));
  const record = recordContractOf({ operator: segmentedSum, expression: blockDyadic(32) });
  expect(kept.planRecords?.(record)).toBe(kept.planRecords?.({ ...record }));
  const proved = { ...record, operator: asProved(segmentedSum) }; // whose line is the same
  expect(kept.planRecords?.(proved)).not.toBe(kept.planRecords?.(record));
  const blocks = { ...contract, expression: networkExpression("brent-kung", 8) };
  expect(kept.plan(blocks)).not.toBe(kept.plan(blocks)); // other networks may have that name
});

it("however many initial values there are, each call has its own", () => {
  const { executor } = openNetworksWasm(undefined);
  const kept = keepPlans(executor);
  for (let value = 0; value < 40; value++) {
    const expected = executor.plan(sumFrom(value)).reduce(input);
    expect(kept.plan(sumFrom(value)).reduce(input)).toBe(expected);
    expect(kept.plan(sumFrom(0)).reduce(input)).toBe(executor.plan(sumFrom(0)).reduce(input));
  }
});
