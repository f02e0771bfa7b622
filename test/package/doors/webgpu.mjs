import { openWebGpu } from "samebits/webgpu";

export async function probe() {
  try {
    const gpu = await openWebGpu();
    const total = await gpu.reduce(Float32Array.of(1, 2, 3));
    await gpu.close();
    return total;
  } catch (error) {
    return error instanceof Error ? error.name : String(error); // why depends on the machine
  }
}
