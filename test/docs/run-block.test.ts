import { describe, expect, test } from "vitest";
import { fencedBlocks } from "./blocks.ts";
import { pattern } from "./pattern.ts";
import { runBlock } from "./run-block.ts";

// The documents are only as trustworthy as what runs them, so it is shown here that a false claim is noticed.
describe("a claim in a document", () => {
  test("shows the value of an expression, of a constant and of what is logged", async () => {
    const source = [
      "const x = [1, 2]; // → [ 1, 2 ]",
      "x.length; // → 3",
      'console.log("n", x.length); // → n 2',
    ].join("\n");
    expect(await runBlock(source)).toEqual([
      { line: 1, expected: "[ 1, 2 ]", actual: "[ 1, 2 ]" },
      { line: 2, expected: "3", actual: "2" },
      { line: 3, expected: "n 2", actual: "n 2" },
    ]);
  });

  test("shows an error, and its absence", async () => {
    const source = ["null.x; // throws TypeError: no", "1 + 1; // throws RangeError: no"].join("\n");
    const [thrown, calm] = await runBlock(source);
    expect(thrown.actual).toMatch(/^TypeError: Cannot read properties of null/);
    expect(calm.actual).toBe("no error but 2");
  });

  test("that is never reached is not kept", async () => {
    expect(await runBlock("if (1 > 2) {\n  5; // → 5\n}")).toEqual([
      { line: 2, expected: "5", actual: "nothing" },
    ]);
  });

  test("tells −0 from 0 and keeps long arrays on one line", async () => {
    const source = `-0; // → 0\nnew Float64Array(30); // → ${"x"}`;
    const [zero, long] = await runBlock(source);
    expect(zero.actual).toBe("-0");
    expect(long.actual).toBe(`Float64Array(30) [ ${Array(30).fill("0").join(", ")} ]`);
  });
});

test("fenced blocks are found with their language and line; an open fence is an error", () => {
  expect(fencedBlocks("a.md", "x\n```ts\n1;\n2;\n```\ny\n```sh\n$ z\n```\n")).toEqual([
    { file: "a.md", line: 3, language: "ts", text: "1;\n2;" },
    { file: "a.md", line: 8, language: "sh", text: "$ z" },
  ]);
  expect(() => fencedBlocks("a.md", "```ts\n1;\n")).toThrow(/a\.md:1: a fence is opened and never closed/);
});

test("an ellipsis stands for part of a line, everything else for itself", () => {
  expect("sum 1.5 (of 3)").toMatch(pattern("sum 1.5 (of …)"));
  expect("sum 175 (of 3)").not.toMatch(pattern("sum 1.5 (of …)"));
  expect("a\nb").not.toMatch(pattern("a…"));
  expect("ab").not.toMatch(pattern("a"));
});
