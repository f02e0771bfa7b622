import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REPOSITORY } from "./blocks.ts";

/** Made by tools, and not in the repository. */
const MADE = ["node_modules", "dist", "coverage", "shared"];

function foldersIn(path: string): readonly string[] {
  return readdirSync(join(REPOSITORY, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !MADE.includes(entry.name))
    .map(({ name }) => name);
}

// A room that a newcomer does not find on the map might as well be locked.
test("the README's map has every folder, and none that is not there", () => {
  const readme = readFileSync(join(REPOSITORY, "README.md"), "utf8");
  const map = /## The folders\n\n```text\n(.*?)\n```/s.exec(readme)?.[1].split("\n") ?? [];
  const words = map.flatMap((line) => line.split(/ {2,}/)[0].split(" "));
  const rooms = [...foldersIn("src"), "*.ts"];
  const named = words.map((word) => word.replace(/^src\/|\/$/g, ""));
  expect(named.sort()).toEqual([...foldersIn(".").filter((name) => name !== "src"), ...rooms].sort());
});
