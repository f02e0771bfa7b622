// Brackets are the tree that a network builds for one output: the free magma. Equal brackets mean equal bits for any operator.
// Equal subtrees are one object, so that a network of 65,536 wires has a bracket for each output.

import { checkFunction, checkInteger, checkList, checkText } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { checkWidth } from "../network.ts";

/** How a bracket is written. */
export interface PrintBracketOptions {
  readonly leaf?: (index: number) => string; // default: x0, x1, …
  readonly between?: string; // default: "·"
  readonly limit?: number; // elements after which it stops with "…"; default: none
  readonly mirroredIn?: number; // a width: written for the backward scan, element i as N − 1 − i and sides swapped
}

/** A tree of combines over the elements' indices, as a network or an expression builds it. Equal ones of one maker are the same object. */
export type Bracket = number | BracketNode;

/** A combine of two brackets, the left operand first. */
export interface BracketNode {
  readonly left: Bracket;
  readonly right: Bracket;
}

/** Makes a node; the same children give the same node, so that comparing brackets is comparing references. */
export type MakeBracket = (left: Bracket, right: Bracket) => BracketNode;

/** Elements of a bracket that is printed whole: as many as a text of some ten megabytes holds. */
const MOST_ELEMENTS = 2 ** 20;

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

/** @throws InvalidArgumentError for a bracket that is not a tree, or whose text would have no end: parts that are shared double it at every level */
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

/** A maker that knows its nodes again: the free magma, by hash-consing. Compare only brackets of one maker. */
export function bracketMaker(): MakeBracket {
  const known = new Map<Bracket, Map<Bracket, BracketNode>>();
  return (left, right) => {
    let byRight = known.get(left);
    if (byRight === undefined) {
      byRight = new Map();
      known.set(left, byRight);
    }
    let found = byRight.get(right);
    if (found === undefined) {
      found = { left, right };
      byRight.set(right, found);
    }
    return found;
  };
}

/** Every node once, children before parents. @throws InvalidArgumentError for what is not a tree. What is still open is on a list: a left fold is as deep as it is long. */
export function distinctNodes(brackets: readonly Bracket[]): ReadonlySet<BracketNode> {
  checkList("brackets", brackets, "brackets");
  const done = new Set<BracketNode>();
  const entered = new Set<BracketNode>();
  const open: Bracket[] = Array.from(brackets, checkBracket);
  while (open.length > 0) {
    const top = open[open.length - 1];
    if (typeof top === "number" || done.has(top)) {
      open.pop();
      continue;
    }
    const missing = [top.right, top.left].map(checkBracket).filter(isMissing);
    if (missing.length === 0) {
      open.pop();
      done.add(top);
      continue;
    }
    // Where a node is met again before its children are done it is one of their children.
    if (entered.has(top)) throw new InvalidArgumentError("brackets", "trees", "a node within itself");
    entered.add(top);
    open.push(...missing);
  }
  return done;

  function isMissing(bracket: Bracket): boolean {
    return typeof bracket !== "number" && !done.has(bracket);
  }
}

/** @throws InvalidArgumentError for what is neither an element's number nor a node */
function checkBracket(given: Bracket): Bracket {
  if (typeof given === "number" || (typeof given === "object" && given !== null)) return given;
  throw new InvalidArgumentError("brackets", "of numbers and nodes, { left, right }", describe(given));
}
