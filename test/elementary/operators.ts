import { op } from "../../src/operators.ts";

/** log(e^left + e^right), and one that calls a function of two. */
export const ELEMENTARY_OPERATORS = {
  f64: [
    op<"f64">`(left: f64, right) => max(left, right) + log1p(exp(min(left, right) - max(left, right)))`,
    op<"f64">`(left: f64, right) => hypot(left, sin(right))`,
  ],
  f32: [
    op<"f32">`(left: f32, right) => max(left, right) + log1p(exp(min(left, right) - max(left, right)))`,
    op<"f32">`(left: f32, right) => hypot(left, sin(right))`,
  ],
} as const;

/** From −11 to 16. */
export function numbers(length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => ((i * 7919) % 1000) / 37 - 11);
}
