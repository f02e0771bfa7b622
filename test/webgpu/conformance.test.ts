import { printContract } from "samebits";
import { conformance } from "samebits/conformance";
import { openWebGpu } from "samebits/webgpu";
import { expect, test } from "vitest";
import { isLong } from "../extent.ts";
import { describeOnAdapters, describeOnQuickAdapter } from "./adapters.ts";
import { FLOATS, GOLDEN_VECTORS, partsOf, ranIn, SUMS_AND_TREES, TREES } from "./conformance-parts.ts";

// A kernel takes a second to compile on SwiftShader and some on lavapipe, ten times as long on a busy machine: so it is their number
// that counts. The whole suite is in conformance.long.test.ts.
const MINUTES = { timeout: 900_000 };

/** On lavapipe trees and floats; the long run has all of them there too. */
const TRIED = {
  swiftshader: SUMS_AND_TREES,
  lavapipe: isLong ? SUMS_AND_TREES : [TREES, FLOATS],
  gpu: SUMS_AND_TREES,
} as const;

/** Kernels of the sample, by adapter. */
const SAMPLE = { swiftshader: 6, lavapipe: 1, gpu: 100 } as const;

test("there are golden hashes of each of them", () => {
  for (const line of SUMS_AND_TREES) {
    expect([line, vectorsOf(line).length]).toEqual([line, expect.toSatisfy((count) => count >= 3)]);
  }
});

describeOnAdapters((adapter) => {
  test(
    "sums of f32, f64, i32 and i64 and the fingerprints of trees are right, bit by bit",
    MINUTES,
    async () => {
      await using gpu = await openWebGpu({ device: await adapter.device() });
      const lines: readonly string[] = TRIED[adapter.name];
      const report = await conformance(gpu.executor, partsOf(lines));
      expect(report.failed).toEqual([]);
      expect(report).toMatchObject({ executor: "webgpu", passed: true });
      expect(ranIn(report, "tree-fingerprints")).toBeGreaterThan(30); // lengths
      expect(ranIn(report, "operators-and-types")).toBeGreaterThan(6 * lines.length);
      expect(ranIn(report, "special-values")).toBeGreaterThan(6 * lines.length);
      expect(ranIn(report, "golden-vectors")).toBe(lines.flatMap(vectorsOf).length);
    },
  );
});

describeOnQuickAdapter((adapter) => {
  test(
    "a sample of the suite passes: records, custom operators, placement, initial values, directions",
    MINUTES,
    async () => {
      await using gpu = await openWebGpu({ device: await adapter.device() });
      const report = await conformance(gpu.executor, {
        vectors: GOLDEN_VECTORS,
        requestLimit: SAMPLE[adapter.name],
      });
      expect(report.failed).toEqual([]);
      expect(report.passed).toBe(true);
      expect(report.run).toBeGreaterThan(SAMPLE[adapter.name]);
      expect(report.refused).toBeGreaterThan(200);
      expect(report.skipped).toBeGreaterThan(report.run);
    },
  );
});

function vectorsOf(line: string) {
  return GOLDEN_VECTORS.filter(
    ({ contract, observation, input }) =>
      observation === "inclusive-scan" && input.length <= 4099 && printContract(contract) === line,
  );
}
