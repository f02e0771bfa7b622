import { ACCUMULATION_TYPES } from "../values/convert.ts";
import type { ElementArray, ElementType, NarrowArray, NarrowType } from "../values/element-types.ts";
import { widenColumn } from "../values/widen-column.ts";

/** An input of single elements, checked. */
export interface GivenElements {
  readonly type: ElementType;
  readonly elements: ElementArray;
}

/**
 * Narrow elements as the type that they are accumulated in by default. That is exact, and so is what a function converts further: a half float in f64 is the same number by way of f32.
 */
export function widenedElements(type: NarrowType, column: NarrowArray): GivenElements {
  const [wide] = ACCUMULATION_TYPES[type];
  return { type: wide, elements: widenColumn(type, column, wide) };
}
