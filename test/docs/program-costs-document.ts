import { readdirSync, readFileSync } from "node:fs";
import { type ArrayProgram, compile, fitGrowth, type Growth, type ProgramCost } from "samebits/language";
import { type Chart, renderSvg } from "samebits/plots";
import { between } from "./between.ts";
import { table } from "./table.ts";

const FOLDER = "examples/language";
const SIZES = [16, 32, 64, 128, 256];
const LARGEST = SIZES[SIZES.length - 1];

/** A fit that is further off is of costs that vary with the data. */
const EXACT = 0.01;

interface EntryCosts {
  readonly file: string;
  readonly entry: string;
  readonly costs: readonly ProgramCost[]; // at each of the sizes
}

/** docs/notes/program-costs.md with what the programs of examples/language cost counted anew. */
export function programCostsDocument(present: string): string {
  const rows = entryCosts().map(({ file, entry, costs }) => {
    const { work, span, parallelism } = costs[costs.length - 1];
    return [
      `[${file}](../../${FOLDER}/${file}.sb)`,
      `\`${entry}\``,
      growthText(costs.map((cost) => cost.work)),
      growthText(costs.map((cost) => cost.span)),
      work.toLocaleString("en"),
      span.toLocaleString("en"),
      parallelism.toFixed(1),
    ];
  });
  const headings = ["program", "entry", "work", "span", `W, n = ${LARGEST}`, "S", "W/S"];
  return between(present, "program-costs", table([headings, ...rows]));
}

/** The picture of it: a panel for each entry. */
export const PROGRAM_COSTS_FIGURE = { file: "docs/figures/programs/all.svg", make: drawCosts };

function drawCosts(): string {
  return renderSvg({
    title: "Work and span of the programs of examples/language",
    description:
      "Operations in all, and the longest chain of them, against the size of the input: one panel for each entry.",
    panels: entryCosts().map(panelOf),
    columns: 3,
    panelHeight: 150,
    labels: "legend",
    notes: ["Counted by the corrected equations, on random operands of seed 0."],
  });
}

function panelOf({ file, entry, costs }: EntryCosts): Chart {
  const series = (["work", "span"] as const).map((part) => {
    const points = costs.map((cost, index) => [SIZES[index], cost[part]] as const);
    return { label: part, marks: "line", points } as const;
  });
  return {
    title: `${file}: ${entry}`,
    x: { label: "n", scale: "log2" },
    y: { label: "operations", scale: "log10" },
    series,
  };
}

let counted: readonly EntryCosts[] | undefined; // both the table and the picture are made of them

function entryCosts(): readonly EntryCosts[] {
  counted ??= readdirSync(FOLDER).flatMap((name) => {
    const program = compile(readFileSync(`${FOLDER}/${name}`, "utf8"), { source: name });
    const entries = program.entries.filter(({ kind }) => kind === "entry");
    return entries.map(({ name: entry }) => costsOf(program, name.replace(".sb", ""), entry));
  });
  return counted;
}

function costsOf(program: ArrayProgram, file: string, entry: string): EntryCosts {
  const costs = SIZES.map((size) => program.cost(entry, program.randomOperands(entry, size)));
  return { file, entry, costs };
}

function growthText(costs: readonly number[]): string {
  const { form, residual }: Growth = fitGrowth(SIZES, costs);
  return `${residual <= EXACT ? "" : "about "}O(${form})`;
}
