// Indices as terms: any integer may be one.

import { binary, constant, convert, type Term } from "../../operators/term.ts";
import type { ScalarType } from "../../values/element-types.ts";

/** Whether an index is from 0 to length − 1. */
export function isBetween(index: Term, length: Term): Term {
  const { type } = index;
  const zero = constant(type, isWide(type) ? 0n : 0);
  return binary("and", binary("lessOrEqual", zero, index), isBelow(index, length));
}

/** In the wider of both types: a length as an i32 may be negative. */
function isBelow(index: Term, length: Term): Term {
  if (isWide(index.type)) return binary("less", index, convert(index.type, length));
  return binary("less", convert("u32", index), length);
}

export function isWide(type: ScalarType): boolean {
  return type === "i64" || type === "u64";
}
