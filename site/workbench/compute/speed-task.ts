// How fast this browser is: the library against a plain loop and the methods of typed arrays, over the same numbers. Bits stand beside times, as an order is what is compared too.
import { sort } from "samebits/algorithms";
import {
  type ElementArray,
  hashArray,
  InvalidArgumentError,
  reduce as loopReduce,
  inclusiveScan as loopScan,
  printExpression,
  type TypedContract,
} from "samebits/javascript";
import { renderSvg } from "samebits/plots";
import { allocate, inclusiveScan, reduce } from "samebits/sums";
import { readContract } from "./contract-line.ts";
import type { CopiedTexts } from "./copied-texts.ts";
import { copyOfSums } from "./copy-of-sums.ts";
import { type DataQuestion, readData } from "./read-data.ts";
import { sampleTogether, type TimeSample } from "./sample-times.ts";
import type { Report } from "./tasks.ts";
import { printScalar } from "./tree-of-sum.ts";

export interface SpeedQuestion extends DataQuestion {
  readonly contract: string;
}

export interface SpeedAnswer {
  readonly length: number;
  readonly groups: readonly SpeedGroup[];
  readonly chart: string; // an SVG
  readonly machine: string;
  readonly report: string; // to paste
  readonly copies: CopiedTexts;
}

/** Ways to compute one thing. */
export interface SpeedGroup {
  readonly title: string;
  readonly rows: readonly SpeedRow[];
}

interface SpeedRow {
  readonly name: string;
  readonly isOurs: boolean;
  readonly median: number; // nanoseconds for each element
  readonly low: number; // quartiles
  readonly high: number;
  readonly answer: string; // a sum, or the hash of an array
}

type Floats = Float64Array | Float32Array;

interface Contender {
  readonly name: string;
  readonly isOurs: boolean;
  readonly run: () => unknown;
  readonly answer: () => string;
}

/** The numbers where kernels run, beside those that JavaScript owns. */
interface Input {
  readonly owned: Floats;
  readonly inLibrary: Floats;
  readonly output: Floats;
  readonly libraryOutput: Floats;
  readonly release: () => void;
}

const SAMPLES = { leastRuns: 15, leastMs: 600 };

/** @throws typed errors of the library */
export async function answerSpeed(question: SpeedQuestion, report: Report): Promise<SpeedAnswer> {
  const { contract: line } = question;
  const contract = await readContract(line);
  const { operator, type, accumulate, initial } = contract;
  if (
    operator.name !== "add" ||
    !(type === "f64" || type === "f32") ||
    accumulate !== type ||
    initial !== undefined
  ) {
    const expected =
      "a sum of f64 or f32 in their own type, without an initial value: what a plain loop does too";
    throw new InvalidArgumentError("contract", expected, `"${line}"`);
  }
  const { array, generated } = await readData(question, type);
  if (array.length === 0) throw new InvalidArgumentError("data", "one number at least", "none");
  const groups = measured(array as Floats, contract, report);
  const machine = machineWords();
  return {
    length: array.length,
    groups,
    chart: chartOf(groups, array.length, contract),
    machine,
    report: reportOf(groups, line, array.length, machine),
    copies: copyOfSums([contract], array, generated),
  };
}

function measured(array: Floats, { type, expression }: TypedContract, report: Report): readonly SpeedGroup[] {
  const input = inputOf(array, type as "f64" | "f32");
  const asked = [
    ["sum", sums(input, { expression })],
    ["running sum", scans(input, { expression })],
    ["sort", sorts(input)],
  ] as const;
  try {
    return asked.map(([title, contenders], group) => {
      const told = (part: number): void => report({ fraction: (group + part) / asked.length, what: title });
      const samples = sampleTogether(
        contenders.map(({ run }) => run),
        SAMPLES,
        told,
      );
      return { title, rows: contenders.map((each, index) => rowOf(each, samples[index], array.length)) };
    });
  } finally {
    input.release();
  }
}

function inputOf(owned: Floats, type: "f64" | "f32"): Input {
  const [inLibrary, libraryOutput] = [1, 2].map(() => allocate(type, owned.length));
  (inLibrary.array as Floats).set(owned);
  return {
    owned,
    inLibrary: inLibrary.array as Floats,
    output: owned.slice(),
    libraryOutput: libraryOutput.array as Floats,
    release: () => {
      inLibrary.release();
      libraryOutput.release();
    },
  };
}

