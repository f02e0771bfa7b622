import { checkFunction, checkText } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";

import { InvalidArgumentError } from "../values/errors.ts";
import { checkExpression, checkLength } from "./check-expression.ts";

import type { Expression, Tree } from "./expression.ts";
import { treeOf } from "./prefix-trees.ts";

/** Elements of a bracket: its text then has some hundred megabytes, and an engine's longest has 512. */
const MOST_LEAVES = 2 ** 22;

const SYMBOLIC_OPTIONS = ["operator", "leaf", "initial", "initialPlacement", "direction"];

/** How a bracket is written, and what else than the elements stands in it. */
export interface SymbolicOptions {
  readonly operator?: string; // default "+": (x0 + x1); a name, like "op", is called: op(x0, x1)
  readonly leaf?: (index: number) => string; // default: x0, x1, …
  readonly initial?: string; // the text of the initial value; default: no initial value
  readonly initialPlacement?: "outside" | "first"; // default: "outside"
  readonly direction?: "forward" | "backward"; // default: "forward"
}

/**
 * The bracket of the reduce of x[0..length) as text: `symbolic(leftFold, 3)` is `((x0 + x1) + x2)`.
 *
 * Of nothing it is the initial value. The bracket of inclusive prefix i is that of length i + 1, of exclusive prefix i that of
 * length i with `initial`; `symbolicScan` gives them all. As long as the tree, of any depth.
 *
 * @throws InvalidArgumentError for a length that is not an integer, below 0 or above 2^22, or 0 without `initial`
 */
export function symbolic(given: Expression, length: number, options: SymbolicOptions = {}): string {
  const expression = checkExpression(given);
  checkOptionNames(options, SYMBOLIC_OPTIONS);
  checkLength(length, 0, MOST_LEAVES);
  const { leaf = (index) => `x${index}`, initial } = options;
  const isBackward = isChosen("direction", options.direction, ["forward", "backward"], "backward");
  const isFirst = isChosen("initialPlacement", options.initialPlacement, ["outside", "first"], "first");
  checkFunction("leaf", leaf);
  if (initial !== undefined) checkText("initial", initial);
  const operator = checkText("operator", options.operator ?? "+");
  if (length === 0) {
    if (initial !== undefined) return initial;
    throw new InvalidArgumentError("length", 'at least 1 when no "initial" is given', "0");
  }
  // What stands in the tree, from the end where a scan starts.
  const names = Array.from({ length }, (_, index) =>
    checkText("leaf", leaf(isBackward ? length - 1 - index : index)),
  );
  if (initial !== undefined && isFirst) names.unshift(initial);
  const parts = partsOf(operator);
  const bracket = write(treeOf(expression, names.length), names, parts, isBackward);
  if (initial === undefined || isFirst) return bracket;
  const [left, right] = isBackward ? [bracket, initial] : [initial, bracket];
  return `${parts.open}${left}${parts.between}${right})`;
}

interface Parts {
  readonly open: string;
  readonly between: string;
}

function partsOf(operator: string): Parts {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(operator)
    ? { open: `${operator}(`, between: ", " }
    : { open: "(", between: ` ${operator} ` };
}

/** A left fold is as deep as it is long, so what is still to be written is on a list, not on the call stack. */
function write(root: Tree, names: readonly string[], { open, between }: Parts, isBackward: boolean): string {
  const written: string[] = [];
  const toWrite: (Tree | string)[] = [root];
  while (toWrite.length > 0) {
    const part = toWrite.pop() as Tree | string;
    if (typeof part === "string") {
      written.push(part);
    } else if (typeof part === "number") {
      written.push(names[part]);
    } else {
      written.push(open);
      const [left, right] = isBackward ? [part.right, part.left] : [part.left, part.right];
      toWrite.push(")", right, between, left);
    }
  }
  return written.join("");
}

/** Whether `given` is `special`; left out, it is not. */
function isChosen(argument: string, given: unknown, names: readonly string[], special: string): boolean {
  return given !== undefined && checkName(argument, names, given) === special;
}

/** Outputs whose brackets are written: with the square of their number of names. */
const MOST_OUTPUTS = 2 ** 12;

const OBSERVATIONS = ["inclusive-scan", "exclusive-scan"] as const;

/**
 * The brackets of every output of a scan of x[0..length), in the order of the outputs.
 *
 * Inclusive output i covers x[0..i], exclusive output i covers x[0..i); backward they cover x[i..length) and x[i+1..length).
 * An exclusive scan needs `initial`. Text of about length² names in all: for looking at, not for long arrays.
 *
 * @throws InvalidArgumentError for a length that is not an integer, below 0 or above 2^12, and for an exclusive scan without `initial`
 */
export function symbolicScan(
  given: Expression,
  observation: (typeof OBSERVATIONS)[number],
  length: number,
  options: SymbolicOptions = {},
): readonly string[] {
  const expression = checkExpression(given);
  checkLength(length, 0, MOST_OUTPUTS);
  checkName("observation", OBSERVATIONS, observation);
  checkOptionNames(options, SYMBOLIC_OPTIONS);
  const isExclusive = observation === "exclusive-scan";
  if (isExclusive && options.initial === undefined) {
    throw new InvalidArgumentError("initial", "the text of an initial value for an exclusive scan", "none");
  }
  const { leaf = (index) => `x${index}` } = options;
  checkFunction("leaf", leaf);
  return Array.from({ length }, (_, index) => {
    const before = isExclusive ? index : index + 1;
    if (options.direction !== "backward") return symbolic(expression, before, options);
    const start = isExclusive ? index + 1 : index;
    return symbolic(expression, length - start, { ...options, leaf: (offset) => leaf(start + offset) });
  });
}
