// Large trees are looked at by ranges: their largest additions are drawn, and what is below them is a node each, to be opened by its path.
import { InvalidArgumentError } from "samebits/javascript";

export type Built = number | { readonly left: Built; readonly right: Built };

/** Additions that are drawn of a tree that is too large. */
const MOST_ADDITIONS = 63;

/** Elements of a part that is drawn whole. */
const MOST_WHOLE = 128;

export const NO_RANGES: ReadonlyMap<Built, string> = new Map();

/** The part of a tree at a path from its root: `L3RL` goes to the left three times. @throws InvalidArgumentError for a path that leads nowhere */
export function partAt(tree: Built, path: string): Built {
  let part = tree;
  for (const [, side, count] of path.matchAll(/([LR])(\d*)/g)) {
    for (let step = 0; step < Number(count || 1); step++) {
      if (typeof part === "number") {
        throw new InvalidArgumentError("node", "a path to an addition of this tree", `"${path}"`);
      }
      part = side === "L" ? part.left : part.right;
    }
  }
  return part;
}

interface Open {
  readonly part: Built;
  readonly path: string;
  readonly size: number;
}

/** What is drawn as one node, with its path. A part of a few elements is drawn whole. */
export function rangesOf(tree: Built, path: string): ReadonlyMap<Built, string> {
  const sizes = sizesOf(tree);
  const sizeOf = (part: Built): number => sizes.get(part) ?? 1;
  if (sizeOf(tree) <= MOST_WHOLE) return NO_RANGES;
  const open: Open[] = [{ part: tree, path, size: sizeOf(tree) }];
  for (let count = 0; count < MOST_ADDITIONS; count++) {
    const largest = open.reduce((best, each, index) => (each.size > open[best].size ? index : best), 0);
    const { part, path: at } = open[largest];
    if (typeof part === "number") break;
    const children = [
      { part: part.left, path: stepped(at, "L"), size: sizeOf(part.left) },
      { part: part.right, path: stepped(at, "R"), size: sizeOf(part.right) },
    ];
    open.splice(largest, 1, ...children);
  }
  return new Map(
    open.flatMap(({ part, path: at }) => (typeof part === "number" ? [] : [[part, at] as const])),
  );
}

/** "L2" and "L" are "L3". */
function stepped(path: string, side: "L" | "R"): string {
  const [, before, last, count] = /^(.*?)([LR])(\d*)$/.exec(path) ?? [];
  return last === side ? `${before}${side}${Number(count || 1) + 1}` : `${path}${side}`;
}

/** Elements of every part but single ones. */
function sizesOf(tree: Built): ReadonlyMap<Built, number> {
  const sizes = new Map<Built, number>();
  const order: Exclude<Built, number>[] = [];
  for (const open: Built[] = [tree]; open.length > 0; ) {
    const part = open.pop();
    if (part === undefined || typeof part === "number") continue;
    order.push(part);
    open.push(part.left, part.right);
  }
  // Parents stand before what is below them.
  for (const part of order.reverse()) {
    sizes.set(part, (sizes.get(part.left) ?? 1) + (sizes.get(part.right) ?? 1));
  }
  return sizes;
}

export function leavesOf(tree: Built): readonly number[] {
  const leaves: number[] = [];
  for (const open: Built[] = [tree]; open.length > 0; ) {
    const part = open.pop() as Built;
    if (typeof part === "number") leaves.push(part);
    else open.push(part.left, part.right);
  }
  return leaves;
}

/** Bit i + 1 for element i, bit 0 for the initial value, which is element −1. */
export function maskOf(leaves: readonly number[]): bigint {
  const length = 2 + leaves.reduce((most, leaf) => Math.max(most, leaf), 0);
  const bits = new Uint8Array(length);
  for (const leaf of leaves) bits[length - 2 - leaf] = 1;
  return BigInt(`0b${bits.join("")}`);
}
