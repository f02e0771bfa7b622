import { resolved, type Type } from "../types/type.ts";
import type { ArrayValue, Value } from "./value.ts";

/** How many elements the arrays of operands have in all; those of data that are not of the type are not looked at. */
export function elementsOfData(data: unknown, type: Type): number {
  const known = resolved(type);
  if (typeof data !== "object" || data === null) return 0;
  if (known.kind === "record") {
    return known.fields.reduce((sum, { name, type: of }) => sum + elementsOfData(partOf(data, name), of), 0);
  }
  if (known.kind !== "array") return 0;
  const element = resolved(known.element);
  // An array of records is a record of arrays.
  if (element.kind === "record") {
    return element.fields.reduce((sum, { name, type: of }) => {
      return sum + elementsOfData(partOf(data, name), { ...known, element: of });
    }, 0);
  }
  if (!("length" in data) || typeof data.length !== "number") return 0;
  if (element.kind !== "array" || !Array.isArray(data)) return data.length;
  return data.reduce<number>((sum, row) => sum + elementsOfData(row, element), data.length);
}

function partOf(data: object, name: string): unknown {
  return Object.hasOwn(data, name) ? Reflect.get(data, name) : undefined;
}

/** How many elements a value has as data, where what stands in several places is written as often. */
export function elementsOfValue(value: Value): number {
  const known = new Map<ArrayValue, number>();
  const count = (part: Value): number => {
    if (typeof part !== "object") return 0;
    if (part.kind === "record") return part.fields.reduce((sum, field) => sum + 1 + count(field.value), 0);
    if (part.kind !== "array") return 0;
    const found = known.get(part) ?? countItems(part);
    known.set(part, found);
    return found;
  };
  const countItems = ({ items }: ArrayValue): number => {
    const isPlain = typeof items[0] !== "object";
    return isPlain ? items.length : items.reduce<number>((sum, item) => sum + count(item), items.length);
  };
  return count(value);
}
