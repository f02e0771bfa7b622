import { BUFFER_USAGE, MAP_READ } from "./buffer-usage.ts";
import { COUNTERS, type Counter, STATE } from "./kernels/kernel-setting.ts";

/** What the calls of inspected plans have counted so far, by name, summed over the plans; `states` are their scratch buffers. */
export async function readCounters(
  device: GPUDevice,
  states: readonly GPUBuffer[],
): Promise<Readonly<Record<Counter, number>>> {
  const size = 4 * COUNTERS.length;
  const staging = device.createBuffer({
    size: size * states.length,
    usage: BUFFER_USAGE.copyDestination | BUFFER_USAGE.mapRead,
  });
  const encoder = device.createCommandEncoder();
  for (const [i, state] of states.entries()) {
    encoder.copyBufferToBuffer(state, 4 * STATE.counters, staging, i * size, size);
  }
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(MAP_READ);
  const words = new Uint32Array(staging.getMappedRange().slice(0));
  staging.destroy();
  const sumOf = (place: number): number =>
    states.reduce((sum, _, i) => sum + words[i * COUNTERS.length + place], 0);
  return Object.fromEntries(COUNTERS.map((name, place) => [name, sumOf(place)])) as Record<Counter, number>;
}
