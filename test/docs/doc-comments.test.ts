import * as door from "samebits";
import { expect, test } from "vitest";
import { docCommentBlocks, withDoor } from "./blocks.ts";
import { pattern } from "./pattern.ts";
import { runBlock } from "./run-block.ts";

const blocks = docCommentBlocks();

test("every @example claims something", () => {
  expect(blocks.filter((block) => !/\/\/ (→|throws) /.test(block.text))).toEqual([]);
});

test.each(blocks.map((block) => [`${block.file}:${block.line}`, block] as const))(
  "%s",
  async (_name, block) => {
    for (const { line, expected, actual } of await runBlock(withDoor(block.text, Object.keys(door)))) {
      expect(actual, `${block.file}:${block.line}, line ${line} of the example`).toMatch(pattern(expected));
    }
  },
);
