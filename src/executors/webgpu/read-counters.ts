import { readBack } from "./buffers.ts";
import { COUNTERS, type Counter, STATE } from "./kernels/kernel-setting.ts";

/** What the calls of inspected plans have counted so far, by name, summed over the plans; `states` are their scratch buffers. */
export async function readCounters(
  device: GPUDevice,
  states: readonly GPUBuffer[],
): Promise<Readonly<Record<Counter, number>>> {
  const size = 4 * COUNTERS.length;
  const counters = await readBack(device, size * states.length, (encoder, staging) => {
    for (const [i, state] of states.entries()) {
      encoder.copyBufferToBuffer(state, 4 * STATE.counters, staging, i * size, size);
    }
  });
  const words = new Uint32Array(counters);
  const sumOf = (place: number): number =>
    states.reduce((sum, _, i) => sum + words[i * COUNTERS.length + place], 0);
  return Object.fromEntries(COUNTERS.map((name, place) => [name, sumOf(place)])) as Record<Counter, number>;
}
