// First-order recurrences x ↦ x·scale + offset are scans of such maps (Blelloch).

import type { ElementType } from "../../values/element-types.ts";
import type { AnyOperator, RecordOperator } from "../operator.ts";
import {
  defineRecord,
  leftColumns,
  type OnlyType,
  type PartType,
  rightColumns,
  type TypeArgument,
  typeNamed,
} from "./part.ts";
import { semiringOf } from "./semiring.ts";

/** The map `x ↦ x·scale + offset`. */
type AffineType<Value> = { readonly scale: Value; readonly offset: Value };

/**
 * Affine maps one after the other, the left one first: `(a, b) ∘ (c, d) = (a·c, b·c + d)` over `{ scale, offset }`.
 *
 * An inclusive scan solves `x[i] = x[i−1]·scale[i] + offset[i]`: its offsets are the solution that begins with zero. `add` and
 * `multiply` may be any operators on one type, records too: `max` and `add` give the tropical semiring, products and `matrices2x2` a
 * recurrence of second order. Associative where both are and `multiply` distributes over `add` from the right: exact for integers, not
 * for floats.
 *
 * @throws InvalidArgumentError for operators on different types
 * @see Kogge and Stone 1973; Blelloch 1990
 */
export function affine<Part extends AnyOperator, Type extends ElementType = OnlyType<Part>>(
  add: Part,
  multiply: AnyOperator,
  type?: TypeArgument<Type>,
): RecordOperator<AffineType<PartType<Part, Type>>> {
  const semiring = semiringOf(add, multiply, type === undefined ? undefined : typeNamed(type));
  const { plus, times, units } = semiring;
  const width = semiring.add.columns.length;
  const [leftScale, leftOffset] = [leftColumns(semiring.add), leftColumns(semiring.add, width)];
  const [rightScale, rightOffset] = [rightColumns(semiring.add), rightColumns(semiring.add, width)];
  const value = semiring.add.type as PartType<Part, Type>;
  return defineRecord(
    { scale: value, offset: value },
    [...times(leftScale, rightScale), ...plus(times(leftOffset, rightScale), rightOffset)],
    {
      name: `affine-${add.name}-${multiply.name}`,
      ...(units && { claims: { identity: [units.one, units.zero] } }),
      derivation: { combinator: "affine", parts: [add, multiply] },
    },
  );
}
