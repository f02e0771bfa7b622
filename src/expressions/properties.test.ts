import { describe, expect, it } from "vitest";
import { EXPRESSIONS, rightFold } from "../../test/helpers/expressions/expressions.ts";
import { inclusiveScan } from "../javascript.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
  type Tree,
} from "./expression.ts";
import { prefixTrees, treeOf } from "./prefix-trees.ts";
import { propertiesOf } from "./properties.ts";

describe("propertiesOf", () => {
  it("streams every built-in expression but bisection", () => {
    for (const expression of EXPRESSIONS) {
      const streams = expression.kind !== "bisection";
      expect(propertiesOf(expression)).toMatchObject({
        online: streams,
        boundedBuffering: streams,
        streamingOutput: streams,
        portable: true,
      });
    }
  });

  it("promises nothing for a caller's own", () => {
    expect(propertiesOf(rightFold)).toMatchObject({
      online: false,
      boundedBuffering: false,
      streamingOutput: false,
      portable: false,
      state: "every element",
    });
  });

  it("says of each that every prefix is the reduce of what it covers, as trees tell", () => {
    for (const expression of [...EXPRESSIONS, rightFold]) {
      expect(propertiesOf(expression).consistency).toBe("every prefix");
      prefixTrees(expression, 40).forEach((tree, i) => {
        expect(tree).toEqual(treeOf(expression, i + 1));
      });
    }
  });

  it("gives equal expressions of different names equal properties", () => {
    expect(propertiesOf(blockDyadic(1))).toEqual(propertiesOf(iteratedPairwise));
    expect(propertiesOf(interleaved(1))).toEqual(propertiesOf(iteratedPairwise));
    expect(propertiesOf(linearCarry(1))).toEqual(propertiesOf(leftFold));
  });

  // The text, its formula, and how far the count of distinct combines may be from it.
  const n = 4096;
  const { log2 } = Math;
  it.each<[Expression, string, number, number]>([
    [leftFold, "1", 1, 0.01],
    [iteratedPairwise, "(log2 n)/2", log2(n) / 2, 0.001],
    [interleaved(16), "log2(n/16)/2 + 4", log2(n / 16) / 2 + 4, 0.05],
    [interleaved(128), "log2(n/128)/2 + 7", log2(n / 128) / 2 + 7, 0.4],
    [blockDyadic(16), "3 + log2(n/16)/32", 3 + log2(n / 16) / 32, 0.1],
    [blockDyadic(32), "3.5 + log2(n/32)/64", 3.5 + log2(n / 32) / 64, 0.1],
    [blockDyadic(256), "5 + log2(n/256)/512", 5 + log2(n / 256) / 512, 0.1],
    [linearCarry(32), "3.5", 3.5, 0.05],
    [linearCarry(256), "5", 5, 0.1],
    [rightFold, "n/2 or less", 500 / 2, 1],
  ])("counts the combines of a scan by %o: %s per element", (expression, text, formula, tolerance) => {
    expect(propertiesOf(expression).scanCombines).toBe(text);
    const length = expression === rightFold ? 500 : n;
    expect(Math.abs(scanCombines(expression, length) / length - formula)).toBeLessThan(tolerance);
  });

  it("counts the combines of a scan by bisection: all of each prefix, though subtrees could be shared", () => {
    expect(propertiesOf(bisection).scanCombines).toBe("(n − 1)/2");
    let count = 0;
    const counted = (left: number, right: number): number => {
      count++;
      return left + right;
    };
    inclusiveScan(new Array<number>(300).fill(1), {
      operator: counted,
      expression: bisection,
      allowQuadratic: true,
    });
    expect(count).toBe((300 * 299) / 2);
    expect(scanCombines(bisection, 300)).toBeLessThan(count / 9);
  });

  it("keeps one root for each binary digit 1 where it says so", () => {
    expect(propertiesOf(iteratedPairwise).state).toBe("one root for each binary digit 1 of n");
    expect(propertiesOf(blockDyadic(32)).state).toBe(
      "one root for each binary digit 1 of ⌊n/32⌋ and of n mod 32",
    );
    expect(propertiesOf(linearCarry(8)).state).toBe(
      "a carry, and one root for each binary digit 1 of n mod 8",
    );
    expect(propertiesOf(interleaved(4)).state).toBe(
      "one root for each binary digit 1 of each of 4 lanes' lengths",
    );
    expect(propertiesOf(leftFold).state).toBe("one value");
  });
});

/** A caller's own nodes are not shared, so those of each tree count. */
function scanCombines(expression: Expression, length: number): number {
  const seen = new Set<Tree>();
  const open: Tree[] = [...prefixTrees(expression, length)];
  for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
    if (typeof tree === "number" || seen.has(tree)) continue;
    seen.add(tree);
    open.push(tree.left, tree.right);
  }
  return seen.size;
}
