import { expect, test } from "vitest";
import { treeHash } from "../../src/index.ts";
import { revealReduce, revealScan, revealTree } from "../../src/reveal.ts";
import { openWebGpu } from "../../src/webgpu.ts";
import { isThorough } from "../extent.ts";
import { treeNamed } from "../helpers/expressions/tree-named.ts";
import { describeOnQuickAdapter } from "./adapters.ts";

const LENGTHS = isThorough ? [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 24] : [1, 3, 8, 17]; // a question takes a submission

describeOnQuickAdapter((adapter) => {
  test.each(["block-dyadic:8", "interleaved:4"])(
    "a GPU adds by %s where that is asked for",
    async (expression) => {
      const gpu = await openWebGpu({ device: await adapter.device() });
      for (const n of LENGTHS) {
        const revealed = await revealTree((input) => gpu.reduce(input, { expression }), { n, type: "f32" });
        const expected = { kind: "tree", tree: treeNamed(expression, n) };
        expect(revealed, `${expression} at ${n}`).toMatchObject(expected);
        if (n > 2) expect(revealed).toMatchObject({ arithmetic: { precision: 24, result: "f32" } });
      }
      await gpu.close();
    },
    300_000,
  );

  test("its fingerprints are those of the tree, operands in their order", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    for (const n of [2, 9, 50]) {
      const options = { operator: treeHash, expression: "block-dyadic:8" } as const;
      const revealed = await revealReduce((input) => gpu.reduce(input, options), { n });
      const tree = treeNamed(options.expression, n);
      expect(revealed, String(n)).toMatchObject({ kind: "tree", tree, swappedCount: 0, initial: "none" });
    }
    await gpu.close();
  }, 300_000);

  test("its scan has the tree of the sum at every prefix", async () => {
    const gpu = await openWebGpu({ device: await adapter.device() });
    const scan = await revealScan((input) => gpu.inclusiveScan(input), { n: 12, type: "f32" });
    expect(scan.name).toBe("iterated-pairwise"); // which is block-dyadic:32 below 32 elements
    await gpu.close();
  }, 300_000);
});
