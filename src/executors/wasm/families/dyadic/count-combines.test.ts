import { describe, expect, it } from "vitest";
import { contractOf } from "../../../../conformance/contract-of.ts";
import { type ColumnContract, columnContract } from "../../../../contracts/column-contract.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  iteratedPairwise,
} from "../../../../expressions/expression.ts";
import { treeHash } from "../../../../operators/built-in.ts";
import { countCombines } from "./count-combines.ts";

const treeHashBy = (expression: Expression): ColumnContract =>
  columnContract(contractOf({ operator: treeHash, type: "u64", expression }));

const popcount = (value: number): number => value.toString(2).replaceAll("0", "").length;

describe("combines that generated code performs", () => {
  it.each([1, 2, 4, 16, 64, 256, 1024, 4096])(
    "iteratedPairwise scan of %i: (n/2)·log2 n, not O(n)",
    (length) => {
      expect(countCombines(treeHashBy(iteratedPairwise), length)).toBe((length / 2) * Math.log2(length));
    },
  );

  it.each([3, 7, 100, 1000, 4099])(
    "iteratedPairwise scan of %i: one for each set bit of each position",
    (length) => {
      const expected = Array.from({ length }, (_, position) => popcount(position)).reduce(
        (sum, count) => sum + count,
        0,
      );
      expect(countCombines(treeHashBy(iteratedPairwise), length)).toBe(expected);
    },
  );

  it("blockDyadic scan: the block's own, one carry inside a block, the block index's bits at its end", () => {
    const blockLength = 16;
    const length = 160;
    let expected = 0;
    for (let i = 0; i < length; i++) {
      const block = Math.floor(i / blockLength);
      const isLast = i % blockLength === blockLength - 1;
      expected += popcount(i % blockLength) + (isLast ? popcount(block) : Math.min(block, 1));
    }
    expect(countCombines(treeHashBy(blockDyadic(blockLength)), length)).toBe(expected);
  });

  it.each([1, 2, 4, 1024, 4096])("reduce of %i: n − 1", (length) => {
    expect(countCombines(treeHashBy(iteratedPairwise), length, "reduce")).toBe(length - 1);
  });

  it("refuses what has no dyadic kernel", () => {
    expect(() => countCombines(treeHashBy(bisection), 8)).toThrow(/iteratedPairwise/);
  });
});
