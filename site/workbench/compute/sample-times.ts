// How long something takes in a browser, whose clock may have no more than a tenth of a millisecond: runs are counted until they fill a few of its ticks.

interface SampleOptions {
  readonly leastRuns: number; // samples
  readonly leastMs: number; // all together
}

/** Milliseconds of one run. */
export interface TimeSample {
  readonly least: number;
  readonly quartiles: readonly [low: number, median: number, high: number];
  readonly runs: number; // samples
}

/** What a sample takes at least: twenty ticks of the coarsest clock. */
const SAMPLE_MS = 2;

/** Rounds end here, so that slow things end soon. */
const PATIENCE_MS = 5_000;

/** Times one run, or several in turns, round by round: what else the machine does falls on all of them alike. Each runs once before it counts. */
export function sampleTogether(
  runs: readonly (() => unknown)[],
  { leastRuns, leastMs }: SampleOptions,
  onRound: (part: number) => void = () => {},
): readonly TimeSample[] {
  const timed = runs.map((run) => ({ run, repeats: repeatsOf(run), samples: [] as number[] }));
  let spent = 0;
  for (let round = 0; (round < leastRuns || spent < leastMs) && (spent < PATIENCE_MS || round < 3); round++) {
    onRound(Math.min(round / leastRuns, 1));
    for (const { run, repeats, samples } of timed) {
      const ms = msOf(run, repeats);
      spent += ms;
      samples.push(ms / repeats);
    }
  }
  return timed.map(({ samples }) => summaryOf(samples));
}

function repeatsOf(run: () => unknown): number {
  run();
  let repeats = 1;
  // Twice, as a machine that pauses makes one run look long: then a sample would be below the clock's tick.
  while ((msOf(run, repeats) < SAMPLE_MS || msOf(run, repeats) < SAMPLE_MS) && repeats < 2 ** 20)
    repeats *= 2;
  return repeats;
}

function summaryOf(samples: number[]): TimeSample {
  samples.sort((left, right) => left - right);
  const at = (part: number): number => samples[Math.round(part * (samples.length - 1))];
  return { least: samples[0], quartiles: [at(0.25), at(0.5), at(0.75)], runs: samples.length };
}

function msOf(run: () => unknown, repeats: number): number {
  const begun = performance.now();
  for (let count = 0; count < repeats; count++) run();
  return performance.now() - begun;
}
