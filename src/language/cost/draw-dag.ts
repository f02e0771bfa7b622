// The graph of a small program as a picture: work in rows, time from top to bottom.

import { checkFunction, checkText } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { InvalidArgumentError } from "../../values/errors.ts";
import { type CostDag, checkDag } from "./meter.ts";
import { criticalPath, levelsOf } from "./schedule.ts";

/** Options of `drawDagSvg`. */
export interface DrawDagOptions {
  readonly title?: string;
  /** What a node is called, by its place in the program; shown when the pointer rests on it. */
  readonly nameOf?: (place: number) => string;
}

/** Graphs of more nodes are not drawn: they could not be read. */
const MOST_DRAWN = 3000;

const STEP = { x: 22, y: 26 };
const MARGIN = 40;
const RADIUS = 5;

/**
 * A graph as SVG: one row a level, from what waits for nothing at the top to the last result; the longest way, which is the span, marked.
 * Where many nodes wait for the same ones, lines meet in a point between.
 *
 * @throws InvalidArgumentError beyond 3,000 nodes
 */
export function drawDagSvg(given: CostDag, options: DrawDagOptions = {}): string {
  const dag = checkDag(given);
  checkOptionNames(options, ["title", "nameOf"]);
  const { nameOf } = options;
  if (nameOf !== undefined) checkFunction("nameOf", nameOf);
  const title = checkText("title", options.title ?? "Work and span");
  const count = dag.waitsFor.length;
  if (count > MOST_DRAWN) {
    throw new InvalidArgumentError("dag", `at most ${MOST_DRAWN} nodes, to be drawn`, String(count));
  }
  const rows = rowsOf(levelsOf(dag));
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const width = Math.max(2 * MARGIN + widest * STEP.x, 400);
  const height = 2 * MARGIN + rows.length * STEP.y + 16;
  const places = placesOf(rows, width);
  const way = criticalPath(dag);
  const lines = linesOf(dag, places);
  const summary = `work ${count}, span ${rows.length}, parallelism ${(count / Math.max(rows.length, 1)).toFixed(2)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(`${title}: ${summary}`)}">
<style>text{font:13px sans-serif;fill:#222}path{stroke:#bbb;fill:none}circle{fill:#4878a8}.critical{fill:#c0392b}.way path{stroke:#c0392b;stroke-width:2}</style>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${MARGIN / 2}" y="20" font-weight="bold">${escapeText(title)}</text>
<text x="${MARGIN / 2}" y="${height - 12}">${summary}; red: a longest way</text>
<g>${lines.all.map(lineSvg).join("")}</g>
<g class="way">${way
    .slice(1)
    .flatMap((node, index) => lines.between(way[index], node))
    .map(lineSvg)
    .join("")}</g>
<g>${nodesSvg(dag, places, new Set(way), nameOf)}</g>
</svg>
`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

type Line = readonly [from: Point, to: Point];

function lineSvg([from, to]: Line): string {
  return `<path d="M${from.x} ${from.y}L${to.x} ${to.y}"/>`;
}

/** Lines for all that is waited for, and those between two nodes: through a point where that takes fewer. */
function linesOf(
  { waitsFor }: CostDag,
  places: readonly Point[],
): { readonly all: readonly Line[]; readonly between: (earlier: number, node: number) => readonly Line[] } {
  const waiting = new Map<readonly number[], number[]>(); // nodes that wait for the same are given the same list
  waitsFor.forEach((before, node) => {
    const others = waiting.get(before);
    if (others === undefined) waiting.set(before, [node]);
    else others.push(node);
  });
  const all: Line[] = [];
  const meetings = new Map<readonly number[], Point>();
  for (const [before, nodes] of waiting) {
    if (before.length * nodes.length > before.length + nodes.length) {
      const meeting = meetingOf(
        before.map((node) => places[node]),
        nodes.map((node) => places[node]),
      );
      meetings.set(before, meeting);
      for (const earlier of before) all.push([places[earlier], meeting]);
      for (const node of nodes) all.push([meeting, places[node]]);
    } else {
      for (const node of nodes) for (const earlier of before) all.push([places[earlier], places[node]]);
    }
  }
  const between = (earlier: number, node: number): readonly Line[] => {
    const [from, to] = [places[earlier], places[node]];
    const meeting = meetings.get(waitsFor[node]);
    if (meeting === undefined) return [[from, to]];
    return [
      [from, meeting],
      [meeting, to],
    ];
  };
  return { all, between };
}

/** Above the highest of those that wait, in the middle of all. */
function meetingOf(before: readonly Point[], nodes: readonly Point[]): Point {
  const xs = [...before, ...nodes].map(({ x }) => x);
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  return { x, y: Math.min(...nodes.map(({ y }) => y)) - STEP.y / 2 };
}

function nodesSvg(
  dag: CostDag,
  places: readonly Point[],
  way: ReadonlySet<number>,
  nameOf: DrawDagOptions["nameOf"],
): string {
  const circles = places.map(({ x, y }, node) => {
    const name = nameOf?.(dag.places[node]);
    const label =
      name === undefined ? "" : `<title>${escapeText(checkText("the result of nameOf", name))}</title>`;
    return `<circle cx="${x}" cy="${y}" r="${RADIUS}"${way.has(node) ? ' class="critical"' : ""}>${label}</circle>`;
  });
  return circles.join("");
}

/** The nodes of each level, in the order in which they were made. */
function rowsOf(levels: Uint32Array): readonly (readonly number[])[] {
  const rows: number[][] = [];
  levels.forEach((level, node) => {
    while (rows.length < level) rows.push([]);
    rows[level - 1].push(node);
  });
  return rows;
}

/** Where each node stands. */
function placesOf(rows: readonly (readonly number[])[], width: number): readonly Point[] {
  const places: Point[] = [];
  rows.forEach((row, level) => {
    const start = (width - (row.length - 1) * STEP.x) / 2;
    row.forEach((node, index) => {
      places[node] = { x: start + index * STEP.x, y: MARGIN + level * STEP.y };
    });
  });
  return places;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
