import { treeOf } from "../expressions/prefix-trees.ts";
import { checkFunction, checkInteger, checkSeed } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { combine, hashOf, mergeParts } from "./merge-parts.ts";
import { likelyExpressions, randomWords } from "./nearest-expression.ts";
import { printTree } from "./print-tree.ts";
import { askAgain, callGiven } from "./questions.ts";
import type { NotDeterministic, UnexplainedSum } from "./revealed.ts";
import { depthOfTree, foldTree, nodeOf, type RevealedTree } from "./revealed-tree.ts";
import { type TreeFacts, treeFacts, WHOLE_BRACKET } from "./tree-facts.ts";

/** A reduce as it is asked: it is given n integers, and `treeHash` as a function. What takes operators of another kind has treeHash of that kind. */
export type ReduceByOperator = (
  input: BigUint64Array,
  combine: (left: bigint, right: bigint) => bigint,
) => bigint | Promise<bigint>;

/** Options of `revealReduce`. */
export interface RevealReduceOptions {
  readonly n: number; // elements, at most 1,024
  readonly seed?: bigint; // of their values; default 1n
}

interface Asked {
  readonly n: number;
  readonly callCount: number; // of the function, all told
}

/** A tree that has given the function's fingerprints. */
export interface RevealedCombines extends Asked, Omit<TreeFacts, "fusedCount"> {
  readonly kind: "tree";
  readonly tree: RevealedTree; // left and right as they are combined; index n is the initial value
  readonly initial: "none" | "outside" | "first" | "within"; // where a 0 stands: beside all, as the first element, or beside some
  readonly swappedCount: number; // combines whose right operand holds the smallest index
}

/** What was found out about a reduce with an operator of the asker's choice. */
export type RevealedReduce =
  | RevealedCombines
  | (Asked & Pick<NotDeterministic, "kind" | "askedCount" | "differentCount">)
  | (Asked & Pick<UnexplainedSum, "kind" | "fact">);

const MOST_ELEMENTS = 1024;

/** Bits that a change of one element changes in a fingerprint, of 64: fewer or more than this with 2^−33. */
const FEWEST_BITS = 8;

/** Random inputs that a tree must be right for; a wrong one passes each with 2^−64. */
const SAMPLES = 3;

/**
 * The tree by which a reduce combines n integers where its operator can be chosen: by `treeHash`, whose values are fingerprints of the tree, and tell
 * left from right. The usual trees take 6 calls, others at most 8n², or some 4n where only neighbours are combined.
 *
 * @throws InvalidArgumentError for a function that throws, gives no bigint or changes its input
 */
export async function revealReduce(
  reduce: ReduceByOperator,
  options: RevealReduceOptions,
): Promise<RevealedReduce> {
  checkFunction("reduce", reduce, "from an array and an operator to a bigint");
  checkOptionNames(options, ["n", "seed"]);
  const { n, seed = 1n } = options;
  checkSeed(seed);
  checkInteger("n", n, 1, MOST_ELEMENTS);
  let callCount = 0;
  const ask = async (input: BigUint64Array): Promise<bigint> => {
    callCount++;
    const answer = await callGiven("reduce", (given) => reduce(given as BigUint64Array, combine), [input]);
    if (typeof answer === "bigint") return BigInt.asUintN(64, answer);
    throw new InvalidArgumentError(
      "reduce",
      "a function that gives a bigint",
      `one that gives ${describe(answer)}`,
    );
  };
  const input = randomWords(seed, n);
  const answer = await ask(input);
  const about = () => ({ n, callCount });
  const changed = await askAgain((repetition) => (repetition === 0 ? Promise.resolve(answer) : ask(input)));
  if (changed !== undefined) return { ...changed, ...about() };
  const doubt = n === 1 ? undefined : await whyNoFingerprint(input, answer, ask);
  if (doubt !== undefined) return { kind: "unexplained", fact: doubt, ...about() };
  const tree = likelyTree(input, answer) ?? (await mergeParts(input, answer, ask));
  if (typeof tree === "string") return { kind: "unexplained", fact: tree, ...about() };
  for (let sample = 1n; sample <= SAMPLES; sample++) {
    const other = randomWords(seed + sample, n);
    if ((await ask(other)) === hashOf(tree, other)) continue;
    return { kind: "unexplained", fact: "another tree for other values", ...about() };
  }
  return { ...factsOf(tree, n), ...about() };
}

