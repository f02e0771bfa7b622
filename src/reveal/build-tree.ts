// Trees from sizes alone: how many elements lie under the lowest node that holds both of two elements.
// One pivot asked against all others of a part cuts that part along the path from the pivot to its root (FPRev, arXiv 2411.00442).
import { nodeOf, type RevealedTree } from "./revealed-tree.ts";

/** The number of elements under the lowest node over both. */
type SizeOver = (one: number, other: number) => Promise<number>;

/** Which of some elements to ask against all others. */
export type ChoosePivot = (part: readonly number[]) => number;

/** Answers that no tree gives. */
interface Contradiction {
  readonly kind: "contradiction";
  readonly fact: string;
}

interface Built {
  readonly kind: "tree";
  readonly tree: RevealedTree; // children in no order
}

/**
 * The tree over elements 0 to n − 1. Pivots are drawn by `choose`, and no pair is asked twice, so that the most there are is n(n − 1)/2.
 *
 * A pair is asked when one of both is the first pivot under their lowest node, which has probability 2 over its size. So a node over a and
 * b ≥ a elements costs 2ab/(a + b) ≤ 2a questions on average, and a tree of pairs at most n·log2 n; a left fold 2n.
 */
export async function buildTree(
  n: number,
  sizeOver: SizeOver,
  choose: ChoosePivot,
): Promise<Built | Contradiction> {
  try {
    const all = Array.from({ length: n }, (_, index) => index);
    const tree = n === 1 ? 0 : await treeOver(all, { sizeOver, choose });
    return { kind: "tree", tree };
  } catch (error) {
    if (error instanceof Inconsistent) return { kind: "contradiction", fact: error.message };
    throw error;
  }
}

class Inconsistent extends Error {}

interface Asking {
  readonly sizeOver: SizeOver;
  readonly choose: ChoosePivot;
}

/** The elements of one node. */
async function treeOver(part: readonly number[], asking: Asking): Promise<RevealedTree> {
  if (part.length === 1) return part[0];
  const pivot = asking.choose(part);
  return alongPath(pivot, await sizesOver(pivot, part, asking), asking);
}

async function sizesOver(
  pivot: number,
  part: readonly number[],
  { sizeOver }: Asking,
): Promise<ReadonlyMap<number, number>> {
  const sizes = new Map<number, number>(); // by element
  for (const other of part) {
    if (other !== pivot) sizes.set(other, await sizeOver(pivot, other));
  }
  return sizes;
}

/** The nodes from a pivot upwards: elements whose size over the pivot is the same hang under the same node of its path. */
async function alongPath(
  pivot: number,
  sizes: ReadonlyMap<number, number>,
  asking: Asking,
): Promise<RevealedTree> {
  const groups = groupedBySize(sizes);
  let tree: RevealedTree = pivot;
  let count = 1;
  for (const size of [...groups.keys()].sort((one, other) => one - other)) {
    const group = groups.get(size) ?? [];
    count += group.length;
    if (size !== count) throw new Inconsistent(`a node over ${size} elements that holds ${count}`);
    tree = nodeOf([tree, ...(await siblings(group, size, asking))]);
  }
  return tree;
}

function groupedBySize(sizes: ReadonlyMap<number, number>): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  for (const [element, size] of sizes) {
    const group = groups.get(size);
    if (group === undefined) groups.set(size, [element]);
    else group.push(element);
  }
  return groups;
}

/** The other children of a node over `size` elements: one, unless the node adds several at once. */
async function siblings(
  group: readonly number[],
  size: number,
  asking: Asking,
): Promise<readonly RevealedTree[]> {
  const found: RevealedTree[] = [];
  let rest = group;
  while (rest.length > 0) {
    const pivot = asking.choose(rest);
    const sizes = await sizesOver(pivot, rest, asking);
    const beside = rest.filter((element) => element !== pivot && (sizes.get(element) as number) >= size);
    if (beside.some((element) => sizes.get(element) !== size)) {
      throw new Inconsistent(`a node over more than ${size} elements below one of ${size}`);
    }
    const below = new Map([...sizes].filter(([, each]) => each < size));
    found.push(await alongPath(pivot, below, asking));
    rest = beside;
  }
  return found;
}
