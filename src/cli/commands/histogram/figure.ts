import type { Axis, Figure, Point } from "../../../plots.ts";
import { type Binned, binLabels, largest } from "./binned.ts";

/** A histogram as a figure: bars over their bins where these have one width, over keys, else side by side with the bins' names. */
export function histogramFigure(binned: Binned, title: string, variable: string): Figure {
  const { counts, beside } = binned;
  const centres = evenCentres(binned);
  const points: readonly Point[] = Array.from(counts, (count, k) => [centres?.[k] ?? k, count]);
  const notes = Object.entries(beside)
    .filter(([, count]) => count > 0)
    .map(([where, count]) => `${count} ${where}`);
  const chart = {
    title: "",
    x: { label: variable, ...axisOf(binned, centres !== undefined) },
    y: { label: "count", from: 0 },
    series: [{ label: "count", marks: "bars" as const, points }],
    notes: notes.length === 0 ? [] : [`not in a bin: ${notes.join(", ")}`],
  };
  return { title, panels: [chart], labels: "legend" };
}

function axisOf(binned: Binned, isEven: boolean): Omit<Axis, "label"> {
  const { edges, names, counts } = binned;
  if (names !== undefined) return { categories: thinned(binLabels(binned)) };
  if (edges === undefined) return { from: -0.5, to: counts.length - 0.5, isWhole: true };
  if (isEven) return { from: edges[0], to: edges[edges.length - 1] };
  return { categories: thinned(binLabels(binned)) };
}

/** Letters that go below a frame of the default width. */
const LETTERS = 120;

/** So many of the names that none is over another; the others are empty. */
function thinned(labels: readonly string[]): readonly string[] {
  const longest =
    largest(
      labels.map(({ length }) => length),
      0,
    ) + 2;
  const step = Math.ceil((labels.length * longest) / LETTERS);
  return labels.map((label, k) => (k % step === 0 ? label : ""));
}

/** The middles of bins that have one width; undefined for any others. */
function evenCentres({ edges }: Binned): readonly number[] | undefined {
  if (edges === undefined || !edges.every(Number.isFinite)) return undefined;
  const widths = edges.slice(1).map((edge, k) => edge - edges[k]);
  const [widest, narrowest] = [
    largest(widths, 0),
    -largest(
      widths.map((width) => -width),
      Number.NEGATIVE_INFINITY,
    ),
  ];
  if (!Number.isFinite(widest) || widest > narrowest * 1.001) return undefined;
  return widths.map((width, k) => edges[k] + width / 2);
}
