import { describe, expect, it } from "vitest";
import { EXPRESSIONS, rightFold } from "../../test/helpers/expressions/expressions.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { defineExpression } from "./define-expression.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
  type Tree,
  type TreeNode,
} from "./expression.ts";
import { prefixTrees, treeOf } from "./prefix-trees.ts";
import { symbolic } from "./symbolic.ts";

/** Combines that all the trees together need: nodes that are one object count once. */
function countDistinct(trees: readonly Tree[]): number {
  const seen = new Set<TreeNode>();
  const open: Tree[] = [...trees];
  for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
    if (typeof tree === "number" || seen.has(tree)) continue;
    seen.add(tree);
    open.push(tree.left, tree.right);
  }
  return seen.size;
}

const scanCombines = (expression: Expression, length: number): number =>
  countDistinct(prefixTrees(expression, length));

function onesOf(value: number): number {
  return value.toString(2).replaceAll("0", "").length;
}

/** The definition in P4016R0 §4, step by step, as text. */
function pairNeighbours(texts: readonly string[]): string {
  let level = texts;
  while (level.length > 1) {
    const next: string[] = [];
    for (let i = 0; i < level.length; i += 2) {
      next.push(i + 1 < level.length ? `(${level[i]} + ${level[i + 1]})` : level[i]);
    }
    level = next;
  }
  return level[0];
}

const leaves = (length: number): string[] => Array.from({ length }, (_, index) => `x${index}`);

/** The definition of each expression once more, over texts and sharing nothing with the trees. */
function bracketOf(expression: Exclude<Expression, { kind: "custom" }>, texts: readonly string[]): string {
  const join = (left: string, right: string): string => `(${left} + ${right})`;
  switch (expression.kind) {
    case "leftFold":
      return texts.reduce(join);
    case "iteratedPairwise":
      return pairNeighbours(texts);
    case "bisection": {
      if (texts.length === 1) return texts[0];
      const middle = Math.floor(texts.length / 2);
      return join(bracketOf(expression, texts.slice(0, middle)), bracketOf(expression, texts.slice(middle)));
    }
    case "interleaved": {
      const lanes = Array.from({ length: expression.laneCount }, (_, lane) =>
        texts.filter((_text, index) => index % expression.laneCount === lane),
      );
      return pairNeighbours(lanes.filter((lane) => lane.length > 0).map(pairNeighbours));
    }
    case "blockDyadic":
    case "linearCarry": {
      const { kind, blockLength } = expression;
      const roots: string[] = [];
      let rest = texts;
      for (; rest.length >= blockLength; rest = rest.slice(blockLength)) {
        roots.push(pairNeighbours(rest.slice(0, blockLength)));
      }
      if (roots.length === 0) return pairNeighbours(rest);
      const blocks = kind === "blockDyadic" ? pairNeighbours(roots) : roots.reduce(join);
      return rest.length === 0 ? blocks : join(blocks, pairNeighbours(rest));
    }
    case "network":
      throw new Error("networks have a test of their own");
    case "binned":
    case "exact":
      throw new Error("an order-free sum has no bracket");
    default:
      return expression satisfies never;
  }
}

describe("treeOf", () => {
  it("is the tree of the definition, for every expression and length up to 140", () => {
    for (const expression of EXPRESSIONS) {
      if (expression.kind === "custom") continue;
      for (let length = 1; length <= 140; length++) {
        expect(symbolic(expression, length)).toBe(bracketOf(expression, leaves(length)));
      }
    }
  });

  it("holds every element once, so it combines n − 1 times", () => {
    for (const expression of [...EXPRESSIONS, rightFold]) {
      for (const length of [1, 2, 3, 31, 32, 33, 97, 128, 257]) {
        const indices = [...symbolic(expression, length).matchAll(/x(\d+)/g)].map((match) =>
          Number(match[1]),
        );
        expect([...indices].sort((left, right) => left - right)).toEqual([...leaves(length).keys()]);
        expect(countDistinct([treeOf(expression, length)])).toBe(length - 1);
        if (expression.kind !== "interleaved") expect(indices).toEqual([...leaves(length).keys()]);
      }
    }
  });

  it.each(EXPRESSIONS.slice(0, 6))("has no tree of nothing: %o", (expression) => {
    expect(() => treeOf(expression, 0)).toThrow(InvalidArgumentError);
    expect(prefixTrees(expression, 0)).toEqual([]);
  });
});

describe("which expressions agree", () => {
  const agrees = (left: Expression, right: Expression, length: number): boolean =>
    symbolic(left, length) === symbolic(right, length);
  const isPowerOfTwo = (value: number): boolean => onesOf(value) === 1;

  it.each([2, 4, 8, 16, 32])(
    "blockDyadic(%i) is iteratedPairwise where r = 0, b = 0 or b = 2^k",
    (blockLength) => {
      let firstDifference = 0;
      for (let length = 1; length <= Math.max(200, 7 * blockLength); length++) {
        const blockCount = Math.floor(length / blockLength);
        const same = length % blockLength === 0 || blockCount === 0 || isPowerOfTwo(blockCount);
        expect(agrees(blockDyadic(blockLength), iteratedPairwise, length), `n = ${length}`).toBe(same);
        if (!same && firstDifference === 0) firstDifference = length;
      }
      expect(firstDifference).toBe(3 * blockLength + 1);
    },
  );

  it("blockDyadic(1) and interleaved(1) are iteratedPairwise, linearCarry(1) is leftFold", () => {
    for (let length = 1; length <= 130; length++) {
      expect(agrees(blockDyadic(1), iteratedPairwise, length)).toBe(true);
      expect(agrees(interleaved(1), iteratedPairwise, length)).toBe(true);
      expect(agrees(linearCarry(1), leftFold, length)).toBe(true);
    }
  });

  it("bisection is iteratedPairwise at powers of two only", () => {
    for (let length = 1; length <= 130; length++) {
      expect(agrees(bisection, iteratedPairwise, length), `n = ${length}`).toBe(isPowerOfTwo(length));
    }
  });

  it("up to L lanes, and up to a block, all is one canonical tree", () => {
    for (let length = 1; length <= 16; length++) {
      for (const expression of [interleaved(16), blockDyadic(16), linearCarry(16)]) {
        expect(agrees(expression, iteratedPairwise, length)).toBe(true);
      }
    }
  });
});

