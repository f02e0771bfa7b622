import { conformance } from "samebits/conformance";
import { openWebGpu } from "samebits/webgpu";
import { expect, test } from "vitest";
import { describeOnAdapters } from "./adapters.ts";
import { GOLDEN_VECTORS } from "./conformance-parts.ts";

/**
 * The quick tier has some 5,200 requests for a GPU, which without one are hours of compiling, some four seconds each on two busy cores: so it is
 * a sample, half an hour each. SAMEBITS_REQUESTS=Infinity is all of it, and so it is on a GPU.
 */
const REQUESTS = { swiftshader: 500, lavapipe: 120, gpu: Number.POSITIVE_INFINITY } as const;

describeOnAdapters((adapter) => {
  test("the quick tier passes, as much of it as there is time for", async () => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const asked = Number(process.env.SAMEBITS_REQUESTS ?? REQUESTS[adapter.name]);
    const requestLimit = Number.isFinite(asked) ? asked : undefined;
    const report = await conformance(gpu.executor, { vectors: GOLDEN_VECTORS, requestLimit });
    console.log(
      `${adapter.name}: ${report.run} cases run, ${report.refused} refused, ${report.skipped} skipped`,
    );
    expect(report.failed).toEqual([]);
    expect(report.passed).toBe(true);
    for (const { part, run } of report.parts) {
      if (part !== "combine-count") expect([part, run > 0]).toEqual([part, true]);
    }
  });
});
