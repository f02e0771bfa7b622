// A revealed tree as a file: what is known of the sum, and its tree as lists within lists; of a scan those of all prefixes.
import { checkInteger, checkText } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { describeJson } from "../values/describe.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import type { Arithmetic } from "./arithmetic.ts";
import { checkRevealed } from "./check-revealed.ts";
import { countElements } from "./check-tree.ts";
import type { SummedType } from "./float-type.ts";
import { printLists } from "./print-tree.ts";
import { type RevealedCombines, withoutInitial } from "./reveal-reduce.ts";
import type { RevealedScan } from "./reveal-scan.ts";
import type { RevealedSum } from "./revealed.ts";
import { canonicalTree, depthOfTree, nodeOf, type RevealedTree } from "./revealed-tree.ts";

const FORMAT = "samebits revealed tree";
const VERSION = 1;

interface Saved {
  readonly kind: "tree";
  readonly n: number;
  readonly tree: RevealedTree; // of all n elements
  readonly name: string | undefined;
}

/** The tree of a sum or a scan as a file has it, and the arithmetic in which it gives its owner's bits. What `revealTree` has found is one too. */
export interface SavedSum extends Saved {
  readonly type: SummedType;
  readonly arithmetic: Arithmetic;
  readonly start: "none" | "zero"; // a zero is added first
  readonly prefixes?: readonly RevealedTree[] | undefined; // of a scan: tree i is that of elements 0 to i
  readonly operator?: undefined;
}

/** The tree of a reduce that takes any operator: that of `revealReduce`, without an initial value. */
export interface SavedCombines extends Saved {
  readonly operator: typeof OPERATOR;
  readonly prefixes?: undefined;
}

/** What a file of a revealed tree holds. */
export type SavedTree = SavedSum | SavedCombines;

const OPERATOR = "treeHash";

/**
 * A revealed sum, scan or reduce as the text of a JSON file: what is known of it, and its tree as lists within lists: `[[0, 1], 2]`. Of a scan the trees of
 * all prefixes.
 *
 * @throws InvalidArgumentError for what is not a revealed tree, for a scan with prefixes that are none, or are added in different arithmetics, and for a reduce
 * with an initial value among its elements, or one that swaps operands
 */
export function encodeTree(revealed: SavedTree | RevealedScan | RevealedCombines): string {
  const isScan = revealed !== null && typeof revealed === "object" && !("kind" in revealed);
  const saved = isScan ? savedScan(revealed) : (revealed as SavedTree | RevealedCombines);
  if (isOfCombines(saved)) {
    const { n, name, tree } = combinesIn(saved);
    return `${headOf({ n, operator: OPERATOR, name, depth: depthOfTree(tree) })},"tree":${printLists(tree)}}\n`;
  }
  return encodeSum(saved);
}

/** A reduce tells where an initial value stands; what a file of one holds tells its operator. */
function isOfCombines(saved: SavedTree | RevealedCombines): saved is SavedCombines | RevealedCombines {
  if (saved === null || typeof saved !== "object") return false;
  return "initial" in saved || ("operator" in saved && saved.operator !== undefined);
}

function encodeSum(saved: SavedSum): string {
  const { n, type, start, name, arithmetic } = checkRevealed("revealed", saved);
  const tree = checkTree(saved.tree, n, "revealed.tree");
  const head = headOf({ n, type, name, depth: depthOfTree(tree), start, arithmetic });
  if (saved.prefixes === undefined) return `${head},"tree":${printLists(tree)}}\n`;
  const prefixes = checkPrefixes(saved.prefixes, n, "revealed.prefixes");
  return `${head},"prefixes":[${prefixes.map(printLists).join(",")}]}\n`;
}

/** All of an object but its tree and its end. */
function headOf(facts: object): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, ...facts }).slice(0, -1);
}

/** The tree over elements alone. @throws InvalidArgumentError where that is not all that the reduce did */
function combinesIn(given: SavedCombines | RevealedCombines): SavedCombines {
  const n = checkInteger("revealed.n", given.n, 1);
  const name = given.name === undefined ? undefined : checkText("revealed.name", given.name);
  const { initial, swappedCount } = { initial: "none", swappedCount: 0, ...given };
  if (initial !== "none" && initial !== "outside") {
    const expected =
      '"none" or "outside" of a tree to save: an initial value among the elements is no part of one over them';
    throw new InvalidArgumentError("revealed.initial", expected, JSON.stringify(initial));
  }
  if (swappedCount !== 0) {
    const expected = "0 of a tree to save: in one that is computed with, the earlier operand is the left one";
    throw new InvalidArgumentError("revealed.swappedCount", expected, String(swappedCount));
  }
  const tree = initial === "outside" ? withoutInitial(given.tree, n).bare : given.tree;
  return { kind: "tree", n, name, operator: OPERATOR, tree: checkTree(tree, n, "revealed.tree") };
}

