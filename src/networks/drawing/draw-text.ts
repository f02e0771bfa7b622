import { checkInteger } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { type Net, netsOf } from "../metrics.ts";
import { copyNetwork, type Network, type Step } from "../network.ts";
import { bracketLines, checkDrawable, coneOf, headline } from "./drawable.ts";

/** What a drawing in characters shows beside the network. */
export interface DrawTextOptions {
  readonly output?: number; // whose bracket is drawn heavy, and written below; default: none
  readonly columns?: number; // characters of a line that there is room for; default: 100
}

/** A line across the wires, from a source to its destinations, and how much of it an output needs. */
interface Rail extends Net {
  readonly written: ReadonlySet<number>; // its destinations
  readonly hot: ReadonlySet<number>; // those of them that the output needs
  readonly hotFirst: number; // an empty range where it needs nothing
  readonly hotLast: number;
}

const MOST_COLUMNS = 2 ** 20; // of a line
const MARGIN = 5; // of a line's step number
const AT_ONCE = "The rows of a step happen at once: all of them read, then all of them write.";

/**
 * Draws a network in characters, wires downwards: `├─●` takes the value of the left wire up into the right one.
 *
 * A step takes as many rows as its lines need; a line of wires alone ends one of several. With `output` the values that it is made of are heavy
 * (`┣━●`, all other meetings are `○`), and its bracket is written below. Three columns for a wire where there is room, else two, else one.
 *
 * @throws InvalidArgumentError for an output that is not a wire; UnsupportedError for more than 2^24 characters
 */
export function drawNetworkText(given: Network, options: DrawTextOptions = {}): string {
  const network = copyNetwork(given);
  checkOptionNames(options, ["output", "columns"]);
  const { output, columns = 100 } = options;
  checkInteger("columns", columns, 1, MOST_COLUMNS);
  const { width, steps } = network;
  const cone = coneOf(network, output);
  const room = Math.floor((columns - MARGIN) / width);
  const pitch = Math.min(3, Math.max(1, room));
  const lines = [headline(network), "", ...numbers(width, pitch)];
  let hasRowsAtOnce = false;
  let rowCount = 0;
  steps.forEach((step, index) => {
    const rows = rowsOf(step, cone[index + 1], (count) => checkDrawable((rowCount + count) * width * pitch));
    rowCount += rows.length;
    const lastRows = lastRowsOf(rows);
    rows.forEach((rails, row) => {
      const isUsed = (wire: number): boolean => (lastRows.get(wire) ?? -1) >= row;
      const hot = cone[index].map((isHot, wire) => (isUsed(wire) ? isHot : cone[index + 1][wire]));
      lines.push(
        label(row === 0 ? index + 1 : undefined) +
          drawRow({ rails, hot, isChosen: output !== undefined }, pitch),
      );
    });
    hasRowsAtOnce ||= rows.length > 1;
    if (rows.length > 1 || index + 1 === steps.length) {
      lines.push(label(undefined) + uprights(cone[index + 1], pitch));
    }
  });
  if (hasRowsAtOnce) lines.push("", AT_ONCE);
  if (output !== undefined) lines.push("", ...bracketLines(network, output, columns));
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

function label(step: number | undefined): string {
  return (step === undefined ? "" : String(step)).padStart(MARGIN - 2).padEnd(MARGIN);
}

/** The wires' numbers: beside each other where there is room, else digit below digit. */
function numbers(width: number, pitch: number): readonly string[] {
  const texts = Array.from({ length: width }, (_, wire) => String(wire));
  const digitCount = texts[width - 1].length;
  if (digitCount < pitch) return [label(undefined) + texts.map((text) => text.padEnd(pitch)).join("")];
  return Array.from({ length: digitCount }, (_, row) => {
    const digits = texts.map((text) => text.padStart(digitCount)[row].padEnd(pitch));
    return label(undefined) + digits.join("");
  });
}

/** The rails of a step in as few rows as may be, none touching another. */
function rowsOf(
  step: Step,
  needed: readonly boolean[],
  checkCount: (rowCount: number) => void,
): readonly (readonly Rail[])[] {
  const rows: Rail[][] = [];
  for (const net of netsOf(step)) {
    const rail = railOf(net, needed);
    const row = rows.find((rails) => rails[rails.length - 1].last < rail.first);
    if (row === undefined) checkCount(rows.push([rail]));
    else row.push(rail);
  }
  return rows;
}

/** The last row of a step in which a wire is read or written: up to there it is what it was before the step. */
function lastRowsOf(rows: readonly (readonly Rail[])[]): ReadonlyMap<number, number> {
  const lastRows = new Map<number, number>();
  rows.forEach((rails, row) => {
    for (const { source, destinations } of rails) {
      for (const wire of [source, ...destinations]) lastRows.set(wire, row);
    }
  });
  return lastRows;
}

function railOf(net: Net, needed: readonly boolean[]): Rail {
  const hot = net.destinations.filter((wire) => needed[wire]);
  const written = new Set(net.destinations);
  if (hot.length === 0) return { ...net, written, hot: new Set(), hotFirst: 1, hotLast: 0 };
  const hotFirst = hot.reduce((least, wire) => Math.min(least, wire), net.source);
  const hotLast = hot.reduce((most, wire) => Math.max(most, wire), net.source);
  return { ...net, written, hot: new Set(hot), hotFirst, hotLast };
}

/** What a line of characters shows. */
interface Row {
  readonly rails: readonly Rail[];
  readonly hot: readonly boolean[]; // by wire
  readonly isChosen: boolean; // whether an output is, so that meetings are of two kinds
}

function drawRow({ rails, hot, isChosen }: Row, pitch: number): string {
  const railAt: (Rail | undefined)[] = hot.map(() => undefined);
  for (const rail of rails) railAt.fill(rail, rail.first, rail.last + 1);
  const cells = hot.map((isHot, wire) => {
    const rail = railAt[wire];
    if (rail === undefined) return upright(isHot);
    if (rail.written.has(wire)) return rail.hot.has(wire) || !isChosen ? "●" : "○";
    const isHotHere = rail.hotFirst <= wire && wire <= rail.hotLast;
    return wire === rail.source ? branch(rail, isHot, isHotHere) : crossing(isHot, isHotHere);
  });
  const between = (wire: number): string => {
    const rail = railAt[wire];
    if (rail === undefined || wire === rail.last) return " ";
    return rail.hotFirst <= wire && wire < rail.hotLast ? "━" : "─";
  };
  return joined(cells, between, pitch);
}

function uprights(hot: readonly boolean[], pitch: number): string {
  return joined(hot.map(upright), () => " ", pitch);
}

function upright(isHot: boolean): string {
  return isHot ? "┃" : "│";
}

function branch({ source, first, last }: Rail, isUprightHot: boolean, isRailHot: boolean): string {
  const place = source === first ? 0 : source === last ? 1 : 2;
  if (isRailHot) return "┣┫╋"[place];
  return (isUprightHot ? "┠┨╂" : "├┤┼")[place];
}

function crossing(isUprightHot: boolean, isRailHot: boolean): string {
  if (isUprightHot) return isRailHot ? "╋" : "╂";
  return isRailHot ? "┿" : "┼";
}

/** The cells with what stands between a wire and the next, as often as there are columns. */
function joined(cells: readonly string[], between: (wire: number) => string, pitch: number): string {
  return cells
    .map((cell, wire) => (wire === cells.length - 1 ? cell : cell + between(wire).repeat(pitch - 1)))
    .join("");
}
