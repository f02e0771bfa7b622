import { drawText, element, place } from "../plots/markup.ts";
import { checkList, checkText } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { countElements } from "./check-tree.ts";
import { depthOfTree, foldTree, type RevealedTree } from "./revealed-tree.ts";

export interface DrawTreeOptions {
  readonly title?: string; // default: elements and depth
  readonly heat?: readonly number[] | undefined; // a number for each node in the order of evaluation, such as its rounding error
  readonly note?: string | undefined; // below the title
}

/** Pixels. */
const LEFT = 24;
const TOP = 56;
const BELOW = 34;
const FEWEST_COLUMNS = 14; // room for a title

/** Elements of a drawing: beyond it nothing is told apart. */
const MOST_ELEMENTS = 4096;

/** Colours on white, and on black where the reader prefers that. */
const STYLE = `<style>.paper{fill:#fff}.sb-ink{fill:#1f2328}.sb-soft{fill:#59636e}.edge{stroke:#59636e;fill:none}.node{fill:#1f2328}.many{fill:#ac4a05}.above{fill:#c2410c}.below{fill:#1d5fa8}.cold{fill:#c3c9d0}
@media(prefers-color-scheme:dark){.paper{fill:#0d1117}.sb-ink{fill:#e6edf3}.sb-soft{fill:#9ea7b3}.edge{stroke:#9ea7b3}.node{fill:#e6edf3}.many{fill:#f98c42}.above{fill:#fb8b3c}.below{fill:#6cb0ff}.cold{fill:#3d444d}}</style>`;

/**
 * Draws a tree as the text of an SVG file: elements at the bottom in their order, every addition as far above them as its tree is deep, the sum at
 * the top. A node that adds three and more at once is large and in another colour. With `heat` an area is in proportion to its node's number:
 * warm above zero, cold below, grey at zero. The same text for the same tree, always.
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
  const { edges, nodes } = parts(tree, { x, y, radius: Math.min(4, pitch / 4, rise / 3) }, heat);
  const every = pitch >= 20 ? 1 : pitch >= 10 ? 4 : 16;
  const labels = Array.from({ length: n }, (_, index) =>
    index % every === 0
      ? drawText(every === 1 ? `x${index}` : String(index), x(index), bottom + 18, {
          size: 11,
          tone: "soft",
          anchor: "middle",
        })
      : "",
  );
  const height = bottom + BELOW;
  const frame = { width, height, viewBox: `0 0 ${place(width)} ${place(height)}` };
  const inside = [
    element("title", {}, title.replace(/[<>&]/g, " ")),
    STYLE,
    element("rect", { class: "paper", width, height }),
    drawText(title, LEFT, 24, { size: 14, isBold: true }),
    drawText(note, LEFT, 42, { tone: "soft" }),
    element("g", { class: "edge", "stroke-width": 1.2 }, edges.join("")),
    ...nodes,
    ...labels,
  ];
  const attributes = { xmlns: "http://www.w3.org/2000/svg", ...frame, role: "img", "font-family": FONTS };
  return `${element("svg", attributes, inside.filter((part) => part !== "").join("\n"))}\n`;
}

const FONTS = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

interface Places {
  readonly x: (column: number) => number;
  readonly y: (level: number) => number;
  readonly radius: number;
}

interface Placed {
  readonly column: number; // of an element its index; of a node the middle of its children
  readonly level: number;
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

function parts(tree: RevealedTree, { x, y, radius }: Places, heat: Heat | undefined) {
  const edges: string[] = [];
  const nodes: string[] = [];
  foldTree<Placed>(
    tree,
    (index) => ({ column: index, level: 0 }),
    (children) => {
      const level = 1 + Math.max(...children.map((child) => child.level));
      const columns = children.map((child) => child.column);
      const column = (Math.min(...columns) + Math.max(...columns)) / 2;
      for (const child of children) {
        const from = `M${place(x(child.column))} ${place(y(child.level))}`;
        edges.push(element("path", { d: `${from}V${place(y(level))}H${place(x(column))}` }));
      }
      const isFused = children.length > 2;
      const r = isFused ? 1.6 * radius : radius;
      const look = heat?.(nodes.length) ?? { class: isFused ? "many" : "node", r };
      nodes.push(element("circle", { ...look, cx: x(column), cy: y(level) }));
      return { column, level };
    },
  );
  return { edges, nodes };
}
