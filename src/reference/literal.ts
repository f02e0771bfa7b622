import type { Direction, InitialValue } from "../contracts/contract.ts";
import type { Expression } from "../expressions/expression.ts";
import { prefixTrees, treeOf } from "../expressions/prefix-trees.ts";
import type { Tree, TreeNode } from "../expressions/tree.ts";

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
  const { elements, combine, finish } = sequenceOf(question);
  return finish(evaluate(treeOf(question.expression, elements.length), elements, combine, new Map()));
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
  const { elements, combine, finish } = sequenceOf(question);
  const known = new Map<TreeNode, Value>();
  const prefixes = prefixTrees(question.expression, elements.length).map((tree) =>
    finish(evaluate(tree, elements, combine, known)),
  );
  // Not the initial value alone, where that is element 0 of the sequence.
  return question.initial?.placement === "first" ? prefixes.slice(1) : prefixes;
}

/** The value of a tree. A left fold is as deep as it is long, so the open nodes are on a list, not on the call stack. */
function evaluate<Value>(
  root: Tree,
  elements: readonly Value[],
  combine: (left: Value, right: Value) => Value,
  known: Map<TreeNode, Value>,
): Value {
  const found = (tree: Tree): Value | undefined =>
    typeof tree === "number" ? elements[tree] : known.get(tree);
  const open: Tree[] = [root];
  while (open.length > 0) {
    const tree = open[open.length - 1];
    if (typeof tree === "number" || known.has(tree)) {
      open.pop();
      continue;
    }
    const left = found(tree.left);
    const right = found(tree.right);
    if (left !== undefined && right !== undefined) {
      known.set(tree, combine(left, right));
      open.pop();
    } else {
      if (right === undefined) open.push(tree.right);
      if (left === undefined) open.push(tree.left);
    }
  }
  return found(root) as Value;
}
