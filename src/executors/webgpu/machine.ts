// A device as an executor: plans, refusals, levels and primitives. It knows no family of expressions; `families.ts` does.

import { EVERYWHERE, type Served, servedEverywhere } from "../../contracts/levels.ts";
import type { Request } from "../executor.ts";
import type { AlgorithmExecutor, FusionCounts } from "../primitives.ts";
import { EXECUTOR_NAME } from "./device/gpu-core.ts";
import { callOn } from "./gpu-call.ts";
import type { GpuParts } from "./gpu-parts.ts";
import { servedLevel } from "./native/served-level.ts";
import type { MakeSetting } from "./plans.ts";
import type { GpuVector } from "./primitives/lazy-flags.ts";
import { openWebGpuPrimitives } from "./primitives/webgpu-primitives.ts";
import { refusalOf } from "./serving.ts";
import { tileLimits } from "./setting.ts";

/** A GPU as an executor; how many elements of a fused fold were kept the device alone knows. */
export interface WebGpuExecutor extends AlgorithmExecutor<GpuVector> {
  readonly fusionCounts: Readonly<Pick<FusionCounts, "elements">>;
}

/** The executor that a device is; its calls end early when `signal` is aborted. Arrays are copied to the device and back. */
export function webGpuExecutor(parts: GpuParts, signal?: AbortSignal): WebGpuExecutor {
  const fusionCounts = { elements: 0 };
  const limits = tileLimits(parts.core.device);
  return {
    name: EXECUTOR_NAME,
    refusal: (request) => refusalOf(request, limits),
    served: (request) => servedBy(request, parts.plans.arithmetic),
    plan: (contract, requirement) => callOn(parts, contract, signal, requirement?.determinism),
    fusionCounts,
    openPrimitives: (given = signal) => openWebGpuPrimitives(parts, given, undefined, fusionCounts),
  };
}

function servedBy(
  { contract, requirement = EVERYWHERE }: Request,
  arithmetic: MakeSetting["arithmetic"],
): Served {
  if (contract.kind === "function") return servedEverywhere(contract);
  return servedLevel(contract, { determinism: requirement.determinism, arithmetic });
}
