import * as samebits from "../../src/index.ts";
import * as laws from "../../src/laws.ts";
import * as summaries from "../../src/summaries.ts";

/*
 * Data of each kind that public functions take, as plain objects: what JSON of them would be.
 */

const left = { kind: "left", type: "f64", column: 0 };
const right = { kind: "right", type: "f64", column: 0 };
const half = { kind: "constant", type: "f64", value: 0.5 };

/** `left * 0.5 + right`, or `right` where left is less. */
export const OPERATOR_DATA: readonly [unknown, readonly unknown[], object] = [
  "f64",
  [
    {
      kind: "select",
      type: "f64",
      condition: { kind: "binary", operation: "less", type: "bool", first: left, second: right },
      first: {
        kind: "binary",
        operation: "add",
        type: "f64",
        first: { kind: "binary", operation: "multiply", type: "f64", first: left, second: half },
        second: { kind: "unary", operation: "floor", type: "f64", operand: right },
      },
      second: right,
    },
  ],
  { name: "half-sum", start: [0], claims: { identity: [0] } },
];

const columns = [
  { kind: "left", type: "f32", column: 0 },
  { kind: "right", type: "u32", column: 1 },
];

export const RECORD_DATA: readonly [unknown, readonly unknown[], object] = [
  { value: "f32", index: "u32" },
  [
    {
      kind: "binary",
      operation: "max",
      type: "f32",
      first: columns[0],
      second: { kind: "right", type: "f32", column: 0 },
    },
    {
      kind: "binary",
      operation: "add",
      type: "u32",
      first: columns[1],
      second: { kind: "convert", type: "u32", operand: { kind: "constant", type: "f32", value: 3 } },
    },
  ],
  {},
];

export const EXPRESSION_DATA = { kind: "blockDyadic", blockLength: 8 };

export const CONTRACT: samebits.TypedContract = {
  kind: "typed",
  operator: samebits.add,
  type: "f64",
  accumulate: "f64",
  expression: EXPRESSION_DATA as samebits.Expression,
  direction: "forward",
  initial: { value: 0.5, placement: "outside" },
  version: 1,
};

export function encodeSummaryOf(contract: samebits.TypedContract): string {
  const algebra = summaries.summaryAlgebra(contract);
  return algebra.encode(algebra.append(algebra.empty(0), Float64Array.of(1, 2, 3, 4, 5)));
}

export const NETWORK = {
  width: 4,
  steps: [
    [
      [0, 1],
      [2, 3],
    ],
    [
      [1, 2],
      [1, 3],
    ],
  ],
};

const variable = (name: string) => ({ kind: "variable", name });
const integer = (value: number) => ({ kind: "integer", value });
const binary = (operation: string, one: unknown, other: unknown) => ({
  kind: "binary",
  operation,
  left: one,
  right: other,
});
const power = binary("shiftLeft", integer(1), variable("i"));

/** Kogge and Stone's. */
export const PROGRAM = {
  phases: [
    {
      first: integer(0),
      count: { kind: "ceilLog2", of: variable("N") },
      direction: "up",
      guard: {
        kind: "all",
        conditions: [{ kind: "compare", comparison: "lessOrEqual", left: power, right: variable("j") }],
      },
      source: binary("subtract", variable("j"), power),
      destination: variable("j"),
    },
  ],
};

/** Each block scanned by itself, their last values scanned, and taken up by the next. */
export const HIERARCHICAL = {
  sentCount: 1,
  lengths: "any",
  sent: binary("subtract", variable("N"), integer(1)),
  first: PROGRAM,
  middle: PROGRAM,
  entry: {
    kind: "compare",
    comparison: "less",
    left: variable("j"),
    right: binary("subtract", variable("N"), integer(1)),
  },
  last: { phases: [] },
};

export const PROGRAM_CERTIFICATE = {
  kind: "scan program",
  version: 1,
  program: PROGRAM,
  direction: "forward",
  serves: "associative",
  leastLevels: 1,
  spans: [
    {
      cases: [
        {
          when: { kind: "compare", comparison: "less", left: variable("j"), right: power },
          start: integer(0),
        },
      ],
      otherwise: binary("add", binary("subtract", variable("j"), power), integer(1)),
    },
  ],
  solver: "z3",
};

const verdict = await laws.checkLaw(samebits.max, "associative", { type: "f64", solver: "none" });
export const VERDICT = { ...verdict, kind: "proved" };
export const CERTIFICATE: object = JSON.parse(laws.encodeCertificate(verdict));

export const CHART = {
  title: "A chart",
  x: { label: "n", scale: "log2" },
  y: { label: "time", unit: "ns" },
  series: [
    {
      label: "sum",
      marks: "line",
      points: [
        [1, 2],
        [2, 3],
      ],
    },
  ],
};

export const DAG = { waitsFor: [[], [], [0, 1], [2]], places: [0, 0, 4, 9] };
