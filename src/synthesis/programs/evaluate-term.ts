import { checkObject } from "../../values/check-arguments.ts";
import { compileTerm, type IndexValues } from "./compile-term.ts";
import { decodeTerm } from "./decode-program.ts";
import type { IndexTerm } from "./index-term.ts";

/**
 * The value of a term: `evaluateTerm(term, { i: 2, j: 5, N: 16 })`.
 *
 * @throws InvalidArgumentError for a name without a whole number as its value, a negative shift, a divisor or modulus below 1, a logarithm of
 * what is not positive, and a value on the way beyond ±2^53
 */
export function evaluateTerm(term: IndexTerm, values: IndexValues): number {
  return compileTerm(decodeTerm(term, "term"))(checkObject("values", values));
}
