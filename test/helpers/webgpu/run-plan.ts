import { scalarTypesOf } from "../../../src/contracts/column-contract.ts";
import type { GpuPlan } from "../../../src/executors/webgpu/gpu-plan.ts";
import type { Counter } from "../../../src/executors/webgpu/kernels/kernel-setting.ts";
import { BUFFER_USAGE, MAP_READ } from "../../../src/executors/webgpu/memory/buffers.ts";
import type { ScanPlan } from "../../../src/executors/webgpu/plan-scan.ts";
import { readCounters } from "../../../src/executors/webgpu/prepare-encoding.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../src/values/element-types.ts";
import { type ColumnArray, viewColumn } from "../../../src/values/value-types.ts";

/** Guards around every output: a value that is written beside it is noticed. */
const GUARD = 3;
const POISON = 0xdeadbeef;

/**
 * Runs a plan once over columns, in chunks where they are longer than one, with poisoned outputs, and reads back what it wrote.
 *
 * Throws where anything beside the output was written.
 */
export async function runPlan(
  device: GPUDevice,
  plan: GpuPlan,
  columns: readonly ColumnArray[],
  { offset = 1, isCounted = false }: RunSetting = {},
): Promise<readonly ColumnArray[]> {
  const { sums } = plan.contract;
  const types = scalarTypesOf(plan.contract);
  const n = columns[0].length;
  const isReduce = plan.observation === "reduce";
  const outputs = isReduce ? 1 : n;
  device.pushErrorScope("validation");
  const inputs = columns.map((column, i) =>
    upload(device, words(column, types[i]), offset * wordsOf(types[i])),
  );
  const targets = sums.map((type) => {
    const poison = new Uint32Array((outputs + 2 * GUARD) * wordsOf(type)).fill(POISON);
    return upload(device, poison, 0);
  });
  const count = upload(device, Uint32Array.of(n), 70);
  const encoder = device.createCommandEncoder();
  for (const { input, output, length, index, isLast } of chunksOf(plan, n)) {
    plan.encode(encoder, {
      input: inputs.map((buffer) => ({ buffer, offset: offset + input })),
      output: targets.map((buffer) => ({ buffer, offset: GUARD + (isReduce ? 0 : output) })),
      length: isCounted ? { buffer: count, offset: 70, atMost: n + 5 } : length,
      chunk: index === undefined ? undefined : { index, isLast },
    });
  }
  device.queue.submit([encoder.finish()]);
  const found = await Promise.all(targets.map((buffer) => download(device, buffer)));
  const error = await device.popErrorScope();
  if (error !== null) throw new Error(error.message);
  for (const buffer of [...inputs, ...targets, count]) buffer.destroy();
  return found.map((all, i) => {
    const guard = GUARD * wordsOf(sums[i]);
    if ([...all.subarray(0, guard), ...all.subarray(all.length - guard)].some((word) => word !== POISON)) {
      throw new Error("something was written beside the output");
    }
    return column(all.slice(guard, all.length - guard), sums[i], outputs);
  });
}

interface RunSetting {
  readonly offset?: number; // of the elements in their buffer
  readonly isCounted?: boolean; // whether the plan finds the length on the GPU
}

/** What the calls of an inspected plan have counted so far. */
export function countersOf(device: GPUDevice, { state }: ScanPlan): Promise<Record<Counter, number>> {
  return readCounters(device, [state]);
}

interface Slice {
  readonly input: number; // the first element, in array order
  readonly output: number;
  readonly length: number;
  readonly index?: number;
  readonly isLast: boolean;
}

function chunksOf(
  { contract, observation, chunkLength, cutLength = Number.POSITIVE_INFINITY }: GpuPlan,
  n: number,
): readonly Slice[] {
  const lead = contract.initial?.placement === "first" ? 1 : 0;
  const isShifted = lead === 1 && observation === "exclusive-scan";
  const positions = isShifted ? n : n + lead;
  if (positions <= chunkLength) return [{ input: 0, output: 0, length: n, isLast: true }];
  const isBackward = contract.direction === "backward";
  const slices: Slice[] = [];
  for (let index = 0, from = 0, to = 0; from < positions; index++, from = to) {
    to = Math.min(positions, from + chunkLength, (Math.floor(from / cutLength) + 1) * cutLength);
    const [first, end] = [Math.max(0, from - lead), to - lead];
    const [out, outEnd] = isShifted ? [from, to] : [first, end];
    slices.push({
      input: isBackward ? n - end : first,
      output: isBackward ? n - outEnd : out,
      length: end - first,
      index,
      isLast: to === positions,
    });
  }
  return slices;
}

function wordsOf(type: ScalarType): number {
  return SCALAR_TYPE_FACTS[type].bytes === 8 ? 2 : 1;
}

function words(column: ColumnArray, type: ScalarType): Uint32Array {
  if (type === "bool") return Uint32Array.from(column as Uint8Array);
  return new Uint32Array(column.buffer, column.byteOffset, column.length * wordsOf(type));
}

function column(all: Uint32Array, type: ScalarType, length: number): ColumnArray {
  if (type === "bool") return Uint8Array.from(all);
  return viewColumn(type, all.buffer, 0, length);
}

function upload(device: GPUDevice, data: Uint32Array, before: number): GPUBuffer {
  const buffer = device.createBuffer({
    size: 4 * Math.max(4, data.length + before),
    usage: BUFFER_USAGE.storage | BUFFER_USAGE.copySource,
    mappedAtCreation: true,
  });
  new Uint32Array(buffer.getMappedRange()).set(data, before);
  buffer.unmap();
  return buffer;
}

async function download(device: GPUDevice, source: GPUBuffer): Promise<Uint32Array<ArrayBuffer>> {
  const target = device.createBuffer({
    size: source.size,
    usage: BUFFER_USAGE.copyDestination | BUFFER_USAGE.mapRead,
  });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(source, 0, target, 0, source.size);
  device.queue.submit([encoder.finish()]);
  await target.mapAsync(MAP_READ);
  const copy = new Uint32Array(target.getMappedRange().slice(0));
  target.destroy();
  return copy;
}
