import fc from "fast-check";
import { it, vi } from "vitest";
import { algorithmsJavascriptExecutor } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import { webGpuExecutor } from "../../src/executors/webgpu/machine.ts";
import { checkFunctions, drawFrom, functionsOf } from "../algorithms/differential.ts";
import { describeOnQuickAdapter } from "./adapters.ts";
import { partsOf } from "./check-primitives.ts";

const SEED = 20_261_123;

vi.setConfig({ testTimeout: 3_600_000 });

/** Each function over columns has kernels of its own: minutes where the processor emulates the device. */
describeOnQuickAdapter((adapter) => {
  it(`functions over random records have the bits of plain loops (seed ${SEED})`, async () => {
    const executor = webGpuExecutor(partsOf(await adapter.device()));
    const property = fc.asyncProperty(fc.gen(), async (generate) => {
      const draw = drawFrom((length) => generate(fc.nat, { max: length - 1 }), 150);
      const expected = await functionsOf(algorithmsJavascriptExecutor, draw);
      checkFunctions("webgpu", draw, await functionsOf(executor, draw), expected);
    });
    await fc.assert(property, { seed: SEED, numRuns: 2, endOnFailure: true });
  });
});
