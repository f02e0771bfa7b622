import { type ElementArray, type ElementType, elementTypeOf } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import { columnBuilder } from "./column-builder.ts";

/**
 * `array` as elements of `type`: the array itself where it has that type already, else a new one.
 *
 * @throws FormatError naming row and value where one does not convert exactly
 */
export function convertArray(array: ElementArray, type: ElementType, source = "array"): ElementArray {
  const own = elementTypeOf(array);
  if (own === undefined) throw new InternalError("conversion of an array that is no element array");
  if (own === type) return array;
  const builder = columnBuilder({ source, type, nulls: undefined, rowCount: array.length });
  builder.append({ values: array, length: array.length });
  return builder.finish().array as ElementArray;
}
