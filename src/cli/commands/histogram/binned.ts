/** A histogram as reports show it. */
export interface Binned {
  readonly edges: readonly number[] | undefined; // undefined: bins are the keys 0, 1, …
  readonly counts: Uint32Array;
  readonly beside: Readonly<Record<string, number>>; // elements that are in no bin, by where they are: below, above, nan; outside
}

/** Digits that are shown of an edge, where they tell neighbours apart. */
const DIGITS = 6;

/** What bins are called: `[0, 15)`, the last one `[45, 60]`; keys by themselves. */
export function binLabels({ edges, counts }: Binned): readonly string[] {
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
