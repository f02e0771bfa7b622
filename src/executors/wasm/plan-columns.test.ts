import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong } from "../../../test/extent.ts";
import { countsOf } from "../../../test/helpers/wasm/kernel-counts.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import { CONTRACT_VERSION, type RecordContract } from "../../contracts/contract.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { defineOperator } from "../../operators/define-operator.ts";
import type { RecordOperator } from "../../operators/operator.ts";
import {
  type BinaryOperation,
  binary,
  constant,
  convert,
  left,
  right,
  select,
  type Term,
} from "../../operators/term.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import { toHex } from "../../values/bits.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { type ColumnArray, newColumn, type RecordType } from "../../values/value-types.ts";
import type { WasmExecutor } from "./machine.ts";
import { wasmExecutor } from "./wasm-executor.ts";

const SEED = 20261121;

/** Mixes every column of both sides into every column, so that each value tells its tree: on integers of one width, and bools. */
function mixing(type: RecordType, width: 32 | 64): RecordOperator {
  const types = Object.values(type) as ScalarType[];
  const number = (scalar: ScalarType, value: bigint): Term =>
    constant(scalar, width === 64 ? value : Number(BigInt.asUintN(32, value)));
  const on = (operation: BinaryOperation, ...terms: readonly Term[]): Term =>
    terms.reduce((first, second) => binary(operation, first, second));
  const unsigned = width === 64 ? "u64" : "u32";
  const all = (side: typeof left): Term =>
    types
      .map((scalar, column) => convert(unsigned, side(scalar, column)))
      .reduce((sum, term) => on("add", on("multiply", sum, number(unsigned, 0x9e3779b97f4a7c15n)), term));
  const mixed = on(
    "add",
    on("multiply", all(left), number(unsigned, 0xc2b2ae3d27d4eb4fn)),
    on("rotateLeft", all(right), number(unsigned, 13n)),
  );
  const folded = on("xor", mixed, on("shiftRight", mixed, number(unsigned, 15n)));
  const terms = types.map((scalar, column) => {
    const own = on("multiply", folded, number(unsigned, BigInt(2 * column + 3)));
    if (scalar !== "bool") return convert(scalar, own);
    return binary("equal", on("and", own, number(unsigned, 4n)), number(unsigned, 4n));
  });
  return defineOperator(type, terms, {
    start: types.map((scalar) => (scalar === "i64" || scalar === "u64" ? 1n : 1)),
  });
}

const largerFirst = defineOperator(
  { value: "f32", index: "u32" },
  ["f32" as const, "u32" as const].map((type, column) =>
    select(binary("less", left("f32"), right("f32")), right(type, column), left(type, column)),
  ),
  { start: [-Infinity, 0] },
);
const affine = defineOperator(
  { scale: "f64", offset: "f64" },
  [
    binary("multiply", left("f64"), right("f64")),
    binary("add", binary("multiply", left("f64", 1), right("f64")), right("f64", 1)),
  ],
  { start: [1, 0] },
);
const segmentedSum = defineOperator(
  { value: "f64", isHead: "bool" },
  [
    select(right("bool", 1), right("f64"), binary("add", left("f64"), right("f64"))),
    binary("or", left("bool", 1), right("bool", 1)),
  ],
  { start: [0, 0] },
);
const averages = defineOperator(
  { mean: "f64", count: "u32" },
  [
    binary(
      "divide",
      binary("add", binary("multiply", left("f64"), convert("f64", left("u32", 1))), right("f64")),
      convert("f64", binary("add", left("u32", 1), right("u32", 1))),
    ),
    binary("add", left("u32", 1), right("u32", 1)),
  ],
  { start: [0, 1] },
);

const OPERATORS: readonly { readonly operator: RecordOperator; readonly hasLanes: boolean }[] = [
  { operator: mixing({ a: "u32" }, 32), hasLanes: true },
  { operator: mixing({ a: "u32", b: "i32", c: "bool" }, 32), hasLanes: true },
  { operator: mixing({ a: "u64", b: "bool" }, 64), hasLanes: true },
  { operator: mixing({ a: "i64", b: "u64", c: "u64", d: "i64" }, 64), hasLanes: true },
  { operator: mixing({ a: "u64", b: "u32" }, 64), hasLanes: false },
  { operator: largerFirst, hasLanes: true },
  { operator: affine, hasLanes: true },
  { operator: segmentedSum, hasLanes: true },
  { operator: averages, hasLanes: false },
];

