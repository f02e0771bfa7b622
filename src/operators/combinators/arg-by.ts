// Where a largest or smallest value stands: ties go to the first, or the last, so that the result does not depend on the bracketing.

import { checkName, checkOptionNames } from "../../values/check-name.ts";
import { type ElementType, extremes } from "../../values/element-types.ts";
import { max, min } from "../built-in.ts";
import type { RecordOperator } from "../operator.ts";
import { binary, left, right, select, type Term, unary } from "../term.ts";
import {
  carrierAt,
  combineAt,
  defineRecord,
  leftColumns,
  type PartArgument,
  type PartTypeOf,
  partOfArgument,
  rightColumns,
  type TypeArgument,
  typeNamed,
} from "./part.ts";

/** The types that an index may have. */
export type IndexType = "u32" | "i32" | "u64" | "i64";

/** Which of two equal values is meant: the one with the lower index, or the left one, whatever the indexes say. */
type TieBreak = "lowestIndex" | "none";

interface ArgOptions {
  readonly tieBreak?: TieBreak; // default "lowestIndex"
}

/** A value, and where it stands. */
type ArgType<Value, Index> = { readonly value: Value; readonly index: Index };

const INDEX_TYPES: readonly ElementType[] = ["u32", "i32", "u64", "i64"];
const TIE_BREAKS: readonly TieBreak[] = ["lowestIndex", "none"];

/**
 * Where the value comes from that `selecting` picks: `(x, i) ∘ (y, j) = (x ∘ y, the index of whichever is x ∘ y)`.
 *
 * `selecting` must give one of its operands, as `max` does. Values are the same where IEEE 754 says equal and where both are NaN.
 * Where both are picked the tie-break decides. Associative where `selecting` is associative and commutative; commutative too with the
 * tie-break "lowestIndex", and then its identity is the operator's with the largest index.
 *
 * @throws InvalidArgumentError for a part without a type that is on several, an unknown index type or tie-break
 */
export function argBy<const Part extends PartArgument, Index extends IndexType = "u32">(
  selecting: Part,
  indexType?: TypeArgument<Index>,
  options: ArgOptions = {},
): RecordOperator<ArgType<PartTypeOf<Part>, Index>> {
  const part = partOfArgument("selecting", selecting);
  const index: ElementType = indexType === undefined ? "u32" : typeNamed(indexType);
  checkName("indexType", INDEX_TYPES, index);
  checkOptionNames(options, ["tieBreak"]);
  const tieBreak = checkName("tieBreak", TIE_BREAKS, options.tieBreak ?? "lowestIndex");
  const at = part.columns.length;
  const [leftIndex, rightIndex] = [left(index, at), right(index, at)];
  const picked = combineAt(part);
  const leftIsPicked = areSame(leftColumns(part), picked);
  const rightIsPicked = areSame(rightColumns(part), picked);
  const ofTie = tieBreak === "none" ? leftIndex : binary("min", leftIndex, rightIndex);
  const ofLeft = tieBreak === "none" ? leftIndex : select(rightIsPicked, ofTie, leftIndex);
  const carrier = carrierAt(part);
  const identity =
    tieBreak === "none" || part.identity === undefined
      ? undefined
      : [...part.identity, extremes(index).largest];
  return defineRecord(
    { value: part.type as PartTypeOf<Part>, index: index as Index },
    [...picked, select(leftIsPicked, ofLeft, rightIndex)],
    {
      name: `arg-${part.operator.name}${tieBreak === "none" ? "-leftmost" : ""}`,
      claims: { ...(identity && { identity }), ...(carrier && { carrier }) },
      derivation: { combinator: tieBreak === "none" ? "arg-by-leftmost" : "arg-by", parts: [part.operator] },
    },
  );
}

/** Whether two values are equal in all columns, where a NaN is the same as a NaN. */
function areSame(first: readonly Term[], second: readonly Term[]): Term {
  const isNan = (term: Term): Term => unary("not", binary("equal", term, term));
  const conditions = first.map((term, i) => {
    const areEqual = binary("equal", term, second[i]);
    const isFloat = term.type === "f64" || term.type === "f32";
    return isFloat ? binary("or", areEqual, binary("and", isNan(term), isNan(second[i]))) : areEqual;
  });
  return conditions.reduce((all, condition) => binary("and", all, condition));
}

/**
 * The largest value and where it stands, over `{ value, index }`: the value is exactly what `max` gives, so a NaN wins; the index is that
 * of the first NaN, or of the first value equal to it, where −0 equals +0.
 *
 * With the tie-break "lowestIndex", the default, associative, commutative and with an identity, bit for bit on every type. With "none"
 * the left one wins, whatever the indexes say: associative, not commutative.
 */
export function argMax<Type extends ElementType, Index extends IndexType = "u32">(
  valueType: TypeArgument<Type>,
  indexType?: TypeArgument<Index>,
  options?: ArgOptions,
): RecordOperator<ArgType<Type, Index>> {
  return argBy([max, typeNamed(valueType)], indexType, options);
}

/**
 * The smallest value and where it stands, over `{ value, index }`: the value is exactly what `min` gives, so a NaN wins; the index is that
 * of the first NaN, or of the first value equal to it, where −0 equals +0.
 *
 * With the tie-break "lowestIndex", the default, associative, commutative and with an identity, bit for bit on every type. With "none"
 * the left one wins, whatever the indexes say: associative, not commutative.
 */
export function argMin<Type extends ElementType, Index extends IndexType = "u32">(
  valueType: TypeArgument<Type>,
  indexType?: TypeArgument<Index>,
  options?: ArgOptions,
): RecordOperator<ArgType<Type, Index>> {
  return argBy([min, typeNamed(valueType)], indexType, options);
}