/** What all prefixes of a scan have in common. */
function savedScan({ prefixes, name }: RevealedScan): SavedSum {
  const fail = (expected: string, fact: string): never => {
    throw new InvalidArgumentError("revealed.prefixes", expected, fact);
  };
  if (!Array.isArray(prefixes) || prefixes.length === 0) fail("what revealScan gives", "none");
  const trees = prefixes.map((each, i) =>
    each?.kind === "tree"
      ? each
      : (fail("trees, all of them", `prefix ${i} of kind "${each?.kind}"`) as never),
  );
  const last = trees[trees.length - 1];
  const howOf = ({ arithmetic, start }: RevealedSum): string => JSON.stringify([arithmetic, start]);
  const other = trees.findIndex((each) => howOf(each) !== howOf(last));
  if (other >= 0) fail("added in one arithmetic", `another of prefix ${other} than of the last`);
  return { ...last, name, prefixes: trees.map(({ tree }) => tree) };
}

/** Options of `decodeTree`. */
export interface DecodeTreeOptions {
  readonly source?: string; // of the text, for errors; default: "tree"
}

/** What a file that `encodeTree` has written holds. @throws FormatError for any other text, and for a tree that does not hold each element once */
export function decodeTree(text: string, options: DecodeTreeOptions = {}): SavedTree {
  checkText("text", text);
  checkOptionNames(options, ["source"]);
  const source = checkText("source", options.source ?? "tree");
  const data = parseObject(text, source);
  if (data.format !== FORMAT || data.version !== VERSION) {
    throw new FormatError(
      source,
      `a file of "format": "${FORMAT}", "version": ${VERSION}`,
      describeJson(data.format),
    );
  }
  if (data.operator !== undefined) return decodeCombines(data, source);
  const facts = factsIn(data, source);
  const { n } = facts;
  if (data.prefixes === undefined)
    return { kind: "tree", ...facts, tree: checkTree(treeOfLists(data.tree, source), n, source) };
  const lists = Array.isArray(data.prefixes) ? data.prefixes : [data.prefixes];
  const prefixes = checkPrefixes(
    lists.map((list) => treeOfLists(list, source)),
    n,
    source,
  );
  return { kind: "tree", ...facts, tree: prefixes[n - 1], prefixes };
}

function decodeCombines(data: Readonly<Record<string, unknown>>, source: string): SavedCombines {
  if (data.operator !== OPERATOR) {
    throw new FormatError(
      source,
      `a file with "operator" "${OPERATOR}", or without one`,
      describeJson(data.operator),
    );
  }
  const { n } = data as { readonly n: number };
  const tree = checkTree(treeOfLists(data.tree, source), n, source);
  return ofFile(source, () => combinesIn({ ...data, kind: "tree", tree } as SavedCombines));
}

/** @throws FormatError for facts that are missing or make no sense */
function factsIn(data: Readonly<Record<string, unknown>>, source: string) {
  return ofFile(source, () => checkRevealed("file", { ...data, kind: "tree" } as never));
}

/** What is wrong with a fact is said of the file. */
function ofFile<Result>(source: string, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new FormatError(
      source,
      `a file with "${error.argument.replace(/^\w+\./, "")}" ${error.expected}`,
      error.actual,
    );
  }
}

function parseObject(text: string, source: string): Readonly<Record<string, unknown>> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new FormatError(source, "JSON", error instanceof Error ? error.message : String(error));
  }
  if (typeof data === "object" && data !== null && !Array.isArray(data))
    return data as Record<string, unknown>;
  throw new FormatError(source, "a JSON object", describeJson(data));
}

const JOIN = Symbol("join");

function treeOfLists(root: unknown, source: string): RevealedTree {
  const open: unknown[] = [root];
  const counts: number[] = [];
  const trees: RevealedTree[] = [];
  while (open.length > 0) {
    const part = open.pop();
    if (part === JOIN) {
      const count = counts.pop() as number;
      trees.push(nodeOf(trees.splice(trees.length - count)));
    } else if (typeof part === "number") {
      trees.push(part);
    } else if (Array.isArray(part) && part.length >= 2) {
      counts.push(part.length);
      open.push(JOIN, ...[...part].reverse());
    } else {
      throw new FormatError(source, "a tree of indices and lists of two and more", describeJson(part));
    }
  }
  return trees[0];
}

/** @throws FormatError for a tree that does not hold each index below n once */
export function checkTree(tree: RevealedTree, n: number, source: string): RevealedTree {
  const count = countElements(tree, Number.MAX_SAFE_INTEGER, (expected, fact) => {
    throw new FormatError(source, expected, fact);
  });
  if (count === n) return canonicalTree(tree);
  throw new FormatError(source, `a tree of ${n} elements`, `one of ${count}`);
}

/** @throws FormatError for another number of trees, and for a tree that is not one over the elements up to its own */
function checkPrefixes(trees: readonly RevealedTree[], n: number, source: string): readonly RevealedTree[] {
  if (trees.length !== n) throw new FormatError(source, `the trees of ${n} prefixes`, `${trees.length}`);
  return trees.map((tree, i) => checkTree(tree, i + 1, source));
}
