// Where a dataset is cut into pieces: by its length and the expression alone, never by who computes them.

import type { Direction } from "../contracts/contract.ts";
import { blockLengthOf } from "../expressions/block-length.ts";
import type { Expression } from "../expressions/expression.ts";

/** Elements of a chunk of a receipt: its hashes are the same whatever the pieces were. */
export const CHUNK_LENGTH = 2 ** 20;

const DEFAULT_PIECE_LENGTH = 2 ** 24;

/** What fixes the pieces of a run. */
export interface Cut {
  readonly length: number; // of the dataset
  readonly pieceLength: number;
  readonly direction: Direction;
  readonly splitCount?: number | undefined; // of the keys of a run by key, by their hash: each has pieces of its own over all elements; default: 1
}

/**
 * A range of a dataset. Pieces count in the order of the elements; positions count as the contract does, from the end of the dataset if it is backward: there
 * the first piece is the one that may be short.
 */
export interface Piece {
  readonly index: number;
  readonly start: number; // elements [start, end)
  readonly end: number;
  readonly first: number; // positions [first, last)
  readonly last: number;
  readonly split: number; // whose keys it takes
}

/** Pieces of all elements, once. */
export function rangeCount({ length, pieceLength }: Cut): number {
  return Math.ceil(length / pieceLength);
}

export function splitCountOf({ splitCount = 1 }: Cut): number {
  return splitCount;
}

export function pieceCount(cut: Cut): number {
  return rangeCount(cut) * splitCountOf(cut);
}

/** The piece of an index below `pieceCount`. */
export function pieceAt(cut: Cut, index: number): Piece {
  const { length, pieceLength, direction } = cut;
  const ranges = rangeCount(cut);
  const place = index % ranges;
  const first = (direction === "forward" ? place : ranges - 1 - place) * pieceLength;
  const last = Math.min(length, first + pieceLength);
  return { index, ...elementsAt(cut, first, last), first, last, split: Math.floor(index / ranges) };
}

/** Ranks count pieces in the order of positions, those of one split after those of another. */
export function rankOf(cut: Cut, { first, split }: Pick<Piece, "first" | "split">): number {
  return split * rangeCount(cut) + first / cut.pieceLength;
}

/** The inverse of `rankOf`, as the piece's index. */
export function indexOfRank(cut: Cut, rank: number): number {
  if (cut.direction === "forward") return rank;
  const ranges = rangeCount(cut);
  const place = rank % ranges;
  return rank - place + ranges - 1 - place;
}

/** The elements at the positions [first, last). */
export function elementsAt(
  { length, direction }: Pick<Cut, "length" | "direction">,
  first: number,
  last: number,
): { readonly start: number; readonly end: number } {
  return direction === "forward"
    ? { start: first, end: last }
    : { start: length - last, end: length - first };
}

/**
 * The length of pieces where nothing else is asked for: some 2^24, where subtrees of the expression end, so that a piece's summary has few roots, and where chunks
 * of receipts do, so that none lies in two pieces. The second matters more where a block's length allows only one of them.
 */
export function defaultPieceLength(expression: Expression): number {
  const unit = blockLengthOf(expression);
  const length = largestWith(oddPart(unit), DEFAULT_PIECE_LENGTH);
  return length % unit === 0 && length % CHUNK_LENGTH === 0 ? length : DEFAULT_PIECE_LENGTH;
}

/** The largest `odd · 2^k` up to `most`; `odd` itself where that is more. */
function largestWith(odd: number, most: number): number {
  let length = odd;
  while (2 * length <= most) length *= 2;
  return length;
}

function oddPart(value: number): number {
  let odd = value;
  while (odd % 2 === 0) odd /= 2;
  return odd;
}

/** Whole windows of a piece, in the order of positions; their ends are multiples of the window's length, but for the piece's own. */
export function* windowsOf(
  cut: Pick<Cut, "length" | "direction">,
  { first, last }: Pick<Piece, "first" | "last">,
  windowLength: number,
): Generator<Pick<Piece, "start" | "end" | "first" | "last">> {
  for (let place = first; place < last; ) {
    const end = Math.min(last, (Math.floor(place / windowLength) + 1) * windowLength);
    yield { first: place, last: end, ...elementsAt(cut, place, end) };
    place = end;
  }
}
