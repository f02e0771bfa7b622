import {
  type ElementArray,
  type ElementType,
  SCALAR_TYPE_FACTS,
  type ScalarType,
} from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { type ColumnArray, newColumn } from "../values/value-types.ts";

/** An array for data that is about to be read. @throws FormatError where the length does not fit in memory */
export function allocateElements(source: string, type: ElementType, length: number): ElementArray {
  return allocateColumn(source, type, length) as ElementArray;
}

/** The same of any scalar type. */
export function allocateColumn(source: string, type: ScalarType, length: number): ColumnArray {
  try {
    return newColumn(type, length);
  } catch {
    const bytes = length * SCALAR_TYPE_FACTS[type].bytes;
    throw new FormatError(
      source,
      "data that fit in memory",
      `${length} elements of ${type} (${bytes} bytes)`,
    );
  }
}
