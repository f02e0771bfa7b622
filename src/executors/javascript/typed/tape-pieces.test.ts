import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  affineMap,
  hostileColumns,
  pickFrom,
  segmentedSum,
} from "../../../../test/helpers/operators/operators.ts";
import { recordDraws } from "../../../../test/helpers/operators/record-draws.ts";
import { contractOf, recordContractOf } from "../../../conformance/contract-of.ts";
import { type ColumnContract, columnContract } from "../../../contracts/column-contract.ts";
import {
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../../expressions/expression.ts";
import { printExpression } from "../../../expressions/print.ts";
import { operatorNamed } from "../../../operators/built-in.ts";
import { defineOperator } from "../../../operators/define-operator.ts";
import type { RecordOperator } from "../../../operators/operator.ts";
import { binary, constant, left, right, select } from "../../../operators/term.ts";
import { hashArray } from "../../../values/hash.ts";
import { type ColumnArray, newColumn, type Row } from "../../../values/value-types.ts";
import type { OnlineExecutor } from "../../executor.ts";
import { fastJavascriptExecutor } from "../fast-javascript-executor.ts";
import { networksJavascriptExecutor } from "../networks-javascript-executor.ts";

const SEED = 2511;

/** `where(left < right, 0.5·left + right, right − left)`: rounds, and neither commutes nor associates. */
const mixed = defineOperator("f64", [
  select(
    binary("less", left("f64"), right("f64")),
    binary("add", binary("multiply", left("f64"), constant("f64", 0.5)), right("f64")),
    binary("subtract", right("f64"), left("f64")),
  ),
]);

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  ...[1, 3, 8, 9, 16, 32, 60, 64, 100, 1024].map(blockDyadic),
  ...[1, 8, 32, 50].map(linearCarry),
  ...[8, 11, 64, 512].map(interleaved),
];
/** Of each, what tapes serve: of lanes the reduce, where some rows of them lie in a chunk. */
const unitOf = (expression: Expression): number => {
  if (expression.kind === "interleaved")
    return expression.laneCount * 2 ** Math.floor(Math.log2(1024 / expression.laneCount));
  if (expression.kind === "leftFold") return 1;
  return expression.kind === "blockDyadic" || expression.kind === "linearCarry" ? expression.blockLength : 64;
};

const taken = (): number => fastJavascriptExecutor.loopCounts().typedElements;

