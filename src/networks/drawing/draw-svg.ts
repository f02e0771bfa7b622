import { checkText } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { copyNetwork, type Network, type Step } from "../network.ts";
import { bracketLines, type Cone, coneOf, headline } from "./drawable.ts";

/** What a drawing shows beside the network. */
export interface DrawSvgOptions {
  readonly title?: string; // default: width, size, depth, fan-out and tracks
  readonly output?: number; // whose bracket is drawn bold, and written below; default: none
}

/** Places in pixels. */
interface Layout {
  readonly pitch: number; // between wires
  readonly radius: number; // of a node
  readonly left: number;
  readonly rows: readonly number[]; // where the values lie before each step, and after the last
  readonly labelEvery: number;
  readonly lines: readonly string[]; // the bracket below
  readonly width: number;
  readonly height: number;
}

const FONTS = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";
const MONOSPACE = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";
const CHARACTER = 6.7; // width of one of 11 px in a monospace font
const TOP = 62; // title and the elements' names
const RIGHT = 24;

/** Colours on white, and on black where the reader prefers that. */
const STYLE = `<style>.paper{fill:#fff}.ink{fill:#1f2328}.soft{fill:#59636e}.wire{stroke:#c6ccd3}.pair{stroke:#59636e}.node{fill:#1f2328}.hot{stroke:#ac4a05}.lit{fill:#ac4a05}
@media(prefers-color-scheme:dark){.paper{fill:#0d1117}.ink{fill:#e6edf3}.soft{fill:#9ea7b3}.wire{stroke:#3a424c}.pair{stroke:#9ea7b3}.node{fill:#e6edf3}.hot{stroke:#f98c42}.lit{fill:#f98c42}}</style>`;

/**
 * Draws a network as the text of an SVG file, in the field's notation: elements enter at the top, a row for each step, a line from each
 * source to its destination, a dot where two values meet. The same text for the same network, always; on white, or black where the reader prefers that.
 *
 * With `output` the values that this output is made of are drawn bold, and its bracket is written below.
 *
 * @throws InvalidArgumentError for an output that is not a wire; UnsupportedError for more than 2^24 wires by steps
 */
