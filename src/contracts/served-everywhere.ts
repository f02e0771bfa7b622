import { printExpression } from "../expressions/print.ts";
import type { Contract } from "./contract.ts";
import type { Served } from "./levels.ts";

/** The strongest promise: the contract to the bit. */
export function servedEverywhere({ expression }: Contract): Served {
  return { determinism: "everywhere", expression: printExpression(expression) };
}
