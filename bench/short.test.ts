import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SHORT_CALLS, shortInputs } from "./contenders/everyday/short-calls.mjs";
import { checkPair, type ShortResult, shortFunctions } from "./short.mjs";
import { shortTables, withShort } from "./short-tables.mjs";

const functions = await shortFunctions();

describe.each(Object.keys(SHORT_CALLS))("%s", (name) => {
  test.each([1, 16, 100])("of %i elements has the answer that a loop has", (n) => {
    expect(() => checkPair(name, n, SHORT_CALLS[name](functions, shortInputs(n)))).not.toThrow();
  });
});

test("another answer is refused", () => {
  expect(() => checkPair("sum", 1, { ours: () => 1, loop: () => 2 })).toThrow("sum of 1 is wrong: 1, not 2");
});

test("a call is bold where it takes more than 300 ns and more than by hand", () => {
  const row = (n: number, samebits: number, loop: number): ShortResult["results"][number] => ({
    ...{ name: "sort", n, nanoseconds: { samebits, loop } },
    rounds: { samebits: [samebits], loop: [loop] },
  });
  const result: ShortResult = {
    ...{
      suite: "short",
      isQuick: false,
      date: "2020-02-02T00:00:00.000Z",
      command: "c",
      commit: "0",
      node: "20",
    },
    machine: { name: "m", cpu: "m", cores: 1, caches: [], memoryGiB: 1, system: "s", hugePages: undefined },
    ...{ load: { before: [0], after: [0] }, units: "" },
    results: [row(1, 200, 10), row(16, 400, 300), row(256, 5000, 6000)],
  };
  expect(shortTables(result)).toContain("| sort | 200 / 10 | **400** / 300 | 5000 / 6000 |");
});

test("the note shows the newest result", () => {
  const text = readFileSync(new URL("../docs/notes/short-calls.md", import.meta.url), "utf8");
  expect(withShort(text)).toBe(text);
});
