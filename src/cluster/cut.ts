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
}

export function pieceCount({ length, pieceLength }: Cut): number {
  return Math.ceil(length / pieceLength);
}

/** The piece of an index below `pieceCount`. */
export function pieceAt(cut: Cut, index: number): Piece {
  const { length, pieceLength, direction } = cut;
  const rank = direction === "forward" ? index : pieceCount(cut) - 1 - index;
  const first = rank * pieceLength;
  const last = Math.min(length, first + pieceLength);
  return { index, ...elementsAt(cut, first, last), first, last };
}

/** The index of the piece that holds the positions from `rank · pieceLength` on. */
export function indexOfRank(cut: Cut, rank: number): number {
  return cut.direction === "forward" ? rank : pieceCount(cut) - 1 - rank;
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
