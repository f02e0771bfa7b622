import { fact, type JsonValue, type Report, report } from "../../report.ts";
import { machineName, type RunSample } from "../../timing.ts";

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

/** Times by entry and executor, as `futhark bench` has them, and how entries compare. */
export function benchReport(file: string, results: readonly BenchResult[]): Report {
  const machine = machineName();
  const comparisons = comparisonsOf(results);
  const rows = results.map(({ entry, dataset, executor, outcome }) => {
    return { entry, dataset, executor, ...outcomeJson(outcome) };
  });
  const facts = {
    machine: fact(machine),
    results: fact(rows),
    comparisons: fact(comparisons.map((each) => ({ ...each }))),
  };
  return report(facts, () => {
    const compared = comparisons.map(({ slow, fast, dataset, executor, ratio }) => {
      return `${slow} takes ${ratio.toPrecision(3)} times as long as ${fast} (${executor}): ${dataset}`;
    });
    return [...timeLines(file, results), "", ...compared, ...(compared.length === 0 ? [] : [""]), machine];
  });
}

function timeLines(file: string, results: readonly BenchResult[]): readonly string[] {
  const width = Math.max(...results.map(({ dataset }) => dataset.length)) + 1;
  let heading = "";
  const lines = results.flatMap(({ entry, dataset, executor, outcome }) => {
    const own = `${file}:${entry} (${executor}):`;
    const line = `${`${dataset}:`.padEnd(width)}  ${outcomeText(outcome)}`;
    if (own === heading) return [line];
    heading = own;
    return ["", own, line];
  });
  return lines.slice(1);
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

function outcomeJson(outcome: Outcome): Readonly<Record<string, JsonValue>> {
  if (outcome.kind === "wrong") return { fault: outcome.fault };
  if (outcome.kind === "refused") return { refused: outcome.reason };
  const { mean, interval, median, least, seconds } = outcome.sample;
  return { runs: seconds.length, seconds: mean, interval, median, least };
}
