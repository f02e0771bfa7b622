import { describe, expect, it } from "vitest";
import {
  drawer,
  edges,
  giant,
  offsetsOf,
  ones,
  randomColumn,
  type Shape,
  tiny,
  upTo,
} from "../../../../test/algorithms/segment-shapes.ts";
import { RECORD_FINGERPRINTS, SCALAR_FINGERPRINTS } from "../../../conformance/sample-operators.ts";
import { type ColumnContract, columnContract, scalarTypesOf } from "../../../contracts/column-contract.ts";
import { OBSERVATIONS, type Observation } from "../../../contracts/contract.ts";
import { lineOf } from "../../../contracts/contract-key.ts";
import { overSegments } from "../../../contracts/over-segments.ts";
import { type ContractOptions, resolveContract } from "../../../contracts/resolve.ts";
import { add, max, min, multiply, treeHash } from "../../../operators/built-in.ts";
import type { AnyOperator } from "../../../operators/operator.ts";
import {
  ELEMENT_TYPES,
  type ElementType,
  SCALAR_TYPE_FACTS,
  type Scalar,
} from "../../../values/element-types.ts";
import { EmptyInputError, InternalError, UnsupportedError } from "../../../values/errors.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import { javascriptPrimitives } from "../../javascript/primitives/javascript-primitives.ts";
import { openMemory } from "../memory/wasm-memory.ts";
import { openSumsWasm } from "../sums-wasm-executor.ts";
import { noPrimitiveCounts } from "./parts.ts";
import { wasmSegments } from "./wasm-segments.ts";
import { openWorkMemory } from "./work-memory.ts";

const SEED = 20261121;

const javascript = javascriptPrimitives();
const { executor, machine } = openSumsWasm(openMemory());
const counts = noPrimitiveCounts();
const wasm = wasmSegments({ executor, machine, work: openWorkMemory(machine), counts });

type Columns = readonly ColumnArray[];

function contractOf(options: ContractOptions, observation: Observation, type?: ElementType): ColumnContract {
  const contract = resolveContract(options, observation, type);
  if (contract.kind === "function") throw new InternalError("a function was resolved");
  return columnContract(overSegments(contract, {}));
}

/** The contract of an operator on its first type, or on one that is named. */
function contractFor(
  operator: AnyOperator,
  options: ContractOptions,
  observation: Observation,
): ColumnContract {
  const type = operator.kind === "operator" ? operator.types[0] : undefined;
  return contractOf({ operator, ...options }, observation, type);
}

interface Draw {
  readonly shape: Shape;
  readonly seed: number;
  readonly specials?: number; // one element in so many is a special float; default: none
}

/** Compares with the javascript primitives, byte for byte. Gives the elements that the kernels took. */
function compare(
  contract: ColumnContract,
  observation: Observation,
  { shape, seed, specials = 0 }: Draw,
): number {
  const next = drawer(seed);
  const offsets = shape(next);
  const length = offsets[offsets.length - 1];
  const { sums } = contract;
  const types = scalarTypesOf(contract);
  const columns = types.map((type) => randomColumn(type, length, next, specials));
  const empty = sums.map((type): Scalar => (SCALAR_TYPE_FACTS[type].isBigInt ? 1n : 1));
  const expected = javascript.segmented(contract, observation, columns, offsets, empty) as Columns;
  const before = counts.segmented;
  const actual = wasm.segmented(contract, observation, columns, offsets, empty) as Columns;
  for (const [i, column] of expected.entries()) {
    if (Buffer.compare(bytesOf(column), bytesOf(actual[i])) === 0) continue;
    const values = Array.from(column as ArrayLike<unknown>);
    const at = values.findIndex((value, j) => !Object.is(value, actual[i][j]));
    const segment = observation === "reduce" ? at : offsets.findIndex((offset) => offset > at) - 1;
    const place = `${observation} of ${lineOf(contract)}, seed ${seed}, column ${i}, segment ${segment}`;
    throw new Error(`${place}: ${values[at]} expected at ${at}, got ${actual[i][at]}`);
  }
  return counts.segmented - before;
}

function bytesOf(column: ColumnArray): Buffer {
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength);
}

