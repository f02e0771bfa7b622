import { hashArray, javascriptExecutor } from "samebits";
import { generateData, witness } from "samebits/conformance";
import { openWebGpu, type WebGpu } from "samebits/webgpu";
import { publish } from "./publish.ts";
import { ENCODED_SUM, GOLDEN_SUMS, SEED, WITNESSED } from "./webgpu-questions.ts";

/** What a GPU in a page makes of the questions that the test knows the answers to; or why there is none. */
publish(async () => {
  try {
    const gpu = await openWebGpu();
    return await work(gpu).finally(() => gpu.close());
  } catch (error) {
    return String(error);
  }
});

async function work(gpu: WebGpu) {
  const { passed, rows } = await witness([javascriptExecutor, gpu.executor], WITNESSED);
  const sums: string[] = [];
  for (const question of GOLDEN_SUMS) {
    const input = generateData({ ...question, seed: SEED });
    sums.push(hashArray(await gpu.inclusiveScan(input as Float64Array)));
  }
  return {
    vendor: gpu.facts.vendor,
    passed,
    rows,
    sums,
    encoded: await encodedInto(gpu),
    afterwards: await gpu
      .close()
      .then(() => gpu.reduce(new Uint32Array(3)))
      .catch(String),
  };
}

/** A scan in an encoder of the page's own, before a copy of its own. */
async function encodedInto(gpu: WebGpu): Promise<string> {
  const { device } = gpu;
  const { STORAGE, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;
  const { type, length } = ENCODED_SUM;
  const elements = generateData({ ...ENCODED_SUM, seed: SEED }) as Int32Array<ArrayBuffer>;
  const plan = await gpu.prepare({ type, maxLength: length, observations: ["inclusive-scan"] });
  const [input, output] = [STORAGE | COPY_DST, STORAGE | COPY_SRC].map((usage) =>
    device.createBuffer({ size: 4 * length, usage }),
  ) as [GPUBuffer, GPUBuffer];
  const result = device.createBuffer({ size: 4 * length, usage: MAP_READ | COPY_DST });
  device.queue.writeBuffer(input, 0, elements);
  const encoder = device.createCommandEncoder();
  plan.encodeInclusiveScan(encoder, { input, output, length });
  encoder.copyBufferToBuffer(output, 0, result, 0, 4 * length);
  device.queue.submit([encoder.finish()]);
  await result.mapAsync(GPUMapMode.READ);
  const hash = hashArray(new Int32Array(result.getMappedRange()));
  plan.release();
  return hash;
}
