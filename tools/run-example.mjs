#!/usr/bin/env node
// `npm run example -- NAME`: runs examples/NAME.ts against the built package, on Nodes that do not read TypeScript themselves too.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "../examples");
const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length));

const [name] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  console.error(`"NAME" must be one of ${names.join(", ")}, got ${name ?? "none"}`);
  process.exit(2);
}

const source = readFileSync(join(FOLDER, `${name}.ts`), "utf8");
const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
// Beside the example, so that its imports mean the same; gone again whatever happens.
const script = join(FOLDER, `.${name}.mjs`);
try {
  writeFileSync(script, ts.transpileModule(source, { compilerOptions: options }).outputText);
  await import(pathToFileURL(script).href);
} finally {
  rmSync(script, { force: true });
}
