// Stands in for fast-check (vitest.config.ts): the same seeds, RUN_FACTOR times the runs. A longer run contains the shorter one: a property's first runs depend on its seed alone. Of a hundred
// times as many, 41 of 390 files were through in forty minutes on two cores.
import * as real from "../node_modules/fast-check/lib/fast-check.js";
import { RUN_FACTOR } from "./extent.ts";

export * from "../node_modules/fast-check/lib/fast-check.js";

/** fast-check's own. */
const DEFAULT_RUNS = 100;

export function assert<Ts>(
  property: real.IRawProperty<Ts>,
  parameters: real.Parameters<Ts> = {},
): Promise<void> | void {
  const numRuns = Math.ceil((parameters.numRuns ?? DEFAULT_RUNS) * RUN_FACTOR);
  return real.assert(property, { ...parameters, numRuns });
}

export default { ...real.default, assert };
