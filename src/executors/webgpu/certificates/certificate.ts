import { printExpression } from "../../../expressions/print.ts";
// A kernel that adds f32 natively is trusted only after it was run on this device, on data that show folding, contraction, re-association and
// rounding. The pipeline that is checked is the one that runs later: another compilation may differ.

import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Expression } from "../../../expressions/expression.ts";
import { InternalError } from "../../../values/errors.ts";
import { familyOf } from "../families.ts";
import type { GpuPlan } from "../gpu-plan.ts";
import { BUFFER_USAGE, filledBuffer, readBack } from "../memory/buffers.ts";
import { type CertifiedBlocks, foldRoots, pushRoot } from "./certified-blocks.ts";

/** Tiles of a check: two groups, so that roots of groups are published, folded by who misses them, and merged into one of the level above. */
const TILES = 66;

/**
 * Whether a native plan whose workgroups wait for each other has the same bits whatever they see: a root that its owner publishes and one that is recomputed for
 * a reader come of two places of one kernel, which a compiler may have made differently of the same text.
 *
 * Runs the very pipeline twice over the same data, hostile on purpose: as ever, and with publications withheld. The plan must be idle.
 */
export async function checkSteadiness(
  device: GPUDevice,
  plan: GpuPlan,
  tileLength: number,
): Promise<Certificate> {
  let checked = 0;
  for (const { name, elements } of steadinessInputs(Math.min(TILES * tileLength, plan.chunkLength - 1))) {
    const seen = new Uint32Array((await answerOf(device, plan, elements)).buffer);
    const recomputed = new Uint32Array((await answerOf(device, plan, elements, true)).buffer);
    const place = seen.findIndex((word, i) => word !== recomputed[i]);
    if (place >= 0) return { holds: false, fact: `${name}: value ${place} depends on who computed a root` };
    checked += seen.length;
  }
  return { holds: true, fact: `${checked} values did not depend on who computed a root` };
}

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

/** What a plan over f32 gives for one array, in one call. `isWithheld` as in `GpuCall`. */
async function answerOf(
  device: GPUDevice,
  plan: GpuPlan,
  elements: Float32Array,
  isWithheld = false,
): Promise<Float32Array<ArrayBuffer>> {
  const { length, buffer, byteOffset } = elements;
  const size = 4 * (plan.observation === "reduce" ? 1 : length);
  const words = new Uint32Array(buffer, byteOffset, length);
  const input = filledBuffer(device, words, BUFFER_USAGE.storage);
  const output = device.createBuffer({ size, usage: BUFFER_USAGE.storage | BUFFER_USAGE.copySource });
  try {
    const answer = await readBack(device, size, (encoder, staging) => {
      plan.encode(encoder, {
        input: [{ buffer: input, offset: 0 }],
        output: [{ buffer: output, offset: 0 }],
        length,
        isWithheld,
      });
      encoder.copyBufferToBuffer(output, 0, staging, 0, size);
    });
    return new Float32Array(answer);
  } finally {
    input.destroy();
    output.destroy();
  }
}

/** What a scan by f32 addition gives, as its expression says, by `Math.fround`: addition is commutative, so that a backward scan is the forward one of the reversed array. */
export function addedPrefixes(
  { expression, direction, initial }: ColumnContract,
  observation: "reduce" | "inclusive-scan" | "exclusive-scan",
  elements: Float32Array,
): Float32Array {
  const ordered = direction === "backward" ? elements.slice().reverse() : elements;
  const start = initial === undefined ? undefined : (initial.value[0] as number);
  const isFirst = initial?.placement === "first";
  const sequence = isFirst && start !== undefined ? Float32Array.of(start, ...ordered) : ordered;
  const all = joinedPrefixes(sequence, certifiedBlocks(expression));
  const joined = start === undefined || isFirst ? all : all.map((value) => start + value);
  const shown = isFirst && observation === "inclusive-scan" ? joined.subarray(1) : joined;
  const values =
    observation === "exclusive-scan" && start !== undefined && !isFirst
      ? Float32Array.of(start, ...shown)
      : shown;
  const result = observation === "exclusive-scan" ? values.slice(0, elements.length) : values;
  return direction === "backward" && observation !== "reduce" ? result.slice().reverse() : result;
}

/** A binary counter of the roots of complete blocks; a prefix folds it from the newest root on. A Float32Array rounds what is stored. */
function joinedPrefixes(sequence: Float32Array, { length, prefixes }: CertifiedBlocks): Float32Array {
  const blocks: number[] = [];
  const all = new Float32Array(sequence.length);
  for (let start = 0; start < sequence.length; start += length) {
    for (const [i, value] of prefixes(sequence.subarray(start, start + length)).entries()) {
      const isRoot = i + 1 === length;
      if (isRoot) pushRoot(blocks, value, start / length);
      all[start + i] = foldRoots(blocks, isRoot ? undefined : value) ?? 0;
    }
  }
  return all;
}

function certifiedBlocks(expression: Expression): CertifiedBlocks {
  const { certified } = familyOf(expression);
  if (certified === undefined) throw new InternalError(`no certificate for ${printExpression(expression)}`);
  return certified;
}

// Data that show what a compiler or a device did to f32 additions: a certificate that they pass is worth something because they are hostile.

/** One array of a certificate. */
interface CertificateInput {
  readonly name: string;
  readonly elements: Float32Array;
}

/** Arrays of `length` f32 whose sums, in any order, are zero or normal and finite: the guard lets all of them be added natively. */
export function certificateInputs(length: number): readonly CertificateInput[] {
  const word = wordsFrom(0x2545f491);
  const array = (of: (i: number) => number) => Float32Array.from({ length }, (_, i) => of(i));
  const float = (exponent: number, mantissa: number, sign: number) =>
    (sign === 0 ? 1 : -1) * (1 + mantissa / 2 ** 23) * 2 ** (exponent - 127);
  const random = (least: number, count: number) =>
    float(least + (word() % count), word() % 2 ** 23, word() % 2);
  return [
    { name: "exponents close together", elements: array(() => random(120, 6)) },
    { name: "every exponent that is clean", elements: array(() => random(24, 189)) },
    {
      name: "rising through the exponents",
      elements: array((i) => float(24 + Math.floor((i * 189) / length), word() % 2 ** 23, word() % 2)),
    },
    // Halves of a unit in the last place of their neighbours: rounded to even, up or down shows.
    {
      name: "ties",
      elements: array((i) =>
        i % 2 === 0 ? float(140, word() % 2 ** 23, 0) : float(140 - 24 + (word() % 3), 0, word() % 2),
      ),
    },
    // What is left after a cancellation depends on the order of all that went before.
    {
      name: "cancellation",
      elements: array((i) => [2 ** 60, random(120, 8), -(2 ** 60), random(120, 8), 0][i % 5]),
    },
    {
      name: "alternating",
      elements: array((i) => (i % 2 === 0 ? 1 : -1) * float(127 + (i % 7), word() % 2 ** 23, 0)),
    },
  ];
}

/** Marsaglia's xorshift32: the same words at every run. */
function wordsFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Arrays of `length` f32 on which two ways to compute the same tree differ, wherever they round, flush or order differently. */
export function steadinessInputs(length: number): readonly CertificateInput[] {
  const words = new Uint32Array(length);
  // Zeros of both signs, subnormals and the numbers next to them: what a device flushes, and where.
  let state = 0x9e3779b9;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    words[i] = i % 7 === 0 ? state & 0x80000000 : state & 0x81ffffff;
  }
  return [
    ...certificateInputs(length).slice(0, 1),
    { name: "around zero", elements: new Float32Array(words.buffer) },
  ];
}
