// All prefixes by two orders: where they differ, by how much, and how far each is from the truth.
import { printQuantity } from "samebits/accuracy";
import {
  type ElementArray,
  hashArray,
  InvalidArgumentError,
  inclusiveScan,
  printContract,
  printExpression,
  type TypedContract,
  toHex,
} from "samebits/javascript";
import { type Figure, renderSvg } from "samebits/plots";
import { planOf, readContract, readExpression, withExpression } from "./contract-line.ts";
import type { CopiedTexts } from "./copied-texts.ts";
import { copyOfScans } from "./copy-of-sums.ts";
import { type DataQuestion, readData } from "./read-data.ts";
import { printScalar } from "./tree-of-sum.ts";

export interface ScanQuestion extends DataQuestion {
  readonly contract: string;
  readonly other: string; // an expression
}

export interface ScanAnswer {
  readonly length: number;
  readonly type: string;
  readonly rows: readonly [ScanRow, ScanRow];
  readonly differingCount: number;
  readonly firstDifference: PrefixDifference | undefined;
  readonly chart: string | undefined; // an SVG; undefined where the elements are not floats
  readonly sample: readonly PrefixLine[]; // the prefixes around the first difference
  readonly copies: CopiedTexts;
}

interface ScanRow {
  readonly expression: string;
  readonly line: string;
  readonly last: string;
  readonly bits: string;
  readonly hash: string; // of all prefixes
  readonly worst: string | undefined; // the largest error of a prefix, in ulps
}

interface PrefixDifference {
  readonly position: number;
  readonly values: readonly [string, string];
}

export interface PrefixLine {
  readonly position: number;
  readonly element: string;
  readonly values: readonly [string, string];
  readonly isDifferent: boolean;
}

/** Points of a line in the chart: the largest of each stretch. */
const MOST_POINTS = 600;

/** Lines of prefixes that are shown. */
const SAMPLE_LENGTH = 12;

/** Elements that are scanned while one looks on. */
const LONGEST = 2_000_000;

/** @throws typed errors of the library */
export async function answerScan(question: ScanQuestion): Promise<ScanAnswer> {
  const { contract: line, other } = question;
  const contract = await readContract(line);
  const second = withExpression(contract, await readExpression(other));
  const { array, generated } = await readData(question, contract.type);
  if (array.length > LONGEST) {
    throw new InvalidArgumentError("data", `at most ${LONGEST} numbers here`, `${array.length}`);
  }
  const scans = [contract, second].map(
    (each) => planOf(each, "inclusive-scan").inclusiveScan([array])[0] as ElementArray,
  );
  const errors = scans.map((prefixes, i) => errorsOf([contract, second][i], array, prefixes));
  const differing = differences(contract, scans[0], scans[1]);
  const first = differing.indexOf(true);
  const rows = [contract, second].map((each, i) => rowOf(each, scans[i], errors[i]));
  return {
    length: array.length,
    type: contract.type,
    rows: [rows[0], rows[1]],
    differingCount: differing.reduce((count, isDifferent) => count + (isDifferent ? 1 : 0), 0),
    firstDifference:
      first < 0
        ? undefined
        : { position: first, values: [printScalar(scans[0][first]), printScalar(scans[1][first])] },
    chart: chartOf([contract, second], errors, array.length),
    sample: sampleOf(array, scans, differing, Math.max(0, first)),
    copies: copyOfScans([contract, second], array, generated),
  };
}

function rowOf(contract: TypedContract, prefixes: ElementArray, errors: Float64Array | undefined): ScanRow {
  const last = prefixes[prefixes.length - 1];
  const worst = errors?.reduce((most, error) => Math.max(most, Math.abs(error)), 0);
  return {
    expression: printExpression(contract.expression),
    line: printContract(contract),
    last: last === undefined ? "–" : printScalar(last),
    bits: last === undefined ? "–" : toHex(contract.accumulate, last),
    hash: hashArray(prefixes),
    worst: worst === undefined ? undefined : printQuantity(worst),
  };
}

function differences(contract: TypedContract, one: ElementArray, other: ElementArray): readonly boolean[] {
  return Array.from(one as ArrayLike<number | bigint>, (value, index) =>
    Object.is(value, other[index])
      ? false
      : toHex(contract.accumulate, value) !== toHex(contract.accumulate, other[index]),
  );
}

/** (prefix − true prefix)/ulp for each, of sums of finite floats without an initial value; the true ones rounded once. */
function errorsOf(
  { operator, type, accumulate, initial, direction }: TypedContract,
  array: ElementArray,
  prefixes: ElementArray,
): Float64Array | undefined {
  if (operator.name !== "add" || initial !== undefined || !(type === "f64" || type === "f32"))
    return undefined;
  const input = array as Float64Array;
  if (!input.every(Number.isFinite)) return undefined;
  const exact: Float64Array = inclusiveScan(Float64Array.from(input), { expression: "exact", direction });
  const spacing = accumulate === "f32" ? 2 ** -23 : 2 ** -52;
  return Float64Array.from(exact, (truth, index) => {
    const ulp = truth === 0 ? Number.MIN_VALUE : 2 ** Math.floor(Math.log2(Math.abs(truth))) * spacing;
    return (Number(prefixes[index]) - truth) / Math.max(ulp, Number.MIN_VALUE);
  });
}

function chartOf(
  contracts: readonly TypedContract[],
  errors: readonly (Float64Array | undefined)[],
  length: number,
): string | undefined {
  const [first, second] = errors;
  if (first === undefined || second === undefined || length === 0) return undefined;
  const figure: Figure = {
    title: `Error of every prefix of ${length} numbers`,
    width: 960,
    panels: [
      {
        title: "Zero is the true prefix, rounded once",
        x: { label: "position" },
        y: { label: "error", unit: "ulp" },
        series: [first, second].map((each, i) => ({
          label: labelOf(contracts, i),
          marks: "line",
          points: pointsOf(each),
        })),
        rules: [{ y: 0, label: "the truth" }],
      },
    ],
  };
  return renderSvg(figure);
}

/** One order against itself still is two series of two names. */
function labelOf(contracts: readonly TypedContract[], index: number): string {
  const names = contracts.map(({ expression }) => printExpression(expression));
  return index === 1 && names[0] === names[1] ? `${names[1]} (again)` : names[index];
}

function pointsOf(errors: Float64Array): readonly (readonly [number, number])[] {
  const stretch = Math.ceil(errors.length / MOST_POINTS);
  const points: (readonly [number, number])[] = [];
  for (let start = 0; start < errors.length; start += stretch) {
    let worst = start;
    for (let i = start; i < Math.min(errors.length, start + stretch); i++) {
      if (Math.abs(errors[i]) > Math.abs(errors[worst])) worst = i;
    }
    points.push([worst, errors[worst]]);
  }
  return points;
}

function sampleOf(
  array: ElementArray,
  scans: readonly ElementArray[],
  differing: readonly boolean[],
  first: number,
): readonly PrefixLine[] {
  const start = Math.max(0, Math.min(first - 2, array.length - SAMPLE_LENGTH));
  return Array.from({ length: Math.min(SAMPLE_LENGTH, array.length) }, (_, i) => {
    const position = start + i;
    return {
      position,
      element: printScalar(array[position]),
      values: [printScalar(scans[0][position]), printScalar(scans[1][position])],
      isDifferent: differing[position],
    };
  });
}
