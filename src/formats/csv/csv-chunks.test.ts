import { describe, expect, it } from "vitest";
import type { StorageArray } from "../../values/element-types.ts";
import { byteSourceOf } from "../byte-source.ts";
import { type CsvOptions, decodeCsv } from "../decode-csv.ts";
import { csvChunks } from "./csv-chunks.ts";

async function* piecesOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function inChunks(text: string, options: CsvOptions = {}) {
  const read = await csvChunks(byteSourceOf(piecesOf(text, 999), "x.csv"), options);
  const chunks: StorageArray[] = [];
  for await (const chunk of read.chunks) chunks.push(chunk.slice());
  return { type: read.type, nullCount: read.nullCount, length: read.length, chunks };
}

const whole = (text: string, options: CsvOptions = {}) =>
  decodeCsv(new TextEncoder().encode(text), { source: "x.csv", ...options });

/** Some megabytes, so that there are several chunks. */
const rows = Array.from({ length: 200_000 }, (_, i) => `${i},"a, b",${i % 7 === 3 ? "" : i / 8}`);
const long = `id,text,value\r\n${rows.join("\r\n")}\r\n`;

describe("a column in chunks", () => {
  it.each([
    ["f64", { column: "value", nulls: "skip" }],
    ["zeros for nulls", { column: "value", nulls: "zero" }],
    ["i64", { column: "id", type: "i64" }],
    ["u32", { column: "id", type: "u32" }],
    ["by its place", { column: "1", header: false, type: "f32" }],
  ] as const)("is the column read at once: %s", async (_, options) => {
    const text = "header" in options ? long.slice(long.indexOf("\n") + 1) : long;
    const { chunks, nullCount, length } = await inChunks(text, options);
    const expected = await whole(text, options);
    expect(chunks.length).toBeGreaterThan(2);
    expect(length).toBeUndefined();
    const joined = chunks.flatMap((chunk) => Array.from<number | bigint>(chunk as Float64Array));
    expect(joined).toEqual(Array.from<number | bigint>(expected.array as Float64Array));
    expect(nullCount).toBe(expected.nullCount);
  });

  it.each([
    ["nulls without a rule", long, { column: "value" }],
    ["a cell that is not a number", `${long}1,2,x\r\n`, { column: "value", nulls: "zero" }],
    ["a row too short", `${long}1,2\r\n`, { column: "id" }],
    ["a quote that does not close", `${long}1,"2,3\r\n`, { column: "id" }],
    ["a column that is not there", long, { column: "idd" }],
    ["no rows", "\n\n", {}],
    ["data for names", "1\n2\n", {}],
  ] as const)("is refused as it is at once: %s", async (_, text, options) => {
    const inPieces = await inChunks(text, options).catch((error: unknown) => error);
    const atOnce = await whole(text, options).catch((error: unknown) => error);
    expect(atOnce).toBeInstanceOf(Error);
    expect(String(inPieces)).toBe(String(atOnce));
  });

  it("of a text of nothing but names has no elements", async () => {
    expect((await inChunks("a,b\n", { column: "b" })).chunks).toEqual([]);
  });
});
