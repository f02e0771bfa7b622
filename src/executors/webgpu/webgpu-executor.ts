import type { ElementArray } from "../../values/element-types.ts";
import type { Executor } from "../executor.ts";
import { EXECUTOR_NAME } from "./device/gpu-core.ts";
import { callOn, type GpuCallOnArrays, type GpuParts } from "./gpu-call.ts";
import { tileLimits } from "./gpu-setting.ts";
import { refusalOf } from "./refusal.ts";

/** The executor that a device is; its calls end early when `signal` is aborted. Arrays are copied to the device and back. */
export function webGpuExecutor(parts: GpuParts, signal?: AbortSignal): Executor {
  const limits = tileLimits(parts.core.device);
  return {
    name: EXECUTOR_NAME,
    refusal: (request) => refusalOf(request, limits),
    plan: (contract) => typedPlan(callOn(parts, contract, signal)),
    planRecords: (contract) => recordPlan(callOn(parts, contract, signal)),
  };
}

function typedPlan({ reduce, scan }: GpuCallOnArrays): ReturnType<Executor["plan"]> {
  const listed = (output: ElementArray | undefined) => (output === undefined ? undefined : [output]);
  return {
    reduce: async (input) => (await reduce([input]))[0],
    inclusiveScan: async (input, output) =>
      (await scan("inclusive-scan", [input], listed(output)))[0] as ElementArray,
    exclusiveScan: async (input, output) =>
      (await scan("exclusive-scan", [input], listed(output)))[0] as ElementArray,
  };
}

function recordPlan({ reduce, scan }: GpuCallOnArrays): ReturnType<NonNullable<Executor["planRecords"]>> {
  return {
    reduce,
    inclusiveScan: (input, output) => scan("inclusive-scan", input, output),
    exclusiveScan: (input, output) => scan("exclusive-scan", input, output),
  };
}
