import type { ElementArray } from "../../values/element-types.ts";
import {
  arrayOf,
  at,
  type Cells,
  columnOf,
  correlation,
  covariance,
  dot,
  firstOf,
  floatsOf,
  groupedDescription,
  logSumExp,
  mean,
  norm,
  orderOf,
  product,
  quantile,
  reduced,
  roundingOf,
  rowOf,
  scanned,
  softmax,
  squaredDistance,
  typeOf,
} from "./definitions.ts";

/** What the functions are called with: two columns of one type and length, flags, keys, and two matrices whose products exist. */
export interface FunctionInputs {
  readonly x: ElementArray;
  readonly y: ElementArray;
  readonly flags: Uint8Array;
  readonly keys: Uint32Array;
  readonly A: Cells;
  readonly B: Cells;
}

/** One call of a function, and what it must give. */
export interface FunctionRow {
  readonly room: "algorithms" | "matrices"; // the entry point that has it
  readonly name: string;
  readonly given: (inputs: FunctionInputs) => readonly unknown[];
  readonly expected: (inputs: FunctionInputs) => unknown;
}

type Columns = FunctionRow["expected"];

function row(name: string, given: FunctionRow["given"], expected: Columns): FunctionRow {
  return { room: "algorithms", name, given, expected };
}

function matrixRow(name: string, given: FunctionRow["given"], expected: Columns): FunctionRow {
  return { room: "matrices", name, given, expected };
}

const METHODS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const SHARES = [0, 0.1, 0.25, 1 / 3, 0.5, 0.75, 0.9, 1];
const CORRECTION = { correction: 1 };

/** How many `topK` is asked for. */
const few = (x: ElementArray): number => Math.min(10, x.length);

const root = (x: ElementArray): ((value: number) => number) => {
  const round = roundingOf(floatsOf(x));
  return (value) => round(Math.sqrt(value));
};

/** The first elements in order, and where they were. */
function firstInOrder(x: ElementArray, isDescending: boolean): unknown {
  const indices = orderOf(x, isDescending).slice(0, few(x));
  return { values: at(x, indices), indices: Uint32Array.from(indices) };
}

/** Indices whose flags are `flag`. */
function flagged({ flags }: FunctionInputs, flag: 0 | 1): readonly number[] {
  return Array.from(flags, (_, i) => i).filter((i) => flags[i] === flag);
}

/** One value for each row of a matrix, or for each column, with the shape that is left. */
function byRow(
  { A }: FunctionInputs,
  of: (line: ElementArray) => number | bigint,
  sample = A.array,
): unknown {
  return { array: arrayOf(typeOf(sample), A.shape[0], (i) => of(rowOf(A, i))), shape: [A.shape[0]] };
}
function byColumn(
  { A }: FunctionInputs,
  of: (line: ElementArray) => number | bigint,
  sample = A.array,
): unknown {
  return { array: arrayOf(typeOf(sample), A.shape[1], (j) => of(columnOf(A, j))), shape: [A.shape[1]] };
}

function differencesOf(x: ElementArray): ElementArray {
  const minus = (i: number) => (x[i + 1] as number) - (x[i] as number); // of two bigints a bigint
  return arrayOf(typeOf(x), x.length - 1, minus);
}

