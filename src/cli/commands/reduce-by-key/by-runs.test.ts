import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeTable } from "../../../formats.ts";
import { add, parseExpression } from "../../../index.ts";
import { parseOneExecutor } from "../../executors/executors.ts";
import { openJavascript, openWasm } from "../../executors/synchronous.ts";
import { columnArgument, readTable, type Table } from "../../input/table.ts";
import type { CommandIo } from "../../io.ts";
import { reduceRuns } from "./by-runs.ts";
import { jobOf, withoutNullValues } from "./job.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-runs-"));
});
afterAll(() => rm(folder, { recursive: true }));

const executors = { javascript: openJavascript(), wasm: openWasm() };
afterAll(() => Promise.all(Object.values(executors).map((each) => each.close())));

const io = { stderr: { terminal: undefined }, now: () => 0 } as unknown as CommandIo;

/** All that is in a table, texts as such. */
function told({ fields, types, columns, dictionaries, times, valid }: Table): unknown {
  const texts = columns.map((column, i) =>
    Array.from(column as Uint32Array, (value, row) => {
      if (valid?.[i]?.[row] === 0) return null;
      return dictionaries[i]?.[value] ?? value;
    }),
  );
  return { fields, types, texts, times };
}

interface Case {
  readonly keys: readonly string[];
  readonly options: Partial<Parameters<typeof jobOf>[1]> & { readonly nulls?: "mask" | "skip" };
  readonly on: keyof typeof executors;
  readonly partRows: number;
}

async function check(file: string, { keys, options: given, on, partRows }: Case) {
  const options = { on: parseOneExecutor(on), determinism: "everywhere", ...given } as never as Parameters<
    typeof jobOf
  >[1];
  const columns = [
    ...keys.map((key) => columnArgument(key, "key", undefined)),
    columnArgument("x", "column", undefined),
  ];
  const keyCount = keys.length;
  const executor = executors[on];
  const functions = await executor.algorithms();
  const read = await readTable(file, columns, options as never, io);
  const { run, contract } = jobOf(add, options, read, keyCount);
  const whole = await run(functions, await withoutNullValues(read, keyCount, functions));
  const found = await reduceRuns(
    {
      file,
      columns,
      keyCount,
      operator: add,
      options: options as never,
      executor,
      functions,
      timed: (work) => work(),
      partRows,
    },
    io,
  );
  expect(told(found.written)).toEqual(told(whole));
  expect([found.contract, found.read.length, found.read.nullCount]).toEqual([
    contract,
    read.length,
    read.nullCount,
  ]);
}

const CASES: readonly Case["options"][] = [
  { nulls: "mask" },
  { nulls: "skip" },
  { nulls: "mask", expression: parseExpression("left-fold"), backward: true },
  { nulls: "mask", expression: parseExpression("bisection") },
  { nulls: "mask", expression: parseExpression("exact") },
  { nulls: "mask", initial: "0.25" },
];

const KEYS = [["who"], ["n"], ["y"], ["who", "n"], ["when", "who", "y"]];

describe("keys by parts have the reduces of all rows", () => {
  test.each(["f64", "f32", "i64"] as const)("of %s", async (type) => {
    const value: fc.Arbitrary<number | bigint> =
      type === "i64" ? fc.bigInt({ min: -9n, max: 9n }) : fc.float({ noNaN: true, noDefaultInfinity: true });
    const rows = fc.array(
      fc.record({
        who: fc.option(fc.constantFrom("b", "a", "", "\u{10000}", "\uffff"), { nil: null }),
        n: fc.option(fc.bigInt({ min: -3n, max: 3n }), { nil: null }),
        y: fc.option(fc.constantFrom(0, -0, Number.NaN, 1.5, -2, Number.POSITIVE_INFINITY), { nil: null }),
        when: fc.option(fc.bigInt({ min: 0n, max: 2n }), { nil: null }),
        x: fc.option(value, { nil: null }),
      }),
      { maxLength: 90 },
    );
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(...CASES),
        fc.constantFrom(...KEYS),
        fc.constantFrom("javascript" as const, "wasm" as const),
        fc.constantFrom(1, 7, 30),
        async (list, options, keys, on, partRows) => {
          if (type === "i64" && (options.initial !== undefined || options.expression?.kind === "exact"))
            return;
          const file = path(`${type}-${number++}.arrow`);
          const flags = (name: keyof (typeof list)[number]) =>
            Uint8Array.from(list, (row) => Number(row[name] !== null));
          const dictionary = ["", "a", "b", "\uffff", "\u{10000}"];
          const x =
            type === "i64"
              ? BigInt64Array.from(list, (row) => BigInt(row.x ?? 0))
              : new (type === "f64" ? Float64Array : Float32Array)(list.map((row) => Number(row.x ?? 0)));
          const table = {
            who: {
              codes: Uint32Array.from(list, (row) => Math.max(0, dictionary.indexOf(row.who ?? ""))),
              dictionary,
            },
            n: BigInt64Array.from(list, (row) => row.n ?? 0n),
            y: Float64Array.from(list, (row) => row.y ?? 0),
            when: {
              instants: BigInt64Array.from(list, (row) => row.when ?? 0n),
              unit: "day" as const,
              zone: undefined,
            },
            x,
          };
          const valid = {
            who: flags("who"),
            n: flags("n"),
            y: flags("y"),
            when: flags("when"),
            x: flags("x"),
          };
          await writeTable(file, table, { valid });
          await check(file, { keys, options, on, partRows });
          await rm(file);
        },
      ),
      { seed: 26, numRuns: 80 },
    );
  });

  test("of one key whose values are read in chunks, the last of which is shorter", async () => {
    const keys = [1, 2, 3, ...[0, 0, 0, 0, 0, 1], ...Array.from({ length: 11 }, () => 0), 2]; // parts of 3, 6 and 12 rows
    const file = path("chunks.arrow");
    await writeTable(file, {
      n: BigInt64Array.from(keys, BigInt),
      x: Float64Array.from(keys, (_, i) => 1 / (i + 1)),
    });
    for (const on of ["javascript", "wasm"] as const)
      await check(file, { keys: ["n"], options: { nulls: "mask" }, on, partRows: 3 });
  });
});
