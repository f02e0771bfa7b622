// What is revealed of others is computed here: on executors, by an expression and the options that go with it, or in any arithmetic by itself.
import type { ContractOptions } from "../contracts/resolve.ts";
import { defineExpression } from "../expressions/define-expression.ts";
import type { Expression, Tree } from "../expressions/expression.ts";
import { checkStored } from "../values/check-arrays.ts";
import { ACCUMULATION_TYPES, storedValue } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { hashBytes } from "../values/hash.ts";
import { evaluate } from "./arithmetic.ts";
import { checkRevealed } from "./check-revealed.ts";
import { SUMMED_TYPES, type SummedArray } from "./float-type.ts";
import { printLists } from "./print-tree.ts";
import { asBinaryTree, fusedCount, type RevealedTree } from "./revealed-tree.ts";
import { checkTree, type SavedTree } from "./tree-file.ts";

/** The trees of a saved sum by length: of a scan those of all prefixes, else that of all elements alone. */
function treesOf(saved: SavedTree): (length: number) => RevealedTree {
  const { n, tree, prefixes } = saved ?? {};
  if (typeof n !== "number" || (tree === undefined && prefixes === undefined)) {
    throw new InvalidArgumentError("saved", "a tree as decodeTree gives it", describe(saved));
  }
  const trees = prefixes?.map((each, i) => checkTree(each, i + 1, "saved"));
  const whole = trees?.[n - 1] ?? checkTree(tree, n, "saved");
  return (length) => {
    const found = length === n ? whole : trees?.[length - 1];
    if (found !== undefined) return found;
    const expected =
      trees === undefined
        ? `${n} elements, as the tree has; of a scan that is revealed, each prefix has its own`
        : `1 to ${n} elements, as the scan that was revealed has`;
    throw new InvalidArgumentError("input", expected, `${length}`);
  };
}

/**
 * A saved tree as an expression, so that executors compute with it, named by a hash of the tree: of its length alone, or, where a scan was saved, of
 * every length up to that. It runs on plain loops, as every caller's own does.
 *
 * Where it is used it throws UnsupportedError for a tree with nodes that add three operands and more at once: `sumByTree` has them.
 */
export function treeExpression(saved: SavedTree): Expression {
  const treeAt = treesOf(saved);
  const trees = lengthsOf(saved).map(treeAt);
  const hash = hashBytes(new TextEncoder().encode(trees.map(printLists).join(" ")));
  return defineExpression(`tree-${hash}`, (length) => treeOfPairs(treeAt(length)));
}

function lengthsOf({ n, prefixes }: SavedTree): readonly number[] {
  return prefixes?.map((_, i) => i + 1) ?? [n];
}

/** @throws UnsupportedError for one with a node of three */
function treeOfPairs(tree: RevealedTree): Tree {
  if (fusedCount(tree) === 0) return asBinaryTree(tree);
  throw new UnsupportedError(
    "a tree with nodes of three operands and more as an expression",
    "executors combine two at a time",
    "call sumByTree, or reveal what adds in pairs",
  );
}

/**
 * The options with which `reduce`, and of a saved scan `inclusiveScan`, compute a saved tree in its own arithmetic: type, accumulation type, expression,
 * and a zero as initial value where one is added first. Where `saved.arithmetic.result` is narrower than that, its owner rounds to it at last.
 *
 * @throws UnsupportedError for nodes of three operands, additions that no accumulation type of the elements has and additions toward zero: `sumByTree` has them all
 */
export function treeOptions(saved: SavedTree): ContractOptions & Required<Pick<ContractOptions, "type">> {
  const { type, start, arithmetic } = checkRevealed("saved", saved);
  const { precision, rounding } = arithmetic;
  if (rounding !== undefined) {
    const reason = "executors round to nearest";
    throw new UnsupportedError("a sum whose additions round toward zero", reason, "call sumByTree");
  }
  const accumulate = ACCUMULATION_TYPES[type].find(
    (each) => (each === "f32" || each === "f64") && SUMMED_TYPES[each].precision === precision,
  );
  if (accumulate === undefined) {
    throw new UnsupportedError(
      `a sum of ${type} whose additions keep ${precision} binary digits`,
      `elements of ${type} are added in ${ACCUMULATION_TYPES[type].join(" or ")}`,
      "call sumByTree",
    );
  }
  lengthsOf(saved).map(treesOf(saved)).forEach(treeOfPairs);
  const initial = start === "zero" ? 0 : undefined;
  return { type, accumulate, expression: treeExpression(saved), initial };
}

/**
 * The sum by a saved tree, in its arithmetic whatever that is: the bits of the function that it was revealed of, rounded as that rounds.
 *
 * @throws InvalidArgumentError for an input of another length or type
 */
export function sumByTree(saved: SavedTree, input: SummedArray): number {
  const { type, start, arithmetic } = checkRevealed("saved", saved);
  const array = checkStored("input", type, input);
  const tree = treesOf(saved)(array.length);
  if (arithmetic.fused === undefined && fusedCount(tree) > 0) {
    throw new InvalidArgumentError("saved.arithmetic", "one that says how nodes of three add", "none");
  }
  const values = Array.from({ length: array.length }, (_, i) => storedValue(type, array[i]) as number);
  if (start === "zero") values[0] += 0;
  return evaluate(tree, values, arithmetic);
}
