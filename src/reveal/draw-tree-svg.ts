import { drawText, element, place } from "../plots/markup.ts";
import { textWidth } from "../plots/sizes.ts";
import { checkList, checkText } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { countElements } from "./check-tree.ts";
import { depthOfTree, foldTree, leavesOf, type RevealedTree } from "./revealed-tree.ts";

/** Options of `drawTreeSvg`. */
export interface DrawTreeOptions {
  readonly title?: string; // default: elements and depth
  readonly heat?: readonly number[] | undefined; // a number for each node in the order of evaluation, such as its rounding error
  readonly note?: string | undefined; // below the title
}

/** Pixels. */
const LEFT = 24;
const TOP = 56;
const BELOW = 34;
const LABEL = 11;
const FEWEST_COLUMNS = 14; // room for a title

/** Elements of a drawing: beyond it nothing is told apart. */
const MOST_ELEMENTS = 4096;

/** Colours on white, and on black where the reader prefers that. */
const STYLE = `<style>.paper{fill:#fff}.sb-ink{fill:#1f2328}.sb-soft{fill:#59636e}.edge{stroke:#59636e;fill:none}.node,.many{fill:none;stroke:#1f2328;stroke-linecap:round}.many{stroke:#ac4a05}.above{fill:#c2410c}.below{fill:#1d5fa8}.cold{fill:#c3c9d0}
@media(prefers-color-scheme:dark){.paper{fill:#0d1117}.sb-ink{fill:#e6edf3}.sb-soft{fill:#9ea7b3}.edge{stroke:#9ea7b3}.node{stroke:#e6edf3}.many{stroke:#f98c42}.above{fill:#fb8b3c}.below{fill:#6cb0ff}.cold{fill:#3d444d}}</style>`;

/**
 * Draws a tree as the text of an SVG file: elements at the bottom, every addition as far above them as its tree is deep, the sum at the top. Elements
 * stand in the order in which the tree has them, so that no line crosses another: those of a lane side by side. A node that adds three and more
 * at once is large and in another colour. With `heat` an area is in proportion to its node's number: warm above zero, cold below, grey at
 * zero. The same text for the same tree, always.
 *
 * @throws InvalidArgumentError for what is no tree, for more than 4,096 elements, and for another number of heats than of nodes
 */
export function drawTreeSvg(tree: RevealedTree, options: DrawTreeOptions = {}): string {
  checkOptionNames(options, ["title", "heat", "note"]);
  const n = countElements(tree, MOST_ELEMENTS, (expected, fact) => {
    throw new InvalidArgumentError("tree", expected, fact);
  });
  const depth = depthOfTree(tree);
  const title = checkText("title", options.title ?? `${n} elements, depth ${depth}`);
  const note = checkText("note", options.note ?? "");
  const pitch = n <= 32 ? 26 : n <= 128 ? 12 : 6;
  const rise = Math.max(4, Math.min(34, 640 / Math.max(depth, 1)));
  const columns = Math.max(
    n,
    Math.ceil((FEWEST_COLUMNS * 26) / pitch),
    Math.ceil((title.length * 8) / pitch),
    Math.ceil((note.length * 6.6) / pitch),
  );
  const [width, bottom] = [2 * LEFT + columns * pitch, TOP + rise * depth];
  const x = (column: number): number => LEFT + (column + 0.5) * pitch;
  const y = (level: number): number => bottom - rise * level;
  const heat = options.heat === undefined ? undefined : heatOf(options.heat);
  const { edges, nodes } = parts(tree, { x, y });
  const radius = Math.min(4, pitch / 4, rise / 3);
  const height = bottom + BELOW;
  const frame = { width, height, viewBox: `0 0 ${place(width)} ${place(height)}` };
  const inside = [
    element("title", {}, title.replace(/[<>&]/g, " ")),
    STYLE,
    element("rect", { class: "paper", width, height }),
    drawText(title, LEFT, 24, { size: 14, isBold: true }),
    drawText(note, LEFT, 42, { tone: "soft" }),
    path("edge", 1.2, edges),
    ...(heat === undefined ? plainNodes(nodes, radius) : heatedNodes(nodes, heat)),
    ...labels(leavesOf(tree), pitch, (words, column, anchor) =>
      drawText(words, x(column), bottom + 18, { size: LABEL, tone: "soft", ...anchor }),
    ),
  ];
  const attributes = { xmlns: "http://www.w3.org/2000/svg", ...frame, role: "img", "font-family": FONTS };
  return `${element("svg", attributes, inside.filter((part) => part !== "").join("\n"))}\n`;
}

