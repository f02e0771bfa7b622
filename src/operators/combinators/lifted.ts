// Operators without an identity still have to start exclusive scans and empty segments.

import type { ElementType } from "../../values/element-types.ts";
import type { AnyOperator, RecordOperator } from "../operator.ts";
import { binary, left, right, select, unary } from "../term.ts";
import {
  areZeros,
  carrierAt,
  combineAt,
  defineRecord,
  leftColumns,
  type OnlyType,
  type PartType,
  partOf,
  rightColumns,
  zeros,
} from "./part.ts";

/**
 * The operator with an identity added to its values, whether it has one or not: over `{ value, isPresent }`, where an absent value
 * changes nothing: `absent ∘ y = y`, `x ∘ absent = x`.
 *
 * Associative where `operator` is. The identity is absent with zeros for its value; that it is one bit for bit holds on the carrier of
 * values that are present or zeros. `type` is needed where the operator is on several.
 */
export function lifted<Part extends AnyOperator, Type extends ElementType = OnlyType<Part>>(
  operator: Part,
  type?: Type,
): RecordOperator<{ readonly value: PartType<Part, Type>; readonly isPresent: "bool" }> {
  const part = partOf("operator", operator, type);
  const [leftValue, rightValue, both] = [leftColumns(part), rightColumns(part), combineAt(part)];
  const flag = part.columns.length;
  const [leftIsPresent, rightIsPresent] = [left("bool", flag), right("bool", flag)];
  const isEmpty = binary("and", unary("not", leftIsPresent), areZeros(leftValue));
  const inner = carrierAt(part);
  const isFull = inner === undefined ? leftIsPresent : binary("and", leftIsPresent, inner);
  return defineRecord(
    { value: part.type as PartType<Part, Type>, isPresent: "bool" },
    [
      ...both.map((value, i) =>
        select(leftIsPresent, select(rightIsPresent, value, leftValue[i]), rightValue[i]),
      ),
      binary("or", leftIsPresent, rightIsPresent),
    ],
    {
      name: `lifted-${operator.name}`,
      claims: { identity: [...zeros(part.columns), 0], carrier: binary("or", isEmpty, isFull) },
      derivation: { combinator: "lifted", parts: [operator] },
    },
  );
}
