import { expect, test } from "vitest";
import type { TypedContract } from "../../contracts/contract.ts";
import { countCombines as countJavascriptCombines } from "../../executors/javascript/count-combines.ts";
import { javascriptExecutor } from "../../executors/javascript/javascript-executor.ts";
import { countCombines as countGeneratedCombines } from "../../executors/wasm/families/dyadic/count-combines.ts";
import { wasmExecutor } from "../../executors/wasm/wasm-executor.ts";
import { blockDyadic, iteratedPairwise, leftFold, type Tree } from "../../expressions/expression.ts";
import { prefixTrees } from "../../expressions/prefix-trees.ts";

import { add } from "../../operators/built-in.ts";
import { contractOf } from "../contract-of.ts";
import { countReferenceCombines, referenceExecutor } from "../reference-executor.ts";

import { conformance } from "./conformance.ts";

const PARTS = { parts: ["combine-count"] } as const;

test("the literal reference evaluates no subtree twice: (n/2)·log2 n combines", async () => {
  const report = await conformance(referenceExecutor, { ...PARTS, countCombines: countReferenceCombines });
  expect(report.failed).toStrictEqual([]);
  expect(report.run).toBe(12);
});

test("so does the javascript executor", async () => {
  const report = await conformance(javascriptExecutor, { ...PARTS, countCombines: countJavascriptCombines });
  expect(report.failed).toStrictEqual([]);
  expect(report.run).toBe(12);
});

test("so does generated WebAssembly", async () => {
  const report = await conformance(wasmExecutor(), { ...PARTS, countCombines: countGeneratedCombines });
  expect(report.failed).toStrictEqual([]);
  expect(report.run).toBe(12);
});

test.each([3, 4, 5, 8, 12])("the distinct subtrees of all prefixes at n = 2^%i are (n/2)·log2 n", (power) => {
  const nodes = new Set<Tree>();
  const visit = (tree: Tree): void => {
    if (typeof tree === "number" || nodes.has(tree)) return;
    nodes.add(tree);
    visit(tree.left);
    visit(tree.right);
  };
  for (const tree of prefixTrees(iteratedPairwise, 2 ** power)) visit(tree);
  expect(nodes.size).toBe(2 ** (power - 1) * power);
});

test("a left fold takes n − 1 combines, and block-dyadic log2(B)/2 + O(1) an element", () => {
  const count = (expression: TypedContract["expression"], length: number): number =>
    countReferenceCombines(contractOf({ operator: add, type: "f64", expression }), length);
  expect(count(leftFold, 100)).toBe(99);
  // Eight blocks of 16: (16/2)·4 inside each, 4·3 over the roots, and one to attach each of 15 prefixes in seven blocks.
  expect(count(blockDyadic(16), 128)).toBe(8 * 32 + 12 + 7 * 15);
});
