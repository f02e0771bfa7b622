// The graph of a run as a picture: time from top to bottom, a box for what a line of the program does at once.

import { checkFunction, checkText } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { type DagGroup, type FoldedDag, foldDag } from "./fold-dag.ts";
import { type CostDag, checkDag } from "./meter.ts";
import { levelsOf } from "./schedule.ts";

/** Options of `drawDagSvg`. */
export interface DrawDagOptions {
  readonly title?: string;
  /** What the construct at a place of the program is called. */
  readonly nameOf?: (place: number) => string;
  /** The line of a place: nodes of one line are drawn as one box. Default: a box for each place. */
  readonly lineOf?: (place: number) => number;
}

/** More rows are not drawn: they could not be read. */
const MOST_ROWS = 300;

const WIDTH = 800;
const LEFT = 150;
const GAP = 8;
const ROW = { height: 22, step: 34 };
const TOP = 64;
const LINE_HEIGHT = 18;

/** A letter of 12 px takes some 6.6 of them. */
const LETTER = 6.6;

/** Lines of the longest path that are named. */
const NAMED = 8;

/** Boxes side by side; those of further lines are one. */
const MOST_BOXES = 4;

/**
 * A graph as SVG: boxes of what runs at once, from what waits for nothing at the top to the last result, each with the construct and how many
 * nodes it is. Equal levels are one row with their number, rows that come again a block; the longest path is red, and named by line below.
 *
 * @throws InvalidArgumentError for a graph that has more than 300 rows still
 */
export function drawDagSvg(given: CostDag, options: DrawDagOptions = {}): string {
  const dag = checkDag(given);
  checkOptionNames(options, ["title", "nameOf", "lineOf"]);
  const { nameOf, lineOf } = options;
  if (nameOf !== undefined) checkFunction("nameOf", nameOf);
  if (lineOf !== undefined) checkFunction("lineOf", lineOf);
  const title = checkText("title", options.title ?? "Work and span");
  const folded = foldDag(dag, lineOf === undefined ? (place) => place : checkedLine(lineOf));
  const { rows } = folded;
  if (rows.length > MOST_ROWS) {
    throw new InvalidArgumentError(
      "dag",
      `at most ${MOST_ROWS} rows that differ, to be drawn`,
      String(rows.length),
    );
  }
  const textOf = (line: number, place: number): string => {
    const name = nameOf === undefined ? "" : checkText("the result of nameOf", nameOf(place));
    if (lineOf === undefined) return name === "" ? `place ${place}` : name;
    return name === "" ? `line ${line}` : `line ${line}: ${name}`;
  };
  const [work, span] = [dag.waitsFor.length, levelsOf(dag).reduce((most, level) => Math.max(most, level), 0)];
  const summary = `work ${work}, span ${span}, parallelism ${(work / Math.max(span, 1)).toFixed(2)}`;
  const named = folded.path.slice(0, NAMED);
  const below = TOP + rows.length * ROW.step + 12;
  const height = below + (named.length + 2) * LINE_HEIGHT + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeText(`${title}: ${summary}`)}">
