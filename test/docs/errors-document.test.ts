// docs/errors.md has every class of error, and the entry points that it comes from.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ProgramError } from "../../src/language/program-error.ts";
import * as errors from "../../src/values/errors.ts";
import { REPOSITORY } from "./blocks.ts";

/** What the others extend: neither is thrown itself. */
const BASES = ["SamebitsError", "TextError"];

const text = readFileSync(join(REPOSITORY, "docs/errors.md"), "utf8");
const rows = [...text.matchAll(/^\| `(\w+Error)` \|.*\| (`samebits[^|]*) \|$/gm)].map(([, name, doors]) => ({
  name,
  doors: [...doors.matchAll(/`samebits\/?([a-z-]*)`/g)].map(([, door]) => door || "index"),
}));

test("every class that is thrown has its row", () => {
  const classes = [...Object.keys(errors).filter((name) => /^[A-Z]\w*Error$/.test(name)), ProgramError.name];
  expect(rows.map(({ name }) => name).sort()).toEqual(classes.filter((name) => !BASES.includes(name)).sort());
});

test.each(rows)("$name comes from $doors", async ({ name, doors }) => {
  expect(doors).not.toEqual([]);
  for (const door of doors) {
    const exported = await import(/* @vite-ignore */ `../../src/${door}.ts`);
    expect(exported[name]?.name, door).toBe(name);
  }
});
