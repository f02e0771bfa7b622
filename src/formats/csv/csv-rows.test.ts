import { parse } from "csv-parse/sync";
import { dsvFormat } from "d3-dsv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ofRuns } from "../../../test/extent.ts";
import { FormatError } from "../../values/errors.ts";
import { parsedElement } from "../parse-element.ts";
import { CsvRows } from "./csv-rows.ts";
import { decimalOf } from "./decimal-bytes.ts";

const SEED = 20_261_124;

function rowsOf(pieces: readonly Uint8Array[], delimiter = ","): readonly (readonly string[])[] {
  const rows = new CsvRows("x.csv", delimiter);
  const read: string[][] = [];
  const readAvailable = (): void => {
    while (rows.next()) read.push(Array.from({ length: rows.count }, (_, i) => rows.text(i)));
  };
  for (const piece of pieces) {
    rows.push(piece);
    readAvailable();
  }
  rows.end();
  readAvailable();
  return read;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, delimiter?: string) => rowsOf([bytesOf(text)], delimiter);

describe("rows", () => {
  it.each([
    [
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["a\r\nb\rc\nd", [["a"], ["b"], ["c"], ["d"]]],
    ["\uFEFFa\n", [["a"]]],
    ["", []],
    ["\n\n", [[""], [""]]],
    [",\n", [["", ""]]],
    ['"a,b","c\nd","e""f",""\n', [["a,b", "c\nd", 'e"f', ""]]],
    ['"a" , "b"\t,c \n', [["a", "b", "c "]]],
    ['""""\n', [['"']]],
    ['"x"', [["x"]]],
    ["é,€,😀\n", [["é", "€", "😀"]]],
  ])("%j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([";", "\t", "|", " ", ":"])("with cells that %j parts", (delimiter) => {
    expect(read(`a${delimiter}"b${delimiter}c"\n`, delimiter)).toEqual([["a", `b${delimiter}c`]]);
  });

  it("begin on lines that count those inside of quotes", () => {
    const rows = new CsvRows("x.csv", ",");
    rows.push(bytesOf('a\r\n"b\nc\r\nd\re"\nf'));
    rows.end();
    const lines: number[] = [];
    while (rows.next()) lines.push(rows.line);
    expect(lines).toEqual([1, 2, 6]);
  });

  it("can be put back", () => {
    const rows = new CsvRows("x.csv", ",");
    rows.push(bytesOf("\uFEFFa\nb\n"));
    rows.end();
    for (let i = 0; i < 3; i++) {
      expect([rows.next(), rows.text(0), rows.line]).toEqual([true, "a", 1]);
      rows.unread();
    }
    expect([rows.next(), rows.next(), rows.text(0), rows.next()]).toEqual([true, true, "b", false]);
  });

  it("of a million bytes in pieces of one take linear time", () => {
    const row = bytesOf(`"${"x".repeat(20_000)}",1\n`);
    expect(rowsOf(Array.from(row, (byte) => Uint8Array.of(byte)))).toEqual([["x".repeat(20_000), "1"]]);
  });
});

describe("what is not CSV", () => {
  it.each([
    ['a\n"b\nc', "a quote that opens in line 2 and does not close"],
    ['a\nb"c\n', "a quote inside a cell without quotes around it, in line 2"],
    ['"a"b\n', '"b" behind a closing quote, in line 1'],
    ['"a" "b"\n', '"\\"" behind a closing quote, in line 1'],
    ['"a"é\n', "more behind a closing quote, in line 1"],
    ["a\nb\0c\n", "a NUL byte in line 2"],
    ['a\n"b\0c"\n', "a NUL byte in line 2"],
  ])("%j", (text, fact) => {
    for (const pieces of [[bytesOf(text)], Array.from(bytesOf(text), (byte) => Uint8Array.of(byte))]) {
      const expected = `"x.csv" must be well-formed CSV, got ${fact}`;
      expect(() => rowsOf(pieces)).toThrow(new FormatError("x.csv", "well-formed CSV", fact));
      expect(() => rowsOf(pieces)).toThrow(expected);
    }
  });

  it.each([
    [[0x61, 0xff, 0x0a], "bytes that are not UTF-8 in line 1"],
    [[0xff, 0xfe, 0x61, 0x00], "UTF-16, by its byte order mark; it must be UTF-8"],
    [[0xfe, 0xff, 0x00, 0x61], "UTF-16, by its byte order mark; it must be UTF-8"],
  ])("bytes %j", (bytes, fact) => {
    expect(() => rowsOf([Uint8Array.from(bytes)])).toThrow(fact);
  });
});

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."ab1.,;\t\"' \n\ré€"), maxLength: 8 }),
  fc.double().map(String),
);
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });

