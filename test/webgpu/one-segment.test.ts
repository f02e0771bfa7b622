import { describe, expect, it } from "vitest";
import { bisection, interleaved } from "../../src/expressions/expression.ts";
import { exclusiveScan, inclusiveScan } from "../../src/javascript.ts";
import { treeHash } from "../../src/operators/built-in.ts";
import { openWebGpu } from "../../src/webgpu.ts";
import { describeOnQuickAdapter } from "./adapters.ts";
import { wordsOf } from "./check-primitives.ts";

// Arrays whose scans are those of one segment: each position is a fingerprint of its tree.

describeOnQuickAdapter((adapter) => {
  describe("scans by lanes and by halves", () => {
    it("have the trees of plain loops at every position, in both directions, behind initial values", async () => {
      const gpu = await openWebGpu({ device: await adapter.device() });
      for (const expression of [interleaved(3), interleaved(16), interleaved(1000), bisection]) {
        for (const direction of ["forward", "backward"] as const) {
          for (const placement of [undefined, "outside", "first"] as const) {
            const start = placement && { initial: 77n, initialPlacement: placement };
            const options = { operator: treeHash, expression, direction, allowQuadratic: true, ...start };
            for (const length of [1, 2, 31, 997]) {
              const input = new BigUint64Array(wordsOf(2 * length, length).buffer);
              expect(await gpu.inclusiveScan(input, options)).toEqual(inclusiveScan(input, options));
              if (placement === undefined) continue;
              expect(await gpu.exclusiveScan(input, options)).toEqual(exclusiveScan(input, options));
            }
          }
        }
      }
    }, 60_000);

    it("refuse halves that nobody asked for twice", async () => {
      const gpu = await openWebGpu({ device: await adapter.device() });
      const scanned = gpu.inclusiveScan(new Float32Array(4), { expression: bisection });
      await expect(scanned).rejects.toThrow(/pass allowQuadratic: true/);
    });
  });
});
