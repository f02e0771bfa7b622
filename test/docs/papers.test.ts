import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isThorough } from "../extent.ts";
import { ADAPTERS_HERE } from "../webgpu/adapters.ts";
import { REPOSITORY } from "./blocks.ts";
import { commandFolder } from "./command-folder.ts";

const { folder, run } = commandFolder();
for (const name of readdirSync(join(REPOSITORY, "examples"))) {
  symlinkSync(join(REPOSITORY, "examples", name), join(folder, name));
}
for (const [name, type] of [
  ["narrow", "f64"],
  ["single", "f32"],
]) {
  run(`samebits generate narrow --type ${type} --n 1000 -o ${name}.npy`);
}

/** A row's last cell: a command, and whether it ends with 1. */
const CELL = /\| `((?:samebits|npm) [^`]*)`( ends with 1)? \|$/gm;
const page = readFileSync(join(REPOSITORY, "docs/papers.md"), "utf8");
const rows = [...page.matchAll(CELL)].map(
  ([, command = "", one]) => [command, one === undefined ? 0 : 1] as const,
);

test("every row has a command", () => {
  const lines = page.split("\n").filter((line) => /^\| (?!section|slides|-)/.test(line));
  expect(rows).toHaveLength(lines.length);
});

/** Where there is time, and a GPU if it asks for one. */
const runs = (command: string): boolean =>
  command.startsWith("samebits") &&
  (isThorough || !command.includes("witness")) &&
  (ADAPTERS_HERE.length > 0 || !command.includes("webgpu"));

describe("the commands of the page of papers", () => {
  test.each(rows.filter(([command]) => runs(command)))(
    "%s ends with %i",
    { timeout: 180_000 },
    (command, code) => {
      const { status, stdout, stderr } = run(command);
      expect(status, `${stdout}${stderr}`).toBe(code);
    },
  );
});
