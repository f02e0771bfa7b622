import { describe, expect, test } from "vitest";
import { treeOf } from "../expressions/prefix-trees.ts";
import { prepare as prepareInJavascript } from "../javascript.ts";
import { networkExpression, prepare as prepareNetworks } from "../networks.ts";
import { revealScan } from "./reveal-scan.ts";
import { revealTree } from "./reveal-tree.ts";
import { canonicalTree, type RevealedTree } from "./revealed-tree.ts";

describe.each(Object.entries({ javascript: prepareInJavascript, wasm: prepareNetworks }))(
  "scan networks on %s",
  (_, prepare) => {
    test.each([
      ["brent-kung", 16],
      ["kogge-stone", 8],
      ["serial", 4],
      ["han-carlson", 32],
    ] as const)("%s of %i is itself at every length and every prefix", async (generator, width) => {
      const expression = networkExpression(generator, width);
      const theirs = (n: number): RevealedTree => canonicalTree(treeOf(expression, n) as RevealedTree);
      const plan = prepare({ type: "f64", expression });
      for (const n of [...Array.from({ length: 100 }, (__, i) => i + 1), 300]) {
        const revealed = await revealTree((input) => plan.reduce(input), { n });
        expect(revealed).toMatchObject({ kind: "tree", tree: theirs(n) });
      }
      const { prefixes, name } = await revealScan((input) => plan.inclusiveScan(input), { n: 70 });
      expect(name).toBe(`network:${generator}:${width}`);
      prefixes.forEach((prefix, i) => {
        expect(prefix).toMatchObject({ kind: "tree", tree: theirs(i + 1) });
      });
    });
  },
);
