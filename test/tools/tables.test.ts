// Tables of every type, with text, times and nulls, in every format of columns, by functions and commands: read back here, and by programs of others.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ColumnAs,
  convertTable,
  encodeCsv,
  readTable,
  type WrittenColumn,
  writeBytes,
  writeColumns,
} from "../../src/formats.ts";
import { elementTypeOf } from "../../src/values/element-types.ts";
import { run } from "../helpers/cli/io.ts";
import { rowsAsText, type ToldColumn, toldColumn } from "./cells.ts";
import { hasTool, runPython, runTool } from "./debian-tools.ts";
import { sampleColumns } from "./sample-columns.ts";

const [hasPython, hasSqlite, hasDatamash, hasAwk] = (["numpy", "sqlite", "datamash", "awk"] as const).map(
  hasTool,
);

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-written-"));
});
afterAll(() => rm(folder, { recursive: true }));

const COLUMNS = sampleColumns();
const TOLD = COLUMNS.map(toldColumn);

/** What to read each column as. */
const AS = Object.fromEntries(
  COLUMNS.map((given): [string, ColumnAs] => {
    if ("instants" in given) return [given.column, "time"];
    return [given.column, "codes" in given ? "text" : given.type];
  }),
);

/** A file as it is read here, each column as what it was. */
async function readHere(file: string): Promise<readonly ToldColumn[]> {
  const { table, valid = {} } = await readTable(file, { types: AS, nulls: "mask" });
  expect(Object.keys(table)).toEqual(COLUMNS.map(({ column }) => column));
  return COLUMNS.map((given) => {
    const { column } = given;
    const values = table[column];
    const isArray = ArrayBuffer.isView(values);
    // Narrow numbers come as what they widen to.
    const type = "type" in given && given.type === "bool" ? given.type : elementTypeOf(values);
    const same = isArray ? { column, type, array: values } : { column, ...values };
    return toldColumn({ ...same, valid: valid[column] } as WrittenColumn);
  });
}

/** Ways by which columns come into a file. */
const WAYS: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  writeColumns: (file) => writeColumns(file, COLUMNS),
  "convertTable from Arrow": async (file) => {
    await writeColumns(path("whole.arrow"), COLUMNS);
    await convertTable(path("whole.arrow"), file);
  },
  "samebits convert from Parquet": async (file) => {
    await writeColumns(path("whole.parquet"), COLUMNS);
    expect(await run(["convert", path("whole.parquet"), file])).toMatchObject({ status: 0, stderr: "" });
  },
  "samebits filter from Arrow": async (file) => {
    await writeColumns(path("whole.arrow"), COLUMNS);
    const argv = ["filter", path("whole.arrow"), "--where", "u8 == u8", "-o", file];
    expect(await run(argv)).toMatchObject({ status: 0, stderr: "" });
  },
};

describe.each(Object.entries(WAYS))("tables written by %s", (name, write) => {
  const file = (ending: string): string => path(`${name}.${ending}`);

  test.each(["csv", "tsv", "arrow", "parquet"])("as .%s are read back", async (ending) => {
    await write(file(ending));
    expect(await readHere(file(ending))).toEqual(TOLD);
  });

  test.runIf(hasPython)("are what Python's csv reads", () => {
    const kinds = TOLD.map(({ kind }) => kind);
    const asked = [
      { path: file("csv"), delimiter: ",", kinds },
      { path: file("tsv"), delimiter: "\t", kinds },
    ];
    expect(runPython("read-rows.py", asked)).toEqual([rowsAsText(TOLD), rowsAsText(TOLD)]);
  });

  test.runIf(hasSqlite && hasPython)("have the cells in SQLite that Python's csv finds", () => {
    const kinds = TOLD.map(() => "text");
    const [[names, ...rows]] = runPython("read-rows.py", [
      { path: file("csv"), delimiter: ",", kinds },
    ]) as readonly (readonly (readonly string[])[])[];
    const script = `.mode csv\n.import ${JSON.stringify(file("csv"))} t\n.mode json\nselect * from t;\n`;
    const found = JSON.parse(runTool("sqlite", [":memory:"], script)) as readonly Record<string, string>[];
    expect(found.map((row) => Object.keys(row))).toEqual(rows.map(() => names));
    expect(found.map((row) => Object.values(row))).toEqual(rows);
  });
});

test("encodeCsv writes what writeColumns does", async () => {
  await writeColumns(path("a.csv"), COLUMNS);
  await writeBytes(path("b.csv"), () => encodeCsv(COLUMNS), undefined);
  expect(await readFile(path("b.csv"))).toEqual(await readFile(path("a.csv")));
});

/** Numbers and names that need no quotes: what these two read. */
const PLAIN: readonly WrittenColumn[] = [
  { column: "n", type: "i32", array: Int32Array.from({ length: 1000 }, (_, row) => row - 300) },
  { column: "half", type: "f64", array: Float64Array.from({ length: 1000 }, (_, row) => row / 2) },
  { column: "late", type: "bool", array: Uint8Array.from({ length: 1000 }, (_, row) => row % 2) },
  {
    ...{ column: "city", codes: Uint32Array.from({ length: 1000 }, (_, row) => row % 3) },
    dictionary: ["Bergen", "Oslo", "Tromsø"],
  },
];

test.runIf(hasDatamash)("datamash checks a TSV and has the sums and groups of a CSV", async () => {
  await writeColumns(path("plain.tsv"), PLAIN);
  expect(
    runTool("datamash", ["check", "1001", "lines", "4", "fields"], await readFile(path("plain.tsv"))),
  ).toMatch(/^1001 lines, 4 fields\n$/);
  await writeColumns(path("plain.csv"), PLAIN);
  const csv = await readFile(path("plain.csv"));
  for (const [place, column] of [
    [1, "n"],
    [2, "half"],
  ] as const) {
    const argv = ["reduce-by-key", path("plain.csv"), "--key", "city", "--column", column, "-o", "-"];
    const [, ...ours] = (await run(argv)).stdout.trimEnd().split("\n");
    const grouped = ["-t,", "--header-in", "--sort", "--group", "4", "sum", String(place)];
    expect(runTool("datamash", grouped, csv).trimEnd().split("\n")).toEqual(ours);
    expect(ours).toHaveLength(3);
  }
});

test.runIf(hasAwk)("awk has the same sums of a TSV", async () => {
  await writeColumns(path("plain.tsv"), PLAIN);
  const program = 'NR > 1 { n += $1; half += $2; late += $3 == "true" } END { print NR, NF, n, half, late }';
  const sums = [0, 1, 2].map((i) => {
    const column = PLAIN[i];
    return "array" in column ? Array.from(column.array, Number).reduce((left, right) => left + right, 0) : 0;
  });
  expect(runTool("awk", ["-F\t", program, path("plain.tsv")])).toBe(`1001 4 ${sums.join(" ")}\n`);
});
