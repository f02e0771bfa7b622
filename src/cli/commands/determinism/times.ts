// What each level of determinism costs, in times of a plain loop that is measured in turn with it.

import type { Achieved } from "../../../index.ts";
import type { Advance } from "../../progress.ts";
import type { Device } from "./devices.ts";
import { type FloatArray, type FloatType, findSubjects, type LevelCase, type Subject } from "./runs.ts";

/** How long one case took on one device. Times are of one call. */
export interface Time {
  readonly level: LevelCase;
  readonly device: Device;
  readonly achieved: Achieved;
  readonly type: FloatType;
  readonly length: number;
  readonly seconds: number; // the median of all runs
  readonly leastSeconds: number;
  readonly ofPlainLoop: number; // least times compared: what else a machine does can only add to a time
}

interface PlainTime {
  readonly type: FloatType;
  readonly length: number;
  readonly seconds: number;
  readonly leastSeconds: number;
}

export interface Times {
  readonly times: readonly Time[];
  readonly plain: readonly PlainTime[];
}

/** A sample is of as many calls as take at least so long: a clock may tell no less than some microseconds. */
const SAMPLE_MS = 1;

/** More calls than this are no longer sampled together, however short they are. */
const MOST_CALLS = 2 ** 16;

const SHORTEST = 2 ** 10;

/** All samples of one sum at one length together; emulated GPUs take seconds for a call. */
const PATIENCE_MS = 5000;
const FEWEST_SAMPLES = 3;

/** The figure says it too. */
export const SLOW_SECONDS = 3;

/** 2^10, 2^12, … up to the length, and the length itself. */
export function lengthsUpTo(length: number): readonly number[] {
  const lengths: number[] = [];
  for (let each = SHORTEST; each < length; each *= 4) lengths.push(each);
  return [...lengths, length];
}

/**
 * Times every case on every device at every length of each type, by turns with a plain loop, `count` times or for `PATIENCE_MS`, three
 * times at least. What takes longer than `SLOW_SECONDS` is not tried at greater lengths.
 */
export async function timeLevels(
  devices: readonly Device[],
  levels: readonly LevelCase[],
  inputs: ReadonlyMap<FloatType, FloatArray>, // of the greatest length
  { count, now, advance }: { readonly count: number; readonly now: () => number; readonly advance: Advance },
): Promise<Times> {
  const times: Time[] = [];
  const plain: PlainTime[] = [];
  let done = 0;
  for (const [type, array] of inputs) {
    const lengths = lengthsUpTo(array.length);
    let { subjects } = await findSubjects(devices, levels, { array: first(array, lengths[0]), type });
    for (const length of lengths) {
      const sums = [plainSum, ...subjects.map(({ sum }) => sum)];
      const samples = await sampleByTurns(sums, first(array, length), { count, now });
      const loop = { type, length, ...summaryOf(samples[0]) };
      const timed = subjects.map((subject, i) => timeOf(subject, { type, length }, samples[i + 1], loop));
      plain.push(loop);
      times.push(...timed);
      subjects = subjects.filter((_, i) => timed[i].seconds <= SLOW_SECONDS);
      done++;
      advance(done, lengths.length * inputs.size);
    }
  }
  return { times, plain };
}

function first(array: FloatArray, length: number): FloatArray {
  return array.subarray(0, length) as FloatArray;
}

function timeOf(
  { level, device, achieved }: Subject,
  size: Pick<Time, "type" | "length">,
  samples: readonly number[],
  loop: PlainTime,
): Time {
  const summary = summaryOf(samples);
  return {
    level,
    device,
    achieved,
    ...size,
    ...summary,
    ofPlainLoop: summary.leastSeconds / loop.leastSeconds,
  };
}

type Sum = Subject["sum"];

/** Round after round a sample of each, so that what slows the machine down for a while slows all of them down. */
async function sampleByTurns(
  sums: readonly Sum[],
  array: FloatArray,
  { count, now }: { readonly count: number; readonly now: () => number },
): Promise<readonly (readonly number[])[]> {
  const subjects: {
    readonly sum: Sum;
    readonly calls: number;
    readonly samples: number[];
    spentMs: number;
  }[] = [];
  for (const sum of sums) {
    await sum(array); // compiles, maybe for this length
    subjects.push({ sum, calls: await callsOfASample(sum, array, now), samples: [], spentMs: 0 });
  }
  for (let round = 0; round < count; round++) {
    for (const subject of subjects) {
      if (round >= FEWEST_SAMPLES && subject.spentMs > PATIENCE_MS) continue;
      const ms = await elapsed(subject.sum, array, subject.calls, now);
      subject.spentMs += ms;
      subject.samples.push(ms / subject.calls / 1000);
    }
  }
  return subjects.map(({ samples }) => samples);
}

async function callsOfASample(sum: Sum, array: FloatArray, now: () => number): Promise<number> {
  for (let calls = 1; ; calls *= 2) {
    if (calls >= MOST_CALLS || (await elapsed(sum, array, calls, now)) >= SAMPLE_MS) return calls;
  }
}

/** Milliseconds of so many calls. */
async function elapsed(sum: Sum, array: FloatArray, calls: number, now: () => number): Promise<number> {
  const begun = now();
  for (let call = 0; call < calls; call++) {
    const value = sum(array);
    if (typeof value !== "number") await value; // what answers at once is not made to wait
  }
  return now() - begun;
}

function summaryOf(samples: readonly number[]): Pick<PlainTime, "seconds" | "leastSeconds"> {
  const sorted = [...samples].sort((left, right) => left - right);
  const half = sorted.length / 2;
  const seconds = (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
  return { seconds, leastSeconds: sorted[0] };
}

/** What everybody writes first, in the type of its elements. */
function plainSum(array: FloatArray): number {
  return array instanceof Float32Array ? plainSumF32(array) : plainSumF64(array);
}

function plainSumF32(array: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < array.length; i++) sum = Math.fround(sum + array[i]);
  return sum;
}

function plainSumF64(array: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < array.length; i++) sum += array[i];
  return sum;
}
