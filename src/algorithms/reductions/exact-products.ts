import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { exactProducts, splitFloats } from "../../values/exact-products.ts";
import { resolveColumns } from "../serve.ts";
import type { SumOptions } from "./sum-contract.ts";

/**
 * What dots and products may name in the place of an expression: the true value, rounded once. It has no tree and no executor: it is computed in integers where it is
 * called. Reduces and scans have no products.
 */
export const EXACT_PRODUCTS = "exact-products";

/** The type that such a value of elements is rounded to. @throws InvalidArgumentError for integers */
export function exactSumType(
  type: ElementType,
  { accumulate }: Pick<SumOptions, "accumulate">,
): "f64" | "f32" {
  const sum = resolveColumns({ accumulate }, "reduce", type).sums[0];
  if (sum === "f64" || sum === "f32") return sum;
  const expected = `f64 or f32 for "${EXACT_PRODUCTS}"; products of integers are exact, but for what wraps, by any other expression`;
  throw new InvalidArgumentError("accumulate", expected, sum);
}

/** Elements of two columns that are multiplied and added at a time: their halves take 28 bytes each. */
const CHUNK = 2 ** 16;

/** The true dot product of two columns of one type and length, rounded once. */
export function exactDot(sum: "f64" | "f32", left: ElementArray, right: ElementArray): number {
  const products = exactProducts(sum);
  for (let start = 0; start < left.length; start += CHUNK) {
    const end = Math.min(left.length, start + CHUNK);
    const [one, other] = [left, right].map((column) =>
      splitFloats(Float64Array.from(column.subarray(start, end) as Float64Array)),
    );
    products.add({ floats: one, start: 0 }, { floats: other, start: 0 }, end - start);
  }
  return products.take();
}
