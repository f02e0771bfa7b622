import { lineOf } from "../../contracts/contract-key.ts";
import { printContract } from "../../contracts/print.ts";
import type { Request } from "../../executors/executor.ts";
import { frozen } from "../../values/frozen.ts";
import type { Mismatch } from "../compare.ts";
import type { Part } from "./checks.ts";

/** How much of the suite runs: `quick` takes seconds, `full` a minute or so. */
export const TIERS = frozen(["quick", "full"] as const);

/** One of TIERS. */
export type Tier = (typeof TIERS)[number];

/** What a conformance run found. It passed when something ran and nothing failed. The suite reads no clock: time it outside. */
export interface Report {
  readonly executor: string;
  readonly tier: Tier;
  readonly passed: boolean;
  readonly extent: Extent;
  readonly run: number; // cases, failed ones included
  readonly refused: number; // requests that this executor may refuse, and did, naming who can serve them
  readonly skipped: number;
  readonly failedCount: number;
  readonly failed: readonly Failure[]; // the first of them, `failureLimit` at most
  readonly parts: readonly PartCounts[];
  readonly skips: readonly { readonly reason: string; readonly count: number }[];
}

/** Whether every case of the chosen parts was taken, or the run ended after `stopAfter` failures. */
export type Extent = "complete" | "stopped early";

/** A case in which an executor broke the contracts, with what was expected and what came. */
export interface Failure extends Mismatch {
  readonly part: Part | "suite";
  readonly case: string; // contract, observation and input
  readonly message: string; // all of it on one line
}

/** The counts of one part of the suite. */
export interface PartCounts extends Counts {
  readonly part: Part;
}

/** Cases that ran, were refused or skipped, or failed; `run` includes those that failed. */
export interface Counts {
  readonly run: number;
  readonly refused: number;
  readonly skipped: number;
  readonly failed: number;
}

/** Collects counts and failures while the suite runs. */
export interface Collector {
  count(part: Part, what: keyof Counts, count?: number): void;
  skip(part: Part, count: number, reason: string): void;
  fail(part: Part, request: Request, detail: string, mismatch: Mismatch): void;
  failedCount(): number;
  totals(): Counts;
  report(extent: Extent): Report;
}

type MutableCounts = Record<keyof Counts, number>;

const NOTHING: Counts = { run: 0, refused: 0, skipped: 0, failed: 0 };
const COUNTED = Object.keys(NOTHING) as readonly (keyof Counts)[];

/** Counts added up. */
export function sumCounts(all: Iterable<Counts>): Counts {
  const sum: MutableCounts = { ...NOTHING };
  for (const counts of all) {
    for (const what of COUNTED) sum[what] += counts[what];
  }
  return sum;
}

/** A collector for one run, holding on to at most `failureLimit` failures. */
export function collectReport(executor: string, tier: Tier, failureLimit: number): Collector {
  const parts = new Map<Part, MutableCounts>();
  const skips = new Map<string, number>();
  const failed: Failure[] = [];
  let failedCount = 0;

  function count(part: Part, what: keyof Counts, by = 1): void {
    const counts = parts.get(part) ?? { ...NOTHING };
    counts[what] += by;
    parts.set(part, counts);
  }

  function skip(part: Part, by: number, reason: string): void {
    count(part, "skipped", by);
    skips.set(reason, (skips.get(reason) ?? 0) + by);
  }

  function fail(part: Part, request: Request, detail: string, mismatch: Mismatch): void {
    count(part, "failed");
    failedCount++;
    if (failed.length < failureLimit) failed.push(failureOf(part, describeCase(request, detail), mismatch));
  }

  const totals = (): Counts => sumCounts(parts.values());

  function report(extent: Extent): Report {
    const { run, refused, skipped } = totals();
    const all = run === 0 ? [...failed, NOTHING_RAN] : failed;
    return {
      executor,
      tier,
      passed: run > 0 && failedCount === 0,
      extent,
      run,
      refused,
      skipped,
      failedCount: run === 0 ? failedCount + 1 : failedCount,
      failed: all,
      parts: Array.from(parts, ([part, counts]) => ({ part, ...counts })),
      skips: Array.from(skips, ([reason, skipCount]) => ({ reason, count: skipCount })),
    };
  }

  return { count, skip, fail, failedCount: () => failedCount, totals, report };
}

const NOTHING_RAN: Failure = failureOf("suite", "the whole run", {
  expected: "at least one case run",
  actual: "none",
  position: undefined,
});

function failureOf(part: Failure["part"], name: string, mismatch: Mismatch): Failure {
  const where = mismatch.position === undefined ? "" : ` at position ${mismatch.position}`;
  const message = `${part}: ${name}: expected ${mismatch.expected}${where}, got ${mismatch.actual}`;
  return { part, case: name, message, ...mismatch };
}

function describeCase({ contract, observation }: Request, detail: string): string {
  return `${lineOfAny(contract)} ${observation}, ${detail}`;
}

/** The line of any contract that may be asked for. */
export function lineOfAny(contract: Request["contract"]): string {
  return contract.kind === "function" ? printContract(contract) : lineOf(contract);
}
