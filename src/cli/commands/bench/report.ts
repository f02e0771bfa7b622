import type { JsonValue } from "../../json-line.ts";
import { machineName } from "../../machine-name.ts";
import type { RunSample } from "../../timing.ts";

/** One entry on one data set on one executor. */
export interface BenchResult {
  readonly entry: string;
  readonly dataset: string;
  readonly executor: string;
  readonly outcome: Outcome;
}

export type Outcome =
  | { readonly kind: "timed"; readonly sample: RunSample }
  | { readonly kind: "wrong"; readonly fault: string }
  | { readonly kind: "refused"; readonly reason: string };

/** What a person reads: times by entry and executor, as `futhark bench` has them, and how entries compare. */
export function benchText(file: string, results: readonly BenchResult[]): string {
  const width = Math.max(...results.map(({ dataset }) => dataset.length)) + 1;
  let heading = "";
  const lines = results.flatMap(({ entry, dataset, executor, outcome }) => {
    const own = `${file}:${entry} (${executor}):`;
    const line = `${`${dataset}:`.padEnd(width)}  ${outcomeText(outcome)}`;
    if (own === heading) return [line];
    heading = own;
    return ["", own, line];
  });
  const compared = comparisonsOf(results).map(({ slow, fast, dataset, executor, ratio }) => {
    return `${slow} takes ${ratio.toPrecision(3)} times as long as ${fast} (${executor}): ${dataset}`;
  });
  const parts = [lines.slice(1), compared, [machineName()]].filter((part) => part.length > 0);
  return `${parts.map((part) => part.join("\n")).join("\n\n")}\n`;
}

/** How many times as long one entry took as the fastest on the same data and executor. */
interface Comparison {
  readonly slow: string;
  readonly fast: string;
  readonly dataset: string;
  readonly executor: string;
  readonly ratio: number; // of means
}

function comparisonsOf(results: readonly BenchResult[]): readonly Comparison[] {
  const timed = results.flatMap(({ outcome, ...rest }) =>
    outcome.kind === "timed" ? [{ ...rest, mean: outcome.sample.mean }] : [],
  );
  return timed.flatMap(({ entry: slow, dataset, executor, mean }) => {
    const same = timed.filter((each) => each.dataset === dataset && each.executor === executor);
    const [{ entry: fast, mean: least }] = [...same].sort((left, right) => left.mean - right.mean);
    return fast === slow ? [] : [{ slow, fast, dataset, executor, ratio: mean / least }];
  });
}

/** Microseconds, as `futhark bench` has them. */
function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case "timed": {
      const { mean, interval, seconds } = outcome.sample;
      const [low, high] = interval.map((each) => microseconds(each).padStart(9));
      return `${microseconds(mean).padStart(10)}μs (95% CI: [${low}, ${high}]; ${seconds.length} runs)`;
    }
    case "wrong":
      return `FAIL: ${outcome.fault}`;
    case "refused":
      return `refused: ${outcome.reason}`;
    default:
      return outcome satisfies never;
  }
}

function microseconds(seconds: number): string {
  return (1e6 * seconds).toFixed(1);
}

export function benchJson(results: readonly BenchResult[]): JsonValue {
  const rows = results.map(({ entry, dataset, executor, outcome }) => {
    return { entry, dataset, executor, ...outcomeJson(outcome) };
  });
  return {
    machine: machineName(),
    results: rows,
    comparisons: comparisonsOf(results).map((each) => ({ ...each })),
  };
}

function outcomeJson(outcome: Outcome): Readonly<Record<string, JsonValue>> {
  if (outcome.kind === "wrong") return { fault: outcome.fault };
  if (outcome.kind === "refused") return { refused: outcome.reason };
  const { mean, interval, median, least, seconds } = outcome.sample;
  return { runs: seconds.length, seconds: mean, interval, median, least };
}
