import { copyHierarchical, type HierarchicalScan, type Row } from "./hierarchical-scan.ts";

/**
 * The stage functions as text, a line each; `..` is a run of three or more:
 *
 *     f      0 | 0+1 | 2 | 0..3
 *     sent   3
 *     g      0 | 0+1 | 0..2 | 3
 *     enter  rows 0, 1, 3 take what the block before sent last
 *     h      0 | 1 | 1+2 | 3
 */
export function printHierarchical(given: HierarchicalScan): string {
  const scan = copyHierarchical(given);
  const lines = [
    ["f", printRows(scan.first)],
    ["sent", scan.sent.join(", ")],
    ["g", printRows(scan.middle)],
    ["base", scan.bases.join(", ")],
    ["enter", printEntries(scan)],
    ["h", printRows(scan.last)],
  ];
  return lines.map(([name, text]) => `${name.padEnd(6)} ${text}\n`).join("");
}

function printRows(rows: readonly Row[]): string {
  return rows.map(printRow).join(" | ");
}

function printRow(row: Row): string {
  const parts: string[] = [];
  for (let start = 0; start < row.length; ) {
    let end = start;
    while (row[end + 1] === row[end] + 1) end++;
    if (end - start >= 2) parts.push(`${row[start]}..${row[end]}`);
    else parts.push(...row.slice(start, end + 1).map(String));
    start = end + 1;
  }
  return parts.join("+");
}

/** Rows alone where every block but the first takes the last value of the block before; else block by block. */
function printEntries({ entries, sentCount }: HierarchicalScan): string {
  const rows = entries.at(-1)?.flatMap((value, row) => (value === undefined ? [] : [row])) ?? [];
  const isShared = entries.every((values, block) =>
    values.every(
      (value, row) => value === (block > 0 && rows.includes(row) ? block * sentCount - 1 : undefined),
    ),
  );
  if (isShared && rows.length === 0) return "nothing";
  if (isShared) return `rows ${rows.join(", ")} take what the block before sent last`;
  return entries
    .flatMap((values, block) =>
      values.flatMap((value, row) => (value === undefined ? [] : [`g${value} in block ${block} row ${row}`])),
    )
    .join(", ");
}
