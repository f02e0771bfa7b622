import { depthOf } from "../../src/expressions/depth.ts";
import { errorBound } from "../../src/expressions/error-bound.ts";
import {
  binned,
  bisection,
  DEFAULT_EXPRESSION,
  type Expression,
  exact,
  interleaved,
  isOrderFree,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../src/expressions/expression.ts";
import { networkExpression } from "../../src/expressions/network-expression.ts";
import { printExpression } from "../../src/expressions/print.ts";
import { propertiesOf } from "../../src/expressions/properties.ts";

/** What no other function of this room knows: words. */
interface Row {
  readonly expression: Expression;
  readonly call: string; // as in a program
  readonly tree: string;
  readonly depth: string; // as a formula, or a bound
  readonly useWhen: string;
}

/** For the depths and bounds in numbers. */
const EXAMPLE_LENGTH = 1_000_000;

const ROWS: readonly Row[] = [
  {
    expression: DEFAULT_EXPRESSION,
    call: "blockDyadic(32)",
    tree: "blocks of 32, neighbours paired within each; complete blocks pair up in the same way; the tail joins last",
    depth: "⌈log2 B⌉ + ⌈log2 ⌊n/B⌋⌉, 1 more with a tail",
    useWhen: "you have no reason for another: fast scans, small errors, any length",
  },
  {
    expression: iteratedPairwise,
    call: "iteratedPairwise",
    tree: "neighbours pair up, an odd last one moves up, until one is left",
    depth: "⌈log2 n⌉",
    useWhen: "the bits must be those of P4016's canonical tree, or the bound must be the smallest",
  },
  {
    expression: leftFold,
    call: "leftFold",
    tree: "one after the other, from the left",
    depth: "n − 1",
    useWhen:
      "the bits must be those of a plain loop, of `std::accumulate` (initial value placed first) or `std::partial_sum`",
  },
  {
    expression: linearCarry(256),
    call: "linearCarry(256)",
    tree: "blocks of 256 as above, but a running carry goes from block to block",
    depth: "⌈log2 B⌉ + ⌈n/B⌉ − 1",
    useWhen: "the state between blocks must be one value, as in a chained scan",
  },
  {
    expression: interleaved(16),
    call: "interleaved(16)",
    tree: "16 lanes, element i in lane i mod 16; pairs within each lane, then over the lanes",
    depth: "⌈log2 ⌈n/L⌉⌉ + ⌈log2 min(n, L)⌉",
    useWhen: "a reduce must have the bits of P4016's lane presets (1, 16, 128)",
  },
  {
    expression: bisection,
    call: "bisection",
    tree: "halved at ⌊n/2⌋, again and again",
    depth: "⌈log2 n⌉",
    useWhen: "a reduce must match recursive halving; a scan needs `allowQuadratic`",
  },
  {
    expression: networkExpression("brent-kung", 16),
    call: 'networkExpression("brent-kung", 16)',
    tree: "blocks of 16, in each the trees that the scan network builds; complete blocks pair up; the tail joins last",
    depth: "of the network, + ⌈log2 ⌊n/N⌋⌉, 1 more with a tail",
    useWhen: "the bits must be those of a scan network: of hardware, of a kernel, or of your own",
  },
  {
    expression: exact,
    call: "exact",
    tree: "none: the true sum of the floats, rounded once",
    depth: "–",
    useWhen: "the elements come in any order, or every bit must be right",
  },
  {
    expression: binned(3),
    call: "binned(3)",
    tree: "none: sums in bins of fixed places, 3 of them from the largest magnitude down",
    depth: "–",
    useWhen: "the bits must be those of the reproducible accumulator of ReproBLAS",
  },
  {
    expression: { kind: "custom", name: "your-own", tree: () => 0 },
    call: 'defineExpression("your-own", tree)',
    tree: "what your function of the length says",
    depth: "measured",
    useWhen: "you try a new contract; javascript executor only",
  },
];

const HEADINGS = [
  "expression",
  "command line",
  "the tree",
  "depth",
  `at n = ${EXAMPLE_LENGTH.toLocaleString("en-US")}`,
  "f64 sum: error ≤ … · Σ\\|x\\|",
  "online",
  "bounded memory",
  "streams prefixes",
  "portable",
  "consistent",
  "combines per element of a scan",
  "kept between elements",
  "use it when",
];

/** The table "Which expression should I use?" in Markdown, from the expressions' own data. */
export function describeExpressions(): string {
  const lines = [HEADINGS, HEADINGS.map(() => "---"), ...ROWS.map(cellsOf)];
  return lines.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function cellsOf({ expression, call, tree, depth, useWhen }: Row): readonly string[] {
  const properties = propertiesOf(expression);
  const isOwn = expression.kind === "custom";
  return [
    `\`${call}\`${expression === DEFAULT_EXPRESSION ? " (the default)" : ""}`,
    isOwn ? "–" : `\`${printExpression(expression)}\``,
    tree,
    depth,
    isOwn || isOrderFree(expression) ? "–" : depthOf(expression, EXAMPLE_LENGTH).toLocaleString("en-US"),
    isOwn ? "–" : errorBound(expression, EXAMPLE_LENGTH, "f64").toExponential(1),
    yesNo(properties.online),
    yesNo(properties.boundedBuffering),
    yesNo(properties.streamingOutput),
    yesNo(properties.portable),
    properties.consistency,
    properties.scanCombines,
    properties.state,
    useWhen,
  ];
}

function yesNo(holds: boolean): string {
  return holds ? "yes" : "no";
}
