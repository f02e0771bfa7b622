import type { Figure } from "../../../plots.ts";
import { histogramFigure } from "../histogram/figure.ts";
import { type ColumnDescribed, numericOf } from "./described.ts";

/** Panels that a picture has at most: with more of them nothing can be read. */
const MOST_PANELS = 24;

/** A histogram for each column that has numbers. */
export function describedFigure(columns: readonly ColumnDescribed[], title: string): Figure {
  const drawn = numericOf(columns).flatMap(({ name, numbers: { measures, nanCount } }) => {
    if (measures?.histogram === undefined) return [];
    const binned = { ...measures.histogram, beside: { nan: nanCount } };
    return histogramFigure(binned, "", name).panels;
  });
  const panels = drawn.slice(0, MOST_PANELS);
  const left = drawn.length - panels.length;
  return {
    title,
    panels: panels.length === 0 ? [EMPTY] : panels,
    columns: Math.min(3, Math.max(1, panels.length)),
    labels: "legend",
    ...(left === 0 ? {} : { notes: [`${left} more columns are not drawn; --column picks some`] }),
  };
}

const EMPTY = { title: "no numbers", x: { label: "" }, y: { label: "" }, series: [] };
