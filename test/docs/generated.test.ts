import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { between } from "./between.ts";
import { REPOSITORY } from "./blocks.ts";
import { GENERATED } from "./generate.ts";

// `npm run docs` sets SAMEBITS_UPDATE=1, which writes them anew.
test.each(GENERATED.map((each) => [each.file, each] as const))(
  "%s is current",
  async (_file, { file, make }) => {
    const path = join(REPOSITORY, file);
    const present = existsSync(path) ? readFileSync(path, "utf8") : "";
    const current = await make(present);
    if (process.env.SAMEBITS_UPDATE === "1") writeFileSync(path, current);
    else expect(present).toBe(current);
  },
);

test("only what stands between the markers is replaced", () => {
  const text = "a\n<!-- x:begin -->\nold\n<!-- x:end -->\nb\n";
  expect(between(text, "x", "new")).toBe("a\n<!-- x:begin -->\nnew\n<!-- x:end -->\nb\n");
  expect(() => between(text, "y", "new")).toThrow(RangeError);
});
