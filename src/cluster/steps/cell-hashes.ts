// Hashes of a range's elements by chunks of a receipt: a chunk that the range has in part is a cell of its own.

import { openHash, type RunningHash } from "../../values/hash.ts";
import type { ColumnArray, StoredColumns } from "../../values/value-types.ts";
import { CHUNK_LENGTH } from "../cut.ts";
import type { CellHashes } from "../folder/run-files.ts";

/** Collects hashes of windows that come in the order of positions, and in which no chunk begins but at their start. */
interface CellHasher {
  add(columns: StoredColumns, first: number, last: number): void;
  hashes(): CellHashes;
}

export function cellHasher(columnCount: number): CellHasher {
  const lists: string[][] = Array.from({ length: columnCount }, () => []);
  let running: RunningHash[] = [];
  const finish = (): void => {
    for (const [i, hash] of running.entries()) lists[i].push(hash.digits());
    running = [];
  };
  return {
    add(columns, first, last) {
      if (first % CHUNK_LENGTH === 0) finish();
      if (running.length === 0) running = columns.map(() => openHash());
      for (const [i, hash] of running.entries()) hash.add(asHashed(columns[i]));
      if (last % CHUNK_LENGTH === 0) finish();
    },
    hashes() {
      finish();
      return lists;
    },
  };
}

/** Narrow elements are hashed by their bytes. */
function asHashed(column: StoredColumns[number]): ColumnArray {
  if (column.BYTES_PER_ELEMENT >= 4) return column as ColumnArray;
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

/** The cells of the positions [first, last). */
export function* cellsOf(
  first: number,
  last: number,
): Generator<{ readonly first: number; readonly last: number }> {
  for (let place = first; place < last; ) {
    const end = Math.min(last, (Math.floor(place / CHUNK_LENGTH) + 1) * CHUNK_LENGTH);
    yield { first: place, last: end };
    place = end;
  }
}
