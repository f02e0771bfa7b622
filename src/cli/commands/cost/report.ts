import type { CostModel, Data, Growth, TimeModel } from "../../../language.ts";
import type { JsonValue } from "../../json-line.ts";
import { alignedLines } from "../../report.ts";
import { printDuration } from "../../timing.ts";
import { type MeasuredCosts, type MeasuredGroup, speedUpsOf } from "./measure.ts";
import { growthsOf, type SizedCost, type Verdict } from "./sizes.ts";

/** All that `samebits cost` found. */
export interface CostReport {
  readonly entry: string;
  readonly operands: readonly Data[]; // of the first cost
  readonly costs: readonly SizedCost[];
  readonly values?: readonly string[]; // of an input
  readonly seed?: bigint; // of sizes
  readonly leftOut?: readonly number[];
  readonly against?: Verdict;
  readonly measured?: MeasuredCosts;
}

interface Shown extends CostReport {
  readonly source?: string; // the program, where lines are asked for
  readonly dag?: string;
  readonly plot?: string;
}

/** The report for a person. */
export function costText(report: Shown, model: CostModel): string {
  const { entry, costs, values, dag, plot, source } = report;
  const head = { entry, model, value: values?.join(" ") };
  const parts = values === undefined ? [alignedLines(head), sizesText(report)] : [inputText(head, costs[0])];
  if (report.against !== undefined) parts.push(`${verdictText(report.against)}\n`);
  if (source !== undefined) parts.push(linesText(costs[costs.length - 1], source));
  if (report.measured !== undefined) parts.push(measuredText(report.measured));
  const written = alignedPairsOf({ dag, plot });
  return [...parts, ...written].join("\n");
}

function alignedPairsOf(written: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.values(written).some((path) => path !== undefined) ? [alignedLines(written)] : [];
}

function inputText(
  head: Readonly<Record<string, string | undefined>>,
  { work, span, parallelism }: SizedCost,
): string {
  const cost = { work: String(work), span: String(span), parallelism: parallelism.toFixed(2) };
  return alignedLines({ ...head, ...cost });
}

function sizesText({ costs, leftOut = [] }: CostReport): string {
  const rows = costs.map(({ size, work, span, parallelism }) => {
    return [String(size), String(work), String(span), parallelism.toFixed(2)];
  });
  const table = rightAligned([["n", "work", "span", "work/span"], ...rows]);
  const missing =
    leftOut.length === 0 ? "" : `left out: ${leftOut.join(", ")}, which would go beyond --fuel\n`;
  const growths = growthsOf(costs);
  if (growths === undefined) return `${table}${missing}`;
  const { work, span } = growths;
  return `${table}${missing}\n${alignedLines({ work: growthText(work), span: growthText(span) })}`;
}

/** A fit that is further off is of costs that vary with the data, or of a form between those that are known. */
const EXACT = 0.01;

function growthText({ form, coefficient, residual }: Growth): string {
  if (Number.isNaN(coefficient)) return form;
  const order = `${residual <= EXACT ? "" : "about "}O(${form})`;
  const times = form === "1" ? coefficient.toPrecision(3) : `${coefficient.toPrecision(3)} ${form} + …`;
  return `${order}: ${times}, ${(100 * residual).toFixed(1)} % off at most`;
}

function verdictText({ entry, efficiency, size, ratio }: Verdict): string {
  const times = `${ratio.toPrecision(3)} times its work at n = ${size}`;
  if (efficiency === undefined) return `against ${entry}: no form was found to compare; ${times}`;
  const { isEfficient, work, otherWork } = efficiency;
  return `against ${entry}: ${isEfficient ? "work-efficient" : "not work-efficient"}, O(${work}) and O(${otherWork}); ${times}`;
}

const BAR = 20;

/** Where the work is, line by line. */
function linesText({ size, work, workByLine }: SizedCost, source: string): string {
  const lines = source.split("\n").flatMap((text, index) => {
    const own = workByLine.get(index + 1) ?? 0;
    return own === 0 ? [] : [{ line: index + 1, own, text }];
  });
  const most = Math.max(...lines.map(({ own }) => own));
  const digits = String(Math.max(...lines.map(({ line }) => line))).length;
  const shown = lines.map(({ line, own, text }) => {
    const share = `${((100 * own) / work).toFixed(1).padStart(5)} %`;
    const bar = "#".repeat(Math.ceil((BAR * own) / most)).padEnd(BAR);
    return `${String(line).padStart(digits)} ${share} ${bar} ${text}`;
  });
  return `work by line${size === undefined ? "" : ` at n = ${size}`}\n${shown.join("\n")}\n`;
}

