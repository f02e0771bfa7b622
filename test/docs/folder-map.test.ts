import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
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
test("the architecture's map has every folder, and none that is not there", () => {
  const text = readFileSync(join(REPOSITORY, "ARCHITECTURE.md"), "utf8");
  const map = /## The folders\n\n```text\n(.*?)\n```/s.exec(text)?.[1].split("\n") ?? [];
  const words = map.flatMap((line) => line.split(/ {2,}/)[0].split(" "));
  const rooms = [...foldersIn("src"), "*.ts"];
  const named = words.map((word) => word.replace(/^src\/|\/$/g, ""));
  expect(named.sort()).toEqual([...foldersIn(".").filter((name) => name !== "src"), ...rooms].sort());
});

/** Files of the repository, with forward slashes. */
const files = readdirSync(REPOSITORY, { recursive: true, encoding: "utf8" })
  .map((path) => path.split(sep).join("/"))
  .filter((path) => !MADE.includes(path.split("/")[0]) && !path.startsWith("."));
const PATH = /(?<![\w/.:<{$*-])(?:\.\.?\/)*([\w.-]+(?:\/[\w.-]+)*\.(?:ts|mjs|md|py))(?![\w/])/g;
/** Placeholders of recipes, and what a build or a page makes. */
const NO_FILE = /[A-Z]{4,}\b(?!\.md)|\/name\.ts$|^dist\/|^samebits-worker\.mjs$/;

/** Files that a text names and that are not there, by name or by the end of their path. */
function absentFiles(text: string): readonly string[] {
  const named = [...text.matchAll(PATH)].map(([, path]) => path).filter((path) => !NO_FILE.test(path));
  return named.filter((path) => !files.some((each) => each === path || each.endsWith(`/${path}`)));
}

const commentsIn = (code: string): string =>
  [...code.matchAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm)].map(([comment]) => comment).join("\n");

test("comments of src/ and documents name files that there are", () => {
  const code = files.filter((path) => /^src\/.*\.ts$/.test(path));
  // Decisions and the changelog tell of files that were there then.
  const documents = files.filter(
    (path) => /^(docs\/(?!decisions\/|api\/).*|[A-Z]+)\.md$/.test(path) && path !== "CHANGELOG.md",
  );
  const textOf = (path: string) => readFileSync(join(REPOSITORY, path), "utf8");
  const texts = [
    ...code.map((path) => [path, commentsIn(textOf(path))]),
    ...documents.map((path) => [path, textOf(path)]),
  ];
  const absent = texts.flatMap(([path, text]) => absentFiles(text).map((name) => `${path}: ${name}`));
  expect(texts.length).toBeGreaterThan(500);
  expect(absent).toEqual([]);
});
