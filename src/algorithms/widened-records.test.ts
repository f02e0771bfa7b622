import { expect, it } from "vitest";
import { workersHere } from "../../test/helpers/workers/workers.ts";
import * as algorithms from "../algorithms.ts";
import { columnContract } from "../contracts/column-contract.ts";
import { parseContract } from "../contracts/parse.ts";
import { printContract } from "../contracts/print.ts";
import { resolveContract } from "../contracts/resolve.ts";
import { openPool } from "../executors/workers/pool.ts";
import * as wasm from "../index.ts";
import * as javascript from "../javascript.ts";
import { f64, i64, operator, u32 } from "../operators.ts";
import { onlineScan } from "../streams.ts";
import { InvalidArgumentError } from "../values/errors.ts";

// Records whose columns come in narrower types than those of every combine: the bits are those of the columns that were widened before.

const own = operator({ mean: f64, count: i64, last: u32 }, (left, right) => ({
  mean: left.mean.add(right.mean).multiply(0.5),
  count: left.count.add(right.count),
  last: left.last.max(right.last),
}));
const type = { mean: "f32", count: "i32", last: "u8" } as const;
const LENGTH = 700;
const narrow = {
  mean: Float32Array.from({ length: LENGTH }, (_, i) => Math.sin(i)),
  count: Int32Array.from({ length: LENGTH }, (_, i) => 2_000_000_000 - i),
  last: Uint8Array.from({ length: LENGTH }, (_, i) => (i * 7) & 255),
};
const wide = {
  mean: Float64Array.from(narrow.mean),
  count: BigInt64Array.from(narrow.count, BigInt),
  last: Uint32Array.from(narrow.last),
};

const EXPRESSIONS = [
  "block-dyadic:32",
  "left-fold",
  "interleaved:4",
  "linear-carry:8",
  "iterated-pairwise",
  "block-dyadic:24",
] as const;

it.each(EXPRESSIONS)("is computed on every executor of a processor, by %s", async (expression) => {
  const pool = await openPool({
    ...{ count: 2, shortest: 0, ownWork: 0, pieceLength: 32, patience: 60_000 },
    start: workersHere(),
  });
  for (const direction of ["forward", "backward"] as const) {
    const options = { operator: own, expression, direction } as const;
    const expected = javascript.inclusiveScan(wide, options);
    const total = javascript.reduce(wide, options);
    for (const door of [javascript, wasm]) {
      expect(door.inclusiveScan(narrow, { ...options, type })).toEqual(expected);
      expect(door.reduce(narrow, { ...options, type })).toEqual(total);
      expect(door.prepare({ ...options, type }).reduce(narrow)).toEqual(total);
    }
    const contract = columnContract(resolveContract({ ...options, type }, "reduce") as never);
    const columns = await pool.executor().plan(contract).inclusiveScan(Object.values(narrow));
    expect(columns).toEqual(Object.values(expected));
  }
  await pool.close();
});

it("is taken by streams and by functions over segments, keys and bins", () => {
  const initial = { mean: 0, count: 0n, last: 0 };
  const options = { operator: own, type, initial } as const;
  const untyped = { operator: own, initial } as const;
  const scan = onlineScan(options);
  const parts = [0, 300].map((start) => {
    const [end] = [start === 0 ? 300 : LENGTH];
    const { mean, count, last } = narrow;
    const cut = { mean: mean.subarray(start, end), count: count.subarray(start, end) };
    return scan.push({ ...cut, last: last.subarray(start, end) });
  });
  const whole = wasm.inclusiveScan(wide, untyped);
  expect(parts[1].count).toEqual(whole.count.subarray(300));
  expect(parts[1].mean).toEqual(whole.mean.subarray(300));
  const segments = { lengths: Uint32Array.of(300, 0, 400) };
  expect(algorithms.segmentedReduce(narrow, segments, options)).toEqual(
    algorithms.segmentedReduce(wide, segments, untyped),
  );
  const keys = Uint32Array.from({ length: LENGTH }, (_, i) => i % 5);
  expect(algorithms.reduceByKey(keys, narrow, options)).toEqual(algorithms.reduceByKey(keys, wide, untyped));
});

it("has a line of its own, which is read back, and no other", () => {
  const contract = resolveContract({ operator: own, type }, "reduce");
  const line = printContract(contract);
  expect(line).toMatch(
    /^term:[0-9a-f]{16} \{mean:f32,count:i32,last:u8\} sum=\{mean:f64,count:i64,last:u32\} block-dyadic:32 initial=none v1$/,
  );
  expect(parseContract(line, { operators: [own as never] })).toEqual(contract);
  expect(printContract(resolveContract({ operator: own, type: own.type }, "reduce"))).not.toContain("sum=");
  for (const bad of [line.replace(/sum=\S+ /, ""), line.replace("sum={mean:f64", "sum={mean:f32")]) {
    expect(() => parseContract(bad, { operators: [own as never] })).toThrow(InvalidArgumentError);
  }
});

it.each([
  [
    { mean: "f32", count: "u64", last: "u8" },
    '"type.count" must be i64, or a type whose elements i64 holds exactly, got "u64"',
  ],
  [{ mean: "f32", count: "i32", last: "f32" }, '"type.last" must be u32, or a type whose elements'],
  [{ mean: "f32", count: "i32" }, '"type" must be left out or that of operator'],
  [{ mean: "f33", count: "i32", last: "u8" }, '"type.mean" must be one of f64'],
])("refuses %o", (given, message) => {
  expect(() => wasm.reduce(narrow as never, { operator: own, type: given as never })).toThrow(message);
});

it("looks at the arrays that came", () => {
  const wrong = { ...narrow, last: wide.last };
  expect(() => wasm.reduce(wrong, { operator: own, type })).toThrow('"input.last" must be a Uint8Array');
  expect(() => wasm.reduce(narrow, { operator: own })).toThrow('"input.mean" must be a Float64Array');
});
