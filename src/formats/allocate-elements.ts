import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  newElementArray,
} from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";

/** An array for data that is about to be read. @throws FormatError where the length does not fit in memory */
export function allocateElements(source: string, type: ElementType, length: number): ElementArray {
  try {
    return newElementArray(type, length);
  } catch {
    const bytes = length * ELEMENT_TYPE_FACTS[type].bytes;
    throw new FormatError(
      source,
      "data that fit in memory",
      `${length} elements of ${type} (${bytes} bytes)`,
    );
  }
}
