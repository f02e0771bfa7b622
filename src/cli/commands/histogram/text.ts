import { type Binned, binLabels } from "./binned.ts";
import { largest } from "./largest.ts";

/** Columns that a bar needs to be worth drawing. */
const LEAST_BAR = 8;

/** The widest that a bar gets, however wide the terminal is. */
const WIDEST_BAR = 60;

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A line for each bin: what it is, how many it has, and where `width` columns are given, a bar. */
export function histogramLines(binned: Binned, width: number | undefined): string {
  const labels = binLabels(binned);
  const counts = Array.from(binned.counts, String);
  const labelWidth = largest(
    labels.map(({ length }) => length),
    3,
  );
  const countWidth = largest(
    counts.map(({ length }) => length),
    5,
  );
  const room = width === undefined ? 0 : Math.min(WIDEST_BAR, width - labelWidth - countWidth - 5);
  const most = largest(binned.counts, 1);
  const line = (label: string, count: string, bar: string): string =>
    `${label.padEnd(labelWidth)}  ${count.padStart(countWidth)}  ${bar}`.trimEnd();
  const rows = labels.map((label, k) =>
    line(label, counts[k], room < LEAST_BAR ? "" : bar((binned.counts[k] / most) * room)),
  );
  return `${[line("bin", "count", ""), ...rows].join("\n")}\n`;
}

/** A bar of so many columns, to the eighth; what is there at all is seen. */
function bar(columns: number): string {
  const eighths = columns > 0 ? Math.max(1, Math.round(columns * 8)) : 0;
  return "█".repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}
