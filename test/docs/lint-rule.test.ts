import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Linter } from "eslint";
import { plugin, recommended } from "samebits/eslint-plugin";
import { expect, test } from "vitest";
import { fencedBlocks, REPOSITORY } from "./blocks.ts";

const PAGE = "docs/lint-rule.md";
const blocks = fencedBlocks(PAGE, readFileSync(join(REPOSITORY, PAGE), "utf8"));

/** The configurations of the page that need nothing else installed. */
const configurations = blocks.filter(
  ({ text }) => text.startsWith("// eslint.config.js") && !text.includes("typescript-eslint"),
);
const [code] = blocks.filter(({ text }) => text.includes("samebits/operators"));
const [said] = blocks.filter(({ language }) => language === "text");

test("there are two configurations, code and what is said of it", () => {
  expect(configurations).toHaveLength(2);
  expect([code, said].every((block) => block !== undefined)).toBe(true);
});

test.each(configurations.map((block) => [block.line, block.text]))(
  "the configuration of line %i finds what the page says",
  (_line, text) => {
    const body = String(text)
      .replace(/^import .*$/gm, "")
      .replace("export default", "return");
    const configuration: Linter.Config[] = new Function("plugin", "recommended", body)(plugin, recommended);
    const messages = new Linter({ configType: "flat" }).verify(code.text, configuration);
    const lines = messages.map(({ line, column, message }) => `${line}:${column}  ${message}`);
    expect(lines.join("\n")).toBe(said.text);
  },
);
