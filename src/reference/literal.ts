import type { Direction, InitialValue } from "../contracts/contract.ts";
import type { Expression } from "../expressions/expression.ts";
import { treeOf } from "../expressions/prefix-trees.ts";
import { type Combines, combinesOf, prefixCombines } from "./combines.ts";

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
