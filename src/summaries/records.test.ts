import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  affineMap,
  fingerprint,
  hostileColumns,
  largest,
  RECORD_OPERATORS,
  segmentedSum,
} from "../../test/helpers/operators/operators.ts";
import { randomValue } from "../../test/helpers/operators/terms.ts";
import {
  label,
  POSITIONED_EXPRESSIONS,
  SUMMARY_EXPRESSIONS,
} from "../../test/helpers/summaries/contracts.ts";
import { CONTRACT_VERSION, type RecordContract } from "../contracts/contract.ts";
import { printContract } from "../contracts/print.ts";
import { bisection, blockDyadic, type Expression, leftFold } from "../expressions/expression.ts";
import type { RecordOperator } from "../operators/operator.ts";
import { referenceReduce } from "../reference/reference.ts";
import { toHex } from "../values/bits.ts";
import type { Scalar } from "../values/element-types.ts";
import {
  EmptyInputError,
  FormatError,
  InvalidArgumentError,
  LengthMismatchError,
  UnsupportedError,
} from "../values/errors.ts";
import { hashBytes } from "../values/hash.ts";
import type { Column, ColumnArray } from "../values/value-types.ts";
import { encodedContract } from "./envelope.ts";
import type { Summary } from "./summary.ts";
import { type RecordSummaryAlgebra, summaryAlgebra } from "./summary-algebra.ts";

const SEED = 20261114;
const OWN = { operators: RECORD_OPERATORS };

const draw = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
const starts = fc.oneof(fc.constant(0), fc.nat(250), fc.constant(2 ** 53 - 4000));

describe(`any split, concatenated from the left or the right, is one append (seed ${SEED})`, () => {
  test.each(POSITIONED_EXPRESSIONS.map((expression) => [label(expression), expression] as const))(
    "%s",
    (_, expression) => {
      const law = fc.property(draw, fc.nat(130), starts, cuts, (draws, length, start, cuts) => {
        const { contract, input } = caseOf(expression, draws, length);
        const algebra = summaryAlgebra(contract);
        const whole = algebra.append(algebra.empty(start), input);
        const pieces = piecesOf(algebra, start, input, cuts);
        expect(pieces.reduce((left, right) => algebra.concat(left, right))).toEqual(whole);
        expect(pieces.reduceRight((right, left) => algebra.concat(left, right))).toEqual(whole);
      });
      fc.assert(law, { seed: SEED, numRuns: 60 });
    },
  );
});

describe(`observe is the reference's reduce, also through text and record by record (seed ${SEED})`, () => {
  test.each(SUMMARY_EXPRESSIONS.map((expression) => [label(expression), expression] as const))(
    "%s",
    (_, expression) => {
      const law = fc.property(draw, fc.nat(130), (draws, length) => {
        const { contract, input } = caseOf(expression, draws, length);
        const algebra = summaryAlgebra(contract);
        const positioned =
          contract.direction === "backward" ? input.map((column) => column.slice().reverse()) : input;
        const summary = algebra.append(algebra.empty(0), positioned);
        let oneByOne = algebra.empty(0);
        for (let i = 0; i < length; i++) {
          const row = positioned.map((column): Scalar => column[i]);
          oneByOne = algebra.append(oneByOne, row);
        }
        expect(algebra.encode(oneByOne)).toBe(algebra.encode(summary));
        const text = algebra.encode(summary);
        expect(algebra.encode(algebra.decode(text))).toBe(text);
        expect(printContract(encodedContract(text, { ...OWN, expressions: [expression] }))).toBe(
          printContract(contract),
        );
        if (length === 0 && contract.initial === undefined) {
          expect(() => algebra.observe(summary)).toThrow(EmptyInputError);
          return;
        }
        const expected = rowHex(contract.operator.columns, referenceReduce(contract, input));
        expect(rowHex(contract.operator.columns, algebra.observe(summary))).toBe(expected);
        expect(rowHex(contract.operator.columns, algebra.observe(algebra.decode(text)))).toBe(expected);
      });
      fc.assert(law, { seed: SEED, numRuns: 40 });
    },
  );
});

test("the text is pinned: bits column by column", () => {
  const algebra = summaryAlgebra(contractOf(segmentedSum, { expression: blockDyadic(2) }));
  const columns = [BigInt64Array.of(1n, -1n, 5n), Uint8Array.of(0, 0, 1)];
  const body =
    `{"format":"samebits-summary","version":1,"contract":"term:${segmentedSum.hash} {value:i64,isHead:bool} ` +
    'block-dyadic:2 initial=none v1","start":0,"end":3,' +
    '"values":[[],["0000000000000000,00"],["0000000000000005,01"]]';
  const text = algebra.encode(algebra.append(algebra.empty(0), columns));
  expect(text).toBe(`${body},"checksum":"${hashBytes(new TextEncoder().encode(body))}"}`);
  expect(() => summaryAlgebra(contractOf(largest)).decode(text)).toThrow(FormatError);
});