function path(name: string, width: number, places: readonly string[]): string {
  return places.length === 0
    ? ""
    : element("path", { class: name, "stroke-width": width, d: places.join("") });
}

const FONTS = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

interface Places {
  readonly x: (column: number) => number;
  readonly y: (level: number) => number;
}

interface Placed {
  readonly column: number; // of an element its place in the order; of a node the middle of its children
  readonly level: number;
}

/** A node by its place in the picture. */
interface DrawnNode {
  readonly x: number;
  readonly y: number;
  readonly isFused: boolean;
}

/** Lines, and nodes in the order of evaluation. */
function parts(tree: RevealedTree, { x, y }: Places) {
  const edges: string[] = [];
  const nodes: DrawnNode[] = [];
  let leafCount = 0;
  foldTree<Placed>(
    tree,
    () => ({ column: leafCount++, level: 0 }),
    (children) => {
      const level = 1 + Math.max(...children.map((child) => child.level));
      const [first, last] = [children[0], children[children.length - 1]];
      const column = (first.column + last.column) / 2;
      const from = (child: Placed): string =>
        `M${place(x(child.column))} ${place(y(child.level))}V${place(y(level))}`;
      edges.push(`${from(first)}H${place(x(last.column))}V${place(y(last.level))}`);
      edges.push(...children.slice(1, -1).map(from));
      nodes.push({ x: x(column), y: y(level), isFused: children.length > 2 });
      return { column, level };
    },
  );
  return { edges, nodes };
}

/** Nodes as one path: a dot is a line of no length with round ends. */
function plainNodes(nodes: readonly DrawnNode[], radius: number): readonly string[] {
  const dots = (isFused: boolean): readonly string[] =>
    nodes.filter((node) => node.isFused === isFused).map((node) => `M${place(node.x)} ${place(node.y)}h0`);
  return [path("node", 2 * radius, dots(false)), path("many", 3.2 * radius, dots(true))];
}

/** Pixels of the hottest node. */
const HOTTEST = 11;

/** How one node is drawn, by its number. */
type Heat = (number: number) => { readonly class: string; readonly r: number };

function heatOf(given: readonly number[]): Heat {
  const heats = checkList("heat", given, "numbers").map((each, i) => {
    if (typeof each === "number" && Number.isFinite(each)) return each;
    throw new InvalidArgumentError(`heat[${i}]`, "a finite number", describe(each));
  });
  const hottest = heats.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  return (number) => {
    const each = heats[number];
    if (each === undefined)
      throw new InvalidArgumentError("heat", "a number for each node", `${heats.length}`);
    if (each === 0) return { class: "cold", r: 2 };
    return {
      class: each > 0 ? "above" : "below",
      r: Math.max(2, HOTTEST * Math.sqrt(Math.abs(each) / hottest)),
    };
  };
}

function heatedNodes(nodes: readonly DrawnNode[], heat: Heat): readonly string[] {
  return nodes.map((node, number) => element("circle", { ...heat(number), cx: node.x, cy: node.y }));
}

const MIDDLE = { anchor: "middle" } as const;

/** Indices of elements: of all where there is room, else of every fourth or sixteenth, or of each range of equal steps where they are not in their order. */
function labels(
  leaves: readonly number[],
  pitch: number,
  draw: (words: string, column: number, anchor?: { readonly anchor: "middle" }) => string,
): readonly string[] {
  if (pitch >= 20) return leaves.map((index, column) => draw(`x${index}`, column, MIDDLE));
  if (leaves.every((index, column) => index === column)) {
    const every = pitch >= 10 ? 4 : 16;
    return leaves.map((index) => (index % every === 0 ? draw(String(index), index, MIDDLE) : ""));
  }
  return stretches(leaves).map(({ start, end }) => {
    const words = [stretchText(leaves.slice(start, end)), String(leaves[start])].find(
      (each) => textWidth(each, LABEL) < (end - start) * pitch,
    );
    return draw(words ?? "", start - 0.3);
  });
}

/** Neighbours at equal distances. */
function stretches(leaves: readonly number[]): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let start = 0; start < leaves.length; ) {
    const step = leaves[start + 1] - leaves[start];
    let end = start + 1;
    while (end < leaves.length && leaves[end] - leaves[end - 1] === step) end++;
    found.push({ start, end });
    start = end;
  }
  return found;
}

function stretchText(leaves: readonly number[]): string {
  const last = leaves[leaves.length - 1];
  if (leaves.length === 1) return String(last);
  if (leaves.length === 2 || leaves[1] - leaves[0] === 1)
    return `${leaves[0]}${leaves.length === 2 ? ", " : " … "}${last}`;
  return `${leaves[0]}, ${leaves[1]} … ${last}`;
}
