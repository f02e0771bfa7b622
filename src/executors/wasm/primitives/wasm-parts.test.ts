import { expect, it } from "vitest";
import { asProved, segmentedSum } from "../../../../test/helpers/operators/operators.ts";
import { contractOf, recordContractOf } from "../../../conformance/contract-of.ts";
import { type ColumnContract, columnContract, derivedContract } from "../../../contracts/column-contract.ts";
import { blockDyadic } from "../../../expressions/expression.ts";
import { networkExpression } from "../../../expressions/network-expression.ts";
import { add } from "../../../operators/built-in.ts";
import type { RecordOperator } from "../../../operators/operator.ts";
import { openMemory } from "../memory/wasm-memory.ts";
import { openNetworksWasm } from "../networks-wasm-executor.ts";
import { keepPlans } from "./wasm-parts.ts";

const input = [Float64Array.from({ length: 100 }, (_, i) => 0.1 * i)];

function sumFrom(value: number): ColumnContract {
  const expression = blockDyadic(32);
  return columnContract(
    contractOf({ operator: add, type: "f64", expression, initial: { value, placement: "outside" } }),
  );
}

it("a plan is made once for equal contracts of an operator, and is another for any other", () => {
  const { executor } = openNetworksWasm(openMemory());
  const kept = keepPlans(executor);
  const contract = columnContract(contractOf({ operator: add, type: "f64", expression: blockDyadic(32) }));
  const plan = kept.plan(contract);
  expect(kept.plan(derivedContract(contract, {}))).toBe(plan);
  expect(kept.plan(derivedContract(contract, { expression: blockDyadic(8) }))).not.toBe(plan);
  expect(plan.reduce(input)).toEqual(executor.plan(contract).reduce(input));
  const recordBy = (operator: RecordOperator) =>
    columnContract(recordContractOf({ operator, expression: blockDyadic(32) }));
  const record = recordBy(segmentedSum);
  expect(kept.plan(record)).toBe(kept.plan(derivedContract(record, {})));
  const proved = recordBy(asProved(segmentedSum)); // whose line is the same
  expect(kept.plan(proved)).not.toBe(kept.plan(record));
  // Another network may have that name.
  const [blocks, others] = ["brent-kung", "sklansky"].map((name) => {
    const { network } = networkExpression(name, 8);
    return derivedContract(contract, { expression: networkExpression(network, "own") });
  });
  expect(kept.plan(blocks)).toBe(kept.plan(blocks));
  expect(kept.plan(blocks)).not.toBe(kept.plan(others));
});

it("however many initial values there are, each call has its own", () => {
  const { executor } = openNetworksWasm(openMemory());
  const kept = keepPlans(executor);
  for (let value = 0; value < 40; value++) {
    const expected = executor.plan(sumFrom(value)).reduce(input);
    expect(kept.plan(sumFrom(value)).reduce(input)).toEqual(expected);
    expect(kept.plan(sumFrom(0)).reduce(input)).toEqual(executor.plan(sumFrom(0)).reduce(input));
  }
});
