// FNV takes a second for a gigabyte: a person is shown how far it has come.

import { type ColumnArray, hashColumns } from "../index.ts";
import { openHash } from "../streams.ts";
import type { CommandIo } from "./io.ts";
import { withProgress } from "./progress.ts";

/** Elements that are hashed between two moves of the bar, some milliseconds. */
const WINDOW = 1 << 20;

/** `hashColumns` under a bar. */
export async function hashUnderBar(columns: readonly ColumnArray[], io: CommandIo): Promise<string> {
  const total = columns.reduce((sum, { length }) => sum + length, 0);
  if (total <= WINDOW) return hashColumns(columns);
  return withProgress(io, "hashing", async (advance) => {
    const hash = openHash();
    let done = 0;
    for (const column of columns) {
      for (let start = 0; start < column.length; start += WINDOW) {
        const window = column.subarray(start, start + WINDOW);
        hash.add(window);
        done += window.length;
        advance(done, total);
      }
    }
    return hash.digits();
  });
}
