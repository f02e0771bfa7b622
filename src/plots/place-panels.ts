import type { Chart } from "./chart.ts";
import { axisText, type WholeFigure } from "./figure-parts.ts";
import { isShown, type PlacedScale, placeScale } from "./scale.ts";
import { FONT, GAP, LINE, MARGIN, textWidth, wrapText } from "./sizes.ts";

const TICK_ROW = 20; // pixels, as all here
const AXIS_LABEL = 20;
const INSET = 9; // between a frame and its outermost values, so that markers lie inside
const BESIDE_TICKS = 8;
const LEADER = 18; // between a frame and the labels beside it

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PanelPlace {
  readonly chart: Chart;
  readonly frame: Rectangle;
  readonly x: PlacedScale;
  readonly y: PlacedScale;
  readonly titleTop: number;
  readonly noteLines: readonly string[];
}

interface AxisLabel {
  readonly text: string;
  readonly x: number; // of its middle
  readonly y: number;
  readonly isUpright: boolean; // read from below
}

export interface PlacedPanels {
  readonly panels: readonly PanelPlace[];
  readonly axisLabels: readonly AxisLabel[]; // one for all panels where they share it
  readonly bottom: number;
}

/** The panels in rows from `top` down; `direct`: with room for labels beside their frames. */
export function placePanels(figure: WholeFigure, top: number, direct: boolean): PlacedPanels {
  const { panels, columns, panelHeight } = figure;
  const shares = { x: areSame(panels.map(({ x }) => axisText(x))), y: sharesY(panels) };
  const cells = placeColumns(figure, shares.y, direct);
  const placed: PanelPlace[] = [];
  let below = top;
  for (let start = 0; start < panels.length; start += columns) {
    const row = panels.slice(start, start + columns);
    const notes = row.map((chart, i) => noteLinesOf(chart, cells[i].width));
    const titleHeight = row.some(({ title }) => title !== "") ? LINE.panel : 0;
    const frameTop = below + titleHeight + Math.max(...notes.map(({ length }) => length)) * LINE.text + 8;
    row.forEach((chart, i) => {
      const { left, width } = cells[i];
      const frame = { left, top: frameTop, width, height: panelHeight };
      placed.push({ chart, frame, ...scalesOf(chart, frame), titleTop: below, noteLines: notes[i] });
    });
    const hasLabel = !shares.x || start + 2 * columns > panels.length;
    below = frameTop + panelHeight + TICK_ROW + (hasLabel ? AXIS_LABEL : 0) + GAP;
  }
  const across = placed.filter((_, i) => !shares.x || i + columns >= panels.length).map(labelBelow);
  const lefts = placed.map((_, i) => cells[i % columns].outerLeft);
  const up = shares.y
    ? [labelBeside(placed, lefts[0])]
    : placed.map((panel, i) => labelBeside([panel], lefts[i]));
  return { panels: placed, axisLabels: [...across, ...up], bottom: below - GAP + 8 };
}

function sharesY(panels: readonly Chart[]): boolean {
  return areSame(panels.map(({ y }) => axisText(y)));
}

function labelBelow({ chart, frame: { left, top, width, height } }: PanelPlace): AxisLabel {
  return { text: axisText(chart.x), x: left + width / 2, y: top + height + 34, isUpright: false };
}

function labelBeside(panels: readonly PanelPlace[], outerLeft: number): AxisLabel {
  const [first, last] = [panels[0], panels[panels.length - 1]];
  const middle = (first.frame.top + last.frame.top + last.frame.height) / 2;
  return { text: axisText(first.chart.y), x: outerLeft + 12, y: middle, isUpright: true };
}

/** The notes of a panel; what is not shown is said. */
function noteLinesOf(chart: Chart, width: number): readonly string[] {
  const { series, notes = [] } = chart;
  const points = series.flatMap((each) => each.points);
  const hidden = points.filter((point) => !isShown(chart, point)).length;
  const warning = `${hidden} ${hidden === 1 ? "point has" : "points have"} no place on these axes`;
  return [...notes, ...(hidden === 0 ? [] : [warning])].flatMap((note) => wrapText(note, FONT.text, width));
}

interface Column {
  readonly outerLeft: number;
  readonly left: number; // of its frames
  readonly width: number; // of its frames
}

/** What is left of each column for frames, beside labels and the texts of ticks. */
function placeColumns(
  { panels, columns, width, panelHeight }: WholeFigure,
  isYShared: boolean,
  direct: boolean,
): readonly Column[] {
  const share = (width - 2 * MARGIN - (columns - 1) * GAP) / columns;
  return Array.from({ length: columns }, (_, column) => {
    const own = panels.filter((_panel, i) => i % columns === column);
    const label = !isYShared || column === 0 ? AXIS_LABEL : 0;
    const ticks = Math.max(...own.map((chart) => tickWidth(chart, panelHeight)));
    const names = direct ? Math.max(...own.map(({ series }) => labelWidth(series))) : 0;
    const before = label + ticks + BESIDE_TICKS;
    const outerLeft = MARGIN + column * (share + GAP);
    return { outerLeft, left: outerLeft + before, width: Math.max(40, share - before - names) };
  });
}

function labelWidth(series: Chart["series"]): number {
  return LEADER + Math.max(0, ...series.map(({ label }) => textWidth(label, FONT.text)));
}

function tickWidth(chart: Chart, panelHeight: number): number {
  const { y } = scalesOf(chart, { left: 0, top: 0, width: 400, height: panelHeight });
  return Math.max(10, ...y.ticks.map(({ text }) => textWidth(text, FONT.tick)));
}

function scalesOf({ x, y, series, rules = [] }: Chart, { left, top, width, height }: Rectangle) {
  const points = series.flatMap((each) => each.points);
  const hasBars = series.some(({ marks }) => marks === "bars");
  const xs = points.map(([value]) => value);
  const ys = [...points.map(([, value]) => value), ...rules.map((rule) => rule.y)];
  if (hasBars && (y.scale ?? "linear") === "linear") ys.push(0);
  const slot = hasBars ? width / (2 * Math.max(1, new Set(xs).size) + 1) : 0;
  const inset = x.categories === undefined ? Math.max(INSET, slot) : 0;
  const standsOnFrame = hasBars && ys.every((value) => !(value < 0));
  return {
    x: placeScale(x, xs, { from: left + inset, to: left + width - inset, tickCount: width / 70 }),
    y: placeScale(y, ys, {
      from: top + height - (standsOnFrame ? 0 : INSET),
      to: top + INSET,
      tickCount: Math.max(2, height / 40),
    }),
  };
}

function areSame(texts: readonly string[]): boolean {
  return texts.every((text) => text === texts[0]);
}
