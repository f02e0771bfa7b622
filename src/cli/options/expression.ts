import { readFileSync } from "node:fs";
import {
  type Expression,
  FormatError,
  InvalidArgumentError,
  type Network,
  networkExpression,
  parseExpression,
  readNetwork,
} from "../../networks.ts";
import { decodeTree, type SavedSum, type SavedTree, treeExpression } from "../../reveal.ts";
import { readFrom } from "./file-arguments.ts";
import { offering } from "./parse.ts";

/** What an error says of, that makes the network of an expression. */
const OF_NETWORK = ["network", "width", "name"];

const TREE_FILE = /^tree:(.+)$/s;

const NETWORK_FILE = /^network:(.*[./\\].*)$/s;

/**
 * The expression of --expression: a name, `network:FILE`, of a network in a file, or `tree:FILE`, a tree that was revealed. No generator's name has a dot or a slash.
 *
 * @throws InvalidArgumentError, NetworkSyntaxError naming line and column of the file
 */
export function parseExpressionArgument(text: string): Expression {
  const tree = TREE_FILE.exec(text)?.[1];
  if (tree !== undefined) return readFrom(tree, revealedTree(tree));
  const file = NETWORK_FILE.exec(text)?.[1];
  try {
    if (file === undefined) return parseExpression(text);
    return readFrom(file, networkExpression(networkOf(file)));
  } catch (error) {
    if (!(error instanceof InvalidArgumentError) || !OF_NETWORK.includes(error.argument)) throw error;
    const what = error.argument === "network" ? "the network" : `its ${error.argument}`;
    throw new InvalidArgumentError(
      "expression",
      `"${text}" where ${what} is ${error.expected}`,
      error.actual,
    );
  }
}

const SAVED_TREES = new WeakMap<Expression, SavedTree>();

/** What the file of a `tree:FILE` holds besides the tree; undefined for other expressions. */
export function savedTreeOf(expression: Expression | undefined): SavedTree | undefined {
  return expression && SAVED_TREES.get(expression);
}

/** The same where it is of a sum, with its arithmetic. */
export function savedSumOf(expression: Expression | undefined): SavedSum | undefined {
  const saved = savedTreeOf(expression);
  return saved?.operator === undefined ? saved : undefined;
}

/** @throws InvalidArgumentError for one of a single wire: `{}` is one as published texts are written, and in a file of JSON nothing at all */
function networkOf(file: string): Network {
  const network = readNetwork(textOf(file, "network:"), { source: file });
  if (network.width > 1) return network;
  const expected = `"network:" and a file of a network of two wires or more`;
  throw new InvalidArgumentError("expression", expected, `"network:${file}": one wire, and no pair`);
}

/** @throws InvalidArgumentError for a file that holds none: a FormatError would be told as FILE's */
function revealedTree(file: string): Expression {
  const text = textOf(file, "tree:");
  try {
    const saved = decodeTree(text, { source: file });
    const expression = treeExpression(saved);
    SAVED_TREES.set(expression, saved);
    return expression;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new InvalidArgumentError(
      "expression",
      `"tree:" and ${error.expected}`,
      `"tree:${file}": ${error.actual}`,
    );
  }
}

offering(parseExpressionArgument, [
  ...["left-fold", "iterated-pairwise", "bisection", "interleaved:8", "block-dyadic:32", "linear-carry:256"],
  ...["network:", "binned:3", "exact"],
]);

function textOf(file: string, kind: "network:" | "tree:"): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const expected =
      kind === "tree:"
        ? '"tree:" and a readable file that samebits reveal --save has written'
        : 'network:NAME:N, or "network:" and a readable file of pairs or JSON';
    throw new InvalidArgumentError("expression", expected, `"${kind}${file}" (as a file: ${error.code})`);
  }
}
