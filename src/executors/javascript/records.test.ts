import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asProved,
  fingerprint,
  hostileColumns,
  largest,
  pickFrom,
  segmentedSum,
} from "../../../test/helpers/operators/operators.ts";
import { recordDraws } from "../../../test/helpers/operators/record-draws.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import { CONTRACT_VERSION, type RecordContract } from "../../contracts/contract.ts";
import { defineExpression } from "../../expressions/define-expression.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
  type Tree,
} from "../../expressions/expression.ts";
import { add, max } from "../../operators/built-in.ts";
import { defineOperator } from "../../operators/define-operator.ts";
import { OPERATORS, type RecordOperator } from "../../operators/operator.ts";
import { binary, constant, left, right } from "../../operators/term.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import { toHex } from "../../values/bits.ts";
import type { Scalar } from "../../values/element-types.ts";
import { EmptyInputError } from "../../values/errors.ts";
import { type Column, type ColumnArray, viewColumn } from "../../values/value-types.ts";
import { javascriptExecutor } from "./javascript-executor.ts";

const SEED = 20261112;

const rightFold = defineExpression("right-fold", (length) => {
  let tree: Tree = length - 1;
  for (let i = length - 2; i >= 0; i--) tree = { left: i, right: tree };
  return tree;
});

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  bisection,
  interleaved(1),
  interleaved(3),
  interleaved(16),
  blockDyadic(1),
  blockDyadic(5),
  blockDyadic(8),
  linearCarry(4),
  rightFold,
];

describe("plans over records", () => {
  it(`is the reference on hostile records, by every expression (seed ${SEED})`, () => {
    const law = fc.property(cases(), ({ contract, input }) => {
      const plan = javascriptExecutor.plan(columnContract(contract));
      const { columns } = contract.operator;
      const scan = (observation: "inclusive-scan" | "exclusive-scan"): string =>
        hexOf(columns, referenceScan(contract, observation, input));
      expect(hexOf(columns, plan.inclusiveScan(input))).toBe(scan("inclusive-scan"));
      if (contract.initial !== undefined) {
        expect(hexOf(columns, plan.exclusiveScan(input))).toBe(scan("exclusive-scan"));
      }
      if (input[0].length === 0 && contract.initial === undefined) {
        expect(() => plan.reduce(input)).toThrow(EmptyInputError);
      } else {
        expect(rowHex(columns, plan.reduce(input))).toBe(rowHex(columns, referenceReduce(contract, input)));
      }
    });
    fc.assert(law, { seed: SEED, numRuns: 500 });
  });

  it("has the tree of every prefix, told by fingerprints", () => {
    for (const expression of EXPRESSIONS) {
      for (const direction of ["forward", "backward"] as const) {
        const contract = contractOf(fingerprint, { expression, direction });
        const input = hostileColumns(fingerprint.columns, 67, pickFrom(1));
        const prefixes = javascriptExecutor.plan(columnContract(contract)).inclusiveScan(input);
        expect(prefixes).toEqual(referenceScan(contract, "inclusive-scan", input));
      }
    }
  });

  it("works in place, in all columns or in some, and leaves an input that is not the output alone", () => {
    for (const expression of EXPRESSIONS) {
      for (const direction of ["forward", "backward"] as const) {
        const initial = { value: [1.5, 7n, 0, -1], placement: "first" } as const;
        const contract = contractOf(fingerprint, { expression, direction, initial });
        const plan = javascriptExecutor.plan(columnContract(contract));
        const input = hostileColumns(fingerprint.columns, 41, pickFrom(2));
        const before = hexOf(fingerprint.columns, input);
        for (const scan of [plan.inclusiveScan, plan.exclusiveScan]) {
          const expected = scan(input);
          expect(hexOf(fingerprint.columns, input)).toBe(before);
          const copy = input.map((column) => column.slice());
          expect(scan(copy, copy)).toBe(copy);
          expect(copy).toEqual(expected);
          const mixed = input.map((column) => column.slice());
          const output = mixed.map((column, i) => (i % 2 === 0 ? column : column.slice()));
          expect(scan(mixed, output)).toEqual(expected);
        }
      }
    }
  });

  it("shows canonical NaNs only, whatever went in", () => {
    const quiet = new Uint32Array([0xffc00123, 0x7f800001, 0x3f800000]);
    const input = [viewColumn("f32", quiet.buffer, 0, 3), Uint32Array.of(4, 5, 6)];
    const plan = javascriptExecutor.plan(columnContract(contractOf(largest)));
    const [values] = plan.inclusiveScan(input);
    expect([...new Uint32Array(values.buffer)]).toEqual([0x7fc00000, 0x7fc00000, 0x7fc00000]);
    expect(plan.reduce(input)).toEqual([Number.NaN, 4]);
  });

  it("keeps bools as bytes", () => {
    const input = [BigInt64Array.of(1n, 2n, 3n), Uint8Array.of(0, 1, 0)];
    const contract = contractOf(segmentedSum, { initial: { value: [10n, 0], placement: "outside" } });
    const plan = javascriptExecutor.plan(columnContract(contract));
    expect(plan.inclusiveScan(input)).toEqual([BigInt64Array.of(11n, 2n, 5n), Uint8Array.of(0, 1, 1)]);
    expect(plan.exclusiveScan(input)).toEqual([BigInt64Array.of(10n, 11n, 2n), Uint8Array.of(0, 0, 1)]);
    expect(plan.reduce([new BigInt64Array(0), new Uint8Array(0)])).toEqual([10n, 0]);
  });
});

