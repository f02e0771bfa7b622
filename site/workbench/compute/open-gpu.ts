// The reader's GPU, in a worker: opened for one question and closed after it.
import type { WebGpu } from "samebits/webgpu";

/** @throws UnsupportedError where the browser has no WebGPU, or no adapter that is enough */
export async function withGpu<Result>(ask: (gpu: WebGpu) => Promise<Result>): Promise<Result> {
  const { openWebGpu } = await import("samebits/webgpu");
  const gpu = await openWebGpu();
  try {
    return await ask(gpu);
  } finally {
    await gpu.close();
  }
}

/** "nvidia ampere", with a word where the processor emulates it. */
export function gpuName({ facts }: WebGpu): string {
  const { vendor, architecture, description, isEmulated } = facts;
  const names = [vendor, architecture, description].filter((each) => each !== "");
  const name = [...new Set(names)].join(" ") || "a GPU that keeps its name to itself";
  return isEmulated ? `${name}, emulated by the processor` : name;
}
