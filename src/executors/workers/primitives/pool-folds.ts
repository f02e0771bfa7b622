import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import { callOn, servedContract } from "../call.ts";
import { refusalOf } from "../refusal.ts";
import type { PoolColumns } from "./pool-columns.ts";

/** Reduces and scans of whole columns: the pool's own calls, and this thread for what has no pieces. */
export function poolFolds(columns: PoolColumns): Pick<Primitives<ColumnArray>, "reduce" | "scan"> {
  const { core, stop } = columns;
  return {
    async reduce(contract, input) {
      columns.checkStop();
      const request = { contract, observation: "reduce", allowQuadratic: false } as const;
      if (refusalOf(request) !== undefined) return core.alone.reduce(contract, input);
      const value = await callOn(core, servedContract(contract), stop).reduce(input);
      return contract.sums.map((type, k) => newColumn(type, 1).fill(value[k] as never));
    },
    async scan(contract, observation, input) {
      columns.checkStop();
      const request = { contract, observation, allowQuadratic: false } as const;
      if (refusalOf(request) !== undefined) return core.alone.scan(contract, observation, input);
      // What other rounds read is written where they can; what they do not, where the caller can have it.
      const isPlaced = input.every((column) => columns.isPlaced(column));
      const { length } = input[0];
      const output = isPlaced ? contract.sums.map((type) => columns.fresh(type, length)) : undefined;
      return (await callOn(core, servedContract(contract), stop).scan(observation, input, output)).output;
    },
  };
}
