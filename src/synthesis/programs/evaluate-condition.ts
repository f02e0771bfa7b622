import { checkObject } from "../../values/check-arguments.ts";
import { compileCondition, type IndexValues } from "./compile-term.ts";
import { decodeCondition } from "./decode-program.ts";
import type { IndexCondition } from "./index-term.ts";

/** Whether a condition holds for these values; from left to right, up to the first that fails. Throws as `evaluateTerm` does. */
export function evaluateCondition(condition: IndexCondition, values: IndexValues): boolean {
  return compileCondition(decodeCondition(condition, "condition"))(checkObject("values", values));
}
