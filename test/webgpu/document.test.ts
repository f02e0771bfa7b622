import { expect, test } from "vitest";
import { documentBlocks } from "../docs/blocks.ts";
import { pattern } from "../docs/pattern.ts";
import { runBlock } from "../docs/run-block.ts";
import { ADAPTERS_HERE, nameDrivers } from "./adapters.ts";

// Blocks of the document are "js" and not "ts", which other tests run without a GPU.
const blocks = documentBlocks().filter(
  ({ file, language }) => file === "docs/webgpu.md" && language === "js",
);

test("the document has code to run", () => {
  expect(blocks.length).toBeGreaterThan(2);
});

test.skipIf(ADAPTERS_HERE.length === 0).each(blocks.map((block) => [block.line, block] as const))(
  "the code of docs/webgpu.md, line %i",
  async (_line, { file, line, text }) => {
    nameDrivers();
    for (const claim of await runBlock(text)) {
      expect(claim.actual, `${file}:${line + claim.line - 1}`).toMatch(pattern(claim.expected));
    }
  },
);
