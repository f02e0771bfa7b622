// A program of the array language: its value, work and span, which lines the work is on, the graph, and how both grow with the input.
import { parseTestValues, printTestValue } from "samebits/formats";
import { InvalidArgumentError, printExpression, type TypedContract } from "samebits/javascript";
import {
  type ArrayProgram,
  compile,
  type Data,
  drawDagSvg,
  executorUse,
  fitGrowth,
  ProgramError,
  run,
  UnsupportedError,
} from "samebits/language";
import { renderSvg } from "samebits/plots";
import { readContract } from "./contract-line.ts";
import type { CopiedTexts } from "./copied-texts.ts";
import { faultFrom, isWithoutSimd } from "./fault.ts";

export interface ProgramQuestion {
  readonly contract: string; // whose expression is the tree of reduces and scans that name none
  readonly text: string;
  readonly entry: string; // the first, where the program has none of that name
  readonly input: string; // as in a test block: "[1, 2, 3] 4.5"
}

export interface ProgramAnswer {
  readonly entries: readonly { readonly name: string; readonly type: string }[];
  readonly entry: string;
  readonly value: string;
  readonly work: number;
  readonly span: number;
  readonly parallelism: number;
  readonly lines: readonly HeatLine[];
  readonly graph: string | undefined; // an SVG
  readonly whyNoGraph: string | undefined;
  readonly executor: string; // what it is on WebAssembly, in words
  readonly growth: Growth | undefined; // where operands can be made of any size
  readonly copies: CopiedTexts;
}

/** A line of the text, and its part of the work. */
interface HeatLine {
  readonly text: string;
  readonly work: number;
  readonly share: number; // of all
}

interface Growth {
  readonly work: string; // "n log n"
  readonly span: string;
  readonly rows: readonly { readonly size: number; readonly work: number; readonly span: number }[];
  readonly chart: string; // an SVG
}

/** Units of work after which a program is stopped: some seconds of the interpreter's. */
const FUEL = 5_000_000;

const SIZES = [16, 32, 64, 128, 256, 512] as const;

/** Of the larger sizes together; a second or so. */
const GROWTH_FUEL = 400_000;

/** @throws ProgramError, InvalidArgumentError */
export async function answerProgram({
  contract: line,
  text,
  entry,
  input,
}: ProgramQuestion): Promise<ProgramAnswer> {
  const contract = await readContract(line);
  const program = compile(text);
  const name = entryOf(program, entry);
  const operands = program.operandsOf(name, parseTestValues(input, "input"), "input");
  const options = { expression: contract.expression, fuel: FUEL };
  const { value, work, span, parallelism, workByLine } = program.cost(name, operands, options);
  return {
    entries: program.entries,
    entry: name,
    value: printed(program, name, value),
    work,
    span,
    parallelism,
    lines: text.split("\n").map((each, index) => {
      const own = workByLine.get(index + 1) ?? 0;
      return { text: each, work: own, share: own / work };
    }),
    ...graphOf(program, name, operands, contract, text),
    executor: onExecutor(program, name, operands, contract),
    growth: growthOf(program, name, contract),
    copies: copyOf(text, name, input, contract),
  };
}

/** The definition of that name; where another program has been typed, its first. */
export function entryOf({ entries }: ArrayProgram, entry: string): string {
  const first = entries.find(({ kind }) => kind === "entry") ?? entries[0];
  return entries.some(({ name }) => name === entry) ? entry : first.name;
}

function printed(program: ArrayProgram, entry: string, value: Data): string {
  return program.testValuesOf(entry, value).map(printTestValue).join(" ");
}

function graphOf(
  program: ArrayProgram,
  entry: string,
  operands: readonly Data[],
  { expression }: TypedContract,
  text: string,
): Pick<ProgramAnswer, "graph" | "whyNoGraph"> {
  try {
    const dag = program.unfold(entry, operands, { expression, fuel: FUEL });
    const lineOf = (place: number): number => text.slice(0, Math.max(place, 0)).split("\n").length;
    const nameOf = (place: number): string =>
      place < 0 ? "not in the text" : text.split("\n")[lineOf(place) - 1].trim();
    return { graph: drawDagSvg(dag, { title: entry, nameOf, lineOf }), whyNoGraph: undefined };
  } catch (error) {
    if (!(error instanceof InvalidArgumentError || error instanceof UnsupportedError)) throw error;
    return {
      graph: undefined,
      whyNoGraph: "The graph is too large to be drawn: take a smaller input to see it.",
    };
  }
}