describe("a proved associative operator may be scanned by bisection unasked", () => {
  const scans = ["inclusive-scan", "exclusive-scan"] as const;

  it("and nothing else may", () => {
    const proved = contractOf(asProved(segmentedSum), { expression: bisection });
    const unproved = contractOf(segmentedSum, { expression: bisection });
    for (const observation of scans) {
      const ask = (contract: RecordContract, allowQuadratic = false) =>
        javascriptExecutor.refusal({ contract: columnContract(contract), observation, allowQuadratic });
      expect(ask(proved)).toBeUndefined();
      expect(ask(unproved)?.reason).toContain("bisection");
      expect(ask(unproved, true)).toBeUndefined();
    }
  });

  it("also over elements, built-in or not", () => {
    const own = defineOperator("u32", [
      binary("max", left("u32"), binary("or", right("u32"), constant("u32", 0))),
    ]);
    const typed = { kind: "typed", expression: bisection, direction: "forward", initial: undefined } as const;
    const refusal = (operator: typeof own | typeof add, type: "u32" | "f64") =>
      javascriptExecutor.refusal({
        contract: columnContract({ ...typed, operator, type, accumulate: type, version: CONTRACT_VERSION }),
        observation: "inclusive-scan",
        allowQuadratic: false,
      });
    expect(refusal(max, "f64")).toBeUndefined();
    expect(refusal(add, "u32")).toBeUndefined();
    expect(refusal(add, "f64")).toBeDefined();
    expect(refusal(own, "u32")).toBeDefined();
    expect(refusal(OPERATORS.mark({ ...own, isAssociative: () => true }), "u32")).toBeUndefined();
  });

  it("in linear work, with the bits of its own quadratic trees", () => {
    const input = hostileColumns(segmentedSum.columns, 300, pickFrom(3));
    for (const direction of ["forward", "backward"] as const) {
      for (const placement of ["outside", "first"] as const) {
        const rest = { expression: bisection, direction, initial: { value: [-3n, 1], placement } };
        const quadratic = javascriptExecutor.plan(columnContract(contractOf(segmentedSum, rest)));
        const linear = javascriptExecutor.plan(columnContract(contractOf(asProved(segmentedSum), rest)));
        expect(linear.inclusiveScan(input)).toEqual(quadratic.inclusiveScan(input));
        expect(linear.exclusiveScan(input)).toEqual(quadratic.exclusiveScan(input));
        expect(linear.reduce(input)).toEqual(quadratic.reduce(input));
      }
    }
    // 200,000 records by n²/2 combines would take an hour.
    const long = hostileColumns(segmentedSum.columns, 200_000, pickFrom(4));
    const contract = contractOf(asProved(segmentedSum), { expression: bisection });
    const byFold = contractOf(segmentedSum, { expression: leftFold });
    const prefixes = javascriptExecutor.plan(columnContract(contract)).inclusiveScan(long);
    expect(prefixes[0].at(-1)).toBe(javascriptExecutor.plan(columnContract(byFold)).reduce(long)[0]);
  });
});

function contractOf(operator: RecordOperator, rest: Partial<RecordContract> = {}): RecordContract {
  return {
    kind: "record",
    operator,
    type: operator.type,
    expression: blockDyadic(32),
    direction: "forward",
    initial: undefined,
    version: CONTRACT_VERSION,
    ...rest,
  };
}

/** Contracts of the operators by hand and of random ones, with inputs of any short length. */
function cases(): fc.Arbitrary<{ contract: RecordContract; input: readonly ColumnArray[] }> {
  return recordDraws(EXPRESSIONS, 40).map(({ operator, rest, input }) => ({
    contract: contractOf(operator, rest),
    input,
  }));
}

function hexOf(columns: readonly Column[], arrays: readonly ColumnArray[]): string {
  return columns
    .map(({ type }, i) => Array.from(arrays[i] as ArrayLike<Scalar>, (value) => toHex(type, value)).join(" "))
    .join("\n");
}

function rowHex(columns: readonly Column[], row: readonly Scalar[]): string {
  return columns.map(({ type }, i) => toHex(type, row[i])).join(" ");
}