export function drawNetworkSvg(given: Network, options: DrawSvgOptions = {}): string {
  const network = copyNetwork(given);
  checkOptionNames(options, ["title", "output"]);
  const { output } = options;
  const title = checkText("title", options.title ?? headline(network));
  const cone = coneOf(network, output);
  const layout = layOut(network, title, output);
  const body = [
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(described(network, layout.lines))}</desc>`,
    STYLE,
    `<rect class="paper" width="${layout.width}" height="${layout.height}"/>`,
    `<text class="ink" x="${layout.left - 12}" y="22" font-size="14" font-weight="600">${escaped(title)}</text>`,
    ...labels(network, layout, output),
    group('class="wire" stroke-width="1"', wires(network, layout)),
    group(
      'class="pair" stroke-width="1.2"',
      pairs(network, layout, () => true),
    ),
    group('class="hot" stroke-width="2.6" stroke-linecap="round"', hotLines(network, layout, cone)),
    group(
      'class="node"',
      nodes(network, layout, (row, wire) => !cone[row][wire]),
    ),
    group(
      'class="lit"',
      nodes(network, layout, (row, wire) => cone[row][wire]),
    ),
    ...layout.lines.map((line, index) => bracketText(line, index, layout)),
  ];
  const size = `width="${layout.width}" height="${layout.height}" viewBox="0 0 ${layout.width} ${layout.height}"`;
  const start = `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="${FONTS}" font-size="11">`;
  return `${start}\n${body.filter((part) => part !== "").join("\n")}\n</svg>\n`;
}

function layOut(network: Network, title: string, output: number | undefined): Layout {
  const { width, steps } = network;
  const pitch = width <= 24 ? 36 : width <= 64 ? 22 : 14;
  const left = 40;
  const rows = [TOP];
  for (const step of steps) rows.push(rows[rows.length - 1] + rowHeight(step, steps.length));
  const drawn = left + (width - 1) * pitch + RIGHT;
  const whole = Math.ceil(Math.max(drawn, 320, left + title.length * 8));
  const lines =
    output === undefined ? [] : bracketLines(network, output, Math.floor((whole - left - RIGHT) / CHARACTER));
  const height = rows[rows.length - 1] + 40 + lines.length * 16;
  const labelEvery = width <= 64 ? 1 : 8;
  return {
    pitch,
    radius: width <= 24 ? 5 : width <= 64 ? 3.6 : 2.4,
    left,
    rows,
    labelEvery,
    lines,
    width: whole,
    height,
  };
}

/** Lines that lead far need height to be told apart; a long loop of short ones needs none. */
function rowHeight(step: Step, stepCount: number): number {
  const reach = step.reduce(
    (most, [source, destination]) => Math.max(most, Math.abs(destination - source)),
    0,
  );
  return (stepCount > 24 ? 20 : 30) + 2 * Math.min(reach, 40);
}

function columnAt({ left, pitch }: Layout, wire: number): number {
  return left + wire * pitch;
}

function labels({ width, steps }: Network, layout: Layout, output: number | undefined): readonly string[] {
  const bottom = layout.rows[steps.length] + 20;
  const isShort = layout.pitch < 30; // "x10" is wider than a narrow column
  const named = Array.from({ length: width }, (_, wire) => wire).filter(
    (wire) => wire % layout.labelEvery === 0 || wire === output,
  );
  const label = (name: string, wire: number, y: number, tone: string): string =>
    `<text class="${tone}" x="${columnAt(layout, wire)}" y="${y}" text-anchor="middle">${isShort ? "" : name}${wire}</text>`;
  return [
    ...named.map((wire) => label("x", wire, TOP - 12, "soft")),
    ...named.map((wire) => label("y", wire, bottom, wire === output ? "lit" : "soft")),
    ...steps.map((_, index) => {
      const y = (layout.rows[index] + layout.rows[index + 1]) / 2 + 4;
      return `<text class="soft" x="${layout.left - 14}" y="${y}" text-anchor="end">${index + 1}</text>`;
    }),
  ];
}

function wires({ width }: Network, layout: Layout): readonly string[] {
  const bottom = layout.rows[layout.rows.length - 1] + 6;
  return Array.from({ length: width }, (_, wire) => {
    const x = columnAt(layout, wire);
    return `<path d="M${x} ${TOP - 6}V${bottom}"/>`;
  });
}

function pairs(
  { steps }: Network,
  layout: Layout,
  isDrawn: (row: number, destination: number) => boolean,
): readonly string[] {
  return steps.flatMap((step, index) =>
    step
      .filter(([, destination]) => isDrawn(index + 1, destination))
      .map(([source, destination]) => {
        const from = `${columnAt(layout, source)} ${layout.rows[index]}`;
        return `<path d="M${from}L${columnAt(layout, destination)} ${layout.rows[index + 1]}"/>`;
      }),
  );
}

/** What an output is made of: the wires while they hold a part of it, and the pairs that bring parts together. */
function hotLines(network: Network, layout: Layout, cone: Cone): readonly string[] {
  const along = network.steps.flatMap((_, index) =>
    cone[index + 1].flatMap((isNeeded, wire) =>
      isNeeded
        ? [`<path d="M${columnAt(layout, wire)} ${layout.rows[index]}V${layout.rows[index + 1]}"/>`]
        : [],
    ),
  );
  return [...along, ...pairs(network, layout, (row, destination) => cone[row][destination])];
}

/** Small dots for elements, large ones where two values meet. */
function nodes(
  { width, steps }: Network,
  layout: Layout,
  isDrawn: (row: number, wire: number) => boolean,
): readonly string[] {
  const dot = (row: number, wire: number, radius: number): string =>
    `<circle cx="${columnAt(layout, wire)}" cy="${layout.rows[row]}" r="${radius}"/>`;
  const elements = Array.from({ length: width }, (_, wire) => wire)
    .filter((wire) => isDrawn(0, wire))
    .map((wire) => dot(0, wire, layout.radius / 2));
  const combined = steps.flatMap((step, index) =>
    step
      .filter(([, destination]) => isDrawn(index + 1, destination))
      .map(([, destination]) => dot(index + 1, destination, layout.radius)),
  );
  return [...elements, ...combined];
}

function bracketText(line: string, index: number, { left, rows }: Layout): string {
  const y = rows[rows.length - 1] + 44 + index * 16;
  return `<text class="lit" x="${left - 12}" y="${y}" font-family="${MONOSPACE}" xml:space="preserve">${escaped(line)}</text>`;
}

function described({ width, steps }: Network, lines: readonly string[]): string {
  const what = `A network of ${width} wires and ${steps.length} steps.`;
  return lines.length === 0 ? what : `${what} Bold: ${lines.map((line) => line.trim()).join("")}`;
}

function group(attributes: string, parts: readonly string[]): string {
  return parts.length === 0 ? "" : `<g ${attributes}>${parts.join("")}</g>`;
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
