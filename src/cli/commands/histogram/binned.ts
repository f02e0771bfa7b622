// A histogram as text: names of bins, and bars in eighths of a column.

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

/** A histogram as reports show it. */
export interface Binned {
  readonly edges: readonly number[] | undefined; // undefined: bins are the keys 0, 1, …
  readonly names?: readonly string[] | undefined; // of bins that are texts or bools
  readonly counts: Uint32Array | Float64Array;
  readonly beside: Readonly<Record<string, number>>; // elements that are in no bin, by where they are: below, above, nan; outside
}

/** Digits that are shown of an edge, where they tell neighbours apart. */
const DIGITS = 6;

/** What bins are called: `[0, 15)`, the last one `[45, 60]`; keys by themselves; texts too, on one line. */
export function binLabels({ edges, names, counts }: Binned): readonly string[] {
  if (names !== undefined) return names.map((name) => name.replace(/[\r\n]+/g, " "));
  if (edges === undefined) return Array.from(counts, (_, key) => String(key));
  const texts = edgeTexts(edges);
  return Array.from(counts, (_, k) => {
    const close = k === counts.length - 1 ? "]" : ")";
    return `[${texts[k]}, ${texts[k + 1]}${close}`;
  });
}

function edgeTexts(edges: readonly number[]): readonly string[] {
  const short = edges.map((edge) => printNumber(Number(edge.toPrecision(DIGITS))));
  const areDistinct = new Set(short).size === short.length;
  return areDistinct ? short : edges.map(printNumber);
}

function printNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? "0" : String(value);
  return value > 0 ? "inf" : "-inf";
}

/** The largest of some numbers and `least`. Math.max takes no more than some 120,000 arguments, and there may be more bins. */
export function largest(values: Iterable<number>, least: number): number {
  let most = least;
  for (const value of values) if (value > most) most = value;
  return most;
}
