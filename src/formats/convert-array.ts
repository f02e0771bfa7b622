import { checkText } from "../values/check-arguments.ts";
import { checkElements } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import {
  ELEMENT_TYPES,
  type ElementArray,
  type ElementType,
  elementTypeOf,
} from "../values/element-types.ts";
import { columnBuilder } from "./column-builder.ts";

/**
 * `array` as elements of `type`: the array itself where it has that type already, else a new one.
 *
 * @throws FormatError naming row and value where one does not convert exactly
 */
export function convertArray(array: ElementArray, type: ElementType, source = "array"): ElementArray {
  const own = elementTypeOf(checkElements("array", array));
  checkName("type", ELEMENT_TYPES, type);
  checkText("source", source);
  if (own === type) return array;
  const builder = columnBuilder({ source, type, nulls: undefined, rowCount: array.length });
  builder.append({ values: array, length: array.length });
  return builder.finish().array as ElementArray;
}
