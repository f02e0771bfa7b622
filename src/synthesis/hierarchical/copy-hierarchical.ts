import { checkObject } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { checkShape } from "./check-shape.ts";
import { type Base, blockLengthOf, type HierarchicalScan, type Row } from "./hierarchical-scan.ts";

const BASES: readonly Base[] = ["element", "first", "nothing"];

/**
 * A scan from what a caller gives for one: made anew, its rows as `HierarchicalScan` says they are. What nothing enters may be null, as in JSON.
 *
 * @throws InvalidArgumentError naming the place
 */
export function copyHierarchical(given: unknown, argument = "scan"): HierarchicalScan {
  const { width, blockCount, sentCount, ...data } = checkObject(argument, given as HierarchicalScan);
  checkShape({ width, blockCount, sentCount });
  const length = blockLengthOf({ width, blockCount, sentCount });
  const place = (name: string): string => `${argument}.${name}`;
  return {
    width,
    blockCount,
    sentCount,
    first: copyRows(place("first"), data.first, length),
    sent: copyList(place("sent"), data.sent, sentCount, (row, name) => checkPlace(name, row, length)),
    middle: copyRows(place("middle"), data.middle, blockCount * sentCount),
    bases: copyList(place("bases"), data.bases, length, (base, name) => checkName(name, BASES, base)),
    entries: copyList(place("entries"), data.entries, blockCount, (rows, block) =>
      copyList(block, rows, length, (entry, name) =>
        entry === undefined || entry === null ? undefined : checkPlace(name, entry, blockCount * sentCount),
      ),
    ),
    last: copyRows(place("last"), data.last, length),
  };
}

/** Every row ends with its own number, so that none is empty. */
function copyRows(name: string, given: unknown, length: number): readonly Row[] {
  return copyList(name, given, length, (row, place, number) => {
    const count = Array.isArray(row) ? row.length : Number.NaN;
    const places = copyList(place, row, Math.min(count, length), (each, at) => checkPlace(at, each, length));
    if (places.at(-1) === number) return places;
    const actual = places.length === 0 ? "an empty row" : `${describe(places.at(-1))} as the last`;
    throw new InvalidArgumentError(place, `a row that ends with its own number ${number}`, actual);
  });
}

function copyList<Item>(
  name: string,
  given: unknown,
  length: number,
  copy: (item: unknown, name: string, index: number) => Item,
): readonly Item[] {
  if (!Array.isArray(given) || given.length !== length) {
    const expected = Number.isNaN(length) ? "an array" : `an array of length ${length}`;
    throw new InvalidArgumentError(name, expected, describe(given));
  }
  return Array.from(given as readonly unknown[], (item, index) => copy(item, `${name}[${index}]`, index));
}

function checkPlace(name: string, given: unknown, count: number): number {
  if (Number.isInteger(given) && Number(given) >= 0 && Number(given) < count) return Number(given);
  throw new InvalidArgumentError(name, `an integer from 0 to ${count - 1}`, describe(given));
}
