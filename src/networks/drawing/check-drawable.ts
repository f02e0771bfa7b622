import { UnsupportedError } from "../../values/errors.ts";

/** Places of a drawing, and characters of one: what nobody can look at any more need not be drawn. */
const MOST_PLACES = 2 ** 24;

/** @throws UnsupportedError for more places than a drawing can have */
export function checkDrawable(placeCount: number): void {
  if (placeCount <= MOST_PLACES) return;
  throw new UnsupportedError(
    "a drawing of this network",
    `it has more than ${MOST_PLACES} places, wires by rows`,
    "draw a smaller width",
  );
}
