#!/usr/bin/env node
// Fails on what nobody uses: files that nobody imports or names, exports that no other file imports, dependencies without a reader.
// What only tests import is counted, and listed on demand: node tools/check-unused.mjs --tests
// Own code and not knip, for whose parser the lock file would hold 23 binaries (docs/decisions/0031).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, posix, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const FOLDERS = ["src", "test", "bench", "tools", "examples", "docs", "site", ".ci"];
const CODE = /\.m?tsx?$|\.mjs$/;
const TEXT = /\.(json|md|html|py|cpp)$|\/run$/;
const TEST = /\.test\.ts$|^test\//;
/** What is used by being there: entry points of the package, tests, examples, and what tools read by its place. */
const ENTRIES = [
  /^src\/[^/]+\.ts$/,
  /\.test\.ts$/,
  /^examples\//,
  /^test\/browser\/pages\/[^/]+\.page\.ts$/,
  /^test\/package\/build\.ts$/,
  /^bench\/networks\/[^/]+\.mjs$/,
  /^bench\/gallery\/adders\/[^/]+\.mjs$/, // asked by name
  /\.d\.ts$/,
  /^[^/]+\.config\.ts$/,
  /^test\/package\/(consumers|doors|bundling)\//,
  /^site\/\.vitepress\//,
];
/** Every export of the file: `import * as`, `export *` and `import()` whose names are not seen. */
const ALL = "*";

/**
 * @typedef {object} Module
 * @property {string} path  from the root, with forward slashes
 * @property {string} text
 * @property {ReadonlyMap<string, number>} exports  name to line
 * @property {readonly { target: string, name: string }[]} uses
 */

/**
 * @param {string} root the repository
 * @returns {{ violations: string[], testsOnly: string[], fileCount: number, exportCount: number }}
 */
export function checkUnused(root) {
  const paths = [...filesOf(root, ""), ...FOLDERS.flatMap((folder) => filesOf(root, folder))];
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
  const modules = paths.filter((path) => CODE.test(path)).map((path) => readModule(path, read(path)));
  const texts = paths.filter((path) => TEXT.test(path) && !isHistory(path)).map(read);
  const readers = readersOf(modules);
  const idle = modules.flatMap((module) => idleExports(module, readers));
  const testsOnly = modules.flatMap((module) => exportsOfTests(module, readers));
  return {
    violations: [...idleFiles(modules, readers, texts), ...idle, ...idleDependencies(root, modules)],
    testsOnly,
    fileCount: modules.length,
    exportCount: modules.reduce((sum, module) => sum + module.exports.size, 0),
  };
}

/** Changelog and decisions name what was. @param {string} path */
function isHistory(path) {
  return path === "CHANGELOG.md" || path.startsWith("docs/decisions/") || path === "package-lock.json";
}

