import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  type NarrowArray,
  newElementArray,
  type StorageArray,
  type StorageType,
} from "./element-types.ts";
import { type HalfType, isHalfType, valueOfHalf } from "./halves.ts";

/** A column as one of a type that holds each of its elements exactly, NaNs of half floats canonical. */
export function widenColumn(type: StorageType, column: StorageArray, accumulate: ElementType): ElementArray {
  const wide = newElementArray(accumulate, column.length);
  if (isHalfType(type)) setHalves(wide as Float32Array | Float64Array, type, column as NarrowArray);
  else if (ELEMENT_TYPE_FACTS[accumulate].isBigInt) setBigInts(wide as BigInt64Array, column);
  else (wide as Float64Array).set(column as Float64Array);
  return wide;
}

function setHalves(wide: Float32Array | Float64Array, type: HalfType, bits: NarrowArray): void {
  for (let i = 0; i < bits.length; i++) wide[i] = valueOfHalf(type, bits[i]);
}

function setBigInts(wide: BigInt64Array, column: StorageArray): void {
  for (let i = 0; i < column.length; i++) wide[i] = BigInt(column[i]);
}
