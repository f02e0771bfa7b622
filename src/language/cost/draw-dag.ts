import { InvalidArgumentError } from "../../values/errors.ts";
import type { CostDag } from "./dag-meter.ts";
import { criticalPath, levelsOf } from "./schedule.ts";

export interface DrawDagOptions {
  readonly title?: string;
  /** What a node is called, by its place in the program; shown when the pointer rests on it. */
  readonly nameOf?: (place: number) => string;
}

/** Graphs of more nodes are not drawn: nobody could read them. */
const MOST_DRAWN = 3000;

const STEP = { x: 22, y: 26 };
const MARGIN = 40;
const RADIUS = 5;

/**
 * A graph as SVG: one row a level, from what waits for nothing at the top to the last result; the longest way, which is the span, marked.
 *
 * @throws InvalidArgumentError beyond 3,000 nodes
 */
export function drawDagSvg(dag: CostDag, { title = "Work and span", nameOf }: DrawDagOptions = {}): string {
  const count = dag.waitsFor.length;
  if (count > MOST_DRAWN) {
    throw new InvalidArgumentError("dag", `at most ${MOST_DRAWN} nodes, to be drawn`, String(count));
  }
  const levels = levelsOf(dag);
  const rows = rowsOf(levels);
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const width = Math.max(2 * MARGIN + widest * STEP.x, 360);
  const height = 2 * MARGIN + rows.length * STEP.y + 16;
  const place = placesOf(rows, width);
  const path = new Set(criticalPath(dag));
  const lines: string[] = [];
  const marked: string[] = [];
  dag.waitsFor.forEach((before, node) => {
    for (const earlier of before) {
      const isCritical = path.has(node) && path.has(earlier) && levels[earlier] === levels[node] - 1;
      const [from, to] = [place(earlier), place(node)];
      const line = `<path d="M${from.x} ${from.y}L${to.x} ${to.y}"/>`;
      (isCritical ? marked : lines).push(line);
    }
  });
  const nodes = levels.reduce<string[]>((drawn, _, node) => {
    const { x, y } = place(node);
    const name = nameOf?.(dag.places[node]);
    const label = name === undefined ? "" : `<title>${escapeText(name)}</title>`;
    drawn.push(
      `<circle cx="${x}" cy="${y}" r="${RADIUS}"${path.has(node) ? ' class="critical"' : ""}>${label}</circle>`,
    );
    return drawn;
  }, []);
  const summary = `work ${count}, span ${rows.length}, parallelism ${(count / Math.max(rows.length, 1)).toFixed(2)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(`${title}: ${summary}`)}">
<style>text{font:13px sans-serif;fill:#222}path{stroke:#bbb;fill:none}circle{fill:#4878a8}.critical{fill:#c0392b}.way path{stroke:#c0392b;stroke-width:2}</style>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${MARGIN / 2}" y="20" font-weight="bold">${escapeText(title)}</text>
<text x="${MARGIN / 2}" y="${height - 12}">${summary}; red: a longest way</text>
<g>${lines.join("")}</g>
<g class="way">${marked.join("")}</g>
<g>${nodes.join("")}</g>
</svg>
`;
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

function placesOf(
  rows: readonly (readonly number[])[],
  width: number,
): (node: number) => { readonly x: number; readonly y: number } {
  const places = new Map<number, { readonly x: number; readonly y: number }>();
  rows.forEach((row, level) => {
    const start = (width - (row.length - 1) * STEP.x) / 2;
    row.forEach((node, index) => {
      places.set(node, { x: start + index * STEP.x, y: MARGIN + level * STEP.y });
    });
  });
  return (node) => places.get(node) ?? { x: 0, y: 0 };
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
