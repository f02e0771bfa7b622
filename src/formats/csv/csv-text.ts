// A CSV text as its bytes come: no more of them are in memory than a window and the row that it ends in.

import { FormatError } from "../../values/errors.ts";
import type { ByteSource, ReadControl } from "../byte-source.ts";
import type { HeaderOptions } from "../decoded.ts";
import { CsvRows } from "./csv-rows.ts";
import { missingCells } from "./missing-cells.ts";

/** Bytes asked for at a time: few enough to stay in a second-level cache until they are parsed. */
const WINDOW_BYTES = 128 << 10;

/** A row may have so many: one that is longer is most likely a quote that does not close. */
const ROW_BYTES = 256 << 20;

/** Rows, and the way to get more of them. */
export interface CsvText {
  readonly source: string; // what errors call it
  readonly rows: CsvRows;
  readonly isMissing: ReturnType<typeof missingCells>; // of cells that say so by a text
  /** Reads on when `rows` has no next one; false at the end of the text. */
  more(): Promise<boolean>;
}

/** How cells are told apart, and which of them have no value. */
export type CellOptions = Pick<HeaderOptions, "delimiter" | "missing">;

/** A text that is there whole. */
export function wholeText(
  bytes: Uint8Array,
  source: string,
  { delimiter = ",", missing }: CellOptions = {},
): CsvText {
  const rows = new CsvRows(source, delimiter);
  rows.push(bytes);
  rows.end();
  return { source, rows, isMissing: missingCells(missing), more: async () => false };
}

/** A text that is read as its rows are asked for. An aborted signal is heard between two windows. */
export function textOfSource(
  bytes: ByteSource,
  source: string,
  { delimiter = ",", missing, ...control }: ReadControl & CellOptions,
): CsvText {
  const rows = new CsvRows(source, delimiter);
  let doneBytes = 0;
  let isEnded = false;
  return {
    source,
    rows,
    isMissing: missingCells(missing),
    async more() {
      if (isEnded) return false;
      control.signal?.throwIfAborted();
      if (rows.pending > ROW_BYTES) throw tooLong(source, rows);
      // As many again as there are of the row: a long one is copied a few times, and not once for each window.
      const window = new Uint8Array(Math.max(WINDOW_BYTES, rows.pending));
      const count = await bytes.fill(window);
      doneBytes += count;
      rows.push(window.subarray(0, count));
      isEnded = count < window.length;
      if (isEnded) rows.end();
      control.onProgress?.(doneBytes, bytes.byteLength);
      return true;
    },
  };
}

function tooLong(source: string, rows: CsvRows): FormatError {
  const actual = `a longer one from line ${rows.nextLine} on, as where a quote does not close`;
  return new FormatError(source, `CSV with rows of at most ${ROW_BYTES >> 20} MiB`, actual);
}
