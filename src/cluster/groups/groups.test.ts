import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  EXPRESSIONS,
  engineHere,
  someDoubles,
  toolsIn,
  withFolder,
  writeInTwo,
} from "../../../test/helpers/cluster-runs.ts";
import { histogram, reduceByIndex, reduceByKey } from "../../algorithms.ts";
import { OPERATORS, type RecordOperator } from "../../operators/operator.ts";
import { parseOperator } from "../../operators.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import { hashColumns } from "../../values/hash.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import { checkRunOptions } from "../check-given.ts";
import { createRun } from "../run.ts";
import { type RunOptions, requestOf } from "../run-request.ts";
import { verifyReceipt } from "../verify.ts";
import { checkGroups } from "./group-table.ts";

/** Keys of several kinds, among them the doubles that are easily confounded. */
const KEYS: Readonly<Record<string, (random: Float64Array, count: number) => ColumnArray>> = {
  i32: (random, count) => Int32Array.from(random, (value) => (value % count) - 3),
  i64: (random, count) => BigInt64Array.from(random, (value) => BigInt(value % count) * 2n ** 55n),
  f64: (random, count) =>
    Float64Array.from(random, (value) => [0, -0, Number.NaN, 1 / 3][value & 3] * (value % count)),
  u32: (random) => Uint32Array.from(random, (value) => value & 1),
};

const CASE = fc.record({
  length: fc.integer({ min: 1, max: 3000 }),
  seed: fc.integer(),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  pieceLength: fc.integer({ min: 1, max: 1500 }),
  workers: fc.integer({ min: 1, max: 3 }),
  keyCount: fc.integer({ min: 1, max: 40 }),
  splits: fc.constantFrom(1, 1, 2, 5),
  keys: fc.uniqueArray(fc.constantFrom(...Object.keys(KEYS)), { minLength: 1, maxLength: 2 }),
  direction: fc.constantFrom("forward" as const, "backward" as const),
  initialPlacement: fc.constantFrom(undefined, "outside" as const, "first" as const),
  what: fc.constantFrom("f64" as const, "i64" as const, "wide" as const, "record" as const),
  expression: fc.constantFrom(...EXPRESSIONS),
});

type Case = typeof CASE extends fc.Arbitrary<infer Value> ? Value : never;

/** The first is proved associative, and does not commute. */
const RECORDS = {
  associative: OPERATORS.mark({
    ...(parseOperator("(a: {value: i64, most: i32}, b) => if b.most > 0 then b else a") as RecordOperator),
    isAssociative: true,
  }),
  subtracting: parseOperator(
    "(a: {value: i64, most: i32}, b) => {value: a.value - b.value, most: max(a.most, b.most)}",
  ),
};

async function runOf(folder: string, request: ReturnType<typeof requestOf>, workers: number) {
  const tools = toolsIn(join(folder, "run"));
  const run = await createRun(request, tools);
  const engine = engineHere(workers, (indices) => [...indices].reverse());
  const receipt = await run.go({ engine, audit: 0.3 });
  for (const share of [1, 0.2]) {
    const again = await verifyReceipt({ ...tools, receipt, share, random: () => 0.5 });
    expect(again.differing).toEqual([]);
  }
  return { run, receipt, columns: (await run.groups())?.columns.map(({ array }) => array) ?? [] };
}

describe("a run by groups", () => {
  it("has the keys and the bits of reduceByKey, whatever the files, the pieces, the workers and their order", async () => {
    await fc.assert(
      fc.asyncProperty(CASE, (given) =>
        withFolder(async (folder) => {
          const random = someDoubles(given.length, given.seed);
          const keys = Object.fromEntries(
            given.keys.map((kind) => [`${kind}Key`, KEYS[kind](random, given.keyCount)]),
          );
          const { values, options } = valuesOf(given, random);
          const dataset = await writeInTwo(folder, { ...keys, ...values }, given.cut);
          const pieceLength = Math.max(given.pieceLength, Math.ceil(given.length / 8));
          const groups = { keys: Object.keys(keys), splits: given.splits };
          const asked: RunOptions = { ...options, groups, pieceLength, hashInput: true };
          const { receipt, columns } = await runOf(
            folder,
            requestOf(dataset, "reduce", asked),
            given.workers,
          );
          const input = given.what === "record" ? values : Object.values(values)[0];
          const one = reduceByKey(keys as never, input as never, options as never) as {
            readonly keys: Readonly<Record<string, ColumnArray>>;
            readonly values: ColumnArray | Readonly<Record<string, ColumnArray>>;
          };
          const found = ArrayBuffer.isView(one.values)
            ? [one.values as ColumnArray]
            : Object.values(one.values);
          expect(columns).toEqual([...Object.values(one.keys), ...found]);
          expect(receipt.groups?.hash).toBe(hashColumns([...Object.values(one.keys), ...found]));
        }),
      ),
      { numRuns: 20, seed: 20261127 },
    );
  });
});

