import { expect, test } from "vitest";
import { bindAsynchronous } from "../../src/algorithms/bind-asynchronous.ts";
import { treeHash } from "../../src/index.ts";
import { revealReduce, revealScan, revealTree } from "../../src/reveal.ts";
import { treeNamed } from "../helpers/expressions/tree-named.ts";
import { openThreads } from "./threads.ts";

/** What pools serve of trees; a left fold is one worker's. */
const EXPRESSIONS = [
  "left-fold",
  "iterated-pairwise",
  "bisection",
  "interleaved:8",
  "block-dyadic:8",
  "linear-carry:16",
];
const LENGTHS = [1, 2, 3, 7, 8, 16, 23, 32, 47, 64, 65, 100];

test("threads that share small pieces add by the trees that are asked for", async () => {
  // Pieces of 8 elements for two threads: sums of 100 are computed in a dozen parts.
  const { pool } = await openThreads({ shortest: 0, ownWork: 0, pieceLength: 8 });
  const { reduce, inclusiveScan } = bindAsynchronous((signal) => pool.executor(signal));
  try {
    for (const expression of EXPRESSIONS) {
      for (const n of LENGTHS) {
        const revealed = await revealTree((input) => reduce(input, { expression }), { n });
        expect(revealed, `${expression} at ${n}`).toMatchObject({
          kind: "tree",
          tree: treeNamed(expression, n),
        });
      }
    }
    const scan = await revealScan((input) => inclusiveScan(input, { expression: "block-dyadic:8" }), {
      n: 40,
    });
    expect(scan.name).toBe("block-dyadic:8");
    for (const expression of EXPRESSIONS) {
      for (const n of [7, 33, 64, 100]) {
        const combined = await revealReduce((input) => reduce(input, { expression, operator: treeHash }), {
          n,
        });
        const expected = { kind: "tree", tree: treeNamed(expression, n), swappedCount: 0 };
        expect(combined, `treeHash by ${expression} at ${n}`).toMatchObject(expected);
      }
    }
  } finally {
    await pool.close();
  }
}, 120_000);
