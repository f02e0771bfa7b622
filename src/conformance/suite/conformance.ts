import { checkExecutor, type Executor, type Request } from "../../executors/executor.ts";
import { checkFunction, checkInteger, checkList, checkSignal } from "../../values/check-arguments.ts";

import { checkName, checkOptionNames } from "../../values/check-name.ts";

import { checkGoldenVectors, type GoldenVector } from "../vectors/golden-vector.ts";
import { isCase, type Part, type Step } from "./checks.ts";
import { type CombineCounter, combineCounts, countedBy } from "./combine-count.ts";
import { consistency } from "./consistency.ts";
import { customOperators } from "./custom-operators.ts";
import { goldenVectors } from "./golden-vectors.ts";
import { operatorsAndTypes, specialValues } from "./operators-and-types.ts";
import { orderFree } from "./order-free.ts";
import { placement } from "./placement.ts";
import { refusals } from "./refusals.ts";
import {
  type Collector,
  type Counts,
  collectReport,
  type Report,
  sumCounts,
  TIERS,
  type Tier,
} from "./report.ts";
import { stepRunner } from "./run-steps.ts";
import { type Candidate, requestKey, sampleRequests } from "./sample-requests.ts";
import { summaries } from "./summaries.ts";
import { underTest } from "./tiers.ts";
import { treeFingerprints } from "./tree-fingerprints.ts";

/** What is run, and who is told. */
export interface SuiteOptions {
  readonly tier?: Tier | undefined; // default: "quick"
  readonly parts?: readonly Part[] | undefined; // default: all of them
  readonly vectors?: readonly GoldenVector[] | undefined; // from parseVectors; without them that part is skipped
  readonly failureLimit?: number | undefined; // failures kept in a report, default 100; all are counted
  readonly stopAfter?: number | undefined; // an executor's failures after which its run ends early, default: never
  readonly signal?: AbortSignal | undefined; // looked at before every case
  readonly onProgress?: ((progress: Progress) => void | Promise<void>) | undefined; // awaited, so that it may yield
}

/** What one executor is asked for, and can tell. */
export interface SubjectOptions {
  /** Which requests are tried of those that the executor serves; the cases of others are skipped. Default: all of them. */
  readonly isTried?: ((request: Request) => boolean) | undefined;
  /** How many of them are tried, as different from one another as possible: for executors that take seconds to plan each. Default: all. */
  readonly requestLimit?: number | undefined;
  readonly countCombines?: CombineCounter | undefined; // without it that part is skipped
}

/** Options of a conformance run of one executor. */
export interface ConformanceOptions extends SuiteOptions, SubjectOptions {}

/** One of several executors that are held to the contracts side by side. */
export interface Subject extends SubjectOptions {
  readonly executor: Executor;
}

/** Counts so far, of all executors together. */
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
  checkOptionNames(options, [...SUITE_OPTIONS, ...SUBJECT_OPTIONS]);
  const { isTried, requestLimit, countCombines, ...suite } = options;
  const [report] = await conformanceOf([{ executor, isTried, requestLimit, countCombines }], suite);
  return report;
}

/**
 * The same for several executors, case by case: an answer of the reference is worked out once for all of them, each is given arrays of its own, and
 * its report is the one that it has alone.
 */
export async function conformanceOf(
  subjects: readonly Subject[],
  options: SuiteOptions = {},
): Promise<readonly Report[]> {
  const { tier, vectors } = checkSuiteOptions(options);
  options.signal?.throwIfAborted();
  const steps = stepsOf(tier, vectors);
  const names = Object.keys(steps) as Part[];
  const parts =
    options.parts === undefined
      ? names
      : checkList("parts", options.parts, "names").map((part) => checkName("parts", names, part));
  const runs = checkList("subjects", subjects, "subjects")
    .map(checkSubject)
    .map((subject) => runOf(subject, tier, parts, steps, options));
  let sinceProgress = 0;
  for (const part of parts) {
    await tellProgress(part, runs, options);
    for (const step of steps[part]()) {
      const open = runs.filter(({ isOpen }) => isOpen());
      if (open.length === 0) break;
      for (const { take } of open) {
        options.signal?.throwIfAborted();
        await take(part, step);
        sinceProgress = (sinceProgress + 1) % PROGRESS_INTERVAL;
        if (sinceProgress === 0) await tellProgress(part, runs, options);
      }
    }
  }
  return runs.map(({ isOpen, collector }) => collector.report(isOpen() ? "complete" : "stopped early"));
}