function valuesOf(
  { what, expression, direction, initialPlacement }: Case,
  random: Float64Array,
): { readonly values: Readonly<Record<string, ColumnArray>>; readonly options: RunOptions } {
  const isSum = expression.kind === "exact" || expression.kind === "binned";
  const tree = isSum && what !== "f64" ? undefined : expression;
  const shared = { expression: tree, direction, initialPlacement };
  const withInitial = (initial: unknown) =>
    ({ ...shared, initial: initialPlacement && initial }) as RunOptions;
  if (what === "f64") return { values: { value: random }, options: withInitial(1.25) };
  const whole = BigInt64Array.from(random, (value) => BigInt(Math.trunc(value)));
  if (what === "i64") return { values: { value: whole }, options: withInitial(7n) };
  if (what === "wide") {
    const options = { ...withInitial(3), operator: "add" as const, accumulate: "f64" as const };
    return { values: { value: Float32Array.from(random) }, options };
  }
  const most = Int32Array.from(random, (value) => value % 1000);
  const operator = random.length % 2 === 0 ? RECORDS.associative : RECORDS.subtracting;
  return { values: { value: whole, most }, options: { ...withInitial({ value: 5n, most: 3 }), operator } };
}

describe("a run by index", () => {
  it("has the bits of reduceByIndex, and counts what no bin has", async () => {
    await fc.assert(
      fc.asyncProperty(CASE, fc.integer({ min: 1, max: 50 }), (given, binCount) =>
        withFolder(async (folder) => {
          const random = someDoubles(given.length, given.seed);
          const place = Int32Array.from(random, (value) => (value % given.keyCount) - 2);
          const { expression, direction } = given;
          const options = { expression, direction, initial: 0.5 };
          const dataset = await writeInTwo(folder, { place, value: random }, given.cut);
          const groups = { indices: "place", binCount };
          const pieceLength = Math.max(given.pieceLength, Math.ceil(given.length / 8));
          const { receipt, columns } = await runOf(
            folder,
            requestOf(dataset, "reduce", { ...options, groups, pieceLength }),
            2,
          );
          const one = reduceByIndex(random, place, { ...options, binCount });
          expect(columns).toEqual([one.values]);
          expect(receipt.groups?.beside).toEqual({ outside: one.outsideCount });
        }),
      ),
      { numRuns: 8, seed: 20261127 },
    );
  });
});

describe("what groups are refused", () => {
  it("are those of columns that are not there or say no group, and bins that are none", async () => {
    await withFolder(async (folder) => {
      const value = someDoubles(10, 1);
      const dataset = await writeInTwo(folder, { key: BigInt64Array.from(value.keys(), BigInt), value }, 0.5);
      const asked = (groups: unknown, more: object = {}) => {
        const options = checkRunOptions({ groups, ...more } as RunOptions);
        return (async () => createRun(requestOf(dataset, "reduce", options), toolsIn(join(folder, "run"))))();
      };
      await expect(asked({ keys: ["nobody"] })).rejects.toThrow(/a column of the dataset: key, value/);
      await expect(asked({ indices: "key", binCount: 3 })).rejects.toThrow(/"indices".*u32.*got i64/);
      await expect(asked({ keys: ["key"] }, { expression: "bisection" })).rejects.toThrow(UnsupportedError);
      await expect(asked({ bins: { binCount: 3, range: [2, 1] } }, { columns: ["value"] })).rejects.toThrow(
        /low < high/,
      );
      await expect(asked({ bins: { edges: [0, 0] } }, { columns: ["value"] })).rejects.toThrow(
        /above edges\[0\]/,
      );
      await expect(
        asked({ bins: { edges: [0, 1] } }, { columns: ["value"], operator: "max" }),
      ).rejects.toThrow(/which counts/);
      expect(() => asked({ keys: [] })).toThrow(/a name at least/);
      expect(() => asked({ by: "key" })).toThrow(InvalidArgumentError);
      expect(() => asked({ keys: ["key"], splits: 0 })).toThrow(/"groups.splits"/);
      expect(() => asked({ indices: "key", binCount: 3, splits: 2 })).toThrow(/splits/);
      expect(() => requestOf(dataset, "inclusive-scan", { groups: { keys: ["key"] } })).toThrow(
        /where there are groups/,
      );
    });
  });

  it("are more than a process holds, which says how many", () => {
    const table = { keys: [new Uint8Array(2 ** 24 + 1)], values: [], states: [], outside: 0 };
    expect(() => checkGroups(table)).toThrow(/16777217 groups so far.*16777216.*--key-splits/);
  });
});

describe("a histogram", () => {
  it("has the counts of one call", async () => {
    await withFolder(async (folder) => {
      const value = someDoubles(5000, 3).map((each, i) => (i % 71 === 0 ? Number.NaN : each));
      const code = Uint32Array.from(value, (_, i) => (i * i) % 17);
      const dataset = await writeInTwo(folder, { value, code }, 0.3);
      const bins = [
        { column: "value", bins: { binCount: 13, range: [-1e15, 1e16] as const } },
        {
          column: "value",
          bins: { edges: [Number.NEGATIVE_INFINITY, -1, 0, 1e12, Number.POSITIVE_INFINITY] },
        },
        { column: "code", bins: { categories: 11 } },
      ];
      for (const [i, { column, bins: asked }] of bins.entries()) {
        const options = { columns: [column], groups: { bins: asked }, pieceLength: 777 };
        const { receipt, columns } = await runOf(
          join(folder, String(i)),
          requestOf(dataset, "reduce", options),
          2,
        );
        const one = histogram(
          (column === "value" ? value : code) as Uint32Array,
          asked as { categories: number },
        );
        expect(Array.from(columns[0], Number)).toEqual(Array.from(one.counts));
        const {
          belowCount: below,
          aboveCount: above,
          nanCount: nan,
        } = one as unknown as Record<string, number>;
        const beside = "categories" in asked ? { outside: one.outsideCount } : { below, above, nan };
        expect(receipt.groups?.beside).toEqual(beside);
      }
    });
  });
});
