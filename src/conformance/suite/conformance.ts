import type { Executor } from "../../executors/executor.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { GoldenVector } from "../vectors/golden-vector.ts";
import { type CombineCounter, combineCounts } from "./combine-count.ts";
import { consistency } from "./consistency.ts";
import { customOperators } from "./custom-operators.ts";
import { goldenVectors } from "./golden-vectors.ts";
import { operatorsAndTypes, specialValues } from "./operators-and-types.ts";
import { placement } from "./placement.ts";
import { refusals } from "./refusals.ts";
import { type Collector, type Counts, collectReport, type Report, type Tier } from "./report.ts";
import { stepRunner } from "./run-steps.ts";
import type { Part, Step } from "./step.ts";
import { summaries } from "./summaries.ts";
import { treeFingerprints } from "./tree-fingerprints.ts";
import { underTest } from "./under-test.ts";

export interface ConformanceOptions {
  readonly tier?: Tier | undefined; // default: "quick"
  readonly parts?: readonly Part[] | undefined; // default: all of them
  readonly vectors?: readonly GoldenVector[] | undefined; // from parseVectors; without them that part is skipped
  readonly countCombines?: CombineCounter | undefined; // without it that part is skipped
  readonly failureLimit?: number | undefined; // failures kept in the report, default 100; all are counted
  readonly stopAfter?: number | undefined; // failures after which the run ends early, default: never
  readonly signal?: AbortSignal | undefined; // looked at before every case
  readonly onProgress?: ((progress: Progress) => void | Promise<void>) | undefined; // awaited, so that it may yield
}

export interface Progress extends Counts {
  readonly part: Part;
}

const FAILURE_LIMIT = 100;

/** Cases between two calls of onProgress: some tens of milliseconds. */
const PROGRESS_INTERVAL = 256;

/**
 * Holds an executor to the contracts: refusals as laid down, every tree at every position, every operator on every type, users'
 * operators over elements and records, placement of arrays, laws, summaries, golden vectors. Needs nothing but the executor; plans
 * may answer at once or with promises.
 *
 * A failing case is recorded and the run goes on; a run without a single case fails. `quick` takes seconds, `full` a minute or so.
 *
 * @throws InvalidArgumentError for an unknown part; the signal's reason when it is aborted
 */
export async function conformance(executor: Executor, options: ConformanceOptions = {}): Promise<Report> {
  const tier = options.tier ?? "quick";
  const collector = collectReport(executor.name, tier, options.failureLimit ?? FAILURE_LIMIT);
  const runStep = stepRunner(executor, collector);
  const stopAfter = options.stopAfter ?? Number.POSITIVE_INFINITY;
  const steps = stepsOf(tier, options);
  let sinceProgress = 0;
  for (const part of options.parts ?? (Object.keys(steps) as Part[])) {
    if (steps[part] === undefined) {
      throw new InvalidArgumentError("parts", `some of ${Object.keys(steps).join(", ")}`, `"${part}"`);
    }
    await report(part, collector, options);
    for (const step of steps[part]()) {
      options.signal?.throwIfAborted();
      await runStep(part, step);
      if (collector.failedCount() >= stopAfter) return collector.report("stopped early");
      sinceProgress = (sinceProgress + 1) % PROGRESS_INTERVAL;
      if (sinceProgress === 0) await report(part, collector, options);
    }
  }
  return collector.report("complete");
}

function stepsOf(tier: Tier, options: ConformanceOptions): Readonly<Record<Part, () => Iterable<Step>>> {
  const sizes = underTest(tier);
  return {
    refusals: () => refusals(sizes),
    "tree-fingerprints": () => treeFingerprints(sizes),
    "operators-and-types": () => operatorsAndTypes(sizes),
    "special-values": () => specialValues(sizes),
    "custom-operators": () => customOperators(sizes),
    placement: () => placement(sizes),
    consistency: () => consistency(sizes),
    summaries: () => summaries(sizes),
    "golden-vectors": () => goldenVectors(sizes, options.vectors),
    "combine-count": () => combineCounts(options.countCombines),
  };
}

async function report(part: Part, collector: Collector, { onProgress }: ConformanceOptions): Promise<void> {
  await onProgress?.({ part, ...collector.totals() });
}
