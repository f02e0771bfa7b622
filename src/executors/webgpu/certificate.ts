import type { TypedContract } from "../../contracts/contract.ts";
import { BUFFER_USAGE, MAP_READ } from "./buffer-usage.ts";
import { addedPrefixes } from "./certificate-answers.ts";
import { certificateInputs } from "./certificate-inputs.ts";
import type { GpuPlan } from "./gpu-plan.ts";

/** What running a pipeline on hostile clean data showed. */
export interface Certificate {
  readonly holds: boolean;
  readonly fact: string; // "added 49,152 prefixes as IEEE 754 does", or the first that differs
}

/**
 * Runs a plan whose kernel adds f32 natively where elements are clean, on clean data that expose what a compiler or device may do to it: rounding in every binade
 * and at ties, cancellation, chains whose re-association shows. Folding, contraction, rounding and re-association are properties of the compiled
 * pipeline on its device, so that it is this one that is run; what the guard keeps out (subnormals, −0, NaN, overflow) is not its business.
 *
 * Compares every bit with addition by `Math.fround`. The plan must be idle.
 */
export async function certify(device: GPUDevice, plan: GpuPlan, tileLength: number): Promise<Certificate> {
  const contract = plan.contract as TypedContract;
  let checked = 0;
  for (const { name, elements } of certificateInputs(3 * tileLength + 77)) {
    const found = await answerOf(device, plan, elements);
    const prefixes = addedPrefixes(contract, plan.observation, elements);
    const expected = plan.observation === "reduce" ? prefixes.subarray(-1) : prefixes;
    const [words, ours] = [found, expected].map(
      ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length),
    );
    const place = words.findIndex((word, i) => word !== ours[i]);
    if (place >= 0) {
      const bits = (word: number) => word.toString(16).padStart(8, "0");
      return {
        holds: false,
        fact: `${name}: value ${place} is ${bits(words[place])}, IEEE 754 addition gives ${bits(ours[place])}`,
      };
    }
    checked += expected.length;
  }
  return { holds: true, fact: `${checked} values were those of IEEE 754 addition` };
}

async function answerOf(
  device: GPUDevice,
  plan: GpuPlan,
  elements: Float32Array,
): Promise<Float32Array<ArrayBuffer>> {
  const { length, byteLength } = elements;
  const outputs = plan.observation === "reduce" ? 1 : length;
  const input = device.createBuffer({
    size: byteLength,
    usage: BUFFER_USAGE.storage,
    mappedAtCreation: true,
  });
  new Float32Array(input.getMappedRange()).set(elements);
  input.unmap();
  const output = device.createBuffer({
    size: 4 * outputs,
    usage: BUFFER_USAGE.storage | BUFFER_USAGE.copySource,
  });
  const staging = device.createBuffer({
    size: 4 * outputs,
    usage: BUFFER_USAGE.copyDestination | BUFFER_USAGE.mapRead,
  });
  try {
    const encoder = device.createCommandEncoder();
    plan.encode(encoder, {
      input: [{ buffer: input, offset: 0 }],
      output: [{ buffer: output, offset: 0 }],
      length,
    });
    encoder.copyBufferToBuffer(output, 0, staging, 0, 4 * outputs);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP_READ);
    return new Float32Array(staging.getMappedRange().slice(0));
  } finally {
    for (const buffer of [input, output, staging]) buffer.destroy();
  }
}
