import type { Expression } from "../expressions/expression.ts";
import { printExpression } from "../expressions/print.ts";
import type { Served } from "./levels.ts";

/** The strongest promise: the contract to the bit. */
export function servedEverywhere({ expression }: { readonly expression: Expression }): Served {
  return { determinism: "everywhere", expression: printExpression(expression) };
}
