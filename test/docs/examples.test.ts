import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { REPOSITORY } from "./blocks.ts";
import { show } from "./run-block.ts";

// Each example ends with what it prints. SAMEBITS_UPDATE=1 writes that comment anew.
const FOLDER = join(REPOSITORY, "examples");
const CLOSING = /\/\* prints\n(.*?)\n\*\/\n$/s;

afterEach(() => vi.restoreAllMocks());

const examples = readdirSync(FOLDER).filter((name) => name.endsWith(".ts"));

test("there are examples", () => {
  expect(examples.length).toBeGreaterThan(5);
});

test.each(examples)("%s", async (name) => {
  const path = join(FOLDER, name);
  const text = readFileSync(path, "utf8");
  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((...values: readonly unknown[]) => {
    printed.push(values.map(show).join(" "));
  });
  await import(/* @vite-ignore */ path);
  const output = printed.join("\n");
  if (process.env.SAMEBITS_UPDATE === "1") {
    writeFileSync(path, `${text.replace(CLOSING, "").trimEnd()}\n\n/* prints\n${output}\n*/\n`);
    return;
  }
  expect(output).toBe(CLOSING.exec(text)?.[1]);
});
