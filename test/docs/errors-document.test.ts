// docs/errors.md has every class of error, and the entry points that it comes from.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as errors from "../../src/values/errors.ts";
import { REPOSITORY } from "./blocks.ts";

/** What the others extend: neither is thrown itself. */
const BASES = ["SamebitsError", "TextError"];

const text = readFileSync(join(REPOSITORY, "docs/errors.md"), "utf8");
const rows = [...text.matchAll(/^\| `(\w+Error)` \|(.*)\|$/gm)].map(([, name, rest]) => {
  const named = [...rest.matchAll(/`samebits\/([a-z-]+)`/g)].map(([, door]) => door);
  return { name, doors: named.length === 0 ? ["index"] : named };
});

test("every class that is thrown has its row", () => {
  // That of programs is the one class that is not among the others.
  const classes = [...Object.keys(errors).filter((name) => /^[A-Z]\w*Error$/.test(name)), "ProgramError"];
  expect(rows.map(({ name }) => name).sort()).toEqual(classes.filter((name) => !BASES.includes(name)).sort());
});

test.each(rows)("$name comes from $doors", async ({ name, doors }) => {
  for (const door of doors) {
    const exported = await import(/* @vite-ignore */ `../../dist/${door}.mjs`);
    expect(exported[name]?.name, door).toBe(name);
  }
});