function sums({ owned, inLibrary }: Input, options: object): readonly Contender[] {
  const of = (name: string, isOurs: boolean, run: () => number): Contender => {
    return { name, isOurs, run, answer: () => printScalar(run()) };
  };
  return [
    of("samebits, in library memory", true, () => reduce(inLibrary as Float64Array, options) as number),
    of("samebits", true, () => reduce(owned as Float64Array, options) as number),
    of("samebits/javascript", true, () => loopReduce(owned as Float64Array, options) as number),
    of("a plain loop", false, () => sumByLoop(owned)),
    of("array.reduce", false, () => (owned as Float64Array).reduce((left, right) => left + right)),
  ];
}

function scans({ owned, inLibrary, output, libraryOutput }: Input, options: object): readonly Contender[] {
  const of = (name: string, isOurs: boolean, result: Floats, run: () => unknown): Contender => {
    return { name, isOurs, run, answer: () => hashArray(result as ElementArray) };
  };
  const into = (result: Floats): object => ({ ...options, output: result });
  return [
    of("samebits, in library memory", true, libraryOutput, () =>
      inclusiveScan(inLibrary as Float64Array, into(libraryOutput)),
    ),
    of("samebits", true, output, () => inclusiveScan(owned as Float64Array, into(output))),
    of("samebits/javascript", true, output, () => loopScan(owned as Float64Array, into(output))),
    of("a plain loop", false, output, () => scanByLoop(owned, output)),
  ];
}

/** Each sorts a copy, whose making is part of all. */
function sorts({ owned }: Input): readonly Contender[] {
  let sorted: Floats = owned;
  const of = (name: string, isOurs: boolean, run: () => Floats): Contender => ({
    name,
    isOurs,
    run: () => {
      sorted = run();
    },
    answer: () => hashArray(sorted as ElementArray),
  });
  return [
    of("samebits/algorithms", true, () => sort(owned as Float64Array) as Floats),
    of("array.slice().sort()", false, () => owned.slice().sort()),
  ];
}

function sumByLoop(input: Floats): number {
  let sum = 0;
  for (let index = 0; index < input.length; index++) sum += input[index];
  return sum;
}

function scanByLoop(input: Floats, output: Floats): void {
  let sum = 0;
  for (let index = 0; index < input.length; index++) {
    sum += input[index];
    output[index] = sum;
  }
}

function rowOf(
  { name, isOurs, run, answer }: Contender,
  { quartiles }: TimeSample,
  length: number,
): SpeedRow {
  const [low, median, high] = quartiles.map((ms) => (1e6 * ms) / length);
  run(); // others have written into the same output
  return { name, isOurs, median, low, high, answer: answer() };
}

function chartOf(groups: readonly SpeedGroup[], length: number, { expression }: TypedContract): string {
  const names = [...new Set(groups.flatMap(({ rows }) => rows.map(({ name }) => name)))];
  return renderSvg({
    title: `Nanoseconds for each of ${length} numbers, by ${printExpression(expression)}`,
    width: 960,
    columns: groups.length,
    labels: "legend",
    panels: groups.map(({ title, rows }) => ({
      title,
      x: { label: "", categories: [title] },
      y: { label: "median", unit: "ns", from: 0 },
      series: names.flatMap((name) => {
        const row = rows.find((each) => each.name === name);
        return row === undefined
          ? []
          : [{ label: name, marks: "bars" as const, points: [[0, row.median] as const] }];
      }),
    })),
  });
}

function machineWords(): string {
  const cores = navigator.hardwareConcurrency;
  const isolation = globalThis.crossOriginIsolated ? "isolated" : "not isolated";
  return `${navigator.userAgent}; ${cores} ${cores === 1 ? "core" : "cores"}, ${isolation}`;
}

function reportOf(groups: readonly SpeedGroup[], line: string, length: number, machine: string): string {
  const rows = groups.flatMap(({ title, rows: own }) =>
    own.map(({ name, median, low, high, answer }) =>
      [title, name, median.toPrecision(3), `${low.toPrecision(3)} to ${high.toPrecision(3)}`, answer].join(
        "\t",
      ),
    ),
  );
  return [`${line}, ${length} numbers; ns for each: median, quartiles; answer`, ...rows, machine, ""].join(
    "\n",
  );
}
