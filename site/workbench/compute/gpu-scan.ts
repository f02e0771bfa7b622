// A scan of an array by a plan of the reader's GPU, and how long its kernels take there.
import { type ElementArray, newElementArray, type TypedContract } from "samebits/javascript";
import type { DevicePlan, WebGpu } from "samebits/webgpu";

/** GPUBufferUsage of input, output and what is read back; the names are not there in every worker. */
const USAGE = { input: 0x80 | 0x8, output: 0x80 | 0x4, staging: 0x1 | 0x8 } as const;

/** All prefixes, read back. */
export async function scanOnGpu(
  gpu: WebGpu,
  plan: DevicePlan,
  array: ElementArray,
  contract: TypedContract,
): Promise<ElementArray> {
  return (await timedScanOnGpu(gpu, plan, array, contract, 0)).output;
}

interface TimedScan {
  readonly output: ElementArray;
  readonly samples: readonly number[]; // milliseconds from submitting to done, copies left out
}

/** All prefixes, and so many runs more of the same kernels, each waited for. */
export async function timedScanOnGpu(
  { device }: WebGpu,
  plan: DevicePlan,
  array: ElementArray,
  { accumulate }: TypedContract,
  rounds: number,
): Promise<TimedScan> {
  const output = newElementArray(accumulate, array.length);
  const buffers = {
    input: device.createBuffer({ size: array.byteLength, usage: USAGE.input }),
    output: device.createBuffer({ size: output.byteLength, usage: USAGE.output }),
    staging: device.createBuffer({ size: output.byteLength, usage: USAGE.staging }),
  };
  const run = (end: (encoder: GPUCommandEncoder) => void = () => {}): void => {
    const encoder = device.createCommandEncoder();
    plan.encodeInclusiveScan(encoder, { input: buffers.input, output: buffers.output, length: array.length });
    end(encoder);
    device.queue.submit([encoder.finish()]);
  };
  try {
    device.queue.writeBuffer(buffers.input, 0, array as Float64Array<ArrayBuffer>);
    run((encoder) => encoder.copyBufferToBuffer(buffers.output, 0, buffers.staging, 0, output.byteLength));
    await plan.checked();
    await buffers.staging.mapAsync(1);
    new Uint8Array(output.buffer).set(new Uint8Array(buffers.staging.getMappedRange()));
    const samples: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      run();
      await device.queue.onSubmittedWorkDone();
      samples.push(performance.now() - begun);
    }
    return { output, samples };
  } finally {
    for (const buffer of Object.values(buffers)) buffer.destroy();
  }
}