/** Everyday functions, each with its definition. A function that is not here is held to one by the tests of `samebits/algorithms`. */
export const FUNCTION_ROWS: readonly FunctionRow[] = [
  row(
    "sum",
    ({ x }) => [x],
    ({ x }) => reduced(x),
  ),
  row(
    "mean",
    ({ x }) => [x],
    ({ x }) => mean(x),
  ),
  row(
    "variance",
    ({ x }) => [x],
    ({ x }) => covariance(x, x, 0),
  ),
  row(
    "variance",
    ({ x }) => [x, CORRECTION],
    ({ x }) => covariance(x, x, 1),
  ),
  row(
    "standardDeviation",
    ({ x }) => [x],
    ({ x }) => root(x)(covariance(x, x, 0)),
  ),
  row(
    "covariance",
    ({ x, y }) => [x, y],
    ({ x, y }) => covariance(x, y, 0),
  ),
  row(
    "covariance",
    ({ x, y }) => [x, y, CORRECTION],
    ({ x, y }) => covariance(x, y, 1),
  ),
  row(
    "correlation",
    ({ x, y }) => [x, y],
    ({ x, y }) => correlation(x, y),
  ),
  row(
    "squaredDistance",
    ({ x, y }) => [x, y],
    ({ x, y }) => squaredDistance(x, y),
  ),
  row(
    "norm",
    ({ x }) => [x],
    ({ x }) => norm(x),
  ),
  row(
    "norm",
    ({ x }) => [x, { p: 1 }],
    ({ x }) => reduced(floatsOf(x).map(Math.abs)),
  ),
  row(
    "norm",
    ({ x }) => [x, { p: Number.POSITIVE_INFINITY }],
    ({ x }) => reduced(floatsOf(x).map(Math.abs), { operator: "max" }),
  ),
  row(
    "dot",
    ({ x, y }) => [x, y],
    ({ x, y }) => dot(x, y),
  ),
  row(
    "minMax",
    ({ x }) => [x],
    ({ x }) => ({ min: reduced(x, { operator: "min" }), max: reduced(x, { operator: "max" }) }),
  ),
  row(
    "argMin",
    ({ x }) => [x],
    ({ x }) => firstOf("min", x),
  ),
  row(
    "argMax",
    ({ x }) => [x],
    ({ x }) => firstOf("max", x),
  ),
  row(
    "topK",
    ({ x }) => [x, few(x)],
    ({ x }) => firstInOrder(x, true),
  ),
  row(
    "topK",
    ({ x }) => [x, few(x), { order: "smallest" }],
    ({ x }) => firstInOrder(x, false),
  ),
  row(
    "median",
    ({ x }) => [x],
    ({ x }) => quantile(x, 0.5, 7),
  ),
  ...METHODS.map((method) =>
    row(
      "quantile",
      ({ x }) => [x, SHARES, { method }],
      ({ x }) => Float64Array.from(SHARES, (q) => quantile(x, q, method)),
    ),
  ),
  row(
    "logSumExp",
    ({ x }) => [x],
    ({ x }) => logSumExp(x),
  ),
  row(
    "softmax",
    ({ x }) => [x],
    ({ x }) => softmax(x),
  ),
  row(
    "groupedDescribe",
    ({ x, keys }) => [keys, x],
    ({ x, keys }) => groupedDescription(keys, x),
  ),
  row(
    "sort",
    ({ x }) => [x],
    ({ x }) => at(x, orderOf(x)),
  ),
  row(
    "argsort",
    ({ x }) => [x],
    ({ x }) => Uint32Array.from(orderOf(x)),
  ),
  row(
    "count",
    ({ x, flags }) => [x, flags],
    (inputs) => flagged(inputs, 1).length,
  ),
  row(
    "any",
    ({ x, flags }) => [x, flags],
    (inputs) => flagged(inputs, 1).length > 0,
  ),
  row(
    "all",
    ({ x, flags }) => [x, flags],
    (inputs) => flagged(inputs, 0).length === 0,
  ),
  row(
    "filter",
    ({ x, flags }) => [x, flags],
    (inputs) => at(inputs.x, flagged(inputs, 1)),
  ),
  row(
    "partition",
    ({ x, flags }) => [x, flags],
    (inputs) => ({ kept: at(inputs.x, flagged(inputs, 1)), others: at(inputs.x, flagged(inputs, 0)) }),
  ),
  row(
    "runningMax",
    ({ x }) => [x],
    ({ x }) => scanned(x, { operator: "max" }),
  ),
  row(
    "runningMin",
    ({ x }) => [x],
    ({ x }) => scanned(x, { operator: "min" }),
  ),
  row(
    "cumulativeProduct",
    ({ x }) => [x],
    ({ x }) => scanned(x, { operator: "multiply" }),
  ),
  row(
    "differences",
    ({ x }) => [x],
    ({ x }) => differencesOf(x),
  ),
  matrixRow(
    "multiply",
    ({ A, B }) => [A, B],
    ({ A, B }) => product(A, B),
  ),
  matrixRow(
    "multiplyVector",
    ({ A, B }) => [A, columnOf(B, 0)],
    (inputs) =>
      arrayOf(typeOf(inputs.x), inputs.A.shape[0], (i) => dot(rowOf(inputs.A, i), columnOf(inputs.B, 0))),
  ),
  matrixRow(
    "outer",
    ({ A }) => [rowOf(A, 0), columnOf(A, 0)],
    ({ A }) =>
      product(
        { array: rowOf(A, 0), shape: [A.shape[1], 1] },
        { array: columnOf(A, 0), shape: [1, A.shape[0]] },
      ),
  ),
  matrixRow(
    "reduce",
    ({ A }) => [A, { axis: 1 }],
    (inputs) => byRow(inputs, reduced),
  ),
  matrixRow(
    "reduce",
    ({ A }) => [A, { axis: 0 }],
    (inputs) => byColumn(inputs, reduced),
  ),
  matrixRow(
    "mean",
    ({ A }) => [A, { axis: 1 }],
    (inputs) => byRow(inputs, mean, floatsOf(inputs.x)),
  ),
  matrixRow(
    "mean",
    ({ A }) => [A, { axis: 0 }],
    (inputs) => byColumn(inputs, mean, floatsOf(inputs.x)),
  ),
];
