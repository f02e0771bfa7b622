import { webGpuExecutor } from "../../src/executors/webgpu/webgpu-executor.ts";
import { describeOnAdapters } from "../webgpu/adapters.ts";
import { partsOf } from "../webgpu/check-primitives.ts";
import { ALL_CASES } from "./cases/all.ts";
import { PRIMITIVE_CASES } from "./cases/primitives.ts";
import { describeOracles } from "./run-oracles.ts";

const isLong = process.env.SAMEBITS_LONG === "1";

/**
 * An emulated GPU takes a second to compile what a draw needs, and microseconds to run it: one draw for each function, half of them on each
 * adapter. The long run has everything on both.
 */
describeOnAdapters((adapter) => {
  const open = async () => ({ executor: webGpuExecutor(partsOf(await adapter.device())) });
  const isOdd = adapter.name === "lavapipe";
  const shared = ALL_CASES.filter((_, i) => (i % 2 === 1) === isOdd);
  if (isLong) {
    describeOracles("primitives", open, { cases: PRIMITIVE_CASES, runsOf: ({ gpuRuns }) => gpuRuns });
    describeOracles("every function", open, { runsOf: ({ gpuRuns }) => gpuRuns });
  } else {
    describeOracles("functions", open, {
      cases: shared,
      runsOf: ({ gpuRuns }) => (gpuRuns === 0 ? 0 : "telling"),
    });
  }
});
