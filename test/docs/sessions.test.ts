import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Block, documentBlocks, REPOSITORY } from "./blocks.ts";
import { commandFolder } from "./command-folder.ts";
import { pattern } from "./pattern.ts";

// A `console` block is a session: `$ command`, then what it prints.
const { folder, run } = commandFolder();
for (const file of ["flights-3m.parquet", "birdstrikes.csv", "github.csv", "airports.csv"]) {
  symlinkSync(join(REPOSITORY, "node_modules/vega-datasets/data", file), join(folder, file));
}

interface Step {
  readonly command: string;
  readonly expected: string;
}

function stepsOf(block: Block): readonly Step[] {
  const [, ...chunks] = `\n${block.text}`.split("\n$ ");
  return chunks.map((chunk) => {
    const [command, ...output] = chunk.split("\n");
    return { command, expected: output.join("\n").trim() };
  });
}

const sessions = documentBlocks().filter((block) => block.language === "console");

test("the README shows the command line at work", () => {
  expect(sessions.filter((block) => block.file === "README.md").length).toBeGreaterThan(0);
});

describe.each(sessions.map((block) => [`${block.file}:${block.line}`, block] as const))(
  "%s",
  (_name, block) => {
    test.each(stepsOf(block).map((step) => [step.command, step] as const))(
      "$ %s",
      (_command, { command, expected }) => {
        const { stdout, stderr } = run(command);
        expect(`${stdout}${stderr}`.trim()).toMatch(pattern(expected));
      },
    );
  },
);
