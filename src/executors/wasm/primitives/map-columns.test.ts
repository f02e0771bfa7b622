import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyColumns } from "../../../../test/algorithms/arbitraries.ts";
import {
  counted,
  expectSame,
  LENGTHS,
  placements,
  wasm,
} from "../../../../test/algorithms/wasm-definition.ts";
import { binary, constant, convert, left, right, select, type Term, unary } from "../../../operators/term.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { SCALAR_TYPES } from "../../../values/value-types.ts";
import { CHUNK_LENGTH } from "./work-memory.ts";

const SETTING = { seed: 20261121, numRuns: 60 };
const aLength = fc.oneof(fc.nat(40), fc.constantFrom(...LENGTHS), fc.integer({ min: 3000, max: 20000 }));
describe("head flags", () => {
  it("are those of the definition: one column of each type, and all of them together", () => {
    fc.assert(
      fc.property(
        aLength.chain((length) => anyColumns(SCALAR_TYPES, fc.constant(length))),
        (columns) => {
          for (const column of columns) {
            for (const placed of placements([column])) expectSame((on) => on.headFlags(placed));
          }
          for (const placed of placements(columns)) expectSame((on) => on.headFlags(placed));
        },
      ),
      { ...SETTING, numRuns: 60 },
    );
  });

  it.each(LENGTHS)("a change at either end of a chunk, among %d", (length) => {
    for (const at of [1, CHUNK_LENGTH - 2, CHUNK_LENGTH - 1, CHUNK_LENGTH, length - 1]) {
      const column = Uint32Array.from({ length }, (_, i) => (i < at ? 5 : 6));
      expectSame((on) => on.headFlags([column]));
    }
    expect(counted(() => wasm.headFlags([new Float64Array(length)]))).toEqual(
      length === 0 ? {} : { headFlags: length },
    );
  });

  it("of NaNs with different bits, and of both zeros", () => {
    const column = new Float64Array(
      new BigUint64Array([0x7ff8000000000001n, 0xfff8000000000002n, 0n, 1n << 63n]).buffer,
    );
    expect(wasm.headFlags([column])).toEqual(Uint8Array.of(1, 0, 1, 1));
  });
});

describe("map", () => {
  const f64 = left("f64");
  const terms: readonly {
    readonly name: string;
    readonly left: readonly ScalarType[];
    readonly right: readonly ScalarType[];
    readonly terms: readonly Term[];
  }[] = [
    { name: "predicate", left: ["f64"], right: [], terms: [binary("lessOrEqual", constant("f64", 0), f64)] },
    {
      name: "f32 predicate and its value",
      left: ["f32"],
      right: [],
      terms: [binary("less", left("f32"), constant("f32", 1)), unary("sqrt", left("f32"))],
    },
    {
      name: "a later column alone",
      left: ["u32", "bool", "i64"],
      right: ["i64"],
      terms: [binary("add", left("i64", 2), right("i64"))],
    },
    {
      name: "one operation, sides exchanged",
      left: ["i32"],
      right: ["i32"],
      terms: [binary("subtract", right("i32"), left("i32"))],
    },
    {
      name: "widths mixed",
      left: ["u32", "f64"],
      right: [],
      terms: [binary("multiply", convert("f64", left("u32")), left("f64", 1)), convert("u64", left("u32"))],
    },
    {
      name: "bools",
      left: ["bool", "bool"],
      right: [],
      terms: [
        binary("or", left("bool"), unary("not", left("bool", 1))),
        binary("equal", left("bool"), left("bool", 1)),
      ],
    },
    {
      name: "select by a bool, and a constant",
      left: ["bool", "f64", "f64"],
      right: [],
      terms: [select(left("bool"), left("f64", 1), left("f64", 2)), constant("f64", -0)],
    },
    { name: "a NaN passed on", left: ["f64"], right: [], terms: [f64, f64] },
    {
      name: "u64 comparison",
      left: ["u64"],
      right: ["u64"],
      terms: [binary("less", left("u64"), right("u64")), binary("min", left("u64"), right("u64"))],
    },
    { name: "no columns are read", left: ["i32"], right: [], terms: [constant("u32", 7)] },
  ];

  it.each(terms)(
    "is that of the definition: $name",
    ({ left: leftTypes, right: rightTypes, terms: mapped }) => {
      fc.assert(
        fc.property(
          fc
            .oneof(fc.nat(40), fc.constantFrom(CHUNK_LENGTH - 1, CHUNK_LENGTH + 1, 5000))
            .chain((length) => anyColumns([...leftTypes, ...rightTypes], fc.constant(length))),
          (columns) => {
            for (const placed of placements(columns)) {
              const split = leftTypes.length;
              expectSame((on) => on.map(mapped, placed.slice(0, split), placed.slice(split)));
            }
          },
        ),
        { ...SETTING, numRuns: 12 },
      );
    },
  );

  it("goes by lanes where it can, and compiles equal terms once", () => {
    const column = new Float64Array(1000);
    const predicate = (): Term => binary("less", left("f64"), constant("f64", 0.5));
    expect(counted(() => wasm.map([predicate()], [column]))).toEqual({ mapLanes: 1000 });
    const remainder = binary("remainder", left("u32"), constant("u32", 10));
    expect(counted(() => wasm.map([remainder], [new Uint32Array(10)]))).toEqual({ mapElements: 10 });
  });
});