<style>text{font:12px sans-serif;fill:#222}.small{fill:#666}path{stroke:#bbb;fill:none}path.way{stroke:#c0392b;stroke-width:2}rect.box{fill:#eef3f8;stroke:#4878a8}rect.critical{fill:#fdecea;stroke:#c0392b}</style>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="20" y="22" font-weight="bold">${escapeText(title)}</text>
<text x="20" y="42">${summary}</text>
${blocksSvg(folded)}
<g>${edgesSvg(folded)}</g>
<g>${rows.map((_, row) => rowSvg(folded, row, textOf)).join("\n")}</g>
${pathSvg(named, folded.path.length, below, textOf)}
</svg>
`;
}

/** @throws InvalidArgumentError for what is no number */
function checkedLine(lineOf: (place: number) => number): (place: number) => number {
  return (place) => {
    const line: unknown = lineOf(place);
    if (typeof line === "number" && Number.isInteger(line)) return line;
    throw new InvalidArgumentError("the result of lineOf", "a whole number", describe(line));
  };
}

type TextOf = (line: number, place: number) => string;

function topOf(row: number): number {
  return TOP + row * ROW.step;
}

/** Where a row's boxes stand: each as wide as the others. */
function boxesOf(groups: readonly DagGroup[]): readonly { readonly x: number; readonly width: number }[] {
  const count = Math.min(groups.length, MOST_BOXES);
  const width = (WIDTH - LEFT - 20 - GAP * (count - 1)) / count;
  return groups.map((_, k) => ({ x: LEFT + Math.min(k, count - 1) * (width + GAP), width }));
}

function rowSvg({ rows }: FoldedDag, row: number, textOf: TextOf): string {
  const { groups, levels } = rows[row];
  const y = topOf(row);
  const boxes = boxesOf(groups);
  const hidden = groups.slice(MOST_BOXES - 1);
  const shown = hidden.length > 1 ? groups.slice(0, MOST_BOXES - 1) : groups;
  const drawn = shown.map((group, k) => {
    const { line, place, count, isOnPath } = group;
    return boxSvg({ ...boxes[k], y, isOnPath, text: textOf(line, place), size: sizeText(count) });
  });
  if (hidden.length > 1) {
    const size = sizeText(hidden.reduce((sum, { count }) => sum + count, 0));
    const isOnPath = hidden.some((group) => group.isOnPath);
    drawn.push(boxSvg({ ...boxes[MOST_BOXES - 1], y, isOnPath, text: `${hidden.length} lines`, size }));
  }
  const label =
    levels === 1
      ? ""
      : `<text class="small" x="${LEFT - 12}" y="${y + 15}" text-anchor="end">${levels} levels of</text>`;
  return label + drawn.join("");
}

function sizeText(count: number): string {
  return count === 1 ? "" : `× ${count.toLocaleString("en")}`;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
  readonly size: string;
  readonly isOnPath: boolean;
}

function boxSvg({ x, y, width, text, size, isOnPath }: Box): string {
  const room = Math.floor((width - 20 - LETTER * (size.length + 1)) / LETTER);
  const cut = text.length > room ? `${text.slice(0, Math.max(room - 1, 0))}…` : text;
  const right =
    size === "" ? "" : `<text x="${x + width - 8}" y="${y + 15}" text-anchor="end">${size}</text>`;
  return (
    `<rect class="box${isOnPath ? " critical" : ""}" x="${x}" y="${y}" width="${width}" height="${ROW.height}" rx="3">` +
    `<title>${escapeText(`${text} ${size}`.trim())}</title></rect><text x="${x + 8}" y="${y + 15}">${escapeText(cut)}</text>${right}`
  );
}

/** Lines that skip rows run behind the boxes between; those of the longest path lie above the others. */
function edgesSvg({ edges, rows }: FoldedDag): string {
  const lines = edges.map(({ from, to }) => {
    const [start, end] = [from, to].map(([row, group]) => {
      const { x, width } = boxesOf(rows[row].groups)[group];
      return { x: x + width / 2, y: topOf(row), isOnPath: rows[row].groups[group].isOnPath };
    });
    const isWay = start.isOnPath && end.isOnPath && to[0] === from[0] + 1;
    const line = `d="M${start.x} ${start.y + ROW.height}L${end.x} ${end.y}"/>`;
    return { isWay, svg: `<path${isWay ? ' class="way"' : ""} ${line}` };
  });
  return [...lines]
    .sort((one, other) => Number(one.isWay) - Number(other.isWay))
    .map(({ svg }) => svg)
    .join("");
}

function blocksSvg({ blocks }: FoldedDag): string {
  return blocks
    .map(({ start, end, times }) => {
      const [top, bottom] = [topOf(start) - 4, topOf(end - 1) + ROW.height + 4];
      const middle = (top + bottom) / 2;
      return (
        `<text class="small" x="46" y="${middle + 4}" text-anchor="end">${times} ×</text>` +
        `<path d="M58 ${top}H52V${bottom}H58"/>`
      );
    })
    .join("");
}

function pathSvg(named: FoldedDag["path"], count: number, top: number, textOf: TextOf): string {
  const rest = count > named.length ? `, and ${count - named.length} lines more` : "";
  const lines = named.map(({ line, place, levels }, k) => {
    const y = top + (k + 2) * LINE_HEIGHT;
    const text = textOf(line, place).slice(0, Math.floor((WIDTH - LEFT) / LETTER));
    return `<text x="${LEFT - 12}" y="${y}" text-anchor="end">${levels} ${levels === 1 ? "level" : "levels"}</text><text x="${LEFT}" y="${y}">${escapeText(text)}</text>`;
  });
  return `<text x="20" y="${top + LINE_HEIGHT}" font-weight="bold">The longest path (red), by line${rest}</text>${lines.join("")}`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
