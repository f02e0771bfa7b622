import { fact, numbersByName, type Report, report, rowsFact, table } from "../../report.ts";
import type { HierarchicalTuning, TunedRun } from "./tune.ts";

const TITLES = {
  on: "on",
  n: "N",
  blocks: "K",
  sent: "T",
  length: "block",
  nanoseconds: "ns/element",
  plain: "x plain loop  ",
};

/** A line for each shape, a star at the fastest of each place, and the choice. */
export function tuningReport({ runs, choice, machine }: HierarchicalTuning): Report {
  const best = new Set([...new Set(runs.map(({ on }) => on))].map((on) => fastest(runs, on)));
  const rows = runs.map((run) => ({
    on: fact(run.on),
    n: fact(run.n),
    blocks: fact(run.blocks),
    sent: fact(run.sent),
    length: fact(run.length),
    nanoseconds: fact(run.nanoseconds, run.nanoseconds.toPrecision(3)),
    plain: fact(run.plain, ratioText(run) + (best.has(run) ? " *" : "  ")),
  }));
  const facts = {
    runs: rowsFact(rows),
    choice: fact({ ...choice }, choiceText(choice)),
    machine: fact(machine),
  };
  return report(facts, () => [...table(TITLES, rows, numbersByName), "", ["choice", "machine"]]);
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
