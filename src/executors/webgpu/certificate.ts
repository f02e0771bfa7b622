import { answerOf } from "./answer-of.ts";
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
  let checked = 0;
  for (const { name, elements } of certificateInputs(3 * tileLength + 77)) {
    const found = await answerOf(device, plan, elements);
    const prefixes = addedPrefixes(plan.contract, plan.observation, elements);
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
