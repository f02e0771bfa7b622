/*
 * Two ways of one window that give the same bits, of which this machine decides.
 *
 *   windows 0, 3: the first way;  1, 2: the second;  then SETTLED windows by the faster one;  again
 *
 * Which of two kernels is faster out of the caches depends on the processor, on how much of the arrays its caches hold and on who else reads
 * memory; nothing that a program can ask for tells. Clocks that are coarse or stand still leave the first way.
 */

/** Takes windows by one of two ways. */
export interface FasterWay {
  /** Runs one of the two on a window as long as all others, and gives what it gives. */
  readonly run: (first: () => number, second: () => number) => number;
}

const TRIAL = [0, 1, 1, 0] as const;
/** Windows between trials: where the slower way takes half as long again, trials cost one part in a hundred. */
const SETTLED = 96;
/** How much less time the second way must take: clocks are noisy, and where the two are alike the first is as good. */
const MARGIN = 0.95;

/** See FasterWay; `now` gives milliseconds. */
export function fasterWay(now = (): number => performance.now()): FasterWay {
  let window = 0;
  let times: [number, number] = [0, 0];
  let faster: 0 | 1 = 0;
  return {
    run(first, second) {
      const isTrial = window < TRIAL.length;
      const way = isTrial ? TRIAL[window] : faster;
      const begun = isTrial ? now() : 0;
      const result = way === 0 ? first() : second();
      if (isTrial) times[way] += now() - begun;
      window++;
      if (window === TRIAL.length) faster = times[1] < MARGIN * times[0] ? 1 : 0;
      if (window === TRIAL.length + SETTLED) {
        window = 0;
        times = [0, 0];
      }
      return result;
    },
  };
}
