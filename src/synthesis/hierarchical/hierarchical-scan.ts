// A scan in three stages over blocks, row by row, at one shape: what every block does, what it sends, what comes back.
import { MAX_WIDTH } from "../../networks/network.ts";
import { checkInteger, checkObject } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";

/**
 * A scan of N elements in K blocks of n = N/K, in three stages, by what each of them combines.
 *
 *     first    u[b][r] = the elements c of block b with c ∈ first[r], in order          the function f, the same in every block
 *     middle   v[q]    = the values sent that are in middle[q], in order                the function g, over K·T values: T from each block
 *     last     w[b][r] = v[entries[b][r]] ∘ base[r], either of which may be absent
 *              out[b][r] = the values w[b][c] with c ∈ last[r], in order                 the function h, the same in every block
 *
 * Block b sends u[b][sent[0]], …, u[b][sent[T − 1]], which are the values T·b … T·b + T − 1 of the middle stage. Every row ends with its own number.
 */
export interface HierarchicalScan extends HierarchicalShape {
  readonly first: readonly Row[]; // of n
  readonly sent: readonly number[]; // T of 0 … n − 1, ascending
  readonly middle: readonly Row[]; // of K·T
  readonly bases: readonly Base[]; // of n
  readonly entries: readonly (readonly (number | undefined)[])[]; // by block, then by row: the middle value that enters there
  readonly last: readonly Row[]; // of n
}

/** Which values a function combines into one of its results; ascending, and the last of them is the result's own number. */
export type Row = readonly number[];

/** What a row of the last stage starts from: its element, its value of the first stage, or nothing but what enters. */
export type Base = "element" | "first" | "nothing";

/** How many elements, in how many blocks, and how many values each block sends. */
export interface HierarchicalShape {
  readonly width: number; // N
  readonly blockCount: number; // K, a divisor of N
  readonly sentCount: number; // T, from each block
}

const BASES: readonly Base[] = ["element", "first", "nothing"];

/**
 * A scan from what a caller gives as one: made anew, its rows as `HierarchicalScan` says they are. What nothing enters may be null, as in JSON.
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

/** The values that the middle stage works on, by the block that sent them and their place among those of it. */
export function blockOfMiddle({ sentCount }: HierarchicalShape, middle: number): number {
  return Math.floor(middle / sentCount);
}

export function blockLengthOf({ width, blockCount }: HierarchicalShape): number {
  return width / blockCount;
}

/** @throws InvalidArgumentError unless K divides N and T values fit in a block */
export function checkShape(shape: HierarchicalShape): void {
  const { width, blockCount, sentCount } = checkObject("shape", shape);
  checkInteger("width", width, 1, MAX_WIDTH);
  checkInteger("blockCount", blockCount, 1, width);
  if (width % blockCount !== 0) {
    throw new InvalidArgumentError("blockCount", `a divisor of the width ${width}`, String(blockCount));
  }
  checkInteger("sentCount", sentCount, 1, width / blockCount);
}
