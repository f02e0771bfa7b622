// How much is run: `npm test` has ten minutes, CI an hour, `npm run test:long` as long as it takes. Each contains the one before.

export const isLong: boolean = process.env.SAMEBITS_LONG === "1";

/** Where CI runs, or the long tests: all that is slow, and not a sample of it. Files named `*.thorough.test.ts` run there alone. */
export const isThorough: boolean = isLong || process.env.CI === "true";