const SUITE_OPTIONS = ["tier", "parts", "vectors", "failureLimit", "stopAfter", "signal", "onProgress"];
const SUBJECT_OPTIONS = ["isTried", "requestLimit", "countCombines"];

function checkSuiteOptions(options: SuiteOptions): {
  readonly tier: Tier;
  readonly vectors: readonly GoldenVector[] | undefined;
} {
  checkOptionNames(options, SUITE_OPTIONS);
  const { tier = "quick", vectors, failureLimit = FAILURE_LIMIT, stopAfter, signal, onProgress } = options;
  checkInteger("failureLimit", failureLimit);
  if (stopAfter !== undefined) checkInteger("stopAfter", stopAfter, 1);
  checkSignal(signal);
  if (onProgress !== undefined) checkFunction("onProgress", onProgress, "of the counts");
  return {
    tier: checkName("tier", TIERS, tier),
    vectors: vectors === undefined ? undefined : checkGoldenVectors("vectors", vectors),
  };
}

function checkSubject(given: unknown, index: number): Subject {
  const place = `subjects[${index}]`;
  checkOptionNames(given, ["executor", ...SUBJECT_OPTIONS], place);
  const subject = given as Subject;
  const { executor, isTried, requestLimit, countCombines } = subject;
  checkExecutor(executor, `${place}.executor`);
  if (isTried !== undefined) checkFunction("isTried", isTried, "of a request");
  if (requestLimit !== undefined) checkInteger("requestLimit", requestLimit);
  if (countCombines !== undefined)
    checkFunction("countCombines", countCombines, "of a contract and a length");
  return subject;
}

/** One executor's way through the suite. */
interface Run {
  readonly collector: Collector;
  readonly isOpen: () => boolean; // not yet ended by failures
  readonly take: (part: Part, step: Step) => Promise<void>;
}

function runOf(
  subject: Subject,
  tier: Tier,
  parts: readonly Part[],
  steps: Steps,
  { failureLimit = FAILURE_LIMIT, stopAfter = Number.POSITIVE_INFINITY }: SuiteOptions,
): Run {
  const { executor, countCombines } = subject;
  const collector = collectReport(executor.name, tier, failureLimit);
  const runStep = stepRunner(executor, collector);
  const isWanted = wantedCases(subject, parts, steps);
  return {
    collector,
    isOpen: () => collector.failedCount() < stopAfter,
    async take(part, step) {
      if (isWanted(step)) await runStep(part, step.kind === "count" ? countedBy(countCombines, step) : step);
      else collector.skip(part, 1, NOT_TRIED);
    },
  };
}

const NOT_TRIED = "contracts beyond those that were asked for";

type Steps = Readonly<Record<Part, () => Iterable<Step>>>;

/** Which steps run: all but the cases of requests that are served and not to be tried. */
function wantedCases(
  { executor, isTried = () => true, requestLimit }: Subject,
  parts: readonly Part[],
  steps: Steps,
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
    if (!isCase(step)) return true;
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
      if (isCase(step) && isOpen(step.request)) {
        yield { request: step.request, place: part };
      }
    }
  }
}

function stepsOf(tier: Tier, vectors: SuiteOptions["vectors"]): Steps {
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
    "golden-vectors": () => goldenVectors(sizes, vectors),
    "combine-count": combineCounts,
  };
}

async function tellProgress(part: Part, runs: readonly Run[], { onProgress }: SuiteOptions): Promise<void> {
  if (onProgress === undefined) return;
  const totals = sumCounts(runs.map(({ collector }) => collector.totals()));
  await onProgress({ part, ...totals });
}
