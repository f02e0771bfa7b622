import fc from "fast-check";
import { expect, test } from "vitest";
import { algorithmsOn, gather, javascriptExecutor, joinByKey } from "../../algorithms.ts";
import { readTable } from "../../formats.ts";
import { orderedTexts, type TextColumn } from "../../values/text-column.ts";

function textColumn(texts: readonly string[]): TextColumn {
  const found = [...new Set(texts)];
  return orderedTexts(
    found,
    Uint32Array.from(texts, (text) => found.indexOf(text)),
  );
}

test("a join by hand: pairs by left row, then by right row", () => {
  const { left, right } = joinByKey(Int32Array.of(3, 1, 3, 2), Int32Array.of(1, 3, 5, 3));
  expect([Array.from(left), Array.from(right)]).toEqual([
    [0, 0, 1, 2, 2],
    [1, 3, 0, 1, 3],
  ]);
  const outer = joinByKey(Int32Array.of(3, 1, 3, 2), Int32Array.of(1, 3, 5, 3), { how: "left" });
  expect([Array.from(outer.left), Array.from(outer.right)]).toEqual([
    [0, 0, 1, 2, 2, 3],
    [1, 3, 0, 1, 3, 4],
  ]);
  expect(Array.from(gather(Float64Array.of(10, 20, 30, 40), outer.right))).toEqual([20, 40, 10, 20, 40, 0]);
  expect(
    Array.from(joinByKey(Int32Array.of(3, 1, 3, 2), Int32Array.of(1, 3, 5, 3), { how: "semi" })),
  ).toEqual([0, 1, 2]);
  expect(
    Array.from(joinByKey(Int32Array.of(3, 1, 3, 2), Int32Array.of(1, 3, 5, 3), { how: "anti" })),
  ).toEqual([3]);
});

test("NaNs equal each other, and zeros of two signs do not", () => {
  const { left, right } = joinByKey(Float64Array.of(NaN, 0, -0), Float64Array.of(-0, NaN));
  expect([Array.from(left), Array.from(right)]).toEqual([
    [0, 2],
    [1, 0],
  ]);
});

const words = fc.array(fc.constantFrom("", "a", "ORD", "ORd", "é", "😀", "__proto__", "zz"), {
  maxLength: 30,
});

test("texts are equal by their characters, whatever their dictionaries", () => {
  const others = algorithmsOn(javascriptExecutor);
  fc.assert(
    fc.property(words, words, fc.boolean(), (lefts, rights, isRecord) => {
      const [one, other] = [textColumn(lefts), textColumn(rights)];
      const asKeys = (text: TextColumn) => (isRecord ? { text, same: text } : text);
      const expected = lefts.flatMap((text, i) =>
        rights.flatMap((word, j) => (text === word ? [[i, j]] : [])),
      );
      for (const on of [{ joinByKey }, others]) {
        const { left, right } = on.joinByKey(asKeys(one), asKeys(other));
        expect(Array.from(left, (row, i) => [row, right[i]])).toEqual(expected);
      }
    }),
  );
});

test("a dictionary may be in any order and repeat itself", () => {
  const keys = { codes: Uint32Array.of(0, 1, 2), dictionary: ["b", "a", "b"] };
  expect(Array.from(joinByKey(keys, textColumn(["b"]), { how: "semi" }))).toEqual([0, 2]);
});

test("flights and their airports", async () => {
  const data = "node_modules/vega-datasets/data";
  const flights = await readTable(`${data}/flights-3m.parquet`, { columns: { origin: "text" } });
  const airports = await readTable(`${data}/airports.csv`, { columns: { iata: "text", state: "text" } });
  const { left, right } = joinByKey(flights.table.origin, airports.table.iata);
  const { codes, dictionary } = flights.table.origin;
  const { iata } = airports.table;
  expect(left.length).toBe(flights.length); // every origin is an airport, once
  for (let i = 0; i < left.length; i += 9973) {
    expect(left[i]).toBe(i);
    expect(iata.dictionary[iata.codes[right[i]]]).toBe(dictionary[codes[i]]);
  }
});

test.each([
  [[Int32Array.of(1), Float64Array.of(1)], '"rightKeys" must be'],
  [
    [Int32Array.of(1), textColumn(["a"])],
    '"rightKeys" must be no column of texts, as "leftKeys" is, got a column of texts',
  ],
  [
    [{ name: textColumn(["1"]) }, { name: Float64Array.of(1) }],
    '"rightKeys.name" must be a column of texts, as "leftKeys.name" is, got a column of f64',
  ],
  [
    [textColumn(["a"]), Uint32Array.of(0)],
    '"rightKeys" must be a column of texts, as "leftKeys" is, got a column of u32',
  ],
  [
    [{ codes: Uint32Array.of(1), dictionary: ["a"] }, textColumn(["a"])],
    '"leftKeys.codes" must be codes of the 1 texts of its dictionary, got 1 at 0',
  ],
  [[{ a: Int32Array.of(1) }, { b: Int32Array.of(1) }], '"rightKeys'],
  [[Int32Array.of(1), Int32Array.of(1), { how: "outer" }], '"how" must be'],
  [[Int32Array.of(1), Int32Array.of(1), { on: "a" }], '"on"'],
])("refuses bad keys %#", (given, message) => {
  expect(() => (joinByKey as (...all: readonly unknown[]) => unknown)(...given)).toThrow(message);
});

test("refuses more pairs than a column may have", () => {
  const many = new Int32Array(2 ** 16);
  expect(() => joinByKey(many, many)).toThrow("got 4294967296 pairs");
});
