// An example as evidence: what each thread did at each counter. Threads that did nothing are evidence too.
import type { Step } from "../../networks/network.ts";

/** Steps of an example as a phase would have them: which thread took up which source at which counter. */
export interface PhaseSamples {
  readonly width: number;
  readonly counters: readonly number[]; // of the steps below
  readonly positives: readonly Positive[];
  readonly negatives: readonly Thread[]; // threads that did nothing: they say as much as those that worked
  readonly mostPerStep: number;
}

export interface Thread {
  readonly i: number;
  readonly j: number;
}

interface Positive extends Thread {
  readonly source: number;
}

/** `undefined` is a step of which nothing is known. */
export type SampledStep = Step | undefined;

/** The samples of steps, each at its counter. */
export function phaseSamples(
  steps: readonly SampledStep[],
  counters: readonly number[],
  width: number,
): PhaseSamples {
  const positives: Positive[] = [];
  const negatives: Thread[] = [];
  const known = counters.filter((_, index) => steps[index] !== undefined);
  const counts: number[] = [];
  steps.forEach((step, index) => {
    if (step === undefined) return;
    const i = counters[index];
    const sources = new Map(step.map(([source, destination]) => [destination, source]));
    for (let j = 0; j < width; j++) {
      const source = sources.get(j);
      if (source === undefined) negatives.push({ i, j });
      else positives.push({ i, j, source });
    }
    counts.push(step.length);
  });
  return {
    width,
    counters: known,
    positives,
    negatives,
    mostPerStep: Math.max(...counts),
  };
}
