import { storedValue, widen } from "./convert.ts";
import {
  type ElementArray,
  type ElementType,
  type NarrowArray,
  type NarrowType,
  newElementArray,
  type Scalar,
} from "./element-types.ts";

/** A column of narrow elements as one of a type that holds each of them exactly, NaNs canonical. Some nanoseconds an element. */
export function widenColumn(type: NarrowType, column: NarrowArray, accumulate: ElementType): ElementArray {
  const wide = newElementArray(accumulate, column.length);
  const slots = wide as unknown as Scalar[];
  for (let i = 0; i < column.length; i++) slots[i] = widen(storedValue(type, column[i]), accumulate);
  return wide;
}
