import { wgslWords } from "../../../src/codegen/wgsl/wgsl-words.ts";
import type {
  HierarchicalBuffer,
  WgslDispatch,
} from "../../../src/synthesis/emission/emit-hierarchical-wgsl.ts";
import type { WgslScan } from "../../../src/synthesis/emission/wgsl-scan.ts";
import type { ScalarType } from "../../../src/values/element-types.ts";

/*
 * Support for tests of emitted WGSL: dispatches over columns of words.
 */

// Of the standard's bit sets, which are globals in browsers alone.
const [MAP_READ, COPY_SRC, COPY_DST, STORAGE] = [1, 4, 8, 0x80];

/** The words of every output column. */
export async function runScan(
  device: GPUDevice,
  { code, width }: Pick<WgslScan, "code" | "width">,
  types: readonly ScalarType[],
  columns: readonly Uint32Array<ArrayBuffer>[],
): Promise<readonly Uint32Array[]> {
  const inputs = columns.map((words) => upload(device, words));
  const outputs = columns.map((words) => upload(device, poison(words.length)));
  const count = Math.ceil(columns[0].length / wgslWords(types[0]) / width);
  return run(device, [{ code, buffers: [...inputs, ...outputs], count }], outputs);
}

/** What a scan of one workgroup leaves in a further buffer of words, bound last. */
export async function runTraced(
  device: GPUDevice,
  code: string,
  columns: readonly Uint32Array<ArrayBuffer>[],
  traceLength: number,
): Promise<Uint32Array> {
  const buffers = [...columns, ...columns, new Uint32Array(traceLength)].map((words) =>
    upload(device, words),
  );
  const [found] = await run(device, [{ code, buffers, count: 1 }], buffers.slice(-1));
  return found;
}

/** The output of the three stages of a hierarchical scan, over values of one word. */
export async function runStages(
  device: GPUDevice,
  stages: readonly WgslDispatch[],
  blockLength: number,
  middleCount: number,
  input: Uint32Array<ArrayBuffer>,
): Promise<Uint32Array> {
  const buffers: Readonly<Record<HierarchicalBuffer, GPUBuffer>> = {
    input: upload(device, input),
    first: upload(device, poison(input.length)),
    middle: upload(device, poison(middleCount)),
    output: upload(device, poison(input.length)),
  };
  const dispatches = stages.map(({ code, reads, writes, workgroups }) => ({
    code,
    buffers: [...reads, writes].map((name) => buffers[name]),
    count: workgroups === "one" ? 1 : Math.ceil(input.length / blockLength),
  }));
  const [found] = await run(device, dispatches, [buffers.output]);
  return found;
}

interface Dispatch {
  readonly code: string;
  readonly buffers: readonly GPUBuffer[];
  readonly count: number;
}

function poison(length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(length).fill(0xdeadbeef);
}

function upload(device: GPUDevice, words: Uint32Array<ArrayBuffer>): GPUBuffer {
  const buffer = device.createBuffer({ size: words.byteLength, usage: STORAGE | COPY_SRC | COPY_DST });
  device.queue.writeBuffer(buffer, 0, words);
  return buffer;
}

async function run(
  device: GPUDevice,
  dispatches: readonly Dispatch[],
  outputs: readonly GPUBuffer[],
): Promise<readonly Uint32Array[]> {
  device.pushErrorScope("validation");
  const encoder = device.createCommandEncoder();
  for (const { code, buffers, count } of dispatches) {
    const pipeline = await compile(device, code);
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    pass.dispatchWorkgroups(count);
    pass.end();
  }
  const reads = outputs.map((output) => {
    const read = device.createBuffer({ size: output.size, usage: MAP_READ | COPY_DST });
    encoder.copyBufferToBuffer(output, 0, read, 0, output.size);
    return read;
  });
  device.queue.submit([encoder.finish()]);
  const found = await Promise.all(
    reads.map(async (read) => {
      await read.mapAsync(MAP_READ);
      return new Uint32Array(read.getMappedRange().slice(0));
    }),
  );
  const error = await device.popErrorScope();
  for (const buffer of [...dispatches.flatMap(({ buffers }) => buffers), ...reads]) buffer.destroy();
  if (error !== null) throw new Error(error.message);
  return found;
}

async function compile(device: GPUDevice, code: string): Promise<GPUComputePipeline> {
  const module = device.createShaderModule({ code });
  const { messages } = await module.getCompilationInfo();
  if (messages.length > 0) {
    const [{ message, lineNum }] = messages;
    throw new Error(`${message}\n${code.split("\n")[lineNum - 1]}`);
  }
  return device.createComputePipelineAsync({ layout: "auto", compute: { module } });
}
