// How long something takes: runs repeated until the mean can be trusted, and the machine that it was measured on.

import { cpus } from "node:os";

/** How long runs took, one after another, in seconds. */
export interface RunSample {
  readonly seconds: readonly number[];
  readonly mean: number;
  readonly interval: readonly [low: number, high: number]; // of the mean, 95 %
  readonly median: number;
  readonly least: number;
}

export interface SampleOptions {
  readonly now: () => number; // milliseconds
  readonly leastRuns: number;
  readonly leastMs: number;
}

/** Runs that take so long together end a sample although there are fewer of them than asked for. */
const PATIENCE_MS = 20_000;
const FEWEST_RUNS = 3;

/** Times as many runs as asked for, and for as long, after one that is not counted. */
export async function sampleRuns(
  run: () => Promise<unknown>,
  { now, leastRuns, leastMs }: SampleOptions,
): Promise<RunSample> {
  await run();
  const seconds: number[] = [];
  let spentMs = 0;
  const isEnough = (): boolean => {
    if (spentMs >= PATIENCE_MS) return seconds.length >= FEWEST_RUNS;
    return seconds.length >= leastRuns && spentMs >= leastMs;
  };
  while (!isEnough()) {
    const begun = now();
    await run();
    const ms = now() - begun;
    spentMs += ms;
    seconds.push(ms / 1000);
  }
  return summaryOf(seconds);
}

/** Mean ± t·s/√n, with Student's t for n − 1 degrees of freedom. */
export function summaryOf(seconds: readonly number[]): RunSample {
  const { length } = seconds;
  const mean = seconds.reduce((sum, each) => sum + each, 0) / length;
  const squares = seconds.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const half = length < 2 ? 0 : studentT(length - 1) * Math.sqrt(squares / (length - 1) / length);
  const sorted = [...seconds].sort((left, right) => left - right);
  const median = (sorted[(length - 1) >> 1] + sorted[length >> 1]) / 2;
  return { seconds, mean, interval: [mean - half, mean + half], median, least: sorted[0] };
}

/** The 97.5 % quantile, by the expansion of Cornish and Fisher about the normal one; 12.706 and 4.303 where that is still far off. */
function studentT(degrees: number): number {
  if (degrees <= 2) return degrees === 1 ? 12.706 : 4.303;
  const z = 1.959964;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}

/** A duration as a person reads it: three digits, and a unit that fits. */
export function printDuration(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? UNITS[UNITS.length - 1];
  return `${(seconds / size).toPrecision(seconds / size >= 999.5 ? 4 : 3)} ${unit}`;
}

const UNITS = [
  ["s", 1],
  ["ms", 1e-3],
  ["us", 1e-6],
  ["ns", 1e-9],
] as const;

/** What times depend on, in a line: processor, its cores, the engine. */
export function machineName(): string {
  const cores = cpus();
  const model = cores[0]?.model.trim() ?? "an unknown processor";
  return `${model}, ${cores.length} ${cores.length === 1 ? "core" : "cores"}, Node ${process.versions.node}`;
}
