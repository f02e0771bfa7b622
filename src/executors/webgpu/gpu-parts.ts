import type { GpuCore } from "./device/gpu-core.ts";
import { BufferPool } from "./memory/buffer-pool.ts";
import { GpuPlans, type PlanMaker, type WaysOfCalls } from "./plans.ts";
import { Traces } from "./primitives/trace.ts";

/** What all calls on a device share: its buffers, and what was compiled and recorded for the calls before. */
export interface GpuParts {
  readonly core: GpuCore;
  readonly pool: BufferPool;
  readonly plans: GpuPlans;
  readonly traces: Traces;
}

export function gpuParts(core: GpuCore, make: PlanMaker, ways?: WaysOfCalls): GpuParts {
  const plans = new GpuPlans(core, make, ways);
  return { core, pool: new BufferPool(core), plans, traces: new Traces({ core, plans }) };
}

/** Gives back what no call holds. */
export function closeParts({ plans, pool, traces }: GpuParts): void {
  traces.close();
  plans.close();
  pool.close();
}