/** @param {string} root @param {string} folder "" for the files at the top */
function filesOf(root, folder) {
  try {
    return readdirSync(join(root, folder), { recursive: folder !== "", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .split(sep)
          .join("/"),
      )
      .filter((path) => !/node_modules\/|^site\/(dist|\.source|\.vitepress\/cache)\//.test(path))
      .sort();
  } catch {
    return [];
  }
}

/** @param {string} path @param {string} text @returns {Module} */
function readModule(path, text) {
  const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {Map<string, number>} */
  const exports = new Map();
  /** @type {{ target: string, name: string }[]} */
  const uses = [];
  const use = (/** @type {ts.Node | undefined} */ specifier, /** @type {readonly string[]} */ names) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const isRelative = specifier.text.startsWith(".");
    const target = isRelative ? posix.join(posix.dirname(path), specifier.text) : specifier.text;
    uses.push({ target, name: "" }, ...names.map((name) => ({ target, name })));
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) use(node.moduleSpecifier, namesOfImport(node.importClause, parsed));
    else if (ts.isExportDeclaration(node)) use(node.moduleSpecifier, namesOfExport(node));
    else if (ts.isImportTypeNode(node)) use(literalOf(node), [node.qualifier?.getText(parsed) ?? ALL]);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      use(node.arguments[0], namesOfCall(node));
    }
    for (const name of exportedNames(node)) {
      exports.set(name, parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return { path, text, exports, uses };
}

/** @param {ts.ImportTypeNode} node */
function literalOf(node) {
  return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
}

/** @param {ts.ImportClause | undefined} clause @param {ts.SourceFile} parsed @returns {string[]} */
function namesOfImport(clause, parsed) {
  const own = clause?.name === undefined ? [] : ["default"];
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return own;
  if (ts.isNamedImports(bindings)) {
    return [...own, ...bindings.elements.map((each) => (each.propertyName ?? each.name).text)];
  }
  return [...own, ...membersOf(bindings.name.text, parsed)];
}

/** What `name.member` says in a file; all, where the name stands alone. @param {string} name @param {ts.SourceFile} parsed */
function membersOf(name, parsed) {
  /** @type {string[]} */
  const members = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === name && !ts.isNamespaceImport(node.parent)) {
      const { parent } = node;
      if (ts.isPropertyAccessExpression(parent) && parent.expression === node) members.push(parent.name.text);
      else if (ts.isQualifiedName(parent) && parent.left === node) members.push(parent.right.text);
      else members.push(ALL);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return members;
}

/** @param {ts.ExportDeclaration} node @returns {string[]} */
function namesOfExport(node) {
  if (node.exportClause === undefined || !ts.isNamedExports(node.exportClause)) return [ALL];
  return node.exportClause.elements.map((each) => (each.propertyName ?? each.name).text);
}

/** `const { a } = await import("…")` and `(await import("…")).a` say their names. @param {ts.CallExpression} call @returns {string[]} */
function namesOfCall(call) {
  if (!ts.isAwaitExpression(call.parent)) return [ALL];
  const outer = ts.isParenthesizedExpression(call.parent.parent)
    ? call.parent.parent.parent
    : call.parent.parent;
  if (ts.isPropertyAccessExpression(outer)) return [outer.name.text];
  if (!ts.isVariableDeclaration(outer) || !ts.isObjectBindingPattern(outer.name)) return [ALL];
  return outer.name.elements.map((each) => (each.propertyName ?? each.name).getText());
}

/** @param {ts.Node} node @returns {string[]} */
function exportedNames(node) {
  if (ts.isExportDeclaration(node)) {
    if (node.exportClause === undefined || !ts.isNamedExports(node.exportClause)) return [];
    return node.exportClause.elements.map((each) => each.name.text);
  }
  if (ts.isExportAssignment(node)) return ["default"];
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  if (!modifiers.some((each) => each.kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (modifiers.some((each) => each.kind === ts.SyntaxKind.DefaultKeyword)) return ["default"];
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap((each) => boundNames(each.name));
  }
  return "name" in node && node.name !== undefined ? [/** @type {ts.Identifier} */ (node.name).text] : [];
}

/** @param {ts.BindingName} name @returns {string[]} */
function boundNames(name) {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((each) => (ts.isOmittedExpression(each) ? [] : boundNames(each.name)));
}

/** Who reads an export: "path name" to the paths of its readers; the name "" for the file itself. @param {readonly Module[]} modules */
function readersOf(modules) {
  /** @type {Map<string, string[]>} */
  const readers = new Map();
  for (const { path, uses } of modules) {
    for (const { target, name } of uses) {
      const key = `${target} ${name}`;
      readers.set(key, [...(readers.get(key) ?? []), path]);
    }
  }
  return readers;
}

/** @param {string} path */
const isEntry = (path) => ENTRIES.some((pattern) => pattern.test(path));

/**
 * @param {Module} module @param {ReadonlyMap<string, readonly string[]>} readers
 * @returns {{ name: string, line: number, by: readonly string[] }[]}
 */
function readExports({ path, exports }, readers) {
  if (isEntry(path)) return [];
  const all = readers.get(`${path} ${ALL}`) ?? [];
  return [...exports].map(([name, line]) => ({
    name,
    line,
    by: [...(readers.get(`${path} ${name}`) ?? []), ...all],
  }));
}

/** @param {Module} module @param {ReadonlyMap<string, readonly string[]>} readers @returns {string[]} */
function idleExports(module, readers) {
  return readExports(module, readers)
    .filter(({ name, by }) => by.length === 0 && !(name === "default" && isNamedByTools(module.path)))
    .map(({ name, line }) => `${module.path}:${line}: nobody imports "${name}"; take its export away, or it`);
}

/** @param {Module} module @param {ReadonlyMap<string, readonly string[]>} readers @returns {string[]} */
function exportsOfTests(module, readers) {
  if (TEST.test(module.path)) return [];
  return readExports(module, readers)
    .filter(({ by }) => by.length > 0 && by.every((path) => TEST.test(path)))
    .map(({ name, line }) => `${module.path}:${line}: only tests import "${name}"`);
}

/** Modules whose default export is read by place: global set-up of tests. @param {string} path */
function isNamedByTools(path) {
  return path.startsWith("test/") || path.endsWith(".config.ts");
}

/**
 * @param {readonly Module[]} modules @param {ReadonlyMap<string, readonly string[]>} readers @param {readonly string[]} texts
 * @returns {string[]}
 */
function idleFiles(modules, readers, texts) {
  const isNamed = (/** @type {Module} */ module) => {
    const name = basename(module.path);
    return (
      texts.some((text) => text.includes(name)) ||
      modules.some((each) => each !== module && each.text.includes(`${name}"`))
    );
  };
  return modules
    .filter(({ path, text }) => !isEntry(path) && !text.startsWith("#!") && !readers.has(`${path} `))
    .filter((module) => !isNamed(module))
    .map((module) => `${module.path}: nobody imports this file or names it`);
}

/** Settings that name packages, beside modules and scripts. */
const SETTINGS = ["typedoc.json", "site/typedoc.json"];

/** @param {string} root @param {readonly Module[]} modules @returns {string[]} */
function idleDependencies(root, modules) {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const scripts = Object.values(manifest.scripts ?? {}).join(" ");
  const prefixes = modules.flatMap(({ text }) =>
    [...text.matchAll(/import\(`([^`$]+)\$\{/g)].map(([, head]) => head),
  );
  const settings = SETTINGS.map((path) => join(root, path)).filter((path) => existsSync(path));
  const texts = [...modules.map(({ text }) => text), ...settings.map((path) => readFileSync(path, "utf8"))];
  const isRead = (/** @type {string} */ name) => {
    const typed = name.replace(/^@types\//, "");
    const said = [`"${typed}"`, `"${typed}/`, `node_modules/${typed}/`];
    return (
      texts.some((text) => said.some((form) => text.includes(form))) ||
      prefixes.some((head) => name.startsWith(head)) ||
      scripts.split(" ").includes(name)
    );
  };
  return names
    .filter((name) => !isRead(name))
    .map((name) => `package.json: nothing reads the dependency "${name}"`);
}

/** @param {readonly string[]} parameters */
function main(parameters) {
  const root = join(dirname(fileURLToPath(import.meta.url)), "..");
  const { violations, testsOnly, fileCount, exportCount } = checkUnused(root);
  if (parameters.includes("--tests")) for (const line of testsOnly) console.log(line);
  for (const line of violations) console.error(line);
  console.log(
    `unused: ${violations.length} of ${exportCount} exports in ${fileCount} files; ${testsOnly.length} more are read by tests alone`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv.slice(2));