/** Whether WebAssembly has the program, by how many of its primitives, and whether the value is the interpreter's. */
function onExecutor(
  program: ArrayProgram,
  entry: string,
  operands: readonly Data[],
  { expression }: TypedContract,
): string {
  try {
    const { primitives, movedBytes } = executorUse(program, entry, operands, { expression });
    const value = printed(program, entry, run(program, entry, operands, { expression }));
    const own = printed(program, entry, program.interpret(entry, operands, { expression, fuel: FUEL }));
    const verdict = value === own ? "the same value" : `another value, ${value}`;
    return `On WebAssembly: ${verdict}, by ${primitives} of its primitives, with ${movedBytes} bytes in and out.`;
  } catch (error) {
    if (isWithoutSimd(error)) return `Not on WebAssembly: ${faultFrom(error).message}.`;
    if (!(error instanceof UnsupportedError)) throw error;
    return `Not on executors: ${error.reason}; ${error.remedy}.`;
  }
}

/** Costs over sizes until the fuel is gone; undefined where operands of every size cannot be made, or fewer than five are left. */
function growthOf(program: ArrayProgram, entry: string, { expression }: TypedContract): Growth | undefined {
  const rows: { size: number; work: number; span: number }[] = [];
  let fuel = GROWTH_FUEL;
  for (const size of SIZES) {
    try {
      const operands = program.randomOperands(entry, size, 1n);
      const { work, span } = program.cost(entry, operands, { expression, fuel });
      rows.push({ size, work, span });
      fuel -= work;
    } catch (error) {
      if (!(error instanceof ProgramError || error instanceof InvalidArgumentError)) throw error;
      break;
    }
  }
  if (rows.length < 5) return undefined;
  const sizes = rows.map(({ size }) => size);
  const work = fitGrowth(
    sizes,
    rows.map((row) => row.work),
  ).form;
  const span = fitGrowth(
    sizes,
    rows.map((row) => row.span),
  ).form;
  return { work, span, rows, chart: chartOf(entry, rows, work, span) };
}

function chartOf(entry: string, rows: Growth["rows"], work: string, span: string): string {
  return renderSvg({
    title: `Work and span of ${entry} over the size of its input`,
    width: 960,
    panels: [
      {
        title: "Counted on random operands of each size",
        x: { label: "n", scale: "log2" },
        y: { label: "operations", scale: "log10" },
        series: [
          { label: `work: ${work}`, marks: "line", points: rows.map((row) => [row.size, row.work]) },
          { label: `span: ${span}`, marks: "line", points: rows.map((row) => [row.size, row.span]) },
        ],
      },
    ],
  });
}

function copyOf(text: string, entry: string, input: string, { expression }: TypedContract): CopiedTexts {
  const tree = printExpression(expression);
  const isDefault = tree === "block-dyadic:32";
  const [, generator, width] = /^network:(.+):(\d+)$/.exec(tree) ?? [];
  const made =
    generator === undefined ? `parseExpression("${tree}")` : `networkExpression("${generator}", ${width})`;
  const maker =
    generator === undefined ? ["parseExpression", "samebits"] : ["networkExpression", "samebits/networks"];
  const quoted = (words: string): string => `'${words.replaceAll("'", "'\\''")}'`;
  return {
    typescript: [
      ...(isDefault ? [] : [`import { ${maker[0]} } from "${maker[1]}";`]),
      'import { parseTestValues, printTestValue } from "samebits/formats";',
      'import { compile } from "samebits/language";',
      "",
      `const program = compile(${JSON.stringify(text)});`,
      `const operands = program.operandsOf("${entry}", parseTestValues(${JSON.stringify(input)}, "input"));`,
      `const { value, work, span } = program.cost("${entry}", operands${isDefault ? "" : `, { expression: ${made} }`});`,
      `console.log(program.testValuesOf("${entry}", value).map(printTestValue).join(" "));`,
      "console.log(work, span);",
      "",
    ].join("\n"),
    command: [
      `printf '%s\\n' ${quoted(text)} > program.sb`,
      `samebits cost program.sb --entry ${entry} --input ${quoted(input)} --lines${isDefault ? "" : ` --expression ${tree}`}`,
      "",
    ].join("\n"),
  };
}
