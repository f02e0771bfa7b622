// Marks of data. Each series has a colour and a marker of its own, so that no reader needs to see the colour.

import type { Point, Series } from "./chart.ts";
import { element, escapeText, place } from "./markup.ts";
import { LIGHT, seriesClass } from "./palette.ts";
import type { PanelPlace } from "./place-panels.ts";
import { isShown } from "./scale.ts";

/** Corners around (0, 0) as x, y, x, y …, for a marker of half the width 1. */
const POLYGONS = {
  square: [-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9],
  triangle: [0, -1.2, 1.15, 0.9, -1.15, 0.9],
  diamond: [0, -1.25, 1.25, 0, 0, 1.25, -1.25, 0],
  funnel: [0, 1.2, 1.15, -0.9, -1.15, -0.9],
  cross: [
    ...[-0.4, -1.15, 0.4, -1.15, 0.4, -0.4, 1.15, -0.4, 1.15, 0.4, 0.4, 0.4],
    ...[0.4, 1.15, -0.4, 1.15, -0.4, 0.4, -1.15, 0.4, -1.15, -0.4, -0.4, -0.4],
  ],
  saltire: [
    ...[0, -0.5, 0.65, -1.15, 1.15, -0.65, 0.5, 0, 1.15, 0.65, 0.65, 1.15],
    ...[0, 0.5, -0.65, 1.15, -1.15, 0.65, -0.5, 0, -1.15, -0.65, -0.65, -1.15],
  ],
  star: [0, -1.8, 0.45, -0.45, 1.8, 0, 0.45, 0.45, 0, 1.8, -0.45, 0.45, -1.8, 0, -0.45, -0.45],
} as const satisfies Readonly<Record<string, readonly number[]>>;

const SHAPES = ["circle", ...(Object.keys(POLYGONS) as (keyof typeof POLYGONS)[])] as const;

/** The path of one marker of the n-th series around a place in pixels. Every outline is another, so that no colour need be seen. */
function markerPath(index: number, x: number, y: number, radius: number): string {
  const shape = SHAPES[index % SHAPES.length];
  if (shape === "circle") return `M${place(x - radius)} ${place(y)}a${radius} ${radius} 0 1 1 0 .01z`;
  const corners = POLYGONS[shape].map((part, i) => place((i % 2 === 0 ? x : y) + part * radius));
  return `M${corners.join(" ")}z`;
}

/** A line of more points than this is drawn without markers, and points beyond it smaller. */
const MANY_POINTS = 60;

/** A series in its panel. `bars` are the labels of all series of bars there, which stand side by side. */
export function drawSeries(
  series: Series,
  index: number,
  panel: PanelPlace,
  bars: readonly string[],
): string {
  const title = element("title", {}, escapeText(series.label));
  return element("g", { class: seriesClass(index) }, title + shapesOf(series, index, panel, bars));
}

/** A short sample of a series for a legend: its line where it has one, and its marker. */
export function drawSample({ marks }: Series, index: number, left: number, middle: number): string {
  if (marks === "bars") {
    const d = `M${place(left + 6)} ${place(middle - 6)}h14v12h-14z`;
    return element("path", { class: seriesClass(index), d, ...areaStyle(index) });
  }
  const marker = element("path", { ...markerStyle(index), d: markerPath(index, left + 13, middle, 3.8) });
  const d = `M${place(left)} ${place(middle)}h26`;
  const line = marks === "points" ? "" : element("path", { ...lineStyle(index), d });
  return element("g", { class: seriesClass(index) }, line + marker);
}

function shapesOf(series: Series, index: number, panel: PanelPlace, bars: readonly string[]): string {
  const { marks, points } = series;
  switch (marks) {
    case "bars":
      return element("path", { d: barsPath(series, panel, bars), ...areaStyle(index) });
    case "points":
      return drawMarkers(points, index, panel);
    case "line":
    case "steps": {
      const line = element("path", { d: linePath(series, panel), ...lineStyle(index) });
      return points.length > MANY_POINTS ? line : line + drawMarkers(points, index, panel);
    }
    default:
      return marks satisfies never;
  }
}

// Where colours and markers come again, lines are dashed and markers hollow.
function lineStyle(index: number) {
  const dashes = isRepeated(index) ? "6 4" : undefined;
  return {
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 2,
    "stroke-linejoin": "round",
    "stroke-dasharray": dashes,
  };
}

function markerStyle(index: number) {
  return isRepeated(index)
    ? { class: "sb-hollow", stroke: "currentColor", "stroke-width": 1.5 }
    : { fill: "currentColor" };
}

function areaStyle(index: number) {
  return { fill: "currentColor", "fill-opacity": isRepeated(index) ? 0.5 : undefined };
}

function isRepeated(index: number): boolean {
  return index >= LIGHT.series.length;
}

function drawMarkers(points: readonly Point[], index: number, { chart, x, y }: PanelPlace): string {
  const radius = points.length > MANY_POINTS ? 2.2 : 3.4;
  const paths = points
    .filter((point) => isShown(chart, point))
    .map(([across, up]) => markerPath(index, x.at(across), y.at(up), radius));
  return paths.length === 0 ? "" : element("path", { ...markerStyle(index), d: paths.join("") });
}

/** A point without a place interrupts the line. */
function linePath({ marks, points }: Series, { chart, x, y }: PanelPlace): string {
  let isDrawing = false;
  const parts = points.map((point) => {
    if (!isShown(chart, point)) {
      isDrawing = false;
      return "";
    }
    const [across, up] = [place(x.at(point[0])), place(y.at(point[1]))];
    const part = !isDrawing
      ? `M${across} ${up}`
      : marks === "steps"
        ? `H${across}V${up}`
        : `L${across} ${up}`;
    isDrawing = true;
    return part;
  });
  return parts.join("");
}

/** Four fifths of the room between neighbours belong to their bars. */
const BAR_SHARE = 0.8;

function barsPath({ label, points }: Series, panel: PanelPlace, bars: readonly string[]): string {
  const { chart, x, y } = panel;
  const width = (slotWidth(panel) * BAR_SHARE) / bars.length;
  const first = (bars.indexOf(label) - bars.length / 2) * width;
  return points
    .filter((point) => isShown(chart, point))
    .map(([across, up]) => {
      const left = place(x.at(across) + first);
      return `M${left} ${place(y.base)}V${place(y.at(up))}h${place(width)}V${place(y.base)}z`;
    })
    .join("");
}

function slotWidth({ chart, frame, x }: PanelPlace): number {
  const bars = chart.series.filter(({ marks }) => marks === "bars").flatMap(({ points }) => points);
  const places = bars.filter((point) => isShown(chart, point)).map(([across]) => x.at(across));
  const sorted = [...new Set(places)].sort((left, right) => left - right);
  const gaps = sorted.slice(1).map((at, i) => at - sorted[i]);
  if (chart.x.categories !== undefined) gaps.push(frame.width / Math.max(1, chart.x.categories.length));
  return gaps.length === 0 ? frame.width / 3 : Math.min(...gaps);
}
