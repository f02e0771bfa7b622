// What a run that sorts asks for, and what follows from its plan alone: how long pieces are, and how many rows of each are samples.

import { describe } from "../../values/describe.ts";
import { COLUMN_TYPE_FACTS } from "../../values/element-types.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import { CHUNK_LENGTH, type Cut, pieceCount } from "../cut.ts";
import { columnsOfDataset, type Dataset } from "../data/dataset.ts";
import { gathered, wideType } from "../data/wide-columns.ts";
import type { GroupFunctions } from "../groups/functions.ts";

/** Columns of the run by which rows are put in order, the first deciding before the second. */
export interface Sorting {
  readonly keys: readonly number[];
  readonly descending: readonly boolean[]; // of each key
}

/** @throws InvalidArgumentError for anything but an order of so many columns */
export function checkSorting(given: Sorting, columnCount: number): Sorting {
  const { keys, descending } = given;
  const isOrder =
    Array.isArray(keys) &&
    keys.length > 0 &&
    new Set(keys).size === keys.length &&
    keys.every((key) => Number.isInteger(key) && key >= 0 && key < columnCount) &&
    Array.isArray(descending) &&
    descending.length === keys.length &&
    descending.every((each) => typeof each === "boolean");
  if (isOrder) return given;
  throw new InvalidArgumentError("sort", "columns, each once, and a direction for each", describe(given));
}

/** Every piece has rows for every other: their number goes up with its square. */
const MOST_PIECES = 2048;

/** A piece is sorted in memory, and so is one of the output. */
const MOST_ROWS = 2 ** 26;

/** Of a piece in memory, before it is sorted. */
const USUAL_BYTES = 2 ** 25;

/** The length of pieces where nothing else is asked for: rows of some 32 MiB, unless there would be too many pieces. */
export function sortPieceLength(dataset: Dataset, columns: readonly number[]): number {
  const types = columnsOfDataset(dataset);
  const rowBytes = columns.reduce((sum, i) => sum + COLUMN_TYPE_FACTS[wideType(types[i].type)].bytes, 0);
  let length = CHUNK_LENGTH;
  while (2 * length * rowBytes <= USUAL_BYTES || length * MOST_PIECES < dataset.length) length *= 2;
  return length;
}

/** @throws UnsupportedError for pieces that are too long, or too many */
export function checkPieces(cut: Cut): void {
  const count = pieceCount(cut);
  const [fact, remedy] =
    count > MOST_PIECES
      ? [`${count} pieces, of which each has rows for each: ${MOST_PIECES} at most`, "use longer ones"]
      : [`pieces of ${cut.pieceLength} rows, and one process sorts ${MOST_ROWS}`, "use shorter ones"];
  if (count > MOST_PIECES || cut.pieceLength > MOST_ROWS)
    throw new UnsupportedError("this sort", fact, remedy);
}

/** Samples of all pieces, which are sorted in one process. */
const MOST_SAMPLES = 2 ** 24;

/**
 * Rows from one sample of a sorted piece to the next. With 8 samples of each of P pieces for each piece of the output, one has to look at 3 P such steps of rows
 * more than it keeps: three eighths of its length.
 */
export function sampleStep(cut: Cut): number {
  const count = pieceCount(cut);
  const samples = Math.min(8 * count, MOST_SAMPLES / count);
  return Math.max(1, Math.ceil(Math.min(cut.pieceLength, cut.length) / samples));
}

/** Rows in order; those that are equal by all keys stay as they came. */
export function sortedRows(
  { keys, descending }: Sorting,
  { sort, sortBy }: GroupFunctions,
  columns: readonly ColumnArray[],
): readonly ColumnArray[] {
  if (columns.length === 1 && !(columns[0] instanceof Uint8Array)) {
    return [sort(columns[0], { descending: descending[0] })];
  }
  const places = Uint32Array.from(columns[0].keys());
  const named = Object.fromEntries(keys.map((key, i) => [`k${i}`, columns[key]]));
  const { places: order } = sortBy({ ...named, places }, Object.keys(named), { descending });
  return columns.map((column) => gathered(column, order as Uint32Array));
}

/** Which piece each sample is of, in the order of all samples; equal ones in the order of pieces. */
export function ownersInOrder(
  { descending }: Pick<Sorting, "descending">,
  { sortBy }: GroupFunctions,
  samples: readonly ColumnArray[],
  owners: Uint32Array,
): Uint32Array {
  const named = Object.fromEntries(samples.map((column, i) => [`k${i}`, column]));
  return sortBy({ ...named, owners }, Object.keys(named), { descending }).owners as Uint32Array;
}
