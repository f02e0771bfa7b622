// The same protocol on the reader's GPU: the pane's numbers for their bits, and a million for counters that are worth reading.
import { generateSumData } from "samebits/accuracy";
import { type ElementArray, hashArray, newElementArray, type TypedContract } from "samebits/javascript";
import { inclusiveScan } from "samebits/sums";
import type { DevicePlan, WebGpu } from "samebits/webgpu";
import { readContract } from "./contract-line.ts";
import { gpuName, withGpu } from "./open-gpu.ts";
import { type DataQuestion, readData } from "./read-data.ts";

export interface LookBackGpuQuestion extends DataQuestion {
  readonly contract: string;
}

export interface LookBackGpuAnswer {
  readonly device: string;
  readonly hash: string; // of all prefixes of the pane's numbers
  readonly long: LongRun | undefined; // of floats
}

/** What a scan of many numbers did. */
interface LongRun {
  readonly length: number;
  readonly hash: string;
  readonly wasmHash: string;
  readonly counters: Readonly<Record<string, number>>;
}

const LONG = 1_000_000;

/** GPUBufferUsage of input, output and what is read back; the names are not there in every worker. */
const USAGE = { input: 0x80 | 0x8, output: 0x80 | 0x4, staging: 0x1 | 0x8 } as const;

/** @throws typed errors of the library */
export async function answerLookBackGpu(question: LookBackGpuQuestion): Promise<LookBackGpuAnswer> {
  const contract = await readContract(question.contract);
  const { array } = await readData(question, contract.type);
  return withGpu(async (gpu) => {
    const plan = (await gpu.prepare({
      ...optionsOf(contract),
      maxLength: LONG,
      counts: true,
      observations: ["inclusive-scan"],
    } as never)) as DevicePlan;
    try {
      const hash = hashArray(await scanOn(gpu, plan, array, contract));
      const isFloat = contract.type === "f64" || contract.type === "f32";
      return { device: gpuName(gpu), hash, long: isFloat ? await longRun(gpu, plan, contract) : undefined };
    } finally {
      plan.release();
    }
  });
}

async function longRun(gpu: WebGpu, plan: DevicePlan, contract: TypedContract): Promise<LongRun> {
  const { type } = contract as { readonly type: "f64" | "f32" };
  const array = generateSumData({ kind: "signed", type, length: LONG, seed: 28n });
  const before = await plan.counters();
  const hash = hashArray(await scanOn(gpu, plan, array, contract));
  const after = await plan.counters();
  const counted = Object.entries(after).map(([name, value]) => [
    name,
    value - before[name as keyof typeof before],
  ]);
  const wasmHash = hashArray(
    inclusiveScan(array as Float64Array, optionsOf(contract) as object) as ElementArray,
  );
  return { length: LONG, hash, wasmHash, counters: Object.fromEntries(counted) };
}

/** A contract as the options that it was made of. */
function optionsOf({ operator, type, accumulate, expression, direction, initial }: TypedContract): object {
  const start = initial === undefined ? {} : { initial: initial.value, initialPlacement: initial.placement };
  return { operator, type, accumulate, expression, direction, ...start };
}

async function scanOn(
  { device }: WebGpu,
  plan: DevicePlan,
  array: ElementArray,
  { accumulate }: TypedContract,
): Promise<ElementArray> {
  const output = newElementArray(accumulate, array.length);
  const buffers = {
    input: device.createBuffer({ size: array.byteLength, usage: USAGE.input }),
    output: device.createBuffer({ size: output.byteLength, usage: USAGE.output }),
    staging: device.createBuffer({ size: output.byteLength, usage: USAGE.staging }),
  };
  try {
    device.queue.writeBuffer(buffers.input, 0, array as Float64Array<ArrayBuffer>);
    const encoder = device.createCommandEncoder();
    plan.encodeInclusiveScan(encoder, { input: buffers.input, output: buffers.output, length: array.length });
    encoder.copyBufferToBuffer(buffers.output, 0, buffers.staging, 0, output.byteLength);
    device.queue.submit([encoder.finish()]);
    await plan.checked();
    await buffers.staging.mapAsync(1);
    new Uint8Array(output.buffer).set(new Uint8Array(buffers.staging.getMappedRange()));
    return output;
  } finally {
    for (const buffer of Object.values(buffers)) buffer.destroy();
  }
}