const EXPRESSIONS: readonly Expression[] = [
  ...[1, 2, 3, 4, 8, 16, 32, 64, 100, 128, 1024].flatMap((length) => [
    blockDyadic(length),
    linearCarry(length),
  ]),
  iteratedPairwise,
  leftFold,
  bisection,
  interleaved(1),
  interleaved(4),
  interleaved(7),
];

function randomScalar(type: ScalarType, pick: (length: number) => number): Scalar {
  switch (type) {
    case "bool":
      return pick(8) === 0 ? 1 : 0;
    case "f64":
    case "f32": {
      const special = pick(400);
      if (special < 4) return [Number.NaN, Number.POSITIVE_INFINITY, -0, Number.NEGATIVE_INFINITY][special];
      return Math.fround((pick(2 ** 24) - 2 ** 23) / 4096);
    }
    case "i32":
      return pick(2 ** 32) | 0;
    case "u32":
      return pick(2 ** 32);
    default: {
      const bits = (BigInt(pick(2 ** 32)) << 32n) | BigInt(pick(2 ** 32));
      return type === "i64" ? BigInt.asIntN(64, bits) : bits;
    }
  }
}

/** A small generator of its own, so that thousands of elements cost one draw of fast-check. */
function picker(seed: number): (length: number) => number {
  let state = BigInt(seed) + 1n;
  return (length) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 32n) % BigInt(length));
  };
}

function columnOf(type: ScalarType, length: number, pick: (length: number) => number): ColumnArray {
  const column = newColumn(type, length);
  const slots = column as { [index: number]: Scalar };
  for (let i = 0; i < length; i++) slots[i] = randomScalar(type, pick);
  return column;
}

function hexOf(types: readonly ScalarType[], columns: readonly ColumnArray[]): string[] {
  return types.map((type, column) =>
    Array.from(columns[column] as ArrayLike<Scalar>, (value) => toHex(type, value)).join(" "),
  );
}

interface Case {
  readonly contract: RecordContract;
  readonly input: readonly ColumnArray[];
  readonly types: readonly ScalarType[];
}

function caseOf(draw: {
  readonly operator: number;
  readonly expression: number;
  readonly isBackward: boolean;
  readonly placement: number;
  readonly length: number;
  readonly seed: number;
}): Case {
  const { operator } = OPERATORS[draw.operator];
  const types = operator.columns.map(({ type }) => type);
  const pick = picker(draw.seed);
  const placement = (["outside", "first"] as const)[draw.placement - 1];
  const initial =
    placement === undefined ? undefined : { value: types.map((type) => randomScalar(type, pick)), placement };
  const contract: RecordContract = {
    kind: "record",
    operator,
    type: operator.type,
    expression: EXPRESSIONS[draw.expression],
    direction: draw.isBackward ? "backward" : "forward",
    initial,
    version: CONTRACT_VERSION,
  };
  return { contract, types, input: types.map((type) => columnOf(type, draw.length, pick)) };
}

const draws = fc.record({
  operator: fc.nat(OPERATORS.length - 1),
  expression: fc.nat(EXPRESSIONS.length - 1),
  isBackward: fc.boolean(),
  placement: fc.nat(2),
  length: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 71, max: 1300 })),
  seed: fc.nat(2 ** 30),
});

