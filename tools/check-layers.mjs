#!/usr/bin/env node
// Holds the import table (tools/import-table.mjs) over src/: exit 1 and one line for each violation.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { IMPORT_TABLE, RESTRICTED_NAMES, STRANGERS } from "./import-table.mjs";

/**
 * @typedef {object} Import
 * @property {string} specifier
 * @property {number} line
 * @property {string | undefined} target  path below src/, undefined for a package
 *
 * @typedef {object} SourceFile
 * @property {string} path  below src/, with forward slashes
 * @property {string | undefined} room
 * @property {readonly Import[]} imports
 * @property {readonly { name: string, line: number }[]} platformNames
 */

/**
 * Every violation of the table under `root`/src, as one line each; an empty list when it holds. Test files are free.
 *
 * @param {string} root the repository
 * @returns {{ violations: string[], fileCount: number, importCount: number }}
 */
export function checkLayers(root) {
  const source = join(root, "src");
  const files = new Map(sourcePaths(source).map((path) => [path, readSource(source, path)]));
  const all = [...files.values()];
  return {
    violations: [
      ...all.flatMap(roomViolations),
      ...all.flatMap((file) => importViolations(file, files)),
      ...all.flatMap(nameViolations),
      ...cycles(files),
      ...strangers(files),
    ],
    fileCount: all.length,
    importCount: all.reduce((sum, file) => sum + file.imports.length, 0),
  };
}

/** @param {string} source @returns {string[]} */
function sourcePaths(source) {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => /\.m?[jt]sx?$/.test(path) && !/\.test\.m?[jt]sx?$/.test(path))
    .filter((path) => statSync(join(source, path)).isFile())
    .sort();
}

/** @param {string} source @param {string} path @returns {SourceFile} */
function readSource(source, path) {
  const text = readFileSync(join(source, path), "utf8");
  const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (/** @type {number} */ position) => parsed.getLineAndCharacterOfPosition(position).line + 1;
  const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => ({
    specifier: fileName,
    line: lineOf(pos),
    target: fileName.startsWith(".") ? targetOf(path, fileName) : undefined,
  }));
  return { path, room: roomOf(path), imports, platformNames: platformNames(parsed, lineOf) };
}

/** The path below src/ that a relative specifier means. @param {string} path @param {string} specifier */
function targetOf(path, specifier) {
  return posix.normalize(posix.join(posix.dirname(path), specifier));
}

/** The room of a path below src/, "doors" for the files at its top, undefined where the table has none. @param {string} path */
function roomOf(path) {
  if (!path.includes("/")) return "doors";
  const rooms = Object.keys(IMPORT_TABLE);
  return rooms.find((room) => path === room || path.startsWith(`${room}/`));
}

/** @param {SourceFile} file @returns {string[]} */
function roomViolations(file) {
  if (file.room !== undefined) return [];
  return [`src/${file.path}: stands in no room of the table (tools/import-table.mjs)`];
}

/** @param {SourceFile} file @param {Map<string, SourceFile>} files @returns {string[]} */
function importViolations(file, files) {
  if (file.room === undefined || file.room === "doors") {
    return file.imports.flatMap((each) => missing(file, each, files));
  }
  return file.imports.flatMap((each) => {
    const where = `src/${file.path}:${each.line}`;
    if (each.target === undefined) return packageViolation(file.room ?? "", each.specifier, where);
    const wrong = missing(file, each, files);
    if (wrong.length > 0) return wrong;
    const room = roomOf(each.target);
    if (room === undefined || room === file.room) return [];
    const allowed = IMPORT_TABLE[file.room ?? ""].imports;
    if (allowed.includes(room)) return [];
    return [`${where}: ${file.room} may not import ${room} (only ${allowed.join(", ") || "nothing"})`];
  });
}

/** @param {SourceFile} file @param {Import} each @param {Map<string, SourceFile>} files @returns {string[]} */
function missing(file, each, files) {
  if (each.target === undefined || files.has(each.target)) return [];
  const outside = IMPORT_TABLE[file.room ?? ""]?.files ?? [];
  if (outside.some((path) => each.target === `../${path}`)) return [];
  return [`src/${file.path}:${each.line}: "${each.specifier}" is not a source file below src/`];
}

/** @param {string} room @param {string} specifier @param {string} where @returns {string[]} */
function packageViolation(room, specifier, where) {
  const allowed = IMPORT_TABLE[room].packages ?? [];
  const isAllowed = allowed.some((name) =>
    name.endsWith("*")
      ? specifier.startsWith(name.slice(0, -1))
      : specifier === name || specifier.startsWith(`${name}/`),
  );
  return isAllowed
    ? []
    : [`${where}: ${room} may not import the package "${specifier}" (only ${allowed.join(", ") || "none"})`];
}

