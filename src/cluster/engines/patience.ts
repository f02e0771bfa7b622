// Whoever keeps jobs for others may be restarted, or not be there yet: it is asked again with growing pauses. What is asked twice was perhaps done twice: jobs
// may be repeated.

import { setTimeout as pause } from "node:timers/promises";
import { EngineError, SamebitsError } from "../../values/errors.ts";

/** Half a minute in all. */
const PAUSES_MS: readonly number[] = [250, 500, 1000, 2000, 4000, 8000, 16_000];

export interface Patience {
  readonly engine: string;
  readonly mayPass: (cause: unknown) => boolean;
  readonly factOf: (cause: unknown) => string;
  readonly signal?: AbortSignal | undefined;
  readonly pausesMs?: readonly number[] | undefined; // default: PAUSES_MS
}

/** @throws EngineError where it cannot be reached, or refuses what it is asked */
export async function askPatiently<Result>(
  { engine, mayPass, factOf, signal, pausesMs = PAUSES_MS }: Patience,
  call: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (cause) {
      if (cause instanceof SamebitsError) throw cause;
      const fact = factOf(cause);
      if (!mayPass(cause)) throw new EngineError(engine, "do what it is asked", fact);
      if (tries > pausesMs.length) {
        const seconds = Math.round(pausesMs.reduce((sum, each) => sum + each, 0) / 1000);
        const times = `it was tried ${tries} times with pauses of ${seconds} s in all`;
        throw new EngineError(engine, "be reached", `${times}: ${fact}`);
      }
    }
    await pause(pausesMs[tries - 1], undefined, { signal });
  }
}