describe("plans over records have the bits of the reference", () => {
  const executor = wasmExecutor();

  it(`on random contracts (seed ${SEED})`, () => {
    fc.assert(
      fc.property(draws, (draw) => {
        const { contract, input, types } = caseOf(draw);
        const plan = planOf(executor, contract);
        const before = hexOf(types, input);
        const reduced = plan.reduce(input).map((value, column) => toHex(types[column], value));
        expect(reduced).toEqual(
          referenceReduce(contract, input).map((value, column) => toHex(types[column], value)),
        );
        expect(hexOf(types, input)).toEqual(before);
        if (contract.expression.kind === "bisection") return;
        const expected = hexOf(types, referenceScan(contract, "inclusive-scan", input));
        expect(hexOf(types, plan.inclusiveScan(input))).toEqual(expected);
        if (contract.initial !== undefined) {
          expect(hexOf(types, plan.exclusiveScan(input))).toEqual(
            hexOf(types, referenceScan(contract, "exclusive-scan", input)),
          );
        }
        const inPlace = input.map((column) => column.slice());
        expect(plan.inclusiveScan(inPlace, inPlace)).toBe(inPlace);
        expect(hexOf(types, inPlace)).toEqual(expected);
      }),
      { seed: SEED, numRuns: 80 },
    );
  });

  it(`in library memory, in one piece with other arrays (seed ${SEED})`, () => {
    fc.assert(
      fc.property(draws, fc.nat(), fc.boolean(), (draw, owners, isExclusive) => {
        const { contract, input, types } = caseOf(draw);
        if (contract.expression.kind === "bisection") return;
        if (isExclusive && contract.initial === undefined) return;
        const plan = planOf(executor, contract);
        const allocations = types.map((type) => executor.allocate(type, draw.length));
        const placed = input.map((column, index) => {
          const own = (owners >> index) % 3 === 0 ? undefined : allocations[index];
          if (own === undefined) return column.slice();
          (own.array as Float64Array).set(column as Float64Array);
          return own.array;
        });
        const observation = isExclusive ? "exclusive-scan" : "inclusive-scan";
        const expected = hexOf(types, referenceScan(contract, observation, input));
        const scan = isExclusive ? plan.exclusiveScan : plan.inclusiveScan;
        const isInPlace = draw.seed % 2 === 0;
        const output = isInPlace ? placed : types.map((type) => newColumn(type, draw.length));
        // By element, then by the fastest kernels.
        expect(hexOf(types, scan(placed))).toEqual(expected);
        expect(hexOf(types, scan(placed, output))).toEqual(expected);
        for (const allocation of allocations) allocation.release();
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  it("crosses stages, groups and the ends of blocks", () => {
    for (const [index, { operator, hasLanes }] of OPERATORS.entries()) {
      // Expressions take turns, so that the literal reference has a quarter of the work; the long run tries each with each.
      const expressions = [blockDyadic(32), linearCarry(32), blockDyadic(64), iteratedPairwise];
      for (const expression of isLong ? expressions : [expressions[index % expressions.length]]) {
        const length = 4096 + 16 * 32 + 45;
        const draw = { operator: index, expression: 0, isBackward: false, placement: 0, length, seed: index };
        const { contract, input, types } = caseOf(draw);
        const own = { ...contract, expression };
        const counts = countsOf(executor, () => {
          const plan = planOf(executor, own);
          const expected = hexOf(types, referenceScan(own, "inclusive-scan", input));
          for (const call of ["by element", "by the fastest kernels"])
            expect(hexOf(types, plan.inclusiveScan(input)), call).toEqual(expected);
        });
        const lane = counts.group + counts.block + counts.unit;
        expect(lane > 0, `lanes for ${JSON.stringify(operator.type)}`).toBe(hasLanes);
      }
    }
  });

  it("gives the initial value, or throws, for nothing", () => {
    const { contract } = caseOf({
      operator: 5,
      expression: 0,
      isBackward: false,
      placement: 1,
      length: 0,
      seed: 1,
    });
    const nothing = [new Float32Array(0), new Uint32Array(0)];
    expect(planOf(executor, contract).reduce(nothing)).toEqual(contract.initial?.value);
    expect(planOf(executor, contract).inclusiveScan(nothing)).toEqual(nothing);
    expect(() => planOf(executor, { ...contract, initial: undefined }).reduce(nothing)).toThrow(
      /at least one element/,
    );
  });
});

function planOf(executor: WasmExecutor, contract: RecordContract) {
  return executor.plan(columnContract(contract));
}
