import type { ElementType } from "../../values/element-types.ts";
import { max } from "../built-in.ts";
import type { RecordOperator } from "../operator.ts";
import { type ArgOptions, type ArgType, argBy, type IndexType } from "./arg-by.ts";
import { type TypeArgument, typeNamed } from "./type-argument.ts";

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