/** As RFC 4180 has it. */
function written(rows: readonly (readonly string[])[], delimiter: string, end: string): string {
  const quoted = (text: string): string =>
    /["\n\r]|^\s|\s$/.test(text) || text.includes(delimiter) || text === ""
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  return rows.map((row) => row.map(quoted).join(delimiter) + end).join("");
}

describe("beside csv-parse and d3-dsv", () => {
  const delimiters = fc.constantFrom(",", ";", "\t", "|");
  const ends = fc.constantFrom("\n", "\r\n");

  it("what is well formed is read alike, wherever its pieces end", () => {
    const property = fc.property(
      table,
      delimiters,
      ends,
      fc.array(fc.nat(200)),
      (rows, delimiter, end, cuts) => {
        const text = written(rows, delimiter, end);
        const bytes = bytesOf(text);
        const pieces: Uint8Array[] = [];
        let from = 0;
        for (const cut of [...cuts].sort((a, b) => a - b)) {
          pieces.push(bytes.subarray(from, Math.max(from, cut)));
          from = Math.max(from, cut);
        }
        pieces.push(bytes.subarray(from));
        expect(rowsOf(pieces, delimiter)).toEqual(rows);
        const options = { delimiter, record_delimiter: end, relax_column_count: true };
        expect(parse(text, options)).toEqual(rows);
        expect(dsvFormat(delimiter).parseRows(text)).toEqual(rows);
      },
    );
    fc.assert(property, { seed: SEED, numRuns: 500 });
  });

  it("what both read is the same, and nothing but quotes is refused", () => {
    let [refused, accepted] = [0, 0];
    const text = fc.string({ unit: fc.constantFrom(...'ab,""\n '), maxLength: 12 });
    const property = fc.property(text, (given) => {
      const theirs = valueOrNone(() =>
        (parse(given, { relax_column_count: true, record_delimiter: "\n", trim: true }) as string[][]).map(
          (row) => row.map((each) => each.trim()),
        ),
      );
      const ours = valueOrNone(() => read(given).map((row) => row.map((each) => each.trim())));
      if (ours === undefined) {
        refused += 1;
        expect(given).toContain('"'); // csv-parse takes a few more, as `"" ""`
      } else {
        accepted += 1;
        // It drops lines of blanks that it trims.
        if (theirs !== undefined) expect(ours.filter(hasText)).toEqual(theirs.filter(hasText));
      }
    });
    fc.assert(property, { seed: SEED, numRuns: 3000 });
    expect(refused).toBeGreaterThan(300);
    expect(accepted).toBeGreaterThan(300);
  });
});

function hasText(row: readonly string[]): boolean {
  return row.length > 1 || row[0] !== "";
}

function valueOrNone<Value>(compute: () => Value): Value | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}

describe("numbers from bytes", () => {
  const short = (text: string): number => decimalOf(bytesOf(`,${text},`), 1, bytesOf(text).length + 1);

  it.each([
    "0",
    "-0",
    "+1",
    "1.50",
    ".5",
    "5.",
    " 7 ",
    "123456789012345",
    "1e22",
    "1E-5",
    "0000000000000000001.0",
  ])("%j is read", (text) => {
    expect(short(text)).toBe(Number(text));
  });

  it.each([
    "",
    " ",
    "-",
    ".",
    "e5",
    "1e",
    "1e+",
    "0x10",
    "1_0",
    "nan",
    "inf",
    "1 2",
    "1.2.3",
    "1e23",
    "--1",
    "1e0000",
  ])("%j is not", (text) => {
    expect(short(text)).toBeNaN();
  });

  it("is the nearest f64 or nothing, as of any text", () => {
    let count = 0;
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 18 });
    const exponent = fc.oneof(
      fc.constant(""),
      fc.integer({ min: -30, max: 30 }).map((e) => `e${e}`),
    );
    const text = fc
      .tuple(fc.constantFrom("", "-", "+"), digits, fc.constantFrom("", "."), digits, exponent)
      .map((parts) => parts.join(""));
    const property = fc.property(fc.oneof(text, fc.double().map(String)), (given) => {
      const value = short(given);
      if (Number.isNaN(value)) return;
      count += 1;
      const parsed = parsedElement("f64", given);
      expect(parsed).toEqual({ kind: "element", value });
    });
    fc.assert(property, { seed: SEED, numRuns: 5000 });
    expect(count).toBeGreaterThan(ofRuns(1000));
  });
});
