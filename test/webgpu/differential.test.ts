import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { webGpuExecutor } from "../../src/executors/webgpu/machine.ts";
import { checkPlans, drawFrom } from "../algorithms/differential.ts";
import { ofRuns } from "../extent.ts";
import { describeOnQuickAdapter } from "./adapters.ts";
import { partsOf } from "./check-primitives.ts";

const SEED = 20_261_123;

vi.setConfig({ testTimeout: 3_600_000 });

/** A kernel takes seconds to compile: few draws, ten times as many in the long run. See test/algorithms/differential.test.ts. */
describeOnQuickAdapter((adapter) => {
  it(`random operators over random records have the reference's bits (seed ${SEED})`, async () => {
    const executor = webGpuExecutor(partsOf(await adapter.device()));
    let served = 0;
    const property = fc.asyncProperty(fc.gen(), async (generate) => {
      const draw = drawFrom((length) => generate(fc.nat, { max: length - 1 }), 150);
      served += await checkPlans(executor, draw);
    });
    await fc.assert(property, { seed: SEED, numRuns: 4, endOnFailure: true });
    expect(served).toBeGreaterThan(ofRuns(2));
  });
});
