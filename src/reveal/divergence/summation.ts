// One side of a comparison: whatever says by which tree and in which arithmetic numbers are added, made into a tree over the input's elements.
import { combineClosure } from "../../codegen/closures.ts";
import { checkContract } from "../../contracts/check-contract.ts";
import type { Contract, TypedContract } from "../../contracts/contract.ts";
import { parseContract } from "../../contracts/parse.ts";
import { printContract } from "../../contracts/print.ts";
import { type ContractOptions, resolveContract } from "../../contracts/resolve.ts";
import { type Expression, isOrderFree } from "../../expressions/expression.ts";
import { noTree, treeOf } from "../../expressions/prefix-trees.ts";
import type { Accumulator, FloatType } from "../../summaries/accumulators/accumulator.ts";
import { newAccumulator } from "../../summaries/accumulators/new-accumulator.ts";
import { checkStored } from "../../values/check-arrays.ts";
import { storedValue, widen } from "../../values/convert.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementType,
  elementTypeOf,
  narrowTypeOf,
  type Scalar,
} from "../../values/element-types.ts";
import {
  EmptyInputError,
  InvalidArgumentError,
  LengthMismatchError,
  SOME_ELEMENT,
  UnsupportedError,
} from "../../values/errors.ts";
import type { StoredArray } from "../../values/value-types.ts";
import { adderOf, roundTo } from "../arithmetic.ts";
import { checkRevealed } from "../check-revealed.ts";
import { countElements } from "../check-tree.ts";
import { SUMMED_TYPES } from "../float-type.ts";
import { foldTree, fusedCount, nodeOf, type RevealedTree } from "../revealed-tree.ts";
import type { SavedTree } from "../tree-file.ts";

/**
 * How a result was combined: an expression or its text, the line of a contract, a contract, the options of a reduce, or what `revealTree` has
 * found out, from a file or not. What is not said is as in `reduce`: an add in the input's own type.
 */
export type Summation = Expression | string | TypedContract | ContractOptions | SavedTree;

/** A side that can be evaluated, over elements by their index; an initial value has the index behind the last. */
export interface Side {
  readonly label: string; // a contract's line, or the name of a revealed tree
  readonly type: ElementType; // of the values of its nodes
  readonly tree: RevealedTree;
  readonly valueOf: (index: number) => Scalar;
  readonly combine: (parts: readonly Scalar[]) => Scalar;
  readonly finish: (value: Scalar) => Scalar; // of the root
  /** Of a sum without an order, whose nodes are those of the other side's tree: what sums their elements. */
  readonly newSum?: () => Accumulator;
  readonly hasInitial: boolean;
  readonly isFloatSum: boolean; // so that there is a true value to be off from
}

/** Elements of a tree that is walked: four arrays of numbers and two trees take a gigabyte. */
const MOST_ELEMENTS = 2 ** 22;

/**
 * A side that can be evaluated. Where no order changes its sum, it is evaluated `along` the tree of the other side.
 *
 * @throws InvalidArgumentError, UnsupportedError, EmptyInputError, LengthMismatchError
 */
export function sideOf(
  argument: string,
  given: Summation,
  input: StoredArray,
  along?: () => RevealedTree,
): Side {
  if (isRevealed(given)) return revealedSide(argument, given, input);
  const contract = contractOf(argument, given, input);
  const array = checkStored("input", contract.type, input);
  checkLength(array.length);
  const { operator, accumulate, direction, initial, type, expression } = contract;
  if (isOrderFree(expression) && along === undefined) throw noTree(expression);
  const combine = combineClosure(operator.term(accumulate));
  const isBackward = direction === "backward";
  return {
    label: printContract(contract),
    type: accumulate,
    tree: isOrderFree(expression) ? (along as () => RevealedTree)() : treeOver(contract, array.length),
    ...(isOrderFree(expression) && { newSum: () => newAccumulator(expression, accumulate as FloatType) }),
    valueOf: (index) =>
      index < array.length ? widen(storedValue(type, array[index]), accumulate) : (initial?.value ?? 0),
    combine: isBackward ? (parts) => combine(parts[1], parts[0]) : (parts) => combine(parts[0], parts[1]),
    finish: (value) => value,
    hasInitial: initial !== undefined,
    isFloatSum: operator.name === "add" && ELEMENT_TYPE_FACTS[accumulate].isFloat,
  };
}

