#!/usr/bin/env node
// The figures by which the house is judged (docs/decisions/0027): what a reader of src has to read. `node tools/house-figures.mjs [--json] [SRC]`
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const given = process.argv.slice(2);
const src = resolve(given.find((argument) => !argument.startsWith("--")) ?? join(ROOT, "src"));

/** @param {string} path */
const isTest = (path) => /\.test\.ts$|(^|\/)test-[^/]*\.ts$/.test(path);
const files = readdirSync(src, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith(".ts") && !isTest(path))
  .map((path) => ({ path, text: readFileSync(join(src, path), "utf8") }));

/**
 * Lines with code on them, and lines of comments. Imports and re-exports are neither, as nobody reads those.
 *
 * @param {string} text
 */
function linesOf(text) {
  const source = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest);
  const links = source.statements
    .filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
    .map((link) => [link.getStart(source), link.getEnd()]);
  /** @param {number} position */
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line;
  const linked = new Set(links.flatMap(([from, to]) => range(lineAt(from), lineAt(to))));
  let inComment = false;
  let [code, comments] = [0, 0];
  for (const [i, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "" || linked.has(i)) continue;
    if (inComment || line.startsWith("//") || line.startsWith("/*")) {
      comments++;
      inComment = (inComment || line.startsWith("/*")) && !line.includes("*/");
    } else code++;
  }
  return { code, comments };
}

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** What a file imports of this tree. @param {{ readonly path: string, readonly text: string }} file */
function importsOf({ path, text }) {
  const found = text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g);
  return [...found].map(([, target]) => relative(src, resolve(src, dirname(path), target)));
}

const importers = new Map();
for (const file of files) {
  for (const target of importsOf(file))
    importers.set(target, (importers.get(target) ?? new Set()).add(file.path));
}

// A contract is asked for its kind to tell elements from records, or to narrow one that is known.
const ASKED = /kind\s*[!=]==\s*"(typed|record)"|case "(typed|record)":/g;
/** @param {string} path */
const isExempt = (path) =>
  /^(contracts\/(print|parse|resolve|check-contract|column-contract|contract)\.ts|language\/|operators\/text\/)/.test(
    path,
  );

const counted = files.map((file) => ({ ...file, ...linesOf(file.text) }));
/** @param {"code" | "comments"} field */
const sum = (field) => counted.reduce((total, file) => total + file[field], 0);
const figures = {
  "code lines": sum("code"),
  "comment lines": sum("comments"),
  files: files.length,
  "files with one importer and at most 20 lines": counted.filter(
    ({ path, code }) => code <= 20 && importers.get(path)?.size === 1,
  ).length,
  "kind of a contract asked outside printing, parsing and doors": files
    .filter(({ path }) => !isExempt(path))
    .reduce((total, { text }) => total + [...text.matchAll(ASKED)].length, 0),
  "expression.kind asked in executors outside families": files
    .filter(({ path }) => path.startsWith("executors/") && !path.includes("/families"))
    .reduce((total, { text }) => total + [...text.matchAll(/expression\.kind/g)].length, 0),
};
if (given.includes("--json")) console.log(JSON.stringify(figures, undefined, 2));
else for (const [name, value] of Object.entries(figures)) console.log(String(value).padStart(7), name);