function withOther(input: BigUint64Array): BigUint64Array {
  const other = input.slice();
  other[0] ^= 1n;
  return other;
}

/** A sum, a maximum or an element shows at once; to find that no two elements are combined takes n² calls. */
async function whyNoFingerprint(
  input: BigUint64Array,
  answer: bigint,
  ask: (input: BigUint64Array) => Promise<bigint>,
): Promise<string | undefined> {
  const changed = (await ask(withOther(input))) ^ answer;
  const count = changed.toString(2).replaceAll("0", "").length;
  if (count >= FEWEST_BITS && count <= 64 - FEWEST_BITS) return undefined;
  return `another bit in element 0 changes ${count} of 64 bits: no value of treeHash`;
}

/** One of our expressions, with an initial value of 0 or none. */
function likelyTree(input: BigUint64Array, answer: bigint): RevealedTree | undefined {
  const n = input.length;
  for (const expression of likelyExpressions(n + 1)) {
    const tree = treeOf(expression, n) as RevealedTree;
    const begun = treeOf(expression, n + 1) as RevealedTree;
    const first = foldTree<RevealedTree>(begun, (place) => (place === 0 ? n : place - 1), nodeOf);
    const found = [tree, first, { left: n, right: tree }].find((each) => hashOf(each, input) === answer);
    if (found !== undefined) return found;
  }
  return undefined;
}

function factsOf(tree: RevealedTree, n: number): Omit<RevealedCombines, keyof Asked> {
  const { bare, beside } = withoutInitial(tree, n);
  const own = treeFacts(bare, n);
  const isWithin = beside !== undefined && beside !== bare;
  // A tree over one element more: the initial value is the first of all.
  const longer = isWithin && own.form === undefined ? treeFacts(withInitialFirst(tree, n), n + 1) : undefined;
  const isFirst = beside === 0 || longer?.form !== undefined;
  const { form, name, description, otherNames } = longer?.form === undefined ? own : longer;
  const bracket = printTree(tree, WHOLE_BRACKET, (index) => (index === n ? "initial" : `x${index}`));
  return {
    kind: "tree",
    ...{ tree, swappedCount: swappedCount(tree, n), bracket: bracket.replaceAll(" + ", " · ") },
    initial: beside === undefined ? "none" : !isWithin ? "outside" : isFirst ? "first" : "within",
    ...{ depth: depthOfTree(tree), form, name, description, otherNames },
    nearest: form === undefined ? own.nearest : undefined,
  };
}

/** The tree over elements alone, and what the initial value is combined with. */
export function withoutInitial(
  tree: RevealedTree,
  n: number,
): { readonly bare: RevealedTree; readonly beside: RevealedTree | undefined } {
  let beside: RevealedTree | undefined;
  const bare = foldTree<RevealedTree | undefined>(
    tree,
    (index) => (index === n ? undefined : index),
    (parts) => {
      const kept = parts.filter((part) => part !== undefined);
      if (kept.length < parts.length) [beside] = kept;
      return nodeOf(kept);
    },
  );
  return { bare: bare as RevealedTree, beside };
}

function withInitialFirst(tree: RevealedTree, n: number): RevealedTree {
  return foldTree<RevealedTree>(tree, (index) => (index === n ? 0 : index + 1), nodeOf);
}

function swappedCount(tree: RevealedTree, n: number): number {
  let count = 0;
  foldTree<number>(
    tree,
    (index) => (index === n ? -1 : index),
    ([left, right]) => {
      if (left > right) count++;
      return Math.min(left, right);
    },
  );
  return count;
}
