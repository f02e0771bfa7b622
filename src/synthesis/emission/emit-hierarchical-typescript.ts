import { checkOptionNames } from "../../values/check-name.ts";
import { checkHierarchicalProgram, type HierarchicalProgram } from "../hierarchical/hierarchical-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { conditionText, indexText } from "./index-text.ts";
import { checkStages } from "./program-steps.ts";
import { TYPESCRIPT_TYPES, titleText } from "./typescript-module.ts";
import { javascriptIndex, programLines } from "./typescript-phases.ts";

/**
 * The module of `emitHierarchicalTypeScript` without its types, for callers that run it at once, without a compiler: to measure it, say.
 *
 * @throws InvalidArgumentError as that does
 */
export function emitHierarchicalJavaScript(
  program: HierarchicalProgram,
  options: EmitHierarchicalTypeScriptOptions = {},
): string {
  return emitHierarchicalTypeScript(program, options)
    .replace(TYPESCRIPT_TYPES, "")
    .replace(/^(export function \w+)<Value>/gm, "$1")
    .replace(ANNOTATION, "");
}

/** All annotations that stand in emitted modules: of parameters, results and lists. The compiler agrees, which a test shows. */
const ANNOTATION =
  /: (?:Values<Value>|Combine<Value>|number|void|Value\[\]|\[wire: number, value: Value\]\[\])(?=[,)]| = \[\]| \{$)/gm;

/** Options of `emitHierarchicalTypeScript`. */
export interface EmitHierarchicalTypeScriptOptions {
  readonly title?: string; // what it is; default: "A hierarchical scan"
}

/** Names in the terms between stages never stand for something negative, and are no shift's places that grow with a width. */
const BETWEEN = javascriptIndex({ isNatural: true, isLogarithmic: false });

/**
 * A hierarchical scan as a TypeScript module for every length and number of blocks: a function for each stage and for what leads from one to the next, for workers that
 * hold a block each, and `scanInPlace(a, K, combine)`, which is all of it in one thread.
 *
 * Compiles under `strict` and imports nothing. Blocks are arrays of their own, or parts of a typed array; the last one may be shorter, or empty.
 *
 * @throws InvalidArgumentError for stages whose pairs do not lead up
 */
export function emitHierarchicalTypeScript(
  given: HierarchicalProgram,
  options: EmitHierarchicalTypeScriptOptions = {},
): string {
  checkOptionNames(options, ["title"]);
  const { title } = options;
  const program = checkHierarchicalProgram(given);
  checkStages(program);
  return `${TYPESCRIPT_TYPES}
/** Values that a block sends to the middle stage. */
export const T = ${program.sentCount};

${stageText("first", `${titleText(title, "A hierarchical scan")}. Stage 1: in place over a block of N, of which the last block may have fewer.`, program.first)}
/** What a block of N sends, once stage 1 is over. */
export function sent<Value>(a: Values<Value>, N: number): Value[] {
  const values: Value[] = [];
  for (let t = 0; t < T; t++) {
    const row = ${indexText(program.sent, BETWEEN)};
    if (row < a.length) values.push(a[row]);
  }
  return values;
}

${stageText("middle", "Stage 2: in place over what all K blocks sent, one after another; N is K * T.", program.middle)}
${enterText(program)}
${stageText("last", "Stage 3: in place over a block of N.", program.last)}
${wholeText(program)}`;
}

function stageText(name: "first" | "middle" | "last", head: string, program: NetworkProgram): string {
  const isCombining = program.phases.length > 0;
  const used = isCombining ? "" : "_"; // what a stage without pairs does not look at
  const lines = isCombining ? ["if (N < 2) return;", ...programLines(program, "forward", "a.length")] : [];
  return `/** ${head} */
export function ${name}<Value>(${used}a: Values<Value>, ${used}N: number, ${used}combine: Combine<Value>): void {
${indented(lines)}}
`;
}

function enterText({ sent, entry }: HierarchicalProgram): string {
  const guard = conditionText(entry, BETWEEN);
  const work = "a[j] = combine(before, a[j]);";
  return `/** What the middle stage gives to block b: the rows that it sent, and on the left of some rows what the block before sent last. */
export function enter<Value>(
  a: Values<Value>,
  N: number,
  b: number,
  middle: Values<Value>,
  combine: Combine<Value>,
): void {
  for (let t = 0; t < T; t++) {
    const row = ${indexText(sent, BETWEEN)};
    if (row < a.length) a[row] = middle[T * b + t];
  }
  if (b === 0) return;
  const before = middle[T * b - 1];
  for (let j = 0; j < Math.min(N, a.length); j++) {
    ${guard === undefined ? work : `if (${guard}) ${work}`}
  }
}
`;
}

function wholeText({ lengths }: HierarchicalProgram): string {
  const least = "Math.ceil(a.length / K)";
  const length =
    lengths === "any"
      ? least
      : `2 ** Math.ceil(Math.log2(${least})); // the power of two above, where stages need one`;
  return `/** Inclusive scan in place, in K blocks: all of it in one thread. */
export function scanInPlace<Value>(a: Values<Value>, K: number, combine: Combine<Value>): void {
  const N = ${length}${lengths === "any" ? ";" : ""}
  const blocks = Array.from({ length: K }, (_, b) =>
    Array.from({ length: Math.max(0, Math.min(N, a.length - b * N)) }, (_, j) => a[b * N + j]),
  );
  for (const block of blocks) first(block, N, combine);
  const values = blocks.flatMap((block) => sent(block, N));
  middle(values, K * T, combine);
  blocks.forEach((block, b) => {
    enter(block, N, b, values, combine);
    last(block, N, combine);
    block.forEach((value, j) => {
      a[b * N + j] = value;
    });
  });
}
`;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => (line === "" ? "\n" : `  ${line}\n`)).join("");
}
