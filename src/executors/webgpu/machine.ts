// A device as an executor: plans, refusals, levels and primitives. It knows no family of expressions; `families.ts` does.

import { EVERYWHERE, type Served, servedEverywhere } from "../../contracts/levels.ts";
import type { Refusal, Request } from "../executor.ts";
import type { AlgorithmExecutor, FusionCounts } from "../primitives.ts";
import { EXECUTOR_NAME } from "./device/gpu-core.ts";
import { isOneSegment } from "./families.ts";
import { callOn } from "./gpu-call.ts";
import type { GpuParts } from "./gpu-parts.ts";
import { BY_ARRIVAL, servedLevel } from "./native/served-level.ts";
import type { WaysOfCalls } from "./plans.ts";
import type { GpuVector } from "./primitives/lazy-flags.ts";
import { openWebGpuPrimitives } from "./primitives/webgpu-primitives.ts";
import { refusalOf, servedContract } from "./serving.ts";
import { tileLimits } from "./setting.ts";
import { algorithmRefusal, isByArrival } from "./stage/stages-of.ts";

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
    refusal: (request) => refusalOf(request, limits) ?? namedRefusal(request, parts.plans.ways),
    served: (request) => servedBy(request, parts.plans.ways),
    plan: (contract, requirement) => callOn(parts, contract, signal, requirement?.determinism),
    fusionCounts,
    openPrimitives: (given = signal) => openWebGpuPrimitives(parts, given, undefined, fusionCounts),
  };
}

function servedBy({ contract, requirement = EVERYWHERE }: Request, ways: WaysOfCalls): Served {
  if (contract.kind === "function") return servedEverywhere(contract);
  const { determinism } = requirement;
  if (isByArrival(servedContract(contract), { ...ways, determinism })) return BY_ARRIVAL;
  return servedLevel(contract, { determinism, arithmetic: ways.arithmetic });
}

/** Why the algorithm that the device was opened for cannot compute a contract. */
function namedRefusal(
  { contract, observation, product, isSegmented, requirement = EVERYWHERE }: Request,
  ways: WaysOfCalls,
): Refusal | undefined {
  const { algorithm } = ways;
  if (algorithm === undefined || contract.kind === "function") return undefined;
  if (product !== undefined || isSegmented === true) return undefined; // which have kernels of their own
  if (isOneSegment(contract, observation)) {
    const reason = `lanes and halves are scanned as segments are, and not by ${algorithm}`;
    return { reason, remedy: "leave the algorithm out" };
  }
  const takesAnyBracket = requirement.determinism === "notGuaranteed";
  return algorithmRefusal(servedContract(contract), { ...ways, takesAnyBracket });
}
