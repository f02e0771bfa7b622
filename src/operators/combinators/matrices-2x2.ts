// Second-order recurrences are scans of 2×2 matrices, over any semiring.

import type { ElementType } from "../../values/element-types.ts";
import type { AnyOperator, RecordOperator } from "../operator.ts";
import type { Term } from "../term.ts";
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

/** The matrix with rows `a b` and `c d`. */
type Matrix2x2Type<Value> = {
  readonly a: Value;
  readonly b: Value;
  readonly c: Value;
  readonly d: Value;
};

/**
 * The product of 2×2 matrices, rows `a b` and `c d`, over a semiring: each entry is `add` of two `multiply`.
 *
 * Associative where both are and `multiply` distributes over `add` from both sides: exact for integers, not for floats. Never
 * commutative.
 *
 * @throws InvalidArgumentError for operators on different types
 */
export function matrices2x2<Part extends AnyOperator, Type extends ElementType = OnlyType<Part>>(
  add: Part,
  multiply: AnyOperator,
  type?: TypeArgument<Type>,
): RecordOperator<Matrix2x2Type<PartType<Part, Type>>> {
  const {
    add: part,
    plus,
    times,
    units,
  } = semiringOf(add, multiply, type === undefined ? undefined : typeNamed(type));
  const width = part.columns.length;
  const [la, lb, lc, ld] = [0, 1, 2, 3].map((entry) => leftColumns(part, entry * width));
  const [ra, rb, rc, rd] = [0, 1, 2, 3].map((entry) => rightColumns(part, entry * width));
  const entry = (row: readonly (readonly Term[])[], column: readonly (readonly Term[])[]): readonly Term[] =>
    plus(times(row[0], column[0]), times(row[1], column[1]));
  const value = part.type as PartType<Part, Type>;
  return defineRecord(
    { a: value, b: value, c: value, d: value },
    [
      ...entry([la, lb], [ra, rc]),
      ...entry([la, lb], [rb, rd]),
      ...entry([lc, ld], [ra, rc]),
      ...entry([lc, ld], [rb, rd]),
    ],
    {
      name: `matrices-2x2-${add.name}-${multiply.name}`,
      ...(units && { claims: { identity: [units.one, units.zero, units.zero, units.one] } }),
      derivation: { combinator: "matrices-2x2", parts: [add, multiply] },
    },
  );
}