const BY_KERNELS = [
  "block-dyadic:32",
  "block-dyadic:64",
  "block-dyadic:256",
  "block-dyadic:3",
  "block-dyadic:1",
  "linear-carry:32",
  "linear-carry:5",
  "iterated-pairwise",
  "left-fold",
  "interleaved:1",
];
const DIRECTIONS = ["forward", "backward"] as const;
const FLOAT_SUMS = [
  ["f64", "f64"],
  ["f32", "f32"],
  ["f32", "f64"],
] as const;
const SPECIAL_SHAPES = [
  [tiny, 200],
  [tiny, 4],
  [edges, 0],
  [giant, 0],
] as const;
const MAGNITUDES = [1.7976931348623157e308, 2 ** 1023, 2 ** -1074, 2 ** -1022, -(2 ** 970), 2 ** 969];

describe("segmented on wasm", () => {
  it.each(BY_KERNELS)("gives the fingerprints of each segment alone: %s", (expression) => {
    for (const direction of DIRECTIONS) {
      for (const observation of OBSERVATIONS) {
        for (const initial of observation === "exclusive-scan" ? [5n] : [undefined, 5n]) {
          const contract = contractFor(treeHash, { expression, direction, initial }, observation);
          for (const shape of [edges, tiny]) {
            expect(compare(contract, observation, { shape, seed: SEED })).toBeGreaterThan(0);
          }
        }
      }
    }
  });

  it("gives the fingerprints of a giant among tiny and empty ones", () => {
    for (const direction of DIRECTIONS) {
      for (const observation of OBSERVATIONS) {
        const contract = contractFor(treeHash, { direction, initial: 5n }, observation);
        expect(compare(contract, observation, { shape: giant, seed: SEED })).toBeGreaterThan(0);
      }
    }
  });

  it("gives the fingerprints in every element type, with and without the widest window", () => {
    for (const operator of SCALAR_FINGERPRINTS) {
      for (const observation of OBSERVATIONS) {
        const contract = contractFor(operator, {}, observation);
        for (const shape of [ones, ...[4, 8, 16, 32, 70].map(upTo)]) {
          expect(compare(contract, observation, { shape, seed: SEED })).toBeGreaterThan(0);
        }
      }
    }
  });

  it.each(RECORD_FINGERPRINTS.map((operator, i) => [i, operator] as const))(
    "gives the fingerprints of records %i",
    (_, operator) => {
      for (const expression of ["block-dyadic:32", "block-dyadic:128", "linear-carry:8", "left-fold"]) {
        for (const direction of DIRECTIONS) {
          for (const observation of OBSERVATIONS) {
            const contract = contractFor(operator, { expression, direction }, observation);
            expect(compare(contract, observation, { shape: edges, seed: SEED })).toBeGreaterThan(0);
            expect(compare(contract, observation, { shape: tiny, seed: SEED })).toBeGreaterThan(0);
            expect(compare(contract, observation, { shape: ones, seed: SEED })).toBeGreaterThan(0);
          }
        }
      }
    },
  );

  it("reads long segments of doubles where they lie, empty ones and short ones among them", () => {
    const long: Shape = () => Uint32Array.of(0, 0, 1, 1024, 2 ** 20, 2 ** 20, 2 ** 21 - 7, 2 ** 21 + 4000);
    for (const expression of ["block-dyadic:32", "block-dyadic:256", "iterated-pairwise"]) {
      const contract = contractOf({ operator: add, expression }, "reduce", "f64");
      const before = executor.kernelCounts.generated;
      expect(compare(contract, "reduce", { shape: long, seed: SEED, specials: 500_000 })).toBe(0);
      expect(executor.kernelCounts.generated - before).toBe(2 ** 21 + 4000);
    }
  });

  it("gives the bits of every operator, element type and sum, with special floats", () => {
    for (const type of ELEMENT_TYPES) {
      for (const operator of [add, multiply, min, max]) {
        for (const observation of OBSERVATIONS) {
          const contract = contractOf({ operator }, observation, type);
          for (const shape of [edges, ones, upTo(3), upTo(20), giant]) {
            expect(compare(contract, observation, { shape, seed: SEED, specials: 60 })).toBeGreaterThan(0);
          }
        }
      }
    }
  });

  it("widens elements, takes any initial value, and makes NaNs canonical that it makes", () => {
    for (const initial of [undefined, -0, 1.5, Infinity, Number.NaN]) {
      for (const observation of OBSERVATIONS) {
        for (const direction of DIRECTIONS) {
          const wide = contractOf({ accumulate: "f64", initial, direction }, observation, "f32");
          compare(wide, observation, { shape: edges, seed: SEED, specials: 30 });
          const contract = contractOf({ initial, direction }, observation, "f64");
          for (const shape of [tiny, ones, giant]) {
            compare(contract, observation, { shape, seed: SEED, specials: 9 });
            compare(contract, observation, { shape, seed: SEED, specials: 4000 });
          }
        }
      }
    }
    const exact = contractOf({ accumulate: "i64" }, "inclusive-scan", "i32");
    expect(compare(exact, "inclusive-scan", { shape: edges, seed: SEED })).toBeGreaterThan(0);
  });

  it("takes lanes for elements where no segment has more of them than there are lanes", () => {
    for (const observation of OBSERVATIONS) {
      const contract = contractFor(treeHash, { expression: "interleaved:20", initial: 5n }, observation);
      expect(compare(contract, observation, { shape: upTo(20), seed: SEED })).toBeGreaterThan(0);
    }
  });

  it("serves by a call for each segment what has no other way", () => {
    for (const observation of OBSERVATIONS) {
      const contract = contractOf({ initial: 1.25, initialPlacement: "first" }, observation, "f64");
      expect(compare(contract, observation, { shape: tiny, seed: SEED, specials: 200 })).toBe(0);
      expect(compare(contract, observation, { shape: edges, seed: SEED })).toBe(0);
    }
  });

  it.each(["exact", "binned:2", "binned:3"])("sums short segments without an order: %s", (expression) => {
    const initials: readonly ContractOptions[] = [
      {},
      { initial: -0 },
      { initial: 2 ** 10, direction: "backward" },
      { initial: Infinity },
    ];
    for (const option of initials) {
      for (const observation of OBSERVATIONS) {
        for (const [type, accumulate] of FLOAT_SUMS) {
          const contract = contractOf({ ...option, expression, accumulate }, observation, type);
          const before = counts.segmentedSums;
          for (const [shape, specials] of SPECIAL_SHAPES) {
            expect(compare(contract, observation, { shape, seed: SEED, specials })).toBe(0);
          }
          expect(counts.segmentedSums - before > 1000).toBe(option.initial !== Infinity);
        }
      }
    }
  });

  it.each(["exact", "binned:2", "binned:3", "binned:4"])(
    "sums by %s what rounds, cancels, ties and overflows",
    (expression) => {
      const next = drawer(SEED);
      const lengths = [1, 2, 3, 4, 5, 8];
      for (const [type, accumulate] of FLOAT_SUMS) {
        for (const spread of [2, 60, 250]) {
          const offsets = offsetsOf(1500, () => lengths[next() % lengths.length]);
          const column = newColumn(type, offsets[offsets.length - 1]);
          const scale = type === "f32" ? Math.min(spread, 120) : 4 * spread;
          for (let i = 0; i < column.length; i++) {
            // Few bits, so that sums are ties and cancel.
            const bits = (next() % 9) - 4;
            const isOpposite = next() % 7 === 0 && i > 0;
            column[i] = isOpposite ? -column[i - 1] : bits * 2 ** ((next() % scale) - scale / 2);
          }
          for (let i = 0; type === "f64" && i < 200; i++)
            column[next() % column.length] = MAGNITUDES[next() % 6];
          for (const observation of OBSERVATIONS) {
            for (const direction of DIRECTIONS) {
              const contract = contractOf({ expression, accumulate, direction }, observation, type);
              const expected = javascript.segmented(contract, observation, [column], offsets, [0]) as Columns;
              const actual = wasm.segmented(contract, observation, [column], offsets, [0]) as Columns;
              expect(Buffer.compare(bytesOf(actual[0]), bytesOf(expected[0]))).toBe(0);
            }
          }
        }
      }
    },
  );

  it.each(["interleaved:2", "interleaved:3", "interleaved:16", "bisection"])(
    "gives the fingerprints by dyadic trees of dyadic trees: %s",
    (expression) => {
      for (const direction of DIRECTIONS) {
        for (const initial of [undefined, 5n]) {
          const contract = contractFor(treeHash, { expression, direction, initial }, "reduce");
          for (const shape of [edges, tiny, ones, giant, upTo(40)]) {
            expect(compare(contract, "reduce", { shape, seed: SEED })).toBeGreaterThan(0);
          }
        }
        for (const operator of RECORD_FINGERPRINTS) {
          const contract = contractFor(operator, { expression, direction }, "reduce");
          expect(compare(contract, "reduce", { shape: edges, seed: SEED })).toBeGreaterThan(0);
        }
        const sum = contractOf({ expression, direction, accumulate: "f64" }, "reduce", "f32");
        expect(compare(sum, "reduce", { shape: edges, seed: SEED, specials: 60 })).toBeGreaterThan(0);
      }
    },
  );

  it("bisects every length up to that of a plan of its own", () => {
    const offsets = new Uint32Array(1100);
    for (let i = 1; i < offsets.length; i++) offsets[i] = offsets[i - 1] + i;
    for (const expression of ["bisection", "interleaved:7"]) {
      const contract = contractFor(treeHash, { expression }, "reduce");
      expect(compare(contract, "reduce", { shape: () => offsets, seed: SEED })).toBeGreaterThan(0);
    }
  });

  it("scans short segments by kernels where others have more elements than lanes", () => {
    for (const observation of ["inclusive-scan", "exclusive-scan"] as const) {
      for (const direction of DIRECTIONS) {
        const options = { expression: "interleaved:4", direction, initial: 5n };
        const contract = contractFor(treeHash, options, observation);
        for (const shape of [edges, tiny, giant]) {
          expect(compare(contract, observation, { shape, seed: SEED })).toBeGreaterThan(0);
        }
      }
    }
  });

  it("reads elements that lie in library memory, at any place", () => {
    const { array, release } = executor.allocate("f32", 3000);
    const next = drawer(SEED);
    array.set(randomColumn("f32", 3000, next, 0) as Float32Array);
    const columns = [array.subarray(3, 2990)];
    const offsets = Uint32Array.from([0, 5, 5, 40, 1999, 2000, 2987]);
    for (const direction of DIRECTIONS) {
      for (const observation of OBSERVATIONS) {
        const contract = contractOf({ direction }, observation, "f32");
        const expected = javascript.segmented(contract, observation, columns, offsets, [0]);
        expect(wasm.segmented(contract, observation, columns, offsets, [0])).toStrictEqual(expected);
      }
    }
    release();
  });

  it("takes nothing, and segments of nothing", () => {
    const contract = contractOf({}, "reduce", "f64");
    const none = [newColumn("f64", 0)];
    expect(wasm.segmented(contract, "reduce", none, new Uint32Array(1), undefined)).toStrictEqual(none);
    expect(wasm.segmented(contract, "inclusive-scan", none, new Uint32Array(9), undefined)).toStrictEqual(
      none,
    );
    const many = wasm.segmented(contract, "reduce", none, new Uint32Array(10_001), [-0]) as Columns;
    expect(many[0]).toStrictEqual(new Float64Array(10_000).fill(-0));
  });

  it("names an empty segment that has no value, and refuses what the executor refuses", () => {
    const contract = contractOf({}, "reduce", "f64");
    const columns = [Float64Array.of(1, 2)];
    const offsets = Uint32Array.from([0, 1, 1, 2]);
    expect(() => wasm.segmented(contract, "reduce", columns, offsets, undefined)).toThrow(EmptyInputError);
    expect(() => wasm.segmented(contract, "reduce", columns, offsets, undefined)).toThrow('"segment 1"');
    const halves = contractOf({ expression: "bisection" }, "inclusive-scan", "f64");
    expect(() => wasm.segmented(halves, "inclusive-scan", columns, offsets, undefined)).toThrow(
      UnsupportedError,
    );
  });
});
