import type { JsonValue } from "../../json-line.ts";
import type { HierarchicalTuning, TunedRun } from "./tune.ts";

const HEAD = ["on", "N", "K", "T", "block", "ns/element", "x plain loop"];

/** A line for each shape, a star at the fastest of each place, and the choice. */
export function tuningText({ runs, choice, machine }: HierarchicalTuning): string {
  const best = new Set([...new Set(runs.map(({ on }) => on))].map((on) => fastest(runs, on)));
  const rows = runs.map((run) => [
    run.on,
    ...[run.n, run.blocks, run.sent, run.length].map(String),
    run.nanoseconds.toPrecision(3),
    ratioText(run) + (best.has(run) ? " *" : "  "),
  ]);
  const table = [[...HEAD.slice(0, -1), `${HEAD.at(-1)}  `], ...rows];
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n\nchoice   ${choiceText(choice)}\nmachine  ${machine}\n`;
}

function fastest(runs: readonly TunedRun[], on: string): TunedRun {
  const own = runs.filter((run) => run.on === on);
  return own.reduce((best, run) => (run.nanoseconds < best.nanoseconds ? run : best));
}

function choiceText(run: TunedRun): string {
  const { on, n, blocks, sent, length, nanoseconds, plain } = run;
  const shape = `N = ${n}, K = ${blocks}, T = ${sent}, blocks of ${length}`;
  const times = `${nanoseconds} ns an element, ${ratioText(run)} times the plain loop's ${plain}`;
  return `${on}: ${shape}: ${times}`;
}

/** A clock that stood still tells nothing. */
function ratioText({ nanoseconds, plain }: TunedRun): string {
  return plain > 0 ? (nanoseconds / plain).toFixed(2) : "-";
}

export function tuningJson({ runs, choice, machine }: HierarchicalTuning): JsonValue {
  return { runs: runs.map((run) => ({ ...run })), choice: { ...choice }, machine };
}
