// A code without a text, or without a number, is a typed error in both formats that have dictionaries.

import { Dictionary, Int32, makeData, Table, tableToIPC, Utf8, Vector, vectorFromArray } from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { FormatError } from "../values/errors.ts";
import { readArrowTable } from "./arrow-table.ts";
import { decodeParquet } from "./decode-parquet.ts";
import { readParquetTable } from "./parquet-table.ts";

const whole = { as: ["text"] } as const;
const source = "x";

test.each(["file", "stream"] as const)("of an Arrow %s, with its row and column", async (kind) => {
  const dictionary = vectorFromArray(["a", "b", "c"], new Utf8());
  const data = Int32Array.of(0, 2, 7, 1);
  const type = new Dictionary(new Utf8(), new Int32());
  const codes = new Vector([makeData({ type, dictionary, data, length: 4, nullCount: 0 })]);
  const bytes = tableToIPC(new Table({ t: codes }), kind);
  const read = readArrowTable(bytes, { columns: ["t"], whole, source }).next();
  await expect(read).rejects.toThrow(FormatError);
  await expect(readArrowTable(bytes, { columns: ["t"], whole, source }).next()).rejects.toThrow(
    'codes of the 3 texts of column "t", got 7 in row 3',
  );
});

test("of Parquet, of texts and of numbers", async () => {
  const repeated = <Value>(values: readonly Value[]) => Array.from({ length: 64 }, (_, i) => values[i % 3]);
  const file = new Uint8Array(
    parquetWriteBuffer({
      codec: "UNCOMPRESSED",
      columnData: [
        { name: "t", data: repeated(["a", "b", "c"]), type: "STRING" },
        { name: "n", data: repeated([5, 6, 7]), type: "INT32" },
      ],
    }),
  );
  // Codes of two bits: a byte of ones is four times the fourth of three values.
  const told = { t: 0, n: 0 };
  for (let at = 0; at < file.length; at++) {
    const damaged = file.slice();
    damaged[at] = 0xff;
    const outcomes = {
      t: readParquetTable(damaged, { columns: ["t"], whole, source }).next(),
      n: decodeParquet(damaged, { column: "n" }),
    };
    for (const [name, outcome] of Object.entries(outcomes)) {
      const error: unknown = await outcome.then(
        () => undefined,
        (cause: unknown) => cause,
      );
      if (!String(error).includes(`code 3 of 3 values in column "${name}"`)) continue;
      expect(error).toBeInstanceOf(FormatError);
      told[name as keyof typeof told] += 1;
    }
  }
  expect(told.t).toBeGreaterThan(8);
  expect(told.n).toBeGreaterThan(8);
});
