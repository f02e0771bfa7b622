import { bindAsynchronous } from "../../src/algorithms/bind-asynchronous.ts";
import { networksJavascriptExecutor } from "../../src/executors/javascript/networks-javascript-executor.ts";
import { javascriptPrimitives } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import type { AlgorithmExecutor } from "../../src/executors/primitives.ts";
import { refusalOf } from "../../src/executors/webgpu/serving.ts";
import { UnsupportedError } from "../../src/values/errors.ts";
import type { ColumnArray } from "../../src/values/value-types.ts";
import type * as door from "../../src/webgpu.ts";
import { ADAPTERS_HERE } from "./adapters.ts";

/**
 * What stands in the place of the door samebits/webgpu, whose adapter is the machine's: none; plain loops that refuse what a GPU refuses;
 * or the door itself on the first adapter of the tests. And how many are still open.
 */
export const gpu = {
  kind: "none" as "none" | "plain loops" | "adapter",
  isEmulated: true,
  probe: "works" as "works" | "fails",
  open: 0,
};

/** No names, as a browser has none: the command line then takes the one adapter. */
export async function adapterNames(): Promise<readonly string[]> {
  return [];
}

export async function openWebGpu(options: door.WebGpuOptions = {}): Promise<door.WebGpu> {
  if (gpu.kind === "none") throw new UnsupportedError("WebGPU", "no adapter was found", "install a driver");
  const opened = gpu.kind === "adapter" ? await openAdapter(options) : plainLoops();
  gpu.open++;
  return {
    ...opened,
    async close() {
      gpu.open--;
      await opened.close();
    },
  };
}

export async function probeNativeFloats(device: GPUDevice): Promise<object> {
  if (gpu.probe === "fails") throw new Error("a probe that fails");
  return gpu.kind === "adapter" ? (await actualDoor()).probeNativeFloats(device) : { fma: "unfused" };
}

export async function probeForwardProgress(device: GPUDevice): Promise<object> {
  const short = { workgroups: 16, pollLimits: [2 ** 12] };
  return gpu.kind === "adapter"
    ? (await actualDoor()).probeForwardProgress(device, short)
    : { workgroups: 7 };
}

async function openAdapter(options: door.WebGpuOptions): Promise<door.WebGpu> {
  return (await actualDoor()).openWebGpu({ ...options, adapter: await ADAPTERS_HERE[0].request() });
}

// By another path than that which tests replace.
function actualDoor(): Promise<typeof door> {
  return import("../../src/webgpu.ts?actual" as string);
}

const REAL_LIMITS = { threads: 256, bytes: 32_768, bindings: 12 }; // of SwiftShader

function plainLoops(): door.WebGpu {
  const executor: AlgorithmExecutor<ColumnArray> = {
    name: "webgpu",
    openPrimitives: () => javascriptPrimitives(),
    refusal: (request) => refusalOf(request, REAL_LIMITS),
    plan: networksJavascriptExecutor.plan,
  };
  const facts = {
    vendor: "acme",
    architecture: "abacus",
    name: "abacus-1",
    description: "",
    isEmulated: gpu.isEmulated,
  };
  const opened = { ...bindAsynchronous(() => executor), executor, facts, device: {}, close: async () => {} };
  return opened as unknown as door.WebGpu;
}
