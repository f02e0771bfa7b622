import type { ArrayFunction } from "../types/signatures.ts";
import type { Call } from "./call.ts";
import { MADE, MOVED } from "./context.ts";
import { asScalar, type Value } from "./value.ts";

/** Functions whose results have elements that were there before. */
const MOVES: ReadonlySet<ArrayFunction> = new Set<ArrayFunction>([
  "concat",
  "flatten",
  "transpose",
  "reverse",
  "rotate",
  "take",
  "drop",
  "filter",
  "partition",
  "scatter",
  "sort",
]);

/** Units of memory that a use of a function asks for besides what is made by the functions that it is given. Known before it runs. */
export function unitsOf(call: Call): number {
  return elementsOf(call) * (MOVES.has(call.name) ? MOVED : MADE);
}

function elementsOf({ name, operands }: Call): number {
  switch (name) {
    case "iota":
    case "replicate":
    case "tabulate":
      return Math.max(0, Number(asScalar(operands[0])));
    case "length":
    case "head":
    case "last":
      return 0;
    case "flatten":
    case "transpose":
      return operands.reduce<number>((sum, rows) => sum + lengthWithin(rows), 0);
    case "unzip":
      return 2 * lengthOf(operands[0]);
    case "unzip3":
      return 3 * lengthOf(operands[0]);
    default:
      return operands.reduce<number>((sum, operand) => sum + lengthOf(operand), 0);
  }
}

function lengthOf(value: Value): number {
  return typeof value === "object" && value.kind === "array" ? value.items.length : 0;
}

function lengthWithin(value: Value): number {
  if (typeof value !== "object" || value.kind !== "array") return 0;
  return value.items.reduce<number>((sum, row) => sum + lengthOf(row), value.items.length);
}