test("a text whose values have other columns is refused", () => {
  const algebra = summaryAlgebra(contractOf(largest, { expression: leftFold }));
  const text = algebra.encode(algebra.append(algebra.empty(0), [1, 2]));
  const body = text.slice(0, text.indexOf(',"checksum"')).replace("3f800000,00000002", "3f800000");
  const forged = `${body},"checksum":"${hashBytes(new TextEncoder().encode(body))}"}`;
  expect(() => algebra.decode(forged)).toThrow("values of 2 columns each");
});

test("nothing observes as the initial value", () => {
  for (const placement of ["outside", "first"] as const) {
    const algebra = summaryAlgebra(contractOf(affineMap, { initial: { value: [2, 3], placement } }));
    expect(algebra.observe(algebra.empty(0))).toEqual([2, 3]);
  }
});

test("backward: a caller's own combine gets its operands in the order of the input", () => {
  const leftmost = summaryAlgebra(contractOf(affineMap, { direction: "backward" }), (left) => left);
  const reversed = [Float64Array.of(3, 2, 1), Float64Array.of(30, 20, 10)];
  expect(leftmost.observe(leftmost.append(leftmost.empty(0), reversed))).toEqual([1, 10]);
});

describe("what is not of the contract is refused", () => {
  const algebra = summaryAlgebra(contractOf(segmentedSum));
  const empty = algebra.empty(0);
  test.each<[string, unknown, string]>([
    ["a scalar", 1n, "a list of 2: the scalars of a record, or columns, got 1n"],
    ["too few columns", [BigInt64Array.of(1n)], "a list of 2"],
    [
      "a wrong column",
      [Float64Array.of(1), Uint8Array.of(0)],
      '"elements.value" must be a typed array of i64',
    ],
    [
      "a column that is none",
      [BigInt64Array.of(1n), 0],
      '"elements.isHead" must be a typed array of bool, got 0',
    ],
    ["a wrong scalar", [1, 0], '"elements.value" must be an element of i64, got 1'],
    ["a wrong bool", [1n, 2], '"elements.isHead" must be 0 or 1, being a bool, got 2'],
    ["a wrong bool in a column", [BigInt64Array.of(1n), Uint8Array.of(3)], "0 or 1, being a bool, got 3"],
  ])("%s", (_, elements, message) => {
    const append = () => algebra.append(empty, elements as readonly Scalar[]);
    expect(append).toThrow(InvalidArgumentError);
    expect(append).toThrow(message);
  });

  test("columns of different lengths", () => {
    const columns = [BigInt64Array.of(1n, 2n), Uint8Array.of(0)];
    expect(() => algebra.append(empty, columns)).toThrow(LengthMismatchError);
    expect(() => algebra.append(empty, columns)).toThrow('"elements.isHead" must have length 2, got 1');
  });

  test("a summary of another contract, or an expression that has none", () => {
    const other = summaryAlgebra(contractOf(fingerprint)).empty(0);
    expect(() => algebra.observe(other)).toThrow(InvalidArgumentError);
    expect(() => summaryAlgebra(contractOf(largest, { expression: bisection }))).toThrow(UnsupportedError);
  });
});

function contractOf(operator: RecordOperator, rest: Partial<RecordContract> = {}): RecordContract {
  return {
    kind: "record",
    operator,
    type: operator.type,
    expression: blockDyadic(4),
    direction: "forward",
    initial: undefined,
    version: CONTRACT_VERSION,
    ...rest,
  };
}

/** A contract, and hostile records for it, from a few numbers. */
function caseOf(
  expression: Expression,
  draws: readonly number[],
  length: number,
): { contract: RecordContract; input: readonly ColumnArray[] } {
  let next = 0;
  const pick = (choices: number): number => {
    next++;
    return (Math.imul(draws[next % draws.length] ^ next, 0x9e3779b1) >>> 0) % choices;
  };
  const operator = RECORD_OPERATORS[pick(RECORD_OPERATORS.length)];
  const direction = pick(2) === 0 ? "forward" : "backward";
  const placement = (["none", "outside", "first"] as const)[pick(3)];
  const value = randomValue(operator.columns, pick);
  const initial = placement === "none" ? undefined : { value, placement };
  const contract = contractOf(operator, { expression, direction, initial });
  return { contract, input: hostileColumns(operator.columns, length, pick) };
}

/** A summary of each piece, empty ones included. */
function piecesOf(
  algebra: RecordSummaryAlgebra,
  start: number,
  input: readonly ColumnArray[],
  cuts: readonly number[],
): readonly Summary<readonly Scalar[]>[] {
  const { length } = input[0];
  const places = cuts.map((cut) => Math.floor(cut * length)).sort((left, right) => left - right);
  const bounds = [0, ...places, length];
  return bounds.slice(1).map((end, i) => {
    const columns = input.map((column) => column.subarray(bounds[i], end));
    return algebra.append(algebra.empty(start + bounds[i]), columns);
  });
}

function rowHex(columns: readonly Column[], row: readonly Scalar[]): string {
  return columns.map(({ type }, i) => toHex(type, row[i])).join(" ");
}
