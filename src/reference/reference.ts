import type { Observation, TypedContract } from "../contracts/contract.ts";
import { reduceOfNothing } from "../contracts/empty.ts";
import { prefixTrees, treeOf } from "../expressions/prefix-trees.ts";
import type { Tree, TreeNode } from "../expressions/tree.ts";
import { evaluateTerm } from "../operators/evaluate.ts";
import { widen } from "../values/convert.ts";
import { type ElementArray, newElementArray, type Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** Told of every combine that the reference evaluates. */
export type CombineObserver = () => void;

/**
 * The reduce of a contract, literally: build the tree, evaluate each of its nodes once. The oracle for every executor.
 *
 * @throws EmptyInputError for nothing without an initial value
 */
export function referenceReduce(
  contract: TypedContract,
  input: ElementArray,
  onCombine?: CombineObserver,
): Scalar {
  const { elements, combine, finish } = setting(contract, input, onCombine);
  if (input.length === 0) return reduceOfNothing(contract);
  return finish(evaluate(treeOf(contract.expression, elements.length), elements, combine, new Map()));
}

/**
 * A scan of a contract, literally: the tree of every prefix, each distinct node evaluated once.
 *
 * Memory and work are those of the distinct nodes.
 *
 * @throws InvalidArgumentError for an exclusive scan of a contract without an initial value
 */
export function referenceScan(
  contract: TypedContract,
  observation: Exclude<Observation, "reduce">,
  input: ElementArray,
  onCombine?: CombineObserver,
): ElementArray {
  if (observation === "exclusive-scan" && contract.initial === undefined) {
    throw new InvalidArgumentError("contract", "one with an initial value for an exclusive scan", "none");
  }
  const { elements, combine, finish } = setting(contract, input, onCombine);
  const known = new Map<TreeNode, Scalar>();
  const prefixes = prefixTrees(contract.expression, elements.length).map((tree) =>
    finish(evaluate(tree, elements, combine, known)),
  );
  // The prefixes after the initial value alone, where that is element 0 of the sequence.
  const after = contract.initial?.placement === "first" ? prefixes.slice(1) : prefixes;
  const values =
    observation === "inclusive-scan"
      ? after
      : [contract.initial?.value as Scalar, ...after].slice(0, input.length);
  if (contract.direction === "backward") values.reverse();
  const output = newElementArray(contract.accumulate, input.length);
  values.forEach((value, index) => {
    (output as { [index: number]: Scalar })[index] = Number.isNaN(value) ? Number.NaN : value;
  });
  return output;
}

interface Setting {
  readonly elements: readonly Scalar[]; // the sequence: reversed for backward contracts, with an initial value that stands first
  readonly combine: (left: Scalar, right: Scalar) => Scalar; // sides swapped for backward contracts
  readonly finish: (value: Scalar) => Scalar; // combines the initial value that stands outside
}

function setting(
  contract: TypedContract,
  input: ElementArray,
  onCombine: CombineObserver | undefined,
): Setting {
  const { operator, accumulate, direction, initial } = contract;
  const term = operator.term(accumulate);
  const isBackward = direction === "backward";
  const elements = Array.from(input as ArrayLike<Scalar>, (element) => widen(element, accumulate));
  if (isBackward) elements.reverse();
  if (initial?.placement === "first") elements.unshift(initial.value);
  const combine = (left: Scalar, right: Scalar): Scalar => {
    onCombine?.();
    return isBackward ? evaluateTerm(term, right, left) : evaluateTerm(term, left, right);
  };
  const outside = initial?.placement === "outside" ? initial.value : undefined;
  return { elements, combine, finish: (value) => (outside === undefined ? value : combine(outside, value)) };
}

/** The value of a tree. A left fold is as deep as it is long, so the open nodes are on a list, not on the call stack. */
function evaluate(
  root: Tree,
  elements: readonly Scalar[],
  combine: (left: Scalar, right: Scalar) => Scalar,
  known: Map<TreeNode, Scalar>,
): Scalar {
  const found = (tree: Tree): Scalar | undefined =>
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
  return found(root) as Scalar;
}