function measuredText({ groups, machine }: MeasuredCosts): string {
  const rows = groups.flatMap(({ runs }) =>
    runs.map(({ executor, size, primitives, seconds, predicted }) => {
      return [executor, String(size), String(primitives), printDuration(seconds), printDuration(predicted)];
    }),
  );
  const table = rightAligned([["executor", "n", "primitives", "time", "predicted"], ...rows]);
  const models = groups.map(({ name, model }) => `${name}: ${modelText(model)}\n`).join("");
  return `${table}\n${models}${groups.map(speedUpText).join("")}\n${machine}\n`;
}

function modelText({ perWork, perSpan, perPrimitive, perByte, median, worst }: TimeModel): string {
  const terms = [
    [perWork, "W/p"],
    [perSpan, "S"],
    [perPrimitive, "a primitive"],
    [perByte, "a byte moved"],
  ] as const;
  const sum = terms.flatMap(([each, of]) => (each > 0 ? [`${printDuration(each)} * ${of}`] : [])).join(" + ");
  const off = [median, worst].map((each) => `${Math.round(100 * each)} %`);
  return `time = ${sum}; ${off[0]} off in the median, ${off[1]} at most`;
}

function speedUpText(group: MeasuredGroup): string {
  const counts = [...new Set(group.runs.map(({ processors }) => processors))];
  if (counts.length < 2) return "";
  const rows = speedUpsOf(group, counts).map(({ processors, measured, burdened, brent, bound }) => {
    return [String(processors), ...[measured ?? Number.NaN, burdened, brent, bound].map((x) => x.toFixed(2))];
  });
  const size = Math.max(...group.runs.map((run) => run.size));
  const table = rightAligned([["p", "speed-up", "burdened", "Brent", "bound"], ...rows]);
  return `\n${group.name} at n = ${size}: measured, by the fitted constants, at least (Brent), at most min(p, W/S)\n${table}`;
}

/** Cells under one another, to the right but for the first column's words. */
function rightAligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padStart(widths[column])).join("  "));
  return `${lines.join("\n")}\n`;
}

/** The same as one JSON object. */
export function costJson(report: Shown, model: CostModel): JsonValue {
  const { entry, seed, costs, values, leftOut, against, measured, source, dag, plot } = report;
  const growths = growthsOf(costs);
  return {
    entry,
    model,
    values,
    seed: seed === undefined ? undefined : String(seed),
    costs: costs.map((cost) => costRow(cost, source !== undefined)),
    leftOut,
    growth: growths && { work: growthJson(growths.work), span: growthJson(growths.span) },
    against: against && verdictJson(against),
    measured: measured && measuredJson(measured),
    dag,
    plot,
  };
}

function costRow(
  { size, work, span, parallelism, workByLine }: SizedCost,
  hasLines: boolean,
): Readonly<Record<string, JsonValue | undefined>> {
  const lines = hasLines ? Object.fromEntries(workByLine) : undefined;
  return { n: size, work, span, parallelism, workByLine: lines };
}

function growthJson({ form, coefficient, residual }: Growth): JsonValue {
  return Number.isNaN(coefficient) ? { form } : { form, coefficient, residual };
}

function verdictJson({ entry, efficiency, size, ratio }: Verdict): JsonValue {
  const { isEfficient, work, otherWork } = efficiency ?? {};
  return { entry, isWorkEfficient: isEfficient, work, otherWork, n: size, ratio };
}

function measuredJson({ groups, machine }: MeasuredCosts): JsonValue {
  return {
    machine,
    groups: groups.map((group) => {
      const { name, model, runs } = group;
      const counts = [...new Set(runs.map(({ processors }) => processors))];
      const speedUps = speedUpsOf(group, counts).map((each) => ({ ...each }));
      return { name, model: { ...model }, runs: runs.map((run) => ({ ...run })), speedUps };
    }),
  };
}
