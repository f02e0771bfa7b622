// What every command and function that makes a table or an array of another writes, in each format, as programs of others read it: each row is a way to make it, and what it holds, written by hand.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableFromIPC } from "@uwdata/flechette";
import { readParquet } from "parquet-wasm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gather, joinByKey } from "../../src/algorithms.ts";
import {
  type ColumnAs,
  type ColumnValues,
  readTable,
  readTableBatches,
  tableFromRows,
  type WrittenColumn,
  writeColumns,
  writeTable,
  writeTableBatches,
} from "../../src/formats.ts";
import { elementTypeOf } from "../../src/values/element-types.ts";
import { run } from "../helpers/cli/io.ts";
import { rowsAsText, type ToldColumn, toldColumn } from "./cells.ts";
import { hasTool, runPython, runTool } from "./debian-tools.ts";
import { EXACT, toldTable } from "./told-arrow.ts";

const [hasPython, hasSqlite, hasDatamash] = (["numpy", "sqlite", "datamash"] as const).map(hasTool);

let folder = "";
const path = (name: string): string => join(folder, name);

/** A value of the table below; null where there is none. */
type Cell = string | number | bigint | null;

const TEXT = 'a, "q"\nø\t|';
/** city, n, x, at: texts, i32, f64, microseconds of UTC. */
const ROWS: readonly (readonly Cell[])[] = [
  ["Oslo", 3, 1.5, 0n],
  ["Oslo", 3, 1.5, 0n],
  ["Bergen", -1, null, 978_307_200_000_001n],
  [TEXT, 2, -0, null],
  [null, 5, Number.NaN, -1n],
  ["Bergen", -1, 2.25, 5n],
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-outputs-"));
  await writeColumns(path("p.arrow"), tableOf(ROWS));
  await writeColumns(path("readings.arrow"), [
    { column: "value", type: "f32", array: Float32Array.of(3, 1, 4, 0.1) },
    { column: "index", type: "u32", array: Uint32Array.of(0, 1, 2, 3) },
  ]);
  await writeFile(
    path("argmax.op"),
    "(left: { value: f32, index: u32 }, right) => if left.value < right.value then right else left",
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** Some of its rows as columns, in their order. */
function tableOf(rows: readonly (readonly Cell[])[], fields = "city n x at"): readonly WrittenColumn[] {
  const read: Readonly<Record<string, (cells: readonly Cell[]) => ColumnValues>> = {
    city: (cells) => {
      const dictionary = [...new Set(cells.map((cell) => String(cell ?? "")))].sort();
      return { codes: Uint32Array.from(cells, (cell) => dictionary.indexOf(String(cell ?? ""))), dictionary };
    },
    n: (cells) => Int32Array.from(cells, Number),
    x: (cells) => Float64Array.from(cells, Number),
    at: (cells) => ({
      instants: BigInt64Array.from(cells, (cell) => BigInt(cell ?? 0)),
      unit: "us",
      zone: "UTC",
    }),
  };
  return fields.split(" ").map((column, i) => {
    const cells = rows.map((row) => row[i]);
    const valid = Uint8Array.from(cells, (cell) => (cell === null ? 0 : 1));
    return written(column, read[column](cells), valid.includes(0) ? valid : undefined);
  });
}

function written(column: string, values: ColumnValues, valid: Uint8Array | undefined): WrittenColumn {
  if (!ArrayBuffer.isView(values)) return { column, ...values, valid };
  return { column, type: elementTypeOf(values) ?? "bool", array: values, valid } as WrittenColumn;
}

const rowsAt = (...indexes: readonly number[]): readonly WrittenColumn[] =>
  tableOf(indexes.map((index) => ROWS[index]));

interface Output {
  readonly write: (file: string) => Promise<unknown>;
  readonly holds: () => readonly WrittenColumn[];
}

/** A command line of the files above, OUT in the place of its output. */
const command = (line: string, holds: Output["holds"]): readonly [string, Output] => [
  line,
  {
    holds,
    async write(file) {
      const argv = line.split(" ").map((word) => {
        if (word === "OUT") return file;
        return /\.(arrow|op)$/.test(word) ? path(word) : word;
      });
      const { status, stderr } = await run(argv);
      expect([stderr, status]).toEqual(["", 0]);
    },
  },
];

const OUTPUTS: readonly (readonly [string, Output])[] = [
  command("convert p.arrow OUT", () => rowsAt(0, 1, 2, 3, 4, 5)),
  command("sort p.arrow --by n --by at:descending -o OUT", () => rowsAt(2, 5, 3, 0, 1, 4)),
  command("sort p.arrow --descending -o OUT", () => rowsAt(3, 0, 1, 5, 2, 4)),
  command("sort p.arrow --by city --collate sv -o OUT", () => rowsAt(3, 2, 5, 0, 1, 4)),
  command("filter p.arrow --where x>=-1 -o OUT", () => rowsAt(0, 1, 3, 5)),
  command("filter p.arrow --where at==null||n>3 -o OUT", () => rowsAt(3, 4)),
  command("unique p.arrow -o OUT", () => rowsAt(0, 2, 3, 4, 5)),
  command("unique p.arrow --anywhere -o OUT", () => rowsAt(5, 2, 0, 3, 4)),
  command("reduce-by-key p.arrow --key city --column n --nulls mask -o OUT", () =>
    tableOf(
      [
        ["Bergen", -2],
        ["Oslo", 6],
        [TEXT, 2],
        [null, 5],
      ],
      "city n",
    ),
  ),
  command("reduce-by-key p.arrow --key n --column x --operator max --nulls mask -o OUT", () =>
    tableOf(
      [
        [-1, 2.25],
        [2, -0],
        [3, 1.5],
        [5, Number.NaN],
      ],
      "n x",
    ),
  ),
  command("scan p.arrow --column n -o OUT", () => tableOf([[3], [6], [5], [7], [12], [11]], "n")),
  command("scan p.arrow --column n --exclusive --backward -o OUT", () =>
    tableOf([[8], [5], [6], [4], [-1], [0]], "n"),
  ),
  command("scan readings.arrow --operator argmax.op -o OUT", () => [
    { column: "value", type: "f32", array: Float32Array.of(3, 3, 4, 4) },
    { column: "index", type: "u32", array: Uint32Array.of(0, 0, 2, 2) },
  ]),
  [
    "joinByKey, gather and writeTable",
    {
      holds: () =>
        tableOf(
          [
            ["Bergen", 2],
            ["Oslo", 0],
            ["Oslo", 1],
            ["Bergen", 5],
          ].map(([city, n]) => [city, n]),
          "city n",
        ),
      async write(file) {
        const { table } = await readTable(path("p.arrow"), { columns: { city: "text" }, nulls: "zero" });
        const { city } = tableFromRows([{ city: "Bergen" }, { city: "Oslo" }, { city: "Bodø" }]).table;
        const { left, right } = joinByKey(city as typeof table.city, table.city);
        const order = Uint32Array.of(0, 2, 3, 1); // the pairs in another order
        const codes = gather(gather(table.city.codes, right), order);
        expect(Array.from(left)).toEqual([0, 0, 1, 1]);
        await writeTable(file, {
          city: { codes, dictionary: table.city.dictionary },
          n: Int32Array.from(gather(right, order)),
        });
      },
    },
  ],
  [
    "readTableBatches and writeTableBatches",
    {
      holds: () => rowsAt(0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5),
      write: (file) =>
        readTableBatches(path("p.arrow"), { nulls: "mask" }, async (batches) => {
          async function* twice() {
            for await (const batch of batches) yield* [batch, batch];
          }
          await writeTableBatches(file, twice());
        }),
    },
  ],
];

/** A file as it is read here, by the types of what it should hold. */
async function readHere(file: string, held: readonly WrittenColumn[]): Promise<readonly ToldColumn[]> {
  const types = Object.fromEntries(
    held.map((each): [string, ColumnAs] => {
      if ("instants" in each) return [each.column, "time"];
      return [each.column, "codes" in each ? "text" : each.type];
    }),
  );
  const { table, valid = {} } = await readTable(file, { types, nulls: "mask" });
  return Object.entries(table).map(([name, values]) => toldColumn(written(name, values, valid[name])));
}

describe.each(OUTPUTS)("%s", (name, { write, holds }) => {
  const file = (ending: string): string => path(`${name.replaceAll(/[^a-z]+/g, "-")}.${ending}`);
  const told = () => holds().map(toldColumn);

  test.each(["csv", "tsv", "arrow", "parquet"])("as .%s is read back", async (ending) => {
    await write(file(ending));
    expect(await readHere(file(ending), holds())).toEqual(told());
  });

  test("as Arrow is what Flechette reads", async () => {
    expect(toldTable(tableFromIPC(await readFile(file("arrow")), EXACT))).toEqual(told());
  });

  test("as Parquet is what arrow-rs reads", async () => {
    const read = readParquet(await readFile(file("parquet")));
    expect(toldTable(tableFromIPC(read.intoIPCStream(), EXACT))).toEqual(told());
  });

  test.runIf(hasPython)("as CSV and TSV is what Python's csv reads", () => {
    const kinds = told().map(({ kind }) => kind);
    const asked = [
      { path: file("csv"), delimiter: ",", kinds },
      { path: file("tsv"), delimiter: "\t", kinds },
    ];
    expect(runPython("read-rows.py", asked)).toEqual([rowsAsText(told()), rowsAsText(told())]);
  });

  test.runIf(hasSqlite)("as CSV has as many rows and columns for SQLite", () => {
    const [{ cells }] = told();
    const script = `.mode csv\n.import ${JSON.stringify(file("csv"))} t\n.mode json\nselect * from t;\n`;
    const rows = JSON.parse(runTool("sqlite", [":memory:"], script)) as readonly Record<string, string>[];
    expect(rows.map((row) => Object.keys(row))).toEqual(cells.map(() => told().map(({ name }) => name)));
  });

  test.runIf(hasDatamash)("without line breaks in cells, as TSV is a table to datamash", async () => {
    const text = await readFile(file("tsv"), "utf8");
    const columns = told().length;
    if (text.includes('"')) return expect(told().some(({ cells }) => cells.includes(TEXT))).toBe(true);
    const found = runTool("datamash", ["check"], text);
    return expect(found).toBe(
      `${told()[0].cells.length + 1} lines, ${columns} field${columns === 1 ? "" : "s"}\n`,
    );
  });
});

/** Commands that write one array, and it as they should. */
const ARRAYS: readonly (readonly [string, Int32Array])[] = [
  ["sort p.arrow --column n -o OUT", Int32Array.of(-1, -1, 2, 3, 3, 5)],
  ["unique p.arrow --column n -o OUT", Int32Array.of(3, -1, 2, 5, -1)],
  ["filter p.arrow --column n --where n>0 -o OUT", Int32Array.of(3, 3, 2, 5)],
  ["scan p.arrow --column n -o OUT", Int32Array.of(3, 6, 5, 7, 12, 11)],
  ["convert p.arrow --column n OUT", Int32Array.of(3, 3, -1, 2, 5, -1)],
];

test.runIf(hasPython)("arrays of a column are what numpy reads, .npy and raw", async () => {
  const asked: { readonly path: string; readonly dtype?: string }[] = [];
  for (const [i, [line, array]] of ARRAYS.entries()) {
    const [npy, raw] = [path(`array-${i}.npy`), path(`array-${i}.raw`)];
    for (const file of [npy, raw]) await command(line, () => [])[1].write(file);
    expect((await readFile(raw)).toString("hex")).toBe(Buffer.from(array.buffer).toString("hex"));
    asked.push({ path: npy }, { path: raw, dtype: "<i4" });
  }
  const expected = ARRAYS.flatMap(([, array]) => {
    const hex = Buffer.from(array.buffer).toString("hex");
    return [0, 1].map(() => ({ dtype: "<i4", shape: [array.length], hex }));
  });
  expect(runPython("read-arrays.py", asked)).toEqual(expected);
});
