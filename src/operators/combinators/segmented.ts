// Segmented scans by an operator alone (Schwartz): values with flags where a segment begins.

import type { ElementType } from "../../values/element-types.ts";
import type { AnyOperator, RecordOperator } from "../operator.ts";
import { binary, left, right, select } from "../term.ts";
import {
  carrierAt,
  combineAt,
  defineRecord,
  type OnlyType,
  type PartType,
  partOf,
  rightColumns,
} from "./part.ts";

/**
 * The operator that begins anew at every head: `(x, f) ∘ (y, g) = (g ? y : x ∘ y, f ∨ g)` over `{ value, isHead }`.
 *
 * One scan of it is a scan of every segment. Associative where `operator` is; the identity is the operator's with no head. Never
 * commutative. `type` is needed where the operator is on several.
 *
 * @see Schwartz 1980; Blelloch 1990
 */
export function segmented<Part extends AnyOperator, Type extends ElementType = OnlyType<Part>>(
  operator: Part,
  type?: Type,
): RecordOperator<{ readonly value: PartType<Part, Type>; readonly isHead: "bool" }> {
  const part = partOf("operator", operator, type);
  const flag = part.columns.length;
  const continued = combineAt(part);
  const fresh = rightColumns(part);
  const isHead = right("bool", flag);
  const carrier = carrierAt(part);
  return defineRecord(
    { value: part.type as PartType<Part, Type>, isHead: "bool" },
    [
      ...fresh.map((value, i) => select(isHead, value, continued[i])),
      binary("or", left("bool", flag), isHead),
    ],
    {
      name: `segmented-${operator.name}`,
      claims: { ...(part.identity && { identity: [...part.identity, 0] }), ...(carrier && { carrier }) },
      derivation: { combinator: "segmented", parts: [operator] },
    },
  );
}
