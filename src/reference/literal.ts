// Why: trees of all prefixes share subtrees. Each is evaluated once, in the order of its positions, which is all that makes this fast enough to be an oracle.
import type { Direction, InitialValue } from "../contracts/contract.ts";
import type { Expression, Tree, TreeNode } from "../expressions/expression.ts";
import { prefixTrees, treeOf } from "../expressions/prefix-trees.ts";

/** A contract with its input, whatever its values are: scalars, or records as lists of them. */
export interface Question<Value> {
  readonly expression: Expression;
  readonly direction: Direction;
  readonly initial: InitialValue<Value> | undefined;
  readonly combine: (left: Value, right: Value) => Value;
  readonly input: readonly Value[]; // of the accumulation type
}

/** The reduce, literally: build the tree, evaluate each of its nodes once. The input is not empty. */
export function literalReduce<Value>(question: Question<Value>): Value {
  const sequence = sequenceOf(question);
  const combines = combinesOf([treeOf(question.expression, sequence.elements.length)]);
  return sequence.finish(evaluate(combines, combines.counts[0], sequence)(combines.roots[0]));
}

/** An inclusive scan, literally: the tree of every prefix, each distinct node evaluated once. */
export function literalInclusiveScan<Value>(question: Question<Value>): readonly Value[] {
  const values = prefixesOf(question);
  return question.direction === "backward" ? values.reverse() : values;
}

/** An exclusive scan, literally: the initial value, then every prefix but the last. */
export function literalExclusiveScan<Value>(question: Question<Value>, initial: Value): readonly Value[] {
  const values = [initial, ...prefixesOf(question)].slice(0, question.input.length);
  return question.direction === "backward" ? values.reverse() : values;
}

/** What is combined: reversed for backward contracts, with an initial value that stands first. */
interface Sequence<Value> {
  readonly elements: readonly Value[];
  readonly combine: (left: Value, right: Value) => Value; // sides swapped for backward contracts
  readonly finish: (value: Value) => Value; // combines the initial value that stands outside
}

function sequenceOf<Value>(question: Question<Value>): Sequence<Value> {
  const { initial, input } = question;
  const isBackward = question.direction === "backward";
  const elements = isBackward ? [...input].reverse() : [...input];
  if (initial?.placement === "first") elements.unshift(initial.value);
  const combine = (left: Value, right: Value): Value =>
    isBackward ? question.combine(right, left) : question.combine(left, right);
  const finish = (value: Value): Value =>
    initial?.placement === "outside" ? combine(initial.value, value) : value;
  return { elements, combine, finish };
}

/** The value of every prefix that has an element of the input. */
function prefixesOf<Value>(question: Question<Value>): Value[] {
  const sequence = sequenceOf(question);
  const length = sequence.elements.length;
  if (length === 0) return [];
  const combines = prefixCombines(question.expression, length);
  const valueAt = evaluate(combines, combines.counts[length - 1], sequence);
  const prefixes = Array.from(combines.roots.subarray(0, length), (root) => sequence.finish(valueAt(root)));
  // Not the initial value alone, where that is element 0 of the sequence.
  return question.initial?.placement === "first" ? prefixes.slice(1) : prefixes;
}

/** The value at each place, once the first `count` combines are done in their order. */
function evaluate<Value>(
  { left, right }: Combines,
  count: number,
  { elements, combine }: Sequence<Value>,
): (place: number) => Value {
  const values: Value[] = [];
  const valueAt = (place: number): Value => (place < 0 ? values[-place - 1] : elements[place]);
  for (let k = 0; k < count; k++) values.push(combine(valueAt(left[k]), valueAt(right[k])));
  return valueAt;
}

/**
 * The distinct combines of some trees, each after those that make its operands.
 *
 * A place says where a value is: at i ≥ 0 element i, at −k the value of the k-th combine, counted from 1.
 */
export interface Combines {
  readonly left: Int32Array; // the places of each combine's operands
  readonly right: Int32Array;
  readonly roots: Int32Array; // the place of each tree's value
  readonly counts: Int32Array; // combines up to each tree, those of the trees before it among them
}

/** The combines of trees whose equal subtrees are the same object. */
export function combinesOf(trees: readonly Tree[]): Combines {
  const left: number[] = [];
  const right: number[] = [];
  const placeOfNode = new Map<TreeNode, number>();
  const placeOf = (tree: Tree): number | undefined =>
    typeof tree === "number" ? tree : placeOfNode.get(tree);

  // A left fold is as deep as it is long, so the open nodes are on a list, not on the call stack.
  function listAll(root: Tree): void {
    const open: Tree[] = [root];
    while (open.length > 0) {
      const tree = open[open.length - 1];
      if (typeof tree === "number" || placeOfNode.has(tree)) {
        open.pop();
        continue;
      }
      const first = placeOf(tree.left);
      const second = placeOf(tree.right);
      if (first !== undefined && second !== undefined) {
        left.push(first);
        right.push(second);
        placeOfNode.set(tree, -left.length);
        open.pop();
      } else {
        if (second === undefined) open.push(tree.right);
        if (first === undefined) open.push(tree.left);
      }
    }
  }

  const counts = new Int32Array(trees.length);
  const roots = new Int32Array(trees.length);
  for (const [index, tree] of trees.entries()) {
    listAll(tree);
    counts[index] = left.length;
    roots[index] = placeOf(tree) as number;
  }
  return { left: Int32Array.from(left), right: Int32Array.from(right), roots, counts };
}

const longestKnown = new WeakMap<Expression, Combines>();

/** Combines that are kept for the next scan: 4 MiB of them. */
const KEPT = 2 ** 19;

/**
 * The combines of at least the first `length` prefixes. A scan of `length` elements takes the first `counts[length − 1]`.
 *
 * Those of the longest input so far are kept: the same ones serve every operator, direction and initial value.
 */
export function prefixCombines(expression: Expression, length: number): Combines {
  const known = longestKnown.get(expression);
  if (known !== undefined && known.counts.length >= length) return known;
  const combines = combinesOf(prefixTrees(expression, length));
  if (combines.left.length <= KEPT) longestKnown.set(expression, combines);
  return combines;
}
