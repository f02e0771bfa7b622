import { describe, expect, it } from "vitest";
import {
  hostileColumns,
  pickFrom,
  RECORD_OPERATORS,
  randomOperator,
} from "../../../../test/helpers/operators/operators.ts";
import { combineRecords } from "../../../codegen/closures.ts";
import { bodyOf, type OperatorBody } from "../../../operators/operator.ts";
import { parseOperator } from "../../../operators/text/parse-operator.ts";
import type { Scalar } from "../../../values/element-types.ts";
import { hashArray } from "../../../values/hash.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { STEP_LOOPS } from "./step-loops.ts";
import type { StepLoop } from "./step-types.ts";
import { ENTRY_LENGTH, prefixEntries, tapeOf } from "./tapes.ts";
import { termStep } from "./term-step.ts";

/** A loop that has seen no operator: of the same text, but a function of its own. */
const freshLoop = (): StepLoop => new Function(`return ${STEP_LOOPS[0]}`)();

const hashes = (columns: readonly ColumnArray[]): readonly string[] =>
  columns.map((column) => hashArray(column instanceof Uint8Array ? Uint32Array.from(column) : column));

/** Steps over all neighbours, by the operator's closure. */
function chainByClosure(operator: OperatorBody, columns: readonly ColumnArray[]): void {
  const combine = combineRecords(operator);
  const at = (cell: number): readonly Scalar[] => columns.map((column) => column[cell]);
  for (let right = 1; right < columns[0].length; right++) {
    combine(at(right - 1), at(right)).forEach((value, k) => {
      columns[k].fill(value as never, right, right + 1);
    });
  }
}

function expectChain(operator: OperatorBody, input: readonly ColumnArray[], times: number): void {
  const expected = input.map((column) => column.slice());
  chainByClosure(operator, expected);
  const cells = input.map((column) => column.slice());
  const step = termStep(operator.terms, cells);
  const loop = freshLoop();
  const tape = Int32Array.of(0, 1, input[0].length - 1, 1, 1);
  for (let time = 0; time < times; time++) {
    cells.forEach((column, k) => {
      (column as Uint8Array).set(input[k] as Uint8Array);
    });
    loop(step, tape, 0, tape.length);
  }
  expect(hashes(cells)).toEqual(hashes(expected));
}

describe("the step of an operator's terms", () => {
  it("has the bits of its closure, for any terms and columns", () => {
    for (let seed = 0; seed < 200; seed++) {
      const operator = RECORD_OPERATORS.at(seed) ?? randomOperator(pickFrom(seed));
      expectChain(operator, hostileColumns(operator.columns, 64, pickFrom(seed)), 1);
    }
  });

  it("has them where it is compiled into its loop", () => {
    for (let seed = 0; seed < 12; seed++) {
      const operator = RECORD_OPERATORS.at(seed) ?? randomOperator(pickFrom(seed));
      expectChain(operator, hostileColumns(operator.columns, 2000, pickFrom(seed)), 20);
    }
  });

  // The compiler of Node 20 ends the process where it meets one of two values of 64 bits: see isOneOfTwo.
  it.each([
    "rotate_left(if a < b then a else b, 5) + a",
    "(if a < b then a else b) >> (if a < b then b else a)",
    "count_ones(if a < b then a else b) + b * a",
    "count_trailing_zeros(max(a, b)) + count_leading_zeros(min(a, b) << 3)",
    "(if a < b then a / b else b % a) - (a << 7)",
    "rotate_left(a / b, count_ones(b % a)) | (a >> 1)",
    "(max(a, b) >> 3) * min(a, b) + (a << b)",
  ])("takes 64-bit integers through %s", (body) => {
    for (const type of ["i64", "u64"] as const) {
      const own = bodyOf(parseOperator(`operator own (a: ${type}, b) => ${body}`), type);
      expectChain(own, hostileColumns(own.columns, 2000, pickFrom(7)), 40);
    }
  });

  it("is taken along a tape in its order", () => {
    const { terms } = bodyOf(parseOperator("operator own (a: f64, b) => a * 2 + b"), "f64");
    const cells = Float64Array.of(1, 2, 3, 4);
    const tape = tapeOf(prefixEntries({ first: 0, unit: 1, length: 4, count: 1 }));
    STEP_LOOPS[0](termStep(terms, [cells]), tape, 0, tape.length);
    expect([...cells]).toEqual([1, 4, 11, 18]); // 1, 1·2, (1·2)·3, (1·2)·(3·4)
    expect(tape.length % ENTRY_LENGTH).toBe(0);
  });
});
