// Whether a value is one for each element of a map, or the same for all of them.

import type { Binding } from "../bindings.ts";
import type { ArrayTerm } from "../term.ts";
import { namesIn } from "../term-parts.ts";
import type { ProgramFunction, Staged, StagedNames } from "./staged.ts";

/** Whether a value, or what a function remembers, is of the elements of a map that is being laid out. */
export function isOfElements(value: Staged): boolean {
  switch (value.kind) {
    case "term":
    case "rows":
      return true;
    case "record":
      return value.fields.some((field) => isOfElements(field.value));
    case "function":
      return value.given.some(isOfElements) || seesElements(value);
    case "intrinsic":
      return value.given.some(isOfElements);
    case "fitting":
      return isOfElements(value.callee);
    case "section":
      return [value.left, value.right].some((side) => side !== undefined && isOfElements(side));
    default:
      return false; // an array's terms are of its own sources
  }
}

const seeing = new WeakMap<Binding<Staged>, Map<ArrayTerm, boolean>>();

/** Whether a function's body names something of a map's elements. Functions that see the same names are asked once. */
function seesElements({ names, body }: ProgramFunction): boolean {
  if (names === undefined) return false;
  const known = seeing.get(names) ?? new Map<ArrayTerm, boolean>();
  seeing.set(names, known);
  const before = known.get(body);
  if (before !== undefined) return before;
  const missing = new Set(namesIn(body));
  let isSeen = false;
  for (let at: StagedNames = names; at !== undefined && !isSeen; at = at.outer) {
    if (missing.delete(at.name)) isSeen = isOfElements(at.value);
  }
  known.set(body, isSeen);
  return isSeen;
}
