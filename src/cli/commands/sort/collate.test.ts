// sort --collate: texts in the order of a language, on rows that stay together.

import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { testTables } from "../../../../test/helpers/cli/tables.ts";
import { collateTexts } from "../../../formats.ts";

const { path, make, remove } = testTables();
beforeAll(async () => {
  await make();
  await writeFile(
    path("names.csv"),
    "name,n\nzebra,1\n\u00f6l,2\nAbel,3\nabel,4\n\u00e4pple,5\nitem10,6\nitem9,7\n",
  );
});
afterAll(remove);

async function sorted(...options: readonly string[]): Promise<string[]> {
  const columns = ["--column", "name", "--column", "n", "--by", "name"];
  const { status: code, stderr } = await run([
    "sort",
    path("names.csv"),
    ...columns,
    ...options,
    "-o",
    path("out.csv"),
  ]);
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
  return (await readFile(path("out.csv"), "utf8")).trim().split("\n").slice(1);
}

test("by code points, in Swedish, in German with numbers as numbers", async () => {
  expect(await sorted()).toEqual(["Abel,3", "abel,4", "item10,6", "item9,7", "zebra,1", "äpple,5", "öl,2"]);
  expect(await sorted("--collate", "sv")).toEqual([
    "abel,4",
    "Abel,3",
    "item10,6",
    "item9,7",
    "zebra,1",
    "äpple,5",
    "öl,2",
  ]);
  expect(await sorted("--collate", "de-u-kn", "--descending")).toEqual([
    "zebra,1",
    "öl,2",
    "item10,6",
    "item9,7",
    "äpple,5",
    "Abel,3",
    "abel,4",
  ]);
});

test("the hash of what was written is that of the rows, whatever the order of dictionaries", async () => {
  const sort = [
    "sort",
    path("names.csv"),
    "--column",
    "name",
    "--by",
    "name",
    "-o",
    path("out.csv"),
    "--json",
  ];
  const swedish = JSON.parse((await run([...sort, "--collate", "sv"])).stdout);
  const again = await run([
    "sort",
    path("out.csv"),
    "--column",
    "name",
    "--collate",
    "sv",
    "-o",
    path("two.csv"),
    "--json",
  ]);
  expect(JSON.parse(again.stdout).hash).toBe(swedish.hash);
});

test.each([
  [
    ["--column", "name", "--collate", "xx"],
    '--collate must be the tag of a language whose order is known here, as in sv or de-u-kn, got "xx"',
  ],
  [
    ["--column", "name", "--collate", "?"],
    '--collate must be the tag of a language whose order is known here, as in sv or de-u-kn, got "?"',
  ],
  [["--column", "n", "--collate", "sv"], "--collate must be left out, as no column has texts, got sv"],
])("%j is refused", async (options, message) => {
  const { status: code, stderr } = await run(["sort", path("names.csv"), ...options, "-o", path("no.csv")]);
  expect([code, stderr]).toEqual([2, `samebits: ${message}\n`]);
});

test("texts that a collator takes for equal have codes of their own, by code points", () => {
  const column = { codes: Uint32Array.of(2, 1, 0, 1), dictionary: ["A", "a", "b"] };
  const collator = new Intl.Collator("en", { sensitivity: "base" });
  expect(collateTexts(column, collator)).toEqual(column);
  const swedish = collateTexts(
    { codes: Uint32Array.of(0, 1), dictionary: ["\u00e4", "z"] },
    new Intl.Collator("de"),
  );
  expect(swedish).toEqual({ codes: Uint32Array.of(0, 1), dictionary: ["\u00e4", "z"] });
  expect(() => collateTexts(column, "sv" as never)).toThrow('"collator" must be an Intl.Collator');
  expect(() => collateTexts({ codes: Uint32Array.of(1), dictionary: ["a"] }, collator)).toThrow("1 at 0");
});