describe("prefixTrees", () => {
  it("are the trees of the prefixes, equal subtrees the same object", () => {
    for (const expression of EXPRESSIONS) {
      const objects = new Map<string, Tree>();
      const textOf = (tree: Tree): string => {
        const text = typeof tree === "number" ? `x${tree}` : `(${textOf(tree.left)} + ${textOf(tree.right)})`;
        expect(objects.get(text) ?? tree).toBe(tree);
        objects.set(text, tree);
        return text;
      };
      prefixTrees(expression, 40).forEach((tree, index) => {
        expect(textOf(tree)).toBe(symbolic(expression, index + 1));
      });
    }
  });

  it("of iteratedPairwise have (n/2)·log2 n nodes at n = 2^k", () => {
    for (let k = 0; k <= 12; k++) {
      expect(scanCombines(iteratedPairwise, 2 ** k)).toBe(2 ** (k - 1) * k);
    }
  });

  it("of iteratedPairwise: element i adds a node for each binary digit 1 of i", () => {
    let ones = 0;
    for (let length = 1; length <= 300; length++) {
      ones += onesOf(length - 1);
      expect(scanCombines(iteratedPairwise, length)).toBe(ones);
    }
  });

  it("of leftFold: one node per element after the first", () => {
    expect(scanCombines(leftFold, 1000)).toBe(999);
  });

  it("of blockDyadic: as inside the block, one that joins the blocks before, and the blocks' own prefixes", () => {
    for (const [blockLength, blockCount] of [
      [2, 64],
      [16, 256],
      [32, 33],
      [256, 16],
      [100, 7],
    ]) {
      const inside = scanCombines(iteratedPairwise, blockLength);
      const joins = (blockCount - 1) * (blockLength - 1);
      const expected = blockCount * inside + joins + scanCombines(iteratedPairwise, blockCount);
      expect(scanCombines(blockDyadic(blockLength), blockCount * blockLength)).toBe(expected);
      // A carry joins every element of a block, its last one too.
      const carried = blockCount * inside + (blockCount - 1) * blockLength;
      expect(scanCombines(linearCarry(blockLength), blockCount * blockLength)).toBe(carried);
    }
  });

  it("of bisection: about n^1.5 different nodes, for each prefix has a tree of its own", () => {
    expect(scanCombines(bisection, 256)).toBe(3_535);
    expect(scanCombines(bisection, 1024)).toBe(27_896);
    for (const length of [100, 256, 777, 1024]) {
      const ratio = scanCombines(bisection, length) / length ** 1.5;
      expect(ratio).toBeGreaterThan(0.8);
      expect(ratio).toBeLessThan(0.9);
    }
  });
});

describe("a caller's own tree", () => {
  const node = (left: unknown, right: unknown): Tree => ({ left, right }) as unknown as Tree;
  const circle = { left: 0 as unknown, right: 1 as unknown };
  circle.left = circle;

  it("is taken as it is", () => {
    const own = defineExpression("own", () => node(2, node(0, 1)));
    expect(treeOf(own, 3)).toEqual({ left: 2, right: { left: 0, right: 1 } });
    expect(symbolic(own, 3)).toBe("(x2 + (x0 + x1))");
    expect(prefixTrees(rightFold, 3)).toEqual([0, node(0, 1), node(0, node(1, 2))]);
  });

  it.each<[string, unknown, string]>([
    ["misses an index", node(0, 1), "no index 2"],
    ["is one leaf of three", 1, "no index 0"],
    ["repeats an index", node(node(0, 1), 1), "the index 1 twice"],
    ["goes past the end", node(node(0, 1), 3), "the index 3"],
    ["goes before the start", node(node(0, 1), -1), "the index -1"],
    ["has a fraction", node(node(0, 1), 1.5), "the index 1.5"],
    ["has NaN", node(node(0, 1), Number.NaN), "the index NaN"],
    ["has too many parts", node(node(0, 1), node(2, node(0, 1))), "3 combines or more"],
    ["goes round in a circle", circle, "3 combines or more"],
    ["is nothing", undefined, "undefined"],
    ["is null", node(node(0, 1), null), "null"],
    ["is text", node(node(0, 1), "2"), "2"],
    ["is a list", [0, 1, 2], "0,1,2"],
    ["lacks a side", { left: 0 }, "neither an index nor"],
  ])("that %s is refused", (_, tree, fact) => {
    const own = defineExpression("own", () => tree as Tree);
    const call = (): Tree => treeOf(own, 3);
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow('"expression" must be a tree ("own") that holds each index from 0 to 2 once');
    expect(call).toThrow(fact);
  });

  it("is checked for every prefix", () => {
    const onlyThree = defineExpression("only-three", () => node(node(0, 1), 2));
    expect(() => prefixTrees(onlyThree, 3)).toThrow(InvalidArgumentError);
    expect(typeof treeOf(onlyThree, 3)).toBe("object");
  });
});