function checkLength(length: number): void {
  if (length === 0) throw new EmptyInputError("input", SOME_ELEMENT);
  if (length <= MOST_ELEMENTS) return;
  const expected = `at most ${MOST_ELEMENTS} elements, whose trees are walked; of longer scans those up to the first prefix that differs`;
  throw new InvalidArgumentError("input", expected, String(length));
}

function isRevealed(given: Summation): given is SavedTree {
  return typeof given === "object" && given !== null && "arithmetic" in given && "tree" in given;
}

function contractOf(argument: string, given: unknown, input: unknown): TypedContract {
  if (typeof given === "string" && given.includes(" ")) return typedOnly(argument, parseContract(given));
  if (typeof given === "object" && given !== null && "kind" in given) {
    const { kind } = given;
    if (kind === "typed" || kind === "record" || kind === "function") {
      return typedOnly(argument, checkContract(given as TypedContract));
    }
  }
  const isOptions =
    typeof given === "object" && given !== null && !("kind" in given) && !ArrayBuffer.isView(given);
  const options = (isOptions ? given : { expression: given ?? null }) as ContractOptions;
  return typedOnly(argument, resolveContract(options, "reduce", elementTypeOf(input) ?? narrowTypeOf(input)));
}

function typedOnly(argument: string, contract: Contract): TypedContract {
  const isSegmented = "segments" in contract;
  if (contract.kind === "typed" && !isSegmented) return contract;
  const actual = isSegmented ? "one over segments" : `one of kind "${contract.kind}"`;
  throw new InvalidArgumentError(argument, "a contract over single elements", actual);
}

/** Positions of the sequence that is combined as elements of the input: from the end for a backward contract, an initial value where it stands. */
function treeOver({ expression, direction, initial }: TypedContract, n: number): RevealedTree {
  const before = initial?.placement === "first" ? 1 : 0;
  const tree = treeOf(expression, n + before) as RevealedTree;
  const isBackward = direction === "backward";
  const elementAt = (place: number): number => {
    if (place < before) return n;
    return isBackward ? n - 1 - (place - before) : place - before;
  };
  const isAsItIs = before === 0 && !isBackward;
  const own = isAsItIs ? tree : foldTree<RevealedTree>(tree, elementAt, nodeOf);
  return initial?.placement === "outside" ? { left: n, right: own } : own;
}

/** Additions with longer significands than a double's have values that no bits here could show. */
const LONGEST_PRECISION = SUMMED_TYPES.f64.precision;

function revealedSide(argument: string, given: SavedTree, input: StoredArray): Side {
  const { arithmetic, type, start, name } = checkRevealed(argument, given);
  const { tree } = given;
  const { precision, result } = arithmetic;
  if (precision > LONGEST_PRECISION) {
    const subject = `to compare a sum whose additions keep ${precision} binary digits`;
    throw new UnsupportedError(subject, "values here are doubles", "compare results as arrays instead");
  }
  const array = checkStored("input", type, input);
  checkLength(array.length);
  const n = countElements(tree, MOST_ELEMENTS, (expected, fact) => {
    throw new InvalidArgumentError(argument, expected, fact);
  });
  if (n !== array.length) throw new LengthMismatchError("input", n, array.length);
  if (arithmetic.fused === undefined && fusedCount(tree) > 0) {
    throw new InvalidArgumentError(`${argument}.arithmetic`, "one that says how nodes of three add", "none");
  }
  const add = adderOf(arithmetic);
  return {
    label: name ?? "a revealed tree without a name",
    type: precision <= SUMMED_TYPES.f32.precision ? "f32" : "f64",
    tree,
    // A zero that is added first: it stands beside the first element, and shows in the sign of zero alone.
    valueOf: (index) => {
      const value = storedValue(type, array[index]) as number;
      return start === "zero" && index === 0 ? 0 + value : value;
    },
    combine: (parts) => add(parts as readonly number[]),
    finish: (value) => roundTo(result, value as number),
    hasInitial: false,
    isFloatSum: true,
  };
}
