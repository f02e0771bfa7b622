import { defineExpression } from "../expressions/define-expression.ts";
import type { Expression, Tree } from "../expressions/expression.ts";
import { checkText } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { describe, describeJson } from "../values/describe.ts";
import { FormatError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { hashBytes } from "../values/hash.ts";
import { checkRevealed } from "./check-revealed.ts";
import { countElements } from "./check-tree.ts";
import { printLists } from "./print-tree.ts";
import type { RevealedSum } from "./revealed.ts";
import {
  asBinaryTree,
  canonicalTree,
  depthOfTree,
  fusedCount,
  nodeOf,
  type RevealedTree,
} from "./revealed-tree.ts";

const FORMAT = "samebits revealed tree";
const VERSION = 1;

/** A tree as a file has it. */
export interface SavedTree {
  readonly n: number;
  readonly tree: RevealedTree;
}

/**
 * A revealed sum as the text of a JSON file: what is known of it, and its tree as lists within lists: `[[0, 1], 2]`.
 *
 * @throws InvalidArgumentError for what is not a revealed tree
 */
export function encodeTree(revealed: RevealedSum): string {
  const { n, type, start, name, arithmetic } = checkRevealed("revealed", revealed);
  const { precision, result } = arithmetic;
  const tree = checkTree(revealed.tree, n, "revealed.tree");
  const facts = { n, type, name, depth: depthOfTree(tree), start, arithmetic: { precision, result } };
  const head = JSON.stringify({ format: FORMAT, version: VERSION, ...facts });
  return `${head.slice(0, -1)},"tree":${printLists(tree)}}\n`;
}

export interface DecodeTreeOptions {
  readonly source?: string; // of the text, for errors; default: "tree"
}

/** The tree of a file that `encodeTree` has written. @throws FormatError for any other text, and for a tree that does not hold each element once */
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
  const { n } = data;
  if (typeof n !== "number" || !Number.isSafeInteger(n) || n < 1) {
    throw new FormatError(source, '"n", a number of elements', describeJson(n));
  }
  return { n, tree: checkTree(treeOfLists(data.tree, source), n, source) };
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
function checkTree(tree: RevealedTree, n: number, source: string): RevealedTree {
  const count = countElements(tree, Number.MAX_SAFE_INTEGER, (expected, fact) => {
    throw new FormatError(source, expected, fact);
  });
  if (count === n) return canonicalTree(tree);
  throw new FormatError(source, `a tree of ${n} elements`, `one of ${count}`);
}

/**
 * A saved tree as an expression, so that executors compute with it: of its length alone, named by a hash of the tree. It runs on plain loops,
 * as every caller's own does.
 *
 * @throws UnsupportedError for a tree with nodes that add three operands and more at once
 */
export function treeExpression(saved: SavedTree): Expression {
  const { n, tree } = saved ?? {};
  if (typeof n !== "number" || tree === undefined) {
    throw new InvalidArgumentError("saved", "a tree as decodeTree gives it", describe(saved));
  }
  const checked = checkTree(tree, n, "saved");
  if (fusedCount(checked) > 0) {
    throw new UnsupportedError(
      "a tree with nodes of three operands and more as an expression",
      "executors combine two at a time",
      "reveal what adds in pairs",
    );
  }
  const binary = asBinaryTree(checked);
  const hash = hashBytes(new TextEncoder().encode(printLists(checked)));
  return defineExpression(`tree-${hash}`, (length): Tree => {
    if (length === n) return binary;
    throw new InvalidArgumentError("input", `${n} elements, as the tree of the expression has`, `${length}`);
  });
}
