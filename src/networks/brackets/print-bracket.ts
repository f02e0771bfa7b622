import { checkFunction, checkInteger, checkText } from "../../values/check-arguments.ts";

import { checkOptionNames } from "../../values/check-option-names.ts";

import { InvalidArgumentError } from "../../values/errors.ts";
import { checkWidth } from "../network.ts";
import type { Bracket } from "./bracket.ts";
import { distinctNodes } from "./distinct-nodes.ts";

/** Elements of a bracket that is printed whole: as many as a text of some ten megabytes holds. */
const MOST_ELEMENTS = 2 ** 20;

/** How a bracket is written. */
export interface PrintBracketOptions {
  readonly leaf?: (index: number) => string; // default: x0, x1, …
  readonly between?: string; // default: "·"
  readonly limit?: number; // elements after which it stops with "…"; default: none
  readonly mirroredIn?: number; // a width: written for the backward scan, element i as N − 1 − i and sides swapped
}

/** A bracket as text: `((x0·x1)·x2)`. Of any depth; as long as its tree, which shared parts make longer than it is in memory. */
export function printBracket(bracket: Bracket, options: PrintBracketOptions = {}): string {
  checkOptionNames(options, ["leaf", "between", "limit", "mirroredIn"]);
  const { leaf = (index) => `x${index}`, between = "·", limit = Number.POSITIVE_INFINITY } = options;
  const { mirroredIn: width } = options;
  checkFunction("leaf", leaf);
  checkText("between", between);
  checkTree(bracket, options.limit === undefined ? MOST_ELEMENTS : Number.POSITIVE_INFINITY);
  if (options.limit !== undefined) checkInteger("limit", limit, 0, Number.MAX_SAFE_INTEGER);
  if (width !== undefined) checkWidth(width, "mirroredIn");
  const written: string[] = [];
  const toWrite: (Bracket | string)[] = [bracket];
  let leafCount = 0;
  while (toWrite.length > 0) {
    const part = toWrite.pop() as Bracket | string;
    if (typeof part === "string") {
      written.push(part);
    } else if (typeof part === "number") {
      if (leafCount++ === limit) return `${written.join("")}…`;
      written.push(leaf(width === undefined ? part : width - 1 - part));
    } else {
      written.push("(");
      const [first, second] = width === undefined ? [part.left, part.right] : [part.right, part.left];
      toWrite.push(")", second, between, first);
    }
  }
  return written.join("");
}

/** @throws InvalidArgumentError for a bracket that is no tree, or whose text would have no end: parts that are shared double it at every level */
function checkTree(bracket: Bracket, most: number): void {
  const counts = new Map<Bracket, number>();
  const countOf = (part: Bracket): number => counts.get(part) ?? 1;
  for (const node of distinctNodes([bracket])) counts.set(node, countOf(node.left) + countOf(node.right));
  if (countOf(bracket) <= most) return;
  const expected = `of at most ${MOST_ELEMENTS} elements, or printed with a "limit"`;
  throw new InvalidArgumentError("bracket", expected, `${countOf(bracket)} elements`);
}

/** The elements of a bracket from left to right, without its parentheses: `x0·x1·x2`. The same limit. */
export function printWord(bracket: Bracket, limit: number): string {
  return printBracket(bracket, { limit }).replace(/[()]/g, "");
}
