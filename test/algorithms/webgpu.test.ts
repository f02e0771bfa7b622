import { vi } from "vitest";
import { webGpuExecutor } from "../../src/executors/webgpu/machine.ts";
import { isLong } from "../extent.ts";
import { describeOnQuickAdapter } from "../webgpu/adapters.ts";
import { partsOf } from "../webgpu/check-primitives.ts";
import { ALL_CASES } from "./cases/all.ts";
import { PRIMITIVE_CASES } from "./cases/primitives.ts";
import { describeOracles } from "./run-oracles.ts";

vi.setConfig({ testTimeout: isLong ? 3_600_000 : 300_000 });

/** Of so many rows one is run where time is short. */
const SHARE = 12;

/**
 * An emulated GPU takes a second to compile what a draw needs, and microseconds to run it: so one draw, of some functions. The long run has
 * all of them, and the primitives, on both adapters.
 */
describeOnQuickAdapter((adapter) => {
  const open = async () => ({ executor: webGpuExecutor(partsOf(await adapter.device())) });
  if (isLong) {
    describeOracles("primitives", open, { cases: PRIMITIVE_CASES, runsOf: ({ gpuRuns }) => gpuRuns });
    describeOracles("every function", open, { runsOf: ({ gpuRuns }) => gpuRuns });
    return;
  }
  // Joins have steps that no other function has.
  const cases = ALL_CASES.filter(({ name }, i) => i % SHARE === 0 || name === "joinByKey of records");
  describeOracles("functions", open, { cases, runsOf: ({ gpuRuns }) => (gpuRuns === 0 ? 0 : "telling") });
});
