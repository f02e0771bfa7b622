import type { WgslArithmetic } from "../../../src/codegen/wgsl/operation-text.ts";
import { wgslCanonical } from "../../../src/codegen/wgsl/wgsl-convert.ts";
import { WgslLibrary } from "../../../src/codegen/wgsl/wgsl-library.ts";
import { wgslCombine } from "../../../src/codegen/wgsl/wgsl-terms.ts";
import { wgslStruct, wgslWords } from "../../../src/codegen/wgsl/wgsl-words.ts";

import type { OperatorBody } from "../../../src/operators/operator.ts";

/*
 * Support for tests of WGSL: one combine on a device. One pipeline for each body is faster than one for many: compiling takes more than its
 * share where a module is large (lavapipe, 190 operations: 10 s one by one, 44 s by 24).
 */

const WORKGROUP = 64;

// Of the standard's bit sets, which are globals in browsers alone.
const [MAP_READ, COPY_SRC, COPY_DST, STORAGE] = [1, 4, 8, 0x80];

/** The words of each pair's combine, NaNs canonical. `operands` holds the words of left and right, pair after pair. */
export async function combineOnDevice(
  device: GPUDevice,
  body: OperatorBody,
  operands: Uint32Array<ArrayBuffer>,
  arithmetic: WgslArithmetic,
): Promise<Uint32Array> {
  const input = device.createBuffer({ size: operands.byteLength, usage: STORAGE | COPY_DST });
  const output = device.createBuffer({ size: operands.byteLength / 2, usage: STORAGE | COPY_SRC });
  const read = device.createBuffer({ size: operands.byteLength / 2, usage: MAP_READ | COPY_DST });
  device.queue.writeBuffer(input, 0, operands);
  const module = device.createShaderModule({ code: moduleText(body, arithmetic) });
  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  const entries = [input, output].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(Math.ceil(operands.length / (2 * wordsOf(body)) / WORKGROUP));
  pass.end();
  encoder.copyBufferToBuffer(output, 0, read, 0, operands.byteLength / 2);
  device.queue.submit([encoder.finish()]);
  await read.mapAsync(MAP_READ);
  const words = new Uint32Array(read.getMappedRange().slice(0));
  for (const buffer of [input, output, read]) buffer.destroy();
  return words;
}

/** How many words a value of the body has. */
export function wordsOf({ columns }: OperatorBody): number {
  return columns.reduce((sum, { type }) => sum + wgslWords(type), 0);
}

/** A module whose `main` combines each pair. */
export function moduleText(body: OperatorBody, arithmetic: WgslArithmetic): string {
  const library = new WgslLibrary();
  const words = wordsOf(body);
  const combine = wgslCombine(body, "combine", arithmetic, library);
  const stores = storesText(body, library);
  const side = (start: number): string =>
    Array.from({ length: words }, (_, word) => `operands[at + ${start + word}u]`).join(", ");
  return `
@group(0) @binding(0) var<storage, read> operands: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;
${library.source()}${wgslStruct(body.columns.map(({ type }) => type))}${combine}
@compute @workgroup_size(${WORKGROUP}) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&results) / ${words}u) { return; }
  let at = id.x * ${2 * words}u;
  let to = id.x * ${words}u;
  let value = combine(Value(${side(0)}), Value(${side(words)}));
${stores}}
`;
}

function storesText(body: OperatorBody, library: WgslLibrary): string {
  let place = 0;
  const stores = body.columns.map(({ type }) => {
    const canonical = wgslCanonical(type, library);
    const at = place;
    place += wgslWords(type);
    if (wgslWords(type) === 1) return `  results[to + ${at}u] = ${canonical(`value.w${at}`)};\n`;
    const pair = canonical(`vec2<u32>(value.w${at}, value.w${at + 1})`);
    return `  let pair${at} = ${pair};\n  results[to + ${at}u] = pair${at}.x;\n  results[to + ${at + 1}u] = pair${at}.y;\n`;
  });
  return stores.join("");
}
