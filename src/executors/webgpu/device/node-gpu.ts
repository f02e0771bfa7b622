// Node has no navigator.gpu: there WebGPU is the npm package `webgpu`, imported when it is first needed.

import { UnsupportedError } from "../../../values/errors.ts";
import { importOutsideBundle } from "../../../values/optional-packages.ts";

/** What the npm package `webgpu` (Dawn) exports, as far as it is used here. */
interface NodeWebGpu {
  readonly create: (flags: readonly string[]) => GPU;
}

/**
 * Every `GPU` of this process, by its flag. None may ever be collected: Dawn's threads then end the whole process. They keep no process
 * alive once their devices are destroyed.
 */
const held = new Map<string | undefined, Promise<GPU>>();

/** WebGPU for programs that have no `navigator.gpu`. @throws UnsupportedError naming the package and the command that installs it */
export function nodeGpu(flag?: string): Promise<GPU> {
  const gpu = held.get(flag) ?? createGpu(flag);
  held.set(flag, gpu);
  // What could not be loaded may be there the next time.
  gpu.catch(() => held.delete(flag));
  return gpu;
}

/** The adapter whose name has these words in it: Dawn also knows adapters that the system does not prefer. @throws UnsupportedError naming those there are */
export async function nodeAdapter(name: string): Promise<GPUAdapter> {
  const { adapter, names } = await requestOrList(await nodeGpu(`adapter=${name}`));
  if (adapter !== undefined) return adapter;
  const there = names.length === 0 ? "this machine has none" : `there are ${names.join(" and ")}`;
  throw new UnsupportedError(
    "WebGPU",
    `no adapter's name has ${JSON.stringify(name)} in it: ${there}`,
    "name one of those, or install its driver (for Vulkan, VK_DRIVER_FILES may name several)",
  );
}

/** The names of all adapters that Dawn finds, in its order. @throws UnsupportedError where the package is missing */
export async function nodeAdapterNames(): Promise<readonly string[]> {
  const { names } = await requestOrList(await nodeGpu(`adapter=${NO_NAME}`));
  return names;
}

/** Words that no adapter has in its name. */
const NO_NAME = "samebits asks for a list";

/** Dawn tells which adapters there are in the error of a request for one that there is not, and nowhere else. */
async function requestOrList(gpu: GPU): Promise<Requested> {
  try {
    return { adapter: (await gpu.requestAdapter()) ?? undefined, names: [] };
  } catch (error) {
    const names = [...String(error).matchAll(/^ \* .*name: '(.*)'$/gm)].map((match) => match[1]);
    return { adapter: undefined, names };
  }
}

interface Requested {
  readonly adapter: GPUAdapter | undefined;
  readonly names: readonly string[]; // where there is none
}

async function createGpu(flag: string | undefined): Promise<GPU> {
  const { create } = (await importOutsideBundle("webgpu", "WebGPU in Node")) as NodeWebGpu;
  return create(flag === undefined ? [] : [flag]);
}
