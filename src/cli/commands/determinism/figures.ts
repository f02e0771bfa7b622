import type { Chart, Figure, Series as PlotSeries } from "../../../plots.ts";
import { ulpsBetween } from "../../../reveal.ts";
import { spellDeterminism } from "../../options/parse.ts";
import type { Device } from "./devices.ts";
import type { Measured } from "./report.ts";
import type { FloatType, Series } from "./runs.ts";
import { SLOW_SECONDS, type Time } from "./times.ts";

/** The value of one sum against the run: a panel for each level, in it a series for each device, side by side where they coincide. */
export function valuesFigure(measured: Measured): Figure {
  const { runs, exact, terms, count, about, machine, broken } = measured;
  const { type } = terms;
  const levels = [...new Set(runs.series.map(({ level }) => level))];
  const devices = measured.devices.filter((device) => runs.series.some((each) => each.device === device));
  const ulps = (value: number): number => ulpsBetween(type, value, exact) ?? Number.NaN;
  const shown = [0, ...runs.series.flatMap(({ values }) => values.map(ulps))].filter(Number.isFinite);
  const range = { from: Math.min(...shown), to: Math.max(...shown) };
  const panels = levels.map((level): Chart => {
    const own = runs.series.filter((each) => each.level === level);
    return {
      title: `${level.label}: ${inWords(own)}`,
      notes: [servedBy(own)],
      x: { label: "run", isWhole: true, from: 1, to: count },
      y: { label: "difference from the exact sum", unit: "ulp", ...range },
      series: own.map(({ device, values }) => ({
        label: device.label,
        marks: "points",
        points: values.map((value, run) => [run + 1 + aside(device, devices), ulps(value)] as const),
      })),
    };
  });
  const verdict = broken.length === 0 ? [] : [`Promises were broken: ${broken.join("; ")}.`];
  return {
    title: `The sum of ${about}, ${count} times at each level of determinism`,
    description: `For each level of determinism the value of the same sum, run after run, on ${list(devices.map(({ label }) => label))}, as its difference from the exact sum in units of the last place. ${levels.map((level) => `${level.label}: ${inWords(runs.series.filter((each) => each.level === level))}.`).join(" ")}`,
    panels,
    panelHeight: 120,
    labels: "legend",
    notes: [...verdict, `${machine}.${foundOn(devices)}`],
  };
}

/** Marks of one run stand side by side, in four fifths of its room. */
function aside(device: Device, devices: readonly Device[]): number {
  const place = devices.indexOf(device) - (devices.length - 1) / 2;
  return (0.8 * place) / Math.max(1, devices.length);
}

/** What was seen of a level: how many values there were, and where. */
function inWords(series: readonly Series[]): string {
  const moving = series.filter(({ bits }) => new Set(bits).size > 1);
  const all = new Set(series.flatMap(({ bits }) => bits)).size;
  const on = series.length === 1 ? series[0].device.label : `${series.length} devices`;
  if (moving.length > 0) {
    const seen = moving.map(({ device, bits }) => `${new Set(bits).size} values on ${device.label}`);
    return `moves between runs, ${list(seen)}`;
  }
  return all === 1 ? `one value on ${on}` : `one value on each device, ${all} values on ${on}`;
}

/** Which level each device met, maybe more than was asked, and by which trees. */
function servedBy(series: readonly Series[]): string {
  const groups = new Map<string, string[]>();
  for (const { achieved, device } of series) {
    const how = `${spellDeterminism(achieved.determinism)} by ${achieved.expression.replace(/^implementation-defined:/, "")}`;
    groups.set(how, [...(groups.get(how) ?? []), device.label]);
  }
  const parts = [...groups].map(([how, labels]) => (groups.size === 1 ? how : `${how} on ${list(labels)}`));
  return `met: ${parts.join("; ")}${series[0].level.isOrderFree ? "; elements shuffled before each run" : ""}`;
}

function foundOn(devices: readonly Device[]): string {
  const known = devices.filter(({ found }) => found !== undefined);
  return known.map(({ label, found }) => ` ${label}: ${found}.`).join("");
}

/** Elapsed time against n: a row of panels for each device, a column for each type, in it a series for each level. */
export function timesFigure({ times, types, count, machine, devices, dataName }: Measured): Figure {
  const timed = devices.filter((device) => times.times.some((time) => time.device.label === device.label));
  const panels = timed.flatMap((device, row) =>
    types.map((type, column) => timePanel(times.times, device, type, row + column === 0)),
  );
  return {
    title: "Elapsed time of a sum against its length, per level of determinism and type",
    description: `For ${list(timed.map(({ label }) => label))} and ${list(types)} the time of a sum at each level of determinism, as a multiple of a plain loop over the same elements in JavaScript, against the number of elements.`,
    panels,
    columns: types.length,
    panelHeight: 150,
    labels: "legend",
    notes: [
      `The least of up to ${count} runs by turns, ${dataName} data; below 1 is faster than the loop. Times on a GPU include the way there and back. A line ends where a call takes more than ${SLOW_SECONDS} s.`,
      `${machine}.${foundOn(timed)}`,
    ],
  };
}

function timePanel(times: readonly Time[], device: Device, type: FloatType, isFirst: boolean): Chart {
  const row = times.filter((time) => time.device.label === device.label);
  const own = row.filter((time) => time.type === type);
  const levels = [...new Set(own.map(({ level }) => level))];
  const ratios = [1, ...row.map(({ ofPlainLoop }) => ofPlainLoop)];
  const lengths = times.map(({ length }) => length);
  return {
    title: `${device.label}, ${type}`,
    x: { label: "elements", scale: "log2", from: Math.min(...lengths), to: Math.max(...lengths) },
    y: {
      label: "multiple of a plain loop",
      scale: "log10",
      from: Math.min(...ratios),
      to: Math.max(...ratios),
    },
    rules: [{ y: 1, label: isFirst ? "plain loop" : "" }],
    series: levels.map(
      (level): PlotSeries => ({
        label: level.label,
        marks: "line",
        points: own
          .filter((time) => time.level === level)
          .map(({ length, ofPlainLoop }) => [length, ofPlainLoop] as const),
      }),
    ),
  };
}

function list(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}
