import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { LANGUAGE_GROUPS, type LanguageCase, QUICK_LANGUAGE_GROUPS } from "./cases/language.mjs";
import { NESTED_CASES } from "./cases/nested-programs.mjs";
import { checkLanguage, elementsOf, openLanguage } from "./contenders/language.mjs";
import type { LanguageResult } from "./language.mjs";
import { languageTables, NOTES, nestedTables, withTable } from "./language-tables.mjs";

const opened = openLanguage();
afterAll(async () => (await opened).close());

const cases: readonly LanguageCase[] = QUICK_LANGUAGE_GROUPS.flatMap(({ pairs }) => pairs.flat());

describe("cases of the language", () => {
  test("red against reduce on ten million i32, by every executor but the interpreter", () => {
    const [red] = LANGUAGE_GROUPS;
    expect(red.pairs.map(([first, second]) => [first.entry, second.entry, first.executor, first.n])).toEqual([
      ["red", "total", "interpreter", 100_000],
      ["red", "total", "javascript", 10_000_000],
      ["red", "total", "wasm", 10_000_000],
      ["red", "total", "workers", 10_000_000],
    ]);
  });

  test.each(cases.map((each) => ({ ...each, n: 100 })))(
    "$entry on $executor, folds $folds: its answer is right, another is refused",
    async (each) => {
      const { callOf } = await opened;
      const answer = await callOf(each)();
      checkLanguage(each, answer);
      const other = await callOf({ ...each, n: 3 })();
      expect(() => checkLanguage(each, other)).toThrow(/is wrong at n=100/);
    },
  );

  test("elements have the types that they are asked for, and are the same each time", () => {
    for (const type of ["i32", "u32", "f64"] as const) {
      expect(elementsOf(type, 50)).toEqual(elementsOf(type, 50));
      expect(new Set(elementsOf(type, 50)).size).toBeGreaterThan(40);
    }
  });
});

const RESULT: LanguageResult = {
  ...{ suite: "language", isQuick: false, date: "2020-02-02T00:00:00.000Z", command: "npm run bench" },
  ...{ commit: "0", seconds: 1, units: "", node: "20.19.0" },
  results: LANGUAGE_GROUPS.flatMap(({ name, pairs }) =>
    pairs.map(([first, second]) => ({
      group: name,
      first: { ...first, milliseconds: { median: 30, min: 30, spread: 0 }, rounds: [30, 30] },
      second: { ...second, milliseconds: { median: 4, min: 4, spread: 0 }, rounds: [4, 4] },
    })),
  ),
  nested: NESTED_CASES.slice(0, 2).map(({ program: { name }, ...rest }) => ({
    ...{ ...rest, name },
    times: {
      nested: { milliseconds: { median: 30, min: 30, spread: 0 }, rounds: [30, 30] },
      byHand:
        name === "sparse"
          ? { milliseconds: { median: 20, min: 20, spread: 0 }, rounds: [20, 20] }
          : undefined,
      loop: { milliseconds: { median: 4, min: 4, spread: 0 }, rounds: [4, 4] },
    },
  })),
  machine: { name: "m", cpu: "m", cores: 1, caches: [], memoryGiB: 1, system: "s", hugePages: undefined },
  load: { before: [0, 0, 0], after: [0, 0, 0] },
};

test("tables have a line for each pair, with the ratio of its times", () => {
  const text = languageTables(RESULT);
  expect(text).toContain("| wasm | 10,000,000 | 30.0 | 4.00 | 7.50 |");
  expect(text).toContain("| `dot` | wasm | 10,000,000 | 30.0 | 4.00 | 7.50 |");
});

test("a nested program has a line with the ratios to what is beside it", () => {
  expect(nestedTables(RESULT)).toContain("| sparse | wasm | 20,000 | 30.0 | 20.0 | 1.50 | 4.00 | 7.50 |");
});

test.each(NOTES)("$file shows the newest result", (note) => {
  const text = readFileSync(new URL(`../docs/notes/${note.file}`, import.meta.url), "utf8");
  expect(withTable(note, text)).toBe(text);
  expect(() => withTable(note, "no marks")).toThrow(/once each/);
});
