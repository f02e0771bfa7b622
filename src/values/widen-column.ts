import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  type NarrowArray,
  type NarrowType,
  newElementArray,
} from "./element-types.ts";
import { type HalfType, isHalfType, valueOfHalf } from "./halves.ts";

/** A column of narrow elements as one of a type that holds each of them exactly, NaNs canonical. */
export function widenColumn(type: NarrowType, column: NarrowArray, accumulate: ElementType): ElementArray {
  const wide = newElementArray(accumulate, column.length);
  if (isHalfType(type)) setHalves(wide as Float32Array | Float64Array, type, column);
  else if (ELEMENT_TYPE_FACTS[accumulate].isBigInt) setBigInts(wide as BigInt64Array, column);
  else (wide as Float64Array).set(column);
  return wide;
}

function setHalves(wide: Float32Array | Float64Array, type: HalfType, bits: NarrowArray): void {
  for (let i = 0; i < bits.length; i++) wide[i] = valueOfHalf(type, bits[i]);
}

function setBigInts(wide: BigInt64Array, column: NarrowArray): void {
  for (let i = 0; i < column.length; i++) wide[i] = BigInt(column[i]);
}
