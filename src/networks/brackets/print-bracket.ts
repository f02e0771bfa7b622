import type { Bracket } from "./bracket.ts";

/** How a bracket is written. */
export interface PrintBracketOptions {
  readonly leaf?: (index: number) => string; // default: x0, x1, …
  readonly between?: string; // default: "·"
  readonly limit?: number; // elements after which it stops with "…"; default: none
  readonly mirroredIn?: number; // a width: written for the backward scan, element i as N − 1 − i and sides swapped
}

/** A bracket as text: `((x0·x1)·x2)`. Of any depth; as long as its tree, which shared parts make longer than it is in memory. */
export function printBracket(bracket: Bracket, options: PrintBracketOptions = {}): string {
  const { leaf = (index) => `x${index}`, between = "·", limit = Number.POSITIVE_INFINITY } = options;
  const { mirroredIn: width } = options;
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

/** The elements of a bracket from left to right, without its parentheses: `x0·x1·x2`. The same limit. */
export function printWord(bracket: Bracket, limit: number): string {
  return printBracket(bracket, { limit }).replace(/[()]/g, "");
}
