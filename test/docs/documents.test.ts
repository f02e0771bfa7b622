import { expect, test } from "vitest";
import { documentBlocks } from "./blocks.ts";
import { pattern } from "./pattern.ts";
import { runBlock } from "./run-block.ts";

const blocks = documentBlocks().filter((block) => block.language === "ts");

test("there are code blocks to run, and the README's claim something", () => {
  const inReadme = blocks.filter((block) => block.file === "README.md");
  expect(inReadme.filter((block) => block.text.includes("// → ")).length).toBeGreaterThan(0);
});

test.each(blocks.map((block) => [`${block.file}:${block.line}`, block] as const))(
  "%s",
  async (_name, block) => {
    for (const { line, expected, actual } of await runBlock(block.text)) {
      expect(actual, `${block.file}:${block.line + line - 1}`).toMatch(pattern(expected));
    }
  },
);
