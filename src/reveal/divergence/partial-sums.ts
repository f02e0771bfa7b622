// Every partial sum of a tree, in the order of evaluation, found again by the elements that it holds. Columns of numbers, because sums of
// millions of elements are compared.
import { splitmix64 } from "../../conformance/data/splitmix64.ts";
import type { Accumulator } from "../../summaries/accumulators/accumulator.ts";
import type { Scalar } from "../../values/element-types.ts";
import { type FusedNode, foldTree, type RevealedPair } from "../revealed-tree.ts";
import type { Side } from "./summation.ts";

/** Random words, one pair for each element: a set of elements is known by the exclusive or of theirs. */
interface ElementWords {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

export function elementWords(count: number): ElementWords {
  const words = { high: new Uint32Array(count), low: new Uint32Array(count) };
  splitmix64(0n)(words.high, words.low);
  return words;
}

/** The nodes of one side by number, operands before what adds them. */
export interface PartialSums {
  readonly count: number;
  readonly nodes: readonly (RevealedPair | FusedNode)[];
  readonly values: readonly Scalar[];
  readonly sizes: Int32Array; // elements
  readonly parents: Int32Array; // −1 for the root
  readonly words: ElementWords;
  readonly root: Scalar; // the result
}

/** Evaluates a side. About 0.5 µs for each node. */
export function partialSumsOf(side: Side, words: ElementWords): PartialSums {
  const most = words.high.length;
  const nodes: (RevealedPair | FusedNode)[] = [];
  const values: Scalar[] = [];
  const sizes = new Int32Array(most);
  const parents = new Int32Array(most).fill(-1);
  const own = { high: new Uint32Array(most), low: new Uint32Array(most) };
  const sumOf = side.newSum && summing(side, side.newSum, sizes);
  const operands: Scalar[] = []; // of one node after the other: a list for each takes a third of the time
  // A place is an element's index, or −1 − the number of a node.
  const valueAt = (place: number): Scalar => (place < 0 ? values[-1 - place] : side.valueOf(place));
  const root = foldTree<number>(
    side.tree,
    (index) => index,
    (parts, tree) => {
      const number = nodes.push(tree) - 1;
      operands.length = parts.length;
      for (let i = 0; i < parts.length; i++) operands[i] = valueAt(parts[i]);
      values.push(sumOf === undefined ? side.combine(operands) : sumOf(number, parts));
      for (let i = 0; i < parts.length; i++) {
        const isNode = parts[i] < 0;
        const from = isNode ? own : words;
        const at = isNode ? -1 - parts[i] : parts[i];
        own.high[number] ^= from.high[at];
        own.low[number] ^= from.low[at];
        sizes[number] += isNode ? sizes[at] : 1;
        if (isNode) parents[at] = number;
      }
      return -1 - number;
    },
  );
  const result = side.finish(valueAt(root));
  if (nodes.length > 0) values[nodes.length - 1] = result;
  return { count: nodes.length, nodes, values, sizes, parents, words: own, root: result };
}

/** What a sum without an order gives for the elements of a node, whose parts are places: it goes on from the longest of these. */
function summing(
  side: Side,
  newSum: () => Accumulator,
  sizes: Int32Array,
): (number: number, parts: readonly number[]) => number {
  const open = new Map<number, Accumulator>(); // by node, until another takes it in
  return (number, parts) => {
    const nodes = parts.filter((part) => part < 0).map((part) => -1 - part);
    const longest = nodes.reduce((best, node) => (best < 0 || sizes[node] > sizes[best] ? node : best), -1);
    const sum = open.get(longest) ?? newSum();
    for (const part of parts) if (part >= 0) sum.add(side.valueOf(part) as number);
    for (const node of nodes) {
      const own = open.get(node);
      if (own !== undefined && own !== sum) sum.merge(own.state());
      open.delete(node);
    }
    open.set(number, sum);
    return sum.observe();
  };
}

/** Finds a node by the elements of another tree's: −1 where there is none. A hash table, open and less than half full. */
export function finderOf({
  count,
  sizes,
  words,
}: PartialSums): (other: PartialSums, number: number) => number {
  const length = 2 ** Math.ceil(Math.log2(2 * count + 1));
  const table = new Int32Array(length); // 1 + the number of a node; 0: empty
  const placeFrom = (low: number): number => low & (length - 1);
  for (let number = 0; number < count; number++) {
    let place = placeFrom(words.low[number]);
    while (table[place] !== 0) place = (place + 1) & (length - 1);
    table[place] = number + 1;
  }
  return (other, number) => {
    const [high, low] = [other.words.high[number], other.words.low[number]];
    for (let place = placeFrom(low); table[place] !== 0; place = (place + 1) & (length - 1)) {
      const found = table[place] - 1;
      const isSame = words.low[found] === low && words.high[found] === high;
      if (isSame && sizes[found] === other.sizes[number]) return found;
    }
    return -1;
  };
}
