// Finds operators that are not commutative by trying them: quick enough for every call that would reorder its operands.

import { bitsOf } from "../values/bits.ts";
import { type ElementType, extremes, type Scalar, type ScalarType } from "../values/element-types.ts";
import type { Column } from "../values/value-types.ts";
import { evaluateBody, evaluateColumns } from "./evaluate.ts";
import { type AnyOperator, bodyOf } from "./operator.ts";

/** Two values, by column, whose combines differ in the two orders. */
interface SwapCounterexample {
  readonly columns: readonly Column[];
  readonly left: readonly Scalar[];
  readonly right: readonly Scalar[];
  readonly combined: readonly Scalar[]; // left ∘ right
  readonly swapped: readonly Scalar[]; // right ∘ left
}

/** How many values of each column are tried in a row: a prime, so that columns meet in many ways. */
const ROWS = 23;

/**
 * Tries an operator on a few hundred pairs of values that show most differences. Finding none proves nothing: samebits/laws has those.
 *
 * Values outside a claimed carrier are left out.
 */
export function swapCounterexample(
  operator: AnyOperator,
  type?: ElementType,
): SwapCounterexample | undefined {
  const body = bodyOf(operator, type);
  const { columns } = body;
  const carrier = operator.claims?.carrier;
  const rows = Array.from({ length: ROWS }, (_, row) =>
    columns.map((column, i) => {
      const values = valuesOf(column.type);
      // Each time round, a column meets other values of those before it: two rows may differ in one column alone.
      const round = Math.floor(row / values.length);
      return values[(row * (i + 1) + i * (round + 1)) % values.length];
    }),
  ).filter((row) => carrier === undefined || evaluateColumns([carrier], row, row)[0] === 1);
  for (const left of rows) {
    for (const right of rows) {
      const combined = evaluateBody(body, left, right);
      const swapped = evaluateBody(body, right, left);
      const areSame = columns.every(
        (column, i) => bitsOf(column.type, combined[i]) === bitsOf(column.type, swapped[i]),
      );
      if (!areSame) return { columns, left, right, combined, swapped };
    }
  }
  return undefined;
}

function valuesOf(type: ScalarType): readonly Scalar[] {
  if (type === "bool") return [0, 1];
  if (type === "f64" || type === "f32") {
    return [0, -0, 1, -1, 3, 0.5, -2.75, 2 ** 30, 2 ** -30, 1e-40, Infinity, -Infinity, NaN].map((value) =>
      type === "f32" ? Math.fround(value) : value,
    );
  }
  const { smallest, largest } = extremes(type);
  const small = [0, 1, 2, 3, 5, 7, 100, 12345].map((value) =>
    typeof largest === "bigint" ? BigInt(value) : value,
  );
  return [...small, smallest, largest];
}
