import type { CostModel, Data, Growth, TimeModel } from "../../../language.ts";
import {
  fact,
  type JsonValue,
  type Report,
  report,
  rightAligned,
  rowsFact,
  table,
  words,
} from "../../report.ts";
import { printDuration } from "../../timing.ts";
import { type MeasuredCosts, type MeasuredGroup, speedUpsOf } from "./measure.ts";
import { growthsOf, type SizedCost, type Verdict } from "./sizes.ts";

/** All that `samebits cost` found. */
export interface CostFound {
  readonly entry: string;
  readonly operands: readonly Data[]; // of the first cost
  readonly costs: readonly SizedCost[];
  readonly values?: readonly string[]; // of an input
  readonly seed?: bigint; // of sizes
  readonly leftOut?: readonly number[];
  readonly against?: Verdict;
  readonly measured?: MeasuredCosts;
}

interface Shown extends CostFound {
  readonly source: string | undefined; // the program, where lines are asked for
  readonly dag: string | undefined;
  readonly plot: string | undefined;
}

/** Work and span of an input, or over sizes and how they grow; what was asked for besides; and what was drawn. */
export function costReport(found: Shown, model: CostModel): Report {
  const { entry, seed, costs, values, leftOut, against, measured, source, dag, plot } = found;
  const growths = growthsOf(costs);
  const rows = costs.map((cost) => costFacts(cost, source !== undefined));
  const [{ work, span, parallelism }] = rows;
  const facts = {
    entry: fact(entry),
    model: fact(model),
    values: fact(values, values?.join(" "), "value"),
    work: words(work.text),
    span: words(span.text),
    parallelism: words(parallelism.text),
    seed: fact(seed === undefined ? undefined : String(seed)),
    costs: rowsFact(rows),
    leftOut: fact(leftOut),
    growth: fact(growths && { work: growthJson(growths.work), span: growthJson(growths.span) }),
    workGrowth: words(growths && growthText(growths.work), "work"),
    spanGrowth: words(growths && growthText(growths.span), "span"),
    against: fact(against && verdictJson(against)),
    measured: fact(measured && measuredJson(measured)),
    dag: fact(dag),
    plot: fact(plot),
  };
  const ofInput = [["entry", "model", "values", "work", "span", "parallelism"] as const];
  const ofSizes = [
    ["entry", "model"] as const,
    "",
    ...table(SIZE_TITLES, rows, rightAligned),
    leftOut?.length ? `left out: ${leftOut.join(", ")}, which would go beyond --fuel` : undefined,
    ...(growths === undefined ? [] : ["", ["workGrowth", "spanGrowth"] as const]),
  ];
  return report(facts, () => [
    ...(values === undefined ? ofSizes : ofInput),
    ...(against === undefined ? [] : ["", verdictText(against)]),
    ...(source === undefined ? [] : ["", linesText(costs[costs.length - 1], source)]),
    ...(measured === undefined ? [] : ["", measuredText(measured)]),
    ...(dag === undefined && plot === undefined ? [] : ["", ["dag", "plot"] as const]),
  ]);
}

const SIZE_TITLES = { n: "n", work: "work", span: "span", parallelism: "work/span" };

function costFacts({ size, work, span, parallelism, workByLine }: SizedCost, hasLines: boolean) {
  return {
    n: fact(size),
    work: fact(work),
    span: fact(span),
    parallelism: fact(parallelism, parallelism.toFixed(2)),
    workByLine: fact(hasLines ? Object.fromEntries(workByLine) : undefined),
  };
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
  const times = rightAligned([["executor", "n", "primitives", "time", "predicted"], ...rows]);
  const models = groups.map(({ name, model }) => `${name}: ${modelText(model)}`);
  return [...times, "", ...models, ...groups.flatMap(speedUpLines), "", machine].join("\n");
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

function speedUpLines(group: MeasuredGroup): readonly string[] {
  const counts = [...new Set(group.runs.map(({ processors }) => processors))];
  if (counts.length < 2) return [];
  const rows = speedUpsOf(group, counts).map(({ processors, measured, burdened, brent, bound }) => {
    return [String(processors), ...[measured ?? Number.NaN, burdened, brent, bound].map((x) => x.toFixed(2))];
  });
  const size = Math.max(...group.runs.map((run) => run.size));
  return [
    "",
    `${group.name} at n = ${size}: measured, by the fitted constants, at least (Brent), at most min(p, W/S)`,
    ...rightAligned([["p", "speed-up", "burdened", "Brent", "bound"], ...rows]),
  ];
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
