import type { Chart, Figure, Series } from "../../../plots.ts";
import { type MeasuredCosts, type MeasuredGroup, type SpeedUp, speedUpsOf } from "./measure.ts";

const MOST_PROCESSORS = 16;

/** Times against sizes, measured and predicted; and, where processors differ, speed-ups against their bounds, in the manner of Cilkscale. */
export function figureOfTimes(title: string, { groups, machine }: MeasuredCosts): Figure {
  const scalable = groups.filter(({ runs }) => new Set(runs.map(({ processors }) => processors)).size > 1);
  return {
    title: `Predicted and measured time, ${title}`,
    description: `Times over sizes as measured and as c1 W/p + c2 S + a burden for each primitive say; and speed-ups against their bounds.`,
    panels: [timePanel(groups), ...scalable.map(speedUpPanel)],
    panelHeight: 240,
    labels: "legend",
    notes: [
      `${machine}. Points are the least times of ten runs and more; lines are what the fitted constants predict.`,
    ],
  };
}

function timePanel(groups: readonly MeasuredGroup[]): Chart {
  const executors = groups.flatMap(({ runs }) => [...new Set(runs.map(({ executor }) => executor))]);
  const all = groups.flatMap(({ runs }) => runs);
  const seriesOf = (executor: string): readonly Series[] => {
    const own = all.filter((run) => run.executor === executor);
    return [
      { label: executor, marks: "points", points: own.map(({ size, seconds }) => [size, 1e6 * seconds]) },
      {
        label: `${executor}, predicted`,
        marks: "line",
        points: own.map(({ size, predicted }) => [size, 1e6 * predicted]),
      },
    ];
  };
  return {
    title: "time",
    x: { label: "n", scale: "log2" },
    y: { label: "time", unit: "us", scale: "log10" },
    series: executors.flatMap(seriesOf),
  };
}

function speedUpPanel(group: MeasuredGroup): Chart {
  const counts = Array.from({ length: MOST_PROCESSORS }, (_, index) => index + 1);
  const rows = speedUpsOf(group, counts);
  const line = (label: string, of: (row: SpeedUp) => number): Series => {
    return { label, marks: "line", points: rows.map((row) => [row.processors, of(row)]) };
  };
  const size = Math.max(...group.runs.map((run) => run.size));
  return {
    title: `speed-up on ${group.name}, n = ${size}`,
    x: { label: "processors", isWhole: true, from: 1, to: MOST_PROCESSORS },
    y: { label: "speed-up over one", from: 0 },
    series: [
      {
        label: "measured",
        marks: "points",
        points: rows.flatMap(({ processors, measured }) =>
          measured === undefined ? [] : [[processors, measured] as const],
        ),
      },
      line("with the burden", ({ burdened }) => burdened),
      line("at least, by Brent", ({ brent }) => brent),
      line("at most, min(p, W/S)", ({ bound }) => bound),
    ],
  };
}
