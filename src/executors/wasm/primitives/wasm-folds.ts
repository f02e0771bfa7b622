import type { ElementArray } from "../../../values/element-types.ts";
import { InternalError } from "../../../values/errors.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import { checkServed } from "./check-served.ts";
import type { WasmParts } from "./parts.ts";

/** Reduces and scans of whole columns: the executor's own plans. */
export function wasmFolds(parts: WasmParts): Pick<Primitives<ColumnArray>, "reduce" | "scan"> {
  const { executor } = parts;
  return {
    reduce(contract, columns) {
      checkServed(parts, "reduce", contract, "reduce");
      if (contract.kind === "typed") {
        const value = executor.plan(contract).reduce(columns[0] as ElementArray);
        return [newColumn(contract.accumulate, 1).fill(value as never)];
      }
      const values = planRecords(contract).reduce(columns);
      return contract.operator.columns.map(({ type }, i) => newColumn(type, 1).fill(values[i] as never));
    },
    scan(contract, observation, columns) {
      checkServed(parts, observation, contract, observation);
      const isInclusive = observation === "inclusive-scan";
      if (contract.kind === "typed") {
        const plan = executor.plan(contract);
        const input = columns[0] as ElementArray;
        return [isInclusive ? plan.inclusiveScan(input) : plan.exclusiveScan(input)];
      }
      const plan = planRecords(contract);
      return isInclusive ? plan.inclusiveScan(columns) : plan.exclusiveScan(columns);
    },
  };
  function planRecords(contract: Parameters<NonNullable<typeof executor.planRecords>>[0]) {
    const plan = executor.planRecords?.(contract);
    if (plan === undefined) throw new InternalError("the wasm executor plans no records");
    return plan;
  }
}