describe("tapes over cells", () => {
  it(`have the bits of closures, for any terms and columns (seed ${SEED})`, () => {
    fc.assert(
      fc.property(cases(), ({ contract, input }) => {
        expectSame(contract, input);
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it("take what they serve, and at every length around blocks and chunks", () => {
    for (const expression of EXPRESSIONS) {
      const unit = unitOf(expression);
      for (const operator of [mixed, affineMap, segmentedSum]) {
        const contract = contractBy(operator, { expression });
        for (const length of [63, 64, 65, unit - 1, unit, unit + 1, 2 * unit + 3, 1023, 1025, 4095, 8195]) {
          const input = hostileColumns(contract.columns, length, pickFrom(length));
          const before = taken();
          expectSame(contract, input);
          const units = length < 64 ? 0 : Math.floor(length / unit);
          const calls = expression.kind === "interleaved" ? 1 : 2;
          expect([printExpression(expression), length, taken() - before]).toEqual([
            printExpression(expression),
            length,
            calls * units * unit,
          ]);
        }
      }
    }
  });

  it("serve one operation of floats by the trees that loops lack", () => {
    for (const type of ["f64", "f32"] as const) {
      for (const expression of [blockDyadic(64), linearCarry(20), iteratedPairwise, interleaved(16)]) {
        const contract = columnContract(contractOf({ operator: operatorNamed("add"), type, expression }));
        const input = hostileColumns(contract.columns, 9000, pickFrom(5));
        const before = taken();
        expectSame(contract, input);
        expect(taken() - before).toBeGreaterThan(expression.kind === "interleaved" ? 4000 : 17_000);
      }
    }
  });

  it(`go on where a pass is, and leave the state of closures (seed ${SEED})`, () => {
    const lengths = fc.array(fc.oneof(fc.nat(100), fc.nat(6000)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(cases(0), lengths, fc.nat(), ({ contract }, chunks, draw) => {
        const before = taken();
        expect(trace(fastJavascriptExecutor, contract, chunks, draw)).toEqual(
          trace(networksJavascriptExecutor, contract, chunks, draw),
        );
        if (chunks.every((length) => length > 4600)) expect(taken()).toBeGreaterThan(before);
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  it("work in place", () => {
    for (const direction of ["forward", "backward"] as const) {
      for (const placement of ["outside", "first"] as const) {
        for (const expression of [iteratedPairwise, blockDyadic(32)]) {
          const contract = contractBy(affineMap, {
            expression,
            direction,
            initial: { value: [2, 3], placement },
          });
          const plan = fastJavascriptExecutor.plan(contract);
          const input = hostileColumns(contract.columns, 9000, pickFrom(8));
          for (const method of ["inclusiveScan", "exclusiveScan"] as const) {
            const inPlace = input.map((column) => column.slice());
            expect(hashes(plan[method](inPlace, inPlace))).toEqual(hashes(plan[method](input)));
          }
        }
      }
    }
  });
});

type Rest = Pick<ColumnContract, "expression"> & Partial<Pick<ColumnContract, "direction" | "initial">>;

function contractBy(operator: RecordOperator | typeof mixed, rest: Rest): ColumnContract {
  if (operator === mixed) {
    const { initial, ...others } = rest;
    const value = initial && { ...initial, value: initial.value[0] };
    return columnContract({
      ...contractOf({ operator: mixed, type: "f64", expression: rest.expression }),
      ...others,
      initial: value,
    });
  }
  return columnContract({
    ...recordContractOf({ operator: operator as RecordOperator, expression: rest.expression }),
    ...rest,
  });
}

function hashes(columns: readonly ColumnArray[]): readonly string[] {
  return columns.map((column) => hashArray(column instanceof Uint8Array ? Uint32Array.from(column) : column));
}

/** All calls by tapes and by closures. */
function expectSame(contract: ColumnContract, input: readonly ColumnArray[]): void {
  const tapes = fastJavascriptExecutor.plan(contract);
  const closures = networksJavascriptExecutor.plan(contract);
  if (input[0].length > 0) {
    expect(shown(contract, tapes.reduce(input))).toEqual(shown(contract, closures.reduce(input)));
  }
  expect(hashes(tapes.inclusiveScan(input))).toEqual(hashes(closures.inclusiveScan(input)));
  if (contract.initial === undefined) return;
  expect(hashes(tapes.exclusiveScan(input))).toEqual(hashes(closures.exclusiveScan(input)));
}

/** A value by its bits. */
function shown({ sums }: ColumnContract, value: Row): readonly string[] {
  return hashes(sums.map((type, k) => newColumn(type, 1).fill(value[k] as never)));
}

/** All prefixes, the summary after each chunk, and the value at the end. */
function trace(
  executor: OnlineExecutor,
  contract: ColumnContract,
  chunks: readonly number[],
  draw: number,
): readonly unknown[] {
  const pick = pickFrom(draw);
  let pass = executor.openPass(contract);
  const seen: unknown[] = [];
  for (const length of chunks) {
    const chunk = hostileColumns(contract.columns, length, pick);
    const observation = pick(contract.initial === undefined ? 2 : 3);
    if (observation === 0) pass.reduce(chunk);
    else seen.push(hashes(observation === 1 ? pass.inclusiveScan(chunk) : pass.exclusiveScan(chunk)));
    const summary = pass.summary();
    seen.push(
      JSON.stringify(summary, (_, value) =>
        typeof value === "bigint"
          ? `${value}n`
          : Object.is(value, -0)
            ? "-0"
            : Number.isNaN(value)
              ? "NaN"
              : value,
      ),
    );
    if (pick(2) === 0) pass = executor.openPass(contract, summary);
  }
  if (pass.position > 0) seen.push(shown(contract, pass.observe()));
  return seen;
}

function cases(longest = 4500): fc.Arbitrary<{ contract: ColumnContract; input: readonly ColumnArray[] }> {
  return recordDraws(EXPRESSIONS, longest).map(({ operator, rest, input }) => ({
    contract: contractBy(operator, rest),
    input,
  }));
}
