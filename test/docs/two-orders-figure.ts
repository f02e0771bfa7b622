// The README's picture: two orders of one sum, and the one that a contract names. The library itself computes every value in it.
import { prepare, printContract, reduce } from "samebits";
import { type Expression, iteratedPairwise, leftFold } from "samebits/expressions";
import * as javascript from "samebits/javascript";
import { toHex } from "../../src/values/bits.ts";

interface Node {
  readonly value: number;
  readonly leafCount: number;
  readonly height: number;
  readonly parts: readonly Node[];
}

interface Placed {
  readonly node: Node;
  readonly x: number;
  readonly y: number;
  readonly parts: readonly Placed[];
}

const VALUES = [0.1, 0.2, 0.3, 0.6];
const WIDTH = 960;
const HEIGHT = 372;
const PANEL_WIDTH = 300;
const LEAF_Y = 112;
const ROOT_Y = 272;
const CHARACTER_WIDTH = 7; // of the monospaced 11.5 pixels
const STYLE = `<style>.paper{fill:#fff}.ink{fill:#1f2328}.soft{fill:#59636e}.edge{stroke:#9aa4af}.box{fill:#f6f8fa;stroke:#c6ccd3}.hot{fill:#ac4a05}.hotbox{fill:#fff4ea;stroke:#ac4a05}.same{fill:#116329}.samebox{fill:#eefbf0;stroke:#116329}.sameedge{stroke:#116329}
@media(prefers-color-scheme:dark){.paper{fill:#0d1117}.ink{fill:#e6edf3}.soft{fill:#9ea7b3}.edge{stroke:#5d6772}.box{fill:#161b22;stroke:#3a424c}.hot{fill:#f98c42}.hotbox{fill:#2b1a0c;stroke:#f98c42}.same{fill:#56d364}.samebox{fill:#0d2417;stroke:#56d364}.sameedge{stroke:#56d364}}
.mono{font-family:ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:11.5px}</style>`;

/** The tree that an expression makes of the values, with what each addition gives. */
function treeOf(expression: Expression): Node {
  const leaves = VALUES.map((value): Node => ({ value, leafCount: 1, height: 0, parts: [] }));
  const operator = (left: Node, right: Node): Node => ({
    value: left.value + right.value,
    leafCount: left.leafCount + right.leafCount,
    height: 1 + Math.max(left.height, right.height),
    parts: [left, right],
  });
  return javascript.reduce(leaves, { operator, expression });
}

/** Leaves in a row at the top, the root at the bottom in the middle. */
function place(node: Node, left: number, rootHeight: number): Placed {
  const leafWidth = PANEL_WIDTH / VALUES.length;
  if (node.parts.length === 0) return { node, x: left + leafWidth / 2, y: LEAF_Y, parts: [] };
  const [first, second] = node.parts;
  const parts = [
    place(first, left, rootHeight),
    place(second, left + first.leafCount * leafWidth, rootHeight),
  ];
  const y = LEAF_Y + ((ROOT_Y - LEAF_Y) * node.height) / rootHeight;
  return { node, x: (parts[0].x + parts[1].x) / 2, y, parts };
}

const text = (x: number, y: number, words: string, classes: string, more = ""): string =>
  `<text class="${classes}" x="${x}" y="${y}" text-anchor="middle"${more}>${words}</text>`;

function box(x: number, y: number, words: string, kind: string, fill: string): string {
  const width = words.length * CHARACTER_WIDTH + 14;
  return `<rect class="${kind}" x="${x - width / 2}" y="${y - 13}" width="${width}" height="26" rx="6"/>
${text(x, y + 4, words, `mono ${fill}`)}`;
}

function edges({ x, y, parts }: Placed): string {
  const lines = parts.map(
    (part) => `<line class="edge" x1="${part.x}" y1="${part.y + 13}" x2="${x}" y2="${y - 13}"/>`,
  );
  return [...lines, ...parts.map(edges)].join("\n");
}

function boxes(placed: Placed, root: readonly [string, string], isRoot = true): string {
  const [kind, fill] = isRoot ? root : ["box", "ink"];
  const own = box(placed.x, placed.y, String(placed.node.value), kind, fill);
  return [own, ...placed.parts.map((part) => boxes(part, root, false))].join("\n");
}

function panel(left: number, title: string, tree: Node, colours: readonly [string, string]): string {
  const placed = place(tree, left, tree.height);
  const middle = left + PANEL_WIDTH / 2;
  return `${text(middle, 76, title, "ink", ' font-weight="600"')}
${edges(placed)}
${boxes(placed, colours)}
${text(placed.x, ROOT_Y + 30, `bits ${toHex("f64", tree.value)}`, `mono ${colours[1]}`)}`;
}

const WAYS = [
  { words: ["plain", "loops"], offset: 26 },
  { words: ["WebAssembly", "SIMD"], offset: 112 },
  { words: ["worker", "threads"], offset: 204 },
  { words: ["any", "GPU"], offset: 274 },
];

/** The contract, and from it to the one value by each way of computing. */
function contractPanel(left: number): string {
  const contract = printContract(prepare({ type: "f64" }).contract);
  const value = reduce(Float64Array.from(VALUES));
  const middle = left + PANEL_WIDTH / 2;
  const rows = WAYS.map(({ words, offset }) => {
    const x = left + offset;
    return `<path class="sameedge" fill="none" d="M${middle} ${LEAF_Y + 13}C${middle} 150 ${x} 140 ${x} 166"/>
<path class="sameedge" fill="none" d="M${x} 208C${x} 240 ${middle} 228 ${middle} ${ROOT_Y - 13}"/>
${text(x, 184, words[0], "ink")}
${text(x, 200, words[1], "ink")}`;
  });
  return `${text(middle, 76, "samebits: the contract names the order", "ink", ' font-weight="600"')}
${rows.join("\n")}
${box(middle, LEAF_Y, contract, "samebox", "same")}
${box(middle, ROOT_Y, String(value), "samebox", "same")}
${text(middle, ROOT_Y + 30, `bits ${toHex("f64", value)}`, "mono same")}`;
}

/** docs/figures/two-orders.svg. */
function twoOrdersSvg(): string {
  const [loop, halves] = [leftFold, iteratedPairwise].map(treeOf);
  const sum = VALUES.join(" + ");
  const differing = ["hotbox", "hot"] as const;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif" font-size="13">
<title>Two orders of ${sum}</title>
<desc>One after the other the sum is ${loop.value}; in two halves it is ${halves.value}. The contract of samebits names the order, so that every way of computing gives the same bits.</desc>
${STYLE}
<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>
${text(WIDTH / 2, 32, `${sum}: every addition rounds, so the order decides the last bits`, "ink", ' font-size="17" font-weight="600"')}
${panel(8, "one thread, one after the other", loop, differing)}
${text(316, ROOT_Y + 7, "≠", "ink", ' font-size="24"')}
${panel(324, "two threads, a half each", halves, differing)}
<line class="edge" x1="638" y1="62" x2="638" y2="${HEIGHT - 58}" stroke-dasharray="3 4"/>
${contractPanel(652)}
${text(WIDTH / 2, HEIGHT - 22, "Most libraries let the machine choose the order. Here it is part of the contract, and the machine decides only how long it takes.", "soft")}
</svg>
`;
}

export const TWO_ORDERS_FIGURE = { file: "docs/figures/two-orders.svg", make: twoOrdersSvg };
