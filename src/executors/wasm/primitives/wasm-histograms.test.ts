import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyColumn, anyElementType, anyIndices, anyLength } from "../../../../test/algorithms/arbitraries.ts";
import { type ColumnContract, columnContract } from "../../../contracts/column-contract.ts";
import type { TypedContract } from "../../../contracts/contract.ts";
import { type ContractOptions, resolveContract } from "../../../contracts/resolve.ts";
import { add } from "../../../operators/built-in.ts";
import { argMax } from "../../../operators/combinators/arg-by.ts";
import { runningVariance } from "../../../operators/combinators/running.ts";
import { segmented } from "../../../operators/combinators/segmented.ts";
import type { ElementType, Scalar } from "../../../values/element-types.ts";
import { bitsView } from "../../../values/total-order.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import { gather } from "../../javascript/primitives/columns.ts";
import { javascriptPrimitives } from "../../javascript/primitives/javascript-primitives.ts";
import { algorithmsWasmExecutor } from "./algorithms-wasm-executor.ts";
import type { PrimitiveCounts } from "./parts.ts";
import { CHUNK_LENGTH } from "./work-memory.ts";

const SETTING = { seed: 20261121, numRuns: 60 };
const executor = algorithmsWasmExecutor();
const wasm = executor.openPrimitives();
const definition = javascriptPrimitives();

/** What the kernels took meanwhile. */
function counted(run: () => void): Partial<PrimitiveCounts> {
  const before = { ...executor.primitiveCounts };
  run();
  const grown = Object.entries(executor.primitiveCounts).map(
    ([name, count]) => [name, count - before[name as keyof PrimitiveCounts]] as const,
  );
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}

function bitsOfAll(columns: readonly ColumnArray[]): unknown {
  return columns.map((column) => Array.from(bitsView(column), String));
}

/** The reduces of the elements of each bin, each by a plain call. */
function byIndex(
  contract: ColumnContract,
  indices: ColumnArray,
  columns: readonly ColumnArray[],
  binCount: number,
  empty: readonly Scalar[],
): readonly ColumnArray[] {
  const output = contract.sums.map((type) => newColumn(type, binCount));
  for (let bin = 0; bin < binCount; bin++) {
    const places = Uint32Array.from(Array.from(indices.keys()).filter((i) => indices[i] === bin));
    const own = columns.map((column) => gather(column, places));
    const value =
      places.length === 0
        ? empty
        : (definition.reduce(contract, own) as readonly ColumnArray[]).map(([first]) => first);
    output.forEach((column, i) => {
      column.fill(value[i] as never, bin, bin + 1);
    });
  }
  return output;
}

function expectSame(
  contract: ColumnContract,
  indices: ColumnArray,
  columns: readonly ColumnArray[],
  binCount: number,
  empty: readonly Scalar[],
): void {
  const actual = wasm.reduceByIndex?.(contract, indices, columns, binCount, empty);
  const expected = byIndex(contract, indices, columns, binCount, empty);
  expect(bitsOfAll(actual as readonly ColumnArray[])).toEqual(bitsOfAll(expected));
}

function contractOf(options: ContractOptions, type?: ElementType): ColumnContract {
  return columnContract(resolveContract(options, "reduce", type) as TypedContract);
}

describe("countIndices", () => {
  it("is its definition, for few and many bins", () => {
    const drawn = fc
      .constantFrom(0, 1, 2, 3, 7, 256, 5000)
      .chain((binCount) =>
        fc.record({ indices: anyIndices(binCount, anyLength, true), binCount: fc.constant(binCount) }),
      );
    fc.assert(
      fc.property(drawn, ({ indices, binCount }) => {
        const actual = wasm.countIndices(indices, binCount) as ReturnType<typeof definition.countIndices>;
        expect(actual).toEqual(definition.countIndices(indices, binCount));
      }),
      SETTING,
    );
  });

  it("runs its kernel in library memory and elsewhere, over many chunks", () => {
    const length = 3 * CHUNK_LENGTH + 5;
    const elsewhere = Uint32Array.from({ length }, (_, i) => (i * i) % 11);
    const inLibrary = executor.allocate("u32", length);
    inLibrary.array.set(elsewhere);
    for (const indices of [elsewhere, inLibrary.array]) {
      const counts = counted(() => {
        expect(wasm.countIndices(indices, 9)).toEqual(definition.countIndices(elsewhere, 9));
      });
      expect(counts).toEqual({ countIndices: length });
    }
    inLibrary.release();
  });
});

