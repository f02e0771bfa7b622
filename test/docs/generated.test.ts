import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isThorough } from "../extent.ts";
import { between } from "./between.ts";
import { REPOSITORY } from "./blocks.ts";
import { GENERATED } from "./generate.ts";

/** What takes seconds, elsewhere than in CI and where documents are written. */
const SLOW = ["docs/notes/program-costs.md", "docs/accuracy.md"];

const isUpdate = process.env.SAMEBITS_UPDATE === "1";
const made = GENERATED.filter(({ file }) => isThorough || isUpdate || !SLOW.includes(file));

// `npm run docs` sets SAMEBITS_UPDATE=1, which writes them anew.
test.each(made.map((each) => [each.file, each] as const))("%s is current", async (_file, { file, make }) => {
  const path = join(REPOSITORY, file);
  const present = existsSync(path) ? readFileSync(path, "utf8") : "";
  const current = await make(present);
  if (isUpdate) writeFileSync(path, current);
  else expect(present).toBe(current);
});

test("only what stands between the markers is replaced", () => {
  const text = "a\n<!-- x:begin -->\nold\n<!-- x:end -->\nb\n";
  expect(between(text, "x", "new")).toBe("a\n<!-- x:begin -->\nnew\n<!-- x:end -->\nb\n");
  expect(() => between(text, "y", "new")).toThrow(RangeError);
});
