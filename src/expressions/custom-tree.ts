import { InvalidArgumentError } from "../values/errors.ts";
import type { Expression, Tree } from "./expression.ts";

type CustomExpression = Extract<Expression, { readonly kind: "custom" }>;

/**
 * The tree that a caller's own expression gives for `length` elements. @throws InvalidArgumentError when it is not one that holds each
 * index below `length` exactly once, and for length 0, which has no tree.
 */
export function customTree({ name, tree: treeFor }: CustomExpression, length: number): Tree {
  const tree = treeFor(nonEmpty(length));
  const seen = new Uint8Array(length);
  const fail = (fact: string): never => {
    throw new InvalidArgumentError(
      "expression",
      `a tree ("${name}") that holds each index from 0 to ${length - 1} once`,
      fact,
    );
  };
  const open: unknown[] = [tree];
  let combineCount = 0; // limited, because a caller's nodes may go round in a circle
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === "number") {
      if (!Number.isInteger(part) || part < 0 || part >= length) fail(`the index ${part}`);
      if (seen[part] === 1) fail(`the index ${part} twice`);
      seen[part] = 1;
    } else if (typeof part === "object" && part !== null && "left" in part && "right" in part) {
      if (++combineCount >= length) fail(`${length} combines or more`);
      open.push(part.right, part.left);
    } else {
      fail(`a part that is neither an index nor { left, right }: ${String(part)}`);
    }
  }
  const missing = seen.indexOf(0);
  if (missing >= 0) fail(`no index ${missing}`);
  return tree;
}

/** @throws InvalidArgumentError for nothing, which has no tree */
export function nonEmpty(length: number): number {
  if (length >= 1) return length;
  throw new InvalidArgumentError("length", "at least 1: nothing has no tree", String(length));
}
