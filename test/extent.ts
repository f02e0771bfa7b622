// How much is run: `npm test` has ten minutes, CI an hour, `npm run test:long` as long as it takes. Each contains the one before.

export const isLong: boolean = process.env.SAMEBITS_LONG === "1";

/** Where CI runs, or the long tests: all that is slow, and not a sample of it. Files named `*.thorough.test.ts` run there alone. */
export const isThorough: boolean = isLong || process.env.CI === "true";

/** How many runs of a property are made for one that it asks for; a test of the runs' number itself sets another. */
export const RUN_FACTOR: number = Number(
  process.env.SAMEBITS_RUN_FACTOR ?? (isLong ? 10 : isThorough ? 1 : 0.25),
);

/** The least that runs must have come upon, of a count that holds where each property has all the runs it asks for. */
export function ofRuns(count: number): number {
  return Math.floor(count * Math.min(1, RUN_FACTOR));
}
