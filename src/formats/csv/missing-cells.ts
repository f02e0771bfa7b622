// Cells whose text says that there is no value: NA, null, -999.

import type { CsvRows } from "./csv-rows.ts";

const TAB = 0x09;
const SPACE = 0x20;
const FIRST_BEYOND_ASCII = 0x80;

/** Tells whether a cell is one of some texts, blanks around an unquoted one apart; undefined where there are none to look for. */
export function missingCells(
  texts: readonly string[] = [],
): ((rows: CsvRows, cell: number) => boolean) | undefined {
  if (texts.length === 0) return undefined;
  const known = new Set(texts);
  const isFirst = new Uint8Array(256).fill(1, FIRST_BEYOND_ASCII);
  for (const text of texts) isFirst[text.charCodeAt(0) & 0xff] = 1;
  const hasEmpty = known.has("");
  return (rows, cell) => {
    const { bytes, starts, ends } = rows;
    const end = ends[cell];
    let at = starts[cell];
    if (at === end) return hasEmpty;
    // Few cells go beyond their first byte.
    while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
    return (at === end || isFirst[bytes[at]] === 1) && known.has(rows.value(cell));
  };
}