describe("reduceByIndex", () => {
  const expressions = [
    "block-dyadic:32",
    "block-dyadic:8",
    "block-dyadic:1",
    "block-dyadic:64",
    "iterated-pairwise",
    "left-fold",
  ];

  it("is the reduce of each bin, by every expression with a state, both directions and placements", () => {
    const drawn = fc.record({
      expression: fc.constantFrom(...expressions),
      direction: fc.constantFrom("forward", "backward") as fc.Arbitrary<"forward" | "backward">,
      placement: fc.constantFrom(undefined, "outside", "first") as fc.Arbitrary<
        "outside" | "first" | undefined
      >,
      binCount: fc.constantFrom(1, 2, 5, 40),
      length: anyLength,
    });
    const columns = drawn.chain((given) =>
      fc.record({
        given: fc.constant(given),
        indices: anyIndices(given.binCount, fc.constant(given.length), true),
        hashes: anyColumn("u64", fc.constant(given.length)),
        numbers: anyColumn("f64", fc.constant(given.length)),
      }),
    );
    fc.assert(
      fc.property(columns, ({ given, indices, hashes, numbers }) => {
        const { expression, direction, placement, binCount } = given;
        const initial = (value: Scalar): ContractOptions =>
          placement === undefined ? {} : { initial: value, initialPlacement: placement };
        const fingerprint = { operator: "tree-hash", expression, direction, ...initial(99n) };
        const empty = placement === undefined ? 7n : 99n;
        expectSame(contractOf(fingerprint, "u64"), indices, [hashes], binCount, [empty]);
        const sum = contractOf({ expression, direction, ...initial(-0) }, "f64");
        expectSame(sum, indices, [numbers], binCount, [placement === undefined ? 0 : -0]);
      }),
      { ...SETTING, numRuns: 60 },
    );
  });

  it("is that for every type and built-in operator", () => {
    for (const operator of ["add", "multiply", "min", "max", "xor"] as const) {
      const drawn = anyElementType
        .filter((type) => operator !== "xor" || (type !== "f64" && type !== "f32"))
        .chain((type) =>
          fc.nat(400).chain((length) =>
            fc.record({
              indices: anyIndices(6, fc.constant(length), true),
              elements: anyColumn(type, fc.constant(length)),
            }),
          ),
        );
      fc.assert(
        fc.property(drawn, ({ indices, elements }) => {
          const type = columnType(elements) as ElementType;
          const zero = elements.BYTES_PER_ELEMENT === 8 && type !== "f64" ? 3n : 3;
          expectSame(contractOf({ operator }, type), indices, [elements], 6, [zero]);
        }),
        { ...SETTING, numRuns: 30 },
      );
    }
  });

  it("widens, and takes records of several types, bools and operators with large terms", () => {
    const length = 2 * CHUNK_LENGTH + 777;
    const indices = Uint32Array.from({ length }, (_, i) => (i * 2654435761) % 13);
    const floats = Float32Array.from({ length }, (_, i) => Math.fround(Math.sin(i) * 1e3));
    const integers = Int32Array.from({ length }, (_, i) => (i * 40503) ^ 0x55555555);
    expectSame(contractOf({ accumulate: "f64" }, "f32"), indices, [floats], 11, [0]);
    const wide = { accumulate: "i64", direction: "backward", operator: "add" } as const;
    expectSame(contractOf(wide, "i32"), indices, [integers], 11, [0n]);
    const ones = new Uint32Array(length).fill(1);
    const numbers = Float64Array.from(floats);
    const moments = contractOf({ operator: runningVariance("f64") });
    expectSame(moments, indices, [ones, numbers, new Float64Array(length)], 11, [0, 0, 0]);
    const places = Uint32Array.from({ length }, (_, i) => i);
    expectSame(contractOf({ operator: argMax("f32") }), indices, [floats, places], 11, [-Infinity, 0]);
    const flags = Uint8Array.from({ length }, (_, i) => (i % 5 === 0 ? 1 : 0));
    const lifted = contractOf({ operator: segmented(add, "f64"), direction: "backward" });
    expectSame(lifted, indices, lifted.sums[0] === "bool" ? [flags, numbers] : [numbers, flags], 11, [0, 0]);
  });

  it("runs its kernel, and leaves what has no fixed state or too many bins to a sort", () => {
    const indices = Uint32Array.of(0, 1, 0);
    const elements = Float64Array.of(1, 2, 3);
    const run = (options: ContractOptions, binCount = 2) =>
      wasm.reduceByIndex?.(contractOf(options, "f64"), indices, [elements], binCount, [0]);
    expect(counted(() => expect(run({})).toEqual([Float64Array.of(4, 2)]))).toEqual({ reduceByIndex: 3 });
    expect(run({ expression: "bisection" })).toBeUndefined();
    expect(run({ expression: "block-dyadic:24" })).toBeUndefined();
    expect(run({}, 2 ** 20)).toBeUndefined();
    const withZeros = (...values: readonly number[]): readonly Float64Array[] => {
      const bins = new Float64Array(2 ** 20);
      bins.set(values);
      return [bins];
    };
    expect(run({ operator: "max" }, 2 ** 20)).toEqual(withZeros(3, 2));
    expect(run({ expression: "left-fold" }, 2 ** 20)).toEqual(withZeros(4, 2));
  });

  it("names the bin without elements where that has no value", () => {
    const run = () =>
      wasm.reduceByIndex?.(
        contractOf({ operator: "tree-hash" }, "u64"),
        Uint32Array.of(0, 2),
        [BigUint64Array.of(1n, 2n)],
        3,
        undefined,
      );
    expect(run).toThrow('"segment 1"');
  });
});
