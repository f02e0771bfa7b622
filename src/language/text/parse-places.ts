// What stands between the brackets behind an array: indices and slices.

import type { ArrayTerm } from "../term.ts";
import type { Place } from "./desugar.ts";
import type { ProgramCursor } from "./grammar.ts";

/** Parses indices and slices up to the bracket that closes them, which is taken; that before them is taken already. */
export function parsePlaces(cursor: ProgramCursor): readonly Place[] {
  const places = [parsePlace(cursor)];
  while (cursor.takeIf(",")) places.push(parsePlace(cursor));
  cursor.expect("]", `after the ${places[0].kind}`);
  return places;
}

function parsePlace(cursor: ProgramCursor): Place {
  const start = cursor.isNext(":") ? undefined : parseBound(cursor);
  if (cursor.takeIf(":") !== undefined) {
    const isOpen = ["]", ",", ":"].some((symbol) => cursor.isNext(symbol));
    const end = isOpen ? undefined : parseBound(cursor);
    const stride = cursor.takeIf(":") === undefined ? undefined : parseBound(cursor);
    return { kind: "slice", start, end, stride };
  }
  if (start === undefined) return cursor.fail("an index");
  return { kind: "index", index: start };
}

/** A term without a type at its end: the colon is that of a slice. */
function parseBound(cursor: ProgramCursor): ArrayTerm {
  return cursor.nested(() => cursor.readInfix());
}
