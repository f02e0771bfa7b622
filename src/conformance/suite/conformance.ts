import type { Executor, Request } from "../../executors/executor.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { GoldenVector } from "../vectors/golden-vector.ts";
import { type CombineCounter, combineCounts } from "./combine-count.ts";
import { consistency } from "./consistency.ts";
import { customOperators } from "./custom-operators.ts";
import { goldenVectors } from "./golden-vectors.ts";
import { operatorsAndTypes, specialValues } from "./operators-and-types.ts";
import { orderFree } from "./order-free.ts";
import { placement } from "./placement.ts";
import { refusals } from "./refusals.ts";
import { type Collector, type Counts, collectReport, type Report, type Tier } from "./report.ts";
import { stepRunner } from "./run-steps.ts";
import { type Candidate, requestKey, sampleRequests } from "./sample-requests.ts";
import type { Part, Step } from "./step.ts";
import { summaries } from "./summaries.ts";
import { treeFingerprints } from "./tree-fingerprints.ts";
import { underTest } from "./under-test.ts";

export interface ConformanceOptions {
  readonly tier?: Tier | undefined; // default: "quick"
  readonly parts?: readonly Part[] | undefined; // default: all of them
  readonly vectors?: readonly GoldenVector[] | undefined; // from parseVectors; without them that part is skipped
  /** Which requests are tried of those that the executor serves; the cases of others are skipped. Default: all of them. */
  readonly isTried?: ((request: Request) => boolean) | undefined;
  /** How many of them are tried, as different from one another as possible: for executors that take seconds to plan each. Default: all. */
  readonly requestLimit?: number | undefined;
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
 * operators over elements and records, placement of arrays, laws, summaries, sums without an order, golden vectors. Needs nothing but the executor; plans
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
  const parts = options.parts ?? (Object.keys(steps) as Part[]);
  const wrong = parts.find((part) => steps[part] === undefined);
  if (wrong !== undefined) {
    throw new InvalidArgumentError("parts", `some of ${Object.keys(steps).join(", ")}`, `"${wrong}"`);
  }
  const isWanted = wantedCases(executor, parts, steps, options);
  let sinceProgress = 0;
  for (const part of parts) {
    await report(part, collector, options);
    for (const step of steps[part]()) {
      options.signal?.throwIfAborted();
      if (isWanted(step)) await runStep(part, step);
      else collector.skip(part, 1, NOT_TRIED);
      if (collector.failedCount() >= stopAfter) return collector.report("stopped early");
      sinceProgress = (sinceProgress + 1) % PROGRESS_INTERVAL;
      if (sinceProgress === 0) await report(part, collector, options);
    }
  }
  return collector.report("complete");
}

const NOT_TRIED = "contracts beyond those that were asked for";

type Steps = Readonly<Record<Part, () => Iterable<Step>>>;

/** Which steps run: all but the cases of requests that are served and not to be tried. */
function wantedCases(
  executor: Executor,
  parts: readonly Part[],
  steps: Steps,
  { isTried = () => true, requestLimit }: ConformanceOptions,
): (step: Step) => boolean {
  const isServed = servedBy(executor);
  const chosen =
    requestLimit === undefined
      ? undefined
      : sampleRequests(
          casesToChooseFrom(parts, steps, (request) => isServed(request) && isTried(request)),
          requestLimit,
        );
  return (step) => {
    if (step.kind !== "case" && step.kind !== "record-case") return true;
    const { request } = step;
    if (!isTried(request) || chosen?.has(requestKey(request)) === false) return !isServed(request);
    return true;
  };
}

/** What an executor does not refuse. One that throws is not served, and is told of when it is taken. */
function servedBy(executor: Executor): (request: Request) => boolean {
  return (request) => {
    try {
      return executor.refusal(request) === undefined;
    } catch {
      return false;
    }
  };
}

function* casesToChooseFrom(
  parts: readonly Part[],
  steps: Steps,
  isOpen: (request: Request) => boolean,
): Generator<Candidate> {
  for (const part of parts) {
    for (const step of steps[part]()) {
      if ((step.kind === "case" || step.kind === "record-case") && isOpen(step.request)) {
        yield { request: step.request, place: part };
      }
    }
  }
}

function stepsOf(tier: Tier, options: ConformanceOptions): Steps {
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
    "order-free": () => orderFree(sizes),
    "golden-vectors": () => goldenVectors(sizes, options.vectors),
    "combine-count": () => combineCounts(options.countCombines),
  };
}

async function report(part: Part, collector: Collector, { onProgress }: ConformanceOptions): Promise<void> {
  await onProgress?.({ part, ...collector.totals() });
}
