// Sets of elements in words: what a node adds, short enough to be read.
import { printTree } from "./print-tree.ts";
import { childrenOf, leavesOf, type RevealedTree } from "./revealed-tree.ts";

/** What a node holds. */
export interface NamedElements {
  readonly count: number;
  readonly first: number; // the smallest index
  readonly last: number; // the largest
  readonly distance: number | undefined; // of neighbours, where all are equal; 1: a range; undefined for one alone
  readonly text: string; // "x8", "(x0 … x7)", "(x0, x4 … x60)"
}

/** Operands of so many elements are written out. */
const WRITTEN_OUT = 4;

/** The elements under a tree, from the smallest index on. */
export function sortedElements(tree: RevealedTree): Float64Array {
  return Float64Array.from(leavesOf(tree)).sort();
}

/** Describes the elements of a tree, which are `sorted` as above; an element of `initialIndex` is an initial value. */
export function namedElements(
  tree: RevealedTree,
  initialIndex = Number.POSITIVE_INFINITY,
  sorted = sortedElements(tree),
): NamedElements {
  const set = namedSet(sorted, initialIndex);
  if (set.count > WRITTEN_OUT) return set;
  return { ...set, text: printTree(tree, set.count, (index) => nameOf(index, initialIndex)) };
}

/** The same of elements alone, whatever their tree. */
export function namedSet(sorted: Float64Array, initialIndex = Number.POSITIVE_INFINITY): NamedElements {
  const count = sorted.length;
  const [first, last] = [sorted[0], sorted[count - 1]];
  const step = sorted[1] - first;
  const isEven = count > 1 && sorted.every((leaf, i) => leaf === first + i * step);
  const [start, second, end] = [first, sorted[1], last].map((index) => nameOf(index, initialIndex));
  const some = `${count} elements from ${start} to ${end}`;
  const text = !isEven ? some : step === 1 ? `${start} … ${end}` : `${start}, ${second} … ${end}`;
  return { count, first, last, distance: isEven ? step : undefined, text: `(${text})` };
}

function nameOf(index: number, initialIndex: number): string {
  return index === initialIndex ? "initial" : `x${index}`;
}

/** What one node adds, its operands by their elements: `(x0 … x7) + x8`. */
export function printAddition(tree: RevealedTree): string {
  if (typeof tree === "number") return namedElements(tree).text;
  return childrenOf(tree)
    .map((part) => namedElements(part).text)
    .join(" + ");
}
