import type { FloatType } from "../../../summaries/accumulators/accumulator.ts";

/** Statements that return ±part · 2^exponent as a `Value`, rounded to nearest, ties to even; the last bit of part is sticky. */
export function returnRounded(type: FloatType, sign: string, exponent: string, part: string): string {
  if (type === "f32") return `return Value(f32_from_pair(${sign}, ${exponent}, ${part}));`;
  return `let words = f64_round(${sign}, ${exponent}, ${part});
  return Value(words.x, words.y);`;
}
