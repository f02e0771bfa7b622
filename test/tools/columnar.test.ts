// Arrow and Parquet of every type, with text, times and nulls, as two programs of others read them: arrow-rs, the implementation in Rust (parquet-wasm), and Flechette. Neither shares code with what writes here.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableFromIPC } from "@uwdata/flechette";
import { tableToIPC } from "apache-arrow";
import {
  Compression,
  Table as RustTable,
  readParquet,
  WriterPropertiesBuilder,
  writeParquet,
} from "parquet-wasm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  convertTable,
  readTable,
  tableToArrow,
  type WrittenColumn,
  writeColumns,
} from "../../src/formats.ts";
import { elementTypeOf } from "../../src/values/element-types.ts";
import { run } from "../helpers/cli/io.ts";
import { type ToldColumn, toldColumn } from "./cells.ts";
import { sampleColumns } from "./sample-columns.ts";
import { EXACT, toldTable } from "./told-arrow.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-columnar-"));
  await writeColumns(path("whole.arrow"), COLUMNS);
});
afterAll(() => rm(folder, { recursive: true }));

const COLUMNS = sampleColumns();
const TOLD = COLUMNS.map(toldColumn);

/** Ways by which columns come into a file. */
const WAYS: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  writeColumns: (file) => writeColumns(file, COLUMNS),
  convertTable: (file) => convertTable(path("whole.arrow"), file),
  "samebits filter": async (file) => {
    const ran = await run(["filter", path("whole.arrow"), "--where", "u8 == u8", "-o", file]);
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
  },
};

describe("what others write is read here", () => {
  let stream: Uint8Array = new Uint8Array(0);
  beforeAll(async () => {
    const { table, valid } = await readTable(path("whole.arrow"), { nulls: "mask" });
    stream = tableToIPC(await tableToArrow(table, { valid }), "stream");
  });

  test("a stream of Arrow's, as arrow-rs writes it again", async () => {
    const again = RustTable.fromIPCStream(stream).intoIPCStream();
    expect(toldTable(tableFromIPC(again, EXACT))).toEqual(toldTable(tableFromIPC(stream, EXACT)));
    await writeFile(path("rust.arrow"), again);
    expect(await cellsOf(path("rust.arrow"))).toEqual(TOLD.map(({ cells }) => cells));
  });

  // Parquet has no seconds: arrow-rs writes them as numbers.
  test.each(["SNAPPY", "ZSTD", "GZIP", "LZ4_RAW", "BROTLI", "UNCOMPRESSED"] as const)(
    "Parquet of arrow-rs, %s, in groups of 10 rows",
    async (codec) => {
      const options = new WriterPropertiesBuilder()
        .setCompression(Compression[codec])
        .setMaxRowGroupSize(10)
        .build();
      await writeFile(path("rust.parquet"), writeParquet(RustTable.fromIPCStream(stream), options));
      const isSeconds = TOLD.map(({ name }) => /^s( of UTC)?\??$/.test(name));
      const found = await cellsOf(path("rust.parquet"));
      expect(found.filter((_, i) => !isSeconds[i])).toEqual(
        TOLD.flatMap(({ cells }, i) => (isSeconds[i] ? [] : [cells])),
      );
    },
  );
});

/** The cells of a file as it is read here. */
async function cellsOf(file: string): Promise<readonly ToldColumn["cells"][]> {
  const { table, valid = {} } = await readTable(file, { nulls: "mask" });
  return Object.entries(table).map(([column, values]) => {
    const type = values instanceof Uint8Array ? "bool" : elementTypeOf(values);
    const same = ArrayBuffer.isView(values) ? { column, type, array: values } : { column, ...values };
    return toldColumn({ ...same, valid: valid[column] } as WrittenColumn).cells;
  });
}

describe.each(Object.entries(WAYS))("what %s writes", (name, write) => {
  test("as Arrow has the same values for Flechette", async () => {
    await write(path(`${name}.arrow`));
    expect(toldTable(tableFromIPC(await readFile(path(`${name}.arrow`)), EXACT))).toEqual(TOLD);
  });

  test("as Parquet has the same values for arrow-rs", async () => {
    await write(path(`${name}.parquet`));
    const read = readParquet(await readFile(path(`${name}.parquet`)));
    expect(toldTable(tableFromIPC(read.intoIPCStream(), EXACT))).toEqual(TOLD);
  });
});