/** @param {SourceFile} file @returns {string[]} */
function nameViolations(file) {
  return file.platformNames.flatMap(({ name, line }) =>
    RESTRICTED_NAMES.filter(
      ({ names, rooms, files = [] }) =>
        names.includes(name) && !rooms.includes(file.room ?? "") && !files.includes(file.path),
    ).map(
      ({ what, remedy }) =>
        `src/${file.path}:${line}: ${file.room ?? "this file"} may not use ${what} (${name}); ${remedy}`,
    ),
  );
}

/**
 * The platform's names that a file says as values: `Date`, `Math.random`, …; types, properties and declarations of that name are free.
 *
 * @param {ts.SourceFile} parsed @param {(position: number) => number} lineOf
 */
function platformNames(parsed, lineOf) {
  const watched = new Set(RESTRICTED_NAMES.flatMap((rule) => rule.names));
  const free = new Set(RESTRICTED_NAMES.flatMap((rule) => rule.except ?? []));
  /** @type {{ name: string, line: number }[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isTypeOfExpression(node) && ts.isIdentifier(node.expression)) return;
    if (ts.isPropertyAccessExpression(node)) {
      // globalThis.performance and Math.random are said as a whole; any other `.name` is a member of something else.
      const owner = ts.isIdentifier(node.expression) ? node.expression.text : "";
      const name = owner === "globalThis" ? node.name.text : `${owner}.${node.name.text}`;
      if (free.has(name)) return;
      if (watched.has(name)) found.push({ name, line: lineOf(node.getStart(parsed)) });
      visit(node.expression);
      return;
    }
    if (ts.isIdentifier(node) && watched.has(node.text) && !isNameOfMember(node)) {
      found.push({ name: node.text, line: lineOf(node.getStart(parsed)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** @param {ts.Identifier} node */
function isNameOfMember(node) {
  const parent = node.parent;
  return (
    (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isMethodDeclaration(parent)) &&
    parent.name === node
  );
}

/** One line for each group of files that import one another, type imports included. @param {Map<string, SourceFile>} files */
function cycles(files) {
  return components(files).map(
    (group) => `import cycle of ${group.length} files: ${group.map((path) => `src/${path}`).join(" ↔ ")}`,
  );
}

/** The strongly connected groups of more than one file (Tarjan 1972), or of one that imports itself. @param {Map<string, SourceFile>} files */
function components(files) {
  /** @type {Map<string, { index: number, low: number, isOpen: boolean }>} */
  const states = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const groups = [];
  /** @param {string} path */
  const visit = (path) => {
    const state = { index: states.size, low: states.size, isOpen: true };
    states.set(path, state);
    stack.push(path);
    for (const target of targetsOf(files, path)) {
      const seen = states.get(target);
      if (seen === undefined) state.low = Math.min(state.low, visit(target).low);
      else if (seen.isOpen) state.low = Math.min(state.low, seen.index);
    }
    if (state.low === state.index) close(path);
    return state;
  };
  /** @param {string} path */
  const close = (path) => {
    const group = stack.splice(stack.indexOf(path));
    for (const member of group) {
      const state = states.get(member);
      if (state !== undefined) state.isOpen = false;
    }
    if (group.length > 1 || targetsOf(files, path).includes(path)) groups.push(group.sort());
  };
  for (const path of files.keys()) if (!states.has(path)) visit(path);
  return groups;
}

/** @param {Map<string, SourceFile>} files @param {string} path @returns {string[]} */
function targetsOf(files, path) {
  const targets = files.get(path)?.imports.map((each) => each.target) ?? [];
  return targets.filter((target) => target !== undefined).filter((target) => files.has(target));
}

/** One line for each room that reaches one it must share nothing with, through any chain. @param {Map<string, SourceFile>} files */
function strangers(files) {
  const isIn = (/** @type {string} */ path, /** @type {string} */ room) =>
    room.endsWith("/") ? path.startsWith(room) : roomOf(path) === room;
  return STRANGERS.flatMap(({ room, never }) =>
    [...files.keys()]
      .filter((path) => isIn(path, room))
      .flatMap((path) =>
        [...reachable(files, path)]
          .filter((target) => never.some((forbidden) => isIn(target, forbidden)))
          .map(
            (target) => `src/${path}: reaches src/${target}; ${room} shares nothing with ${never.join(", ")}`,
          ),
      ),
  );
}

/** @param {Map<string, SourceFile>} files @param {string} start */
function reachable(files, start) {
  const seen = new Set([start]);
  for (const path of seen) for (const target of targetsOf(files, path)) seen.add(target);
  return seen;
}

/** @param {string | undefined} argument */
function main(argument) {
  const root = resolve(argument ?? join(dirname(fileURLToPath(import.meta.url)), ".."));
  if (!existsSync(join(root, "src"))) {
    console.error(`check-layers: "${relative(process.cwd(), root) || "."}" must hold a folder src, got none`);
    process.exit(2);
  }
  const { violations, fileCount, importCount } = checkLayers(root);
  for (const line of violations) console.error(line);
  console.log(`layers: ${fileCount} files, ${importCount} imports, ${violations.length} violations`);
  process.exit(violations.length === 0 ? 0 : 1);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv[2]);
