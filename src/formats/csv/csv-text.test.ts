import { describe, expect, test } from "vitest";
import type { ByteSource } from "../byte-source.ts";
import { decodeCsv, readCsvColumns } from "../decode-csv.ts";
import { textOfSource } from "./csv-text.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A text over and over, up to a number of bytes. */
function repeated(text: string, byteLength: number): ByteSource {
  const bytes = bytesOf(text);
  let at = 0;
  return {
    name: "x.csv",
    byteLength,
    async fill(target) {
      const count = Math.min(target.length, byteLength - at);
      for (let i = 0; i < count; i++) target[i] = bytes[(at + i) % bytes.length];
      at += count;
      return count;
    },
  };
}

const request = [{ column: "1", type: "f64" }] as const;
const options = { nulls: "skip", header: false } as const;

describe("a text that is read as its rows are asked for", () => {
  test("is that of its bytes at once, and keeps a window of them", async () => {
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const ticks: number[] = [];
    const onProgress = (done: number) => {
      ticks.push(done);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      globalThis.gc?.();
    };
    const source = repeated(',"é,\n""",x\n', 24 << 20);
    const text = textOfSource(source, "x.csv", { onProgress });
    const [{ array, nullCount }] = await readCsvColumns(text, request, options);
    expect(array.length).toBe(0);
    expect(nullCount).toBe((24 << 20) / 12);
    expect(ticks.at(-1)).toBe(24 << 20);
    expect(ticks.length).toBeGreaterThan(150);
    expect(most).toBeLessThan(40 << 20); // what the collector has not yet taken
  });

  test("stops between two windows when its signal aborts", async () => {
    const control = new AbortController();
    const source = repeated("1,2\n", 2 ** 40);
    const onProgress = (done: number) => {
      if (done > 1 << 20) control.abort(new Error("enough"));
    };
    const text = textOfSource(source, "x.csv", { signal: control.signal, onProgress });
    await expect(readCsvColumns(text, request, options)).rejects.toThrow("enough");
  });

  test("refuses a row without end by the line where it begins", async () => {
    const filled: number[] = [];
    const source: ByteSource = {
      name: "x.csv",
      byteLength: undefined,
      async fill(target) {
        filled.push(target.length);
        target.fill(0x61);
        if (filled.length === 1) target.set(bytesOf('1,2\n3,"'));
        return target.length;
      },
    };
    const text = textOfSource(source, "x.csv", {});
    await expect(readCsvColumns(text, request, options)).rejects.toThrow(
      '"x.csv" must be CSV with rows of at most 256 MiB, got a longer one from line 2 on, as where a quote does not close',
    );
    expect(filled.length).toBeLessThan(15); // each window as long as what there is of the row
  });
});

test("the first five ragged rows are named, and no cell behind the first is read", async () => {
  const read = (text: string) => decodeCsv(bytesOf(text), { column: "y", source: "x.csv" });
  await expect(read('x,y\n1,2\n"a\nb",3,4\n5,none\n\n7\n')).rejects.toThrow(
    /2 cells in every row, as in the header, got 3 in row 2 \(line 3\), 1 in row 4 \(line 7\)$/,
  );
  await expect(read(`x,y\n${"1\n".repeat(9)}`)).rejects.toThrow(
    /1 in row 4 \(line 5\), 1 in row 5 \(line 6\), and perhaps more$/,
  );
});

describe("a delimiter", () => {
  test.each(["|", ";", ":", " ", "\t"])("is %j", async (delimiter) => {
    const { array } = await decodeCsv(bytesOf(`x${delimiter}y\n1${delimiter}2.5\n`), {
      column: "y",
      delimiter,
    });
    expect([...array]).toEqual([2.5]);
  });

  test.each(['"', "\n", "a", "1", "-", ".", ",,", "", "é", 5])("is not %j", async (delimiter) => {
    await expect(decodeCsv(new Uint8Array(0), { delimiter: delimiter as string })).rejects.toThrow(
      /"delimiter" must be one ASCII character/,
    );
  });
});
