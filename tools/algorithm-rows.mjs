#!/usr/bin/env node
// Functions over columns are rows, one file each in src/algorithms/ROOM. What has all of them is made here: the entry point, the list, the tables.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const ALGORITHMS = join(ROOT, "src/algorithms");

/** Rooms in the order of their tables, with the headings of these. */
const ROOMS = {
  selection: "selection",
  order: "order",
  segments: "segments and keys",
  joins: "joins",
  histograms: "histograms",
  reductions: "reductions",
  statistics: "statistics",
  recurrences: "recurrences",
  named: "scans as they stand in textbooks, with their combines counted",
};

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} type its name, of the function as callers see it
 * @property {string} room
 * @property {string} file from src/algorithms on
 * @property {string} usage `name(arguments)`
 * @property {string} gives what it gives, in words
 * @property {boolean} isForDevices whether it takes buffers of a device
 * @property {boolean} isFold whether plans of its calls are kept
 */

/** A row with the line above it; its literal ends on its line, or at the next brace that no blank stands before. */
const ROW =
  /(?:\/\*\* `(\w+)(\([^`]*\))` gives (.*) \*\/\n)?export const (\w+): AlgorithmRow = (\{.*\};$|\{\n[\s\S]*?\n\};$)/gm;
const ROW_BEGINS = /^export const \w+: AlgorithmRow\b/gm;

/** @param {string} room @param {string} name of a file @returns {readonly Row[]} */
function rowsOfFile(room, name) {
  const file = `${room}/${name}`;
  const text = readFileSync(join(ALGORITHMS, file), "utf8");
  const rows = [...text.matchAll(ROW)];
  if (rows.length !== (text.match(ROW_BEGINS) ?? []).length) {
    throw new Error(`${file}: a row must be a literal that ends in "};"`);
  }
  return rows.map(([, named, parameters, gives, exported, literal]) => {
    const pascal = `${exported[0].toUpperCase()}${exported.slice(1)}`;
    const type = new RegExp(`export (?:interface|type) (${pascal}(?:Function)?)<When`).exec(text)?.[1];
    if (named !== exported || type === undefined) {
      throw new Error(`${file}: ${exported} needs a line "\`${exported}(…)\` gives …" above it, and a type`);
    }
    return {
      name: exported,
      type,
      room,
      file,
      usage: `${exported}${parameters}`,
      gives,
      isForDevices: /\btemplate\b/.test(literal),
      isFold: /\bfoldOf\b/.test(literal),
    };
  });
}

/** @param {string} present docs/algorithms.md: rows have the order of its tables, and new ones come last @returns {readonly Row[]} */
function readRows(present) {
  const found = Object.keys(ROOMS).flatMap((room) =>
    readdirSync(join(ALGORITHMS, room))
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .sort()
      .flatMap((name) => rowsOfFile(room, name)),
  );
  const rooms = Object.keys(ROOMS);
  return found
    .map((row) => ({ row, room: rooms.indexOf(row.room), at: present.indexOf(`\n| \`${row.name}(`) }))
    .map((each) => (each.at < 0 ? { ...each, at: present.length } : each))
    .sort((one, other) => one.room - other.room || one.at - other.at)
    .map(({ row }) => row);
}

const PRIMITIVES = join(ROOT, "src/executors/wasm/primitives");

/**
 * @typedef {object} Kit primitives of one kind
 * @property {string} name of the function that makes them
 * @property {string} file
 * @property {boolean} isServed whether they are made with an executor
 * @property {readonly string[]} primitives
 */

/** A function that makes primitives: its parts and its type say what a row needs to know. */
const KIT =
  /export function (wasm\w+)\([^)]*: (ColumnParts|WasmParts),?\s*\): (?:Required<\s*)?Pick<\s*Primitives<ColumnArray>,([^>]*)>/g;

/** All kits that are exported: not the one that every function has. @returns {readonly Kit[]} */
function readKits() {
  return readdirSync(PRIMITIVES)
    .filter((file) => /^wasm-[a-z]+\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(PRIMITIVES, file), "utf8").matchAll(KIT)].map(([, name, parts, names]) => ({
        name,
        file,
        isServed: parts === "WasmParts",
        primitives: [...names.matchAll(/"(\w+)"/g)].map(([, each]) => each),
      })),
    );
}

/** Imports of values from files of the project. */
const IMPORT = /^import (?!type )(?!\{\s*(?:type \w+,?\s*)+\} )[^;]*? from "(\.[^"]+)";$/gm;

/** A file and all of src/algorithms that it has its steps from. @param {string} path @param {Set<string>} found @returns {ReadonlySet<string>} */
function reachedFrom(path, found = new Set()) {
  if (found.has(path) || !path.startsWith(ALGORITHMS)) return found;
  found.add(path);
  for (const [, from] of readFileSync(path, "utf8").matchAll(IMPORT))
    reachedFrom(join(dirname(path), from), found);
  return found;
}

/** The primitives that steps of a row may ask for, and calls. @param {Row} row @returns {ReadonlySet<string>} */
export function primitivesOf({ file, isFold }) {
  const texts = [...reachedFrom(join(ALGORITHMS, file))].map((path) => readFileSync(path, "utf8"));
  if (isFold) texts.push("on.foldPlan");
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bon\.(\w+)/g)].map(([, name]) => name)));
}

const MADE = "// Made by `npm run docs` of the rows in src/algorithms; edit there.\n";

/** The list of rows, and the type of all functions. @param {readonly Row[]} rows */
function listText(rows) {
  const names = (/** @type {(row: Row) => boolean} */ isMeant) =>
    rows
      .filter(isMeant)
      .map(({ name }) => name)
      .join(", ");
  return `${MADE}${imports(rows, ".", ({ name, type }) => `${name}, type ${type}`)}
/** The functions over columns that take buffers of a device. */
export const TEMPLATE_ROWS = { ${names(({ isForDevices }) => isForDevices)} } as const;

/** Every function over columns. */
export const ALGORITHM_ROWS = { ...TEMPLATE_ROWS, ${names(({ isForDevices }) => !isForDevices)} } as const;

/** Every function over columns, with its answers at once or to come. */
export interface AlgorithmFunctions<When extends "now" | "later"> {
${rows.map((row) => `  /** ${told(row)} */\n  readonly ${row.name}: ${row.type}<When>;\n`).join("")}}
`;
}

/** The kits that a row needs. @param {Row} row @param {readonly Kit[]} kits */
function kitsOf(row, kits) {
  const asked = primitivesOf(row);
  return kits.filter(({ primitives }) => primitives.some((name) => asked.has(name)));
}

/** One function of the entry point. @param {Row} row @param {readonly Kit[]} kits */
function boundText(row, kits) {
  const names = kits.map(({ name }) => name).join(", ");
  const made = kits.some(({ isServed }) => isServed)
    ? `${row.isFold ? "nowFolded" : "nowServed"}(${row.name}Row, served, (parts) => somePrimitives(parts, [${names}]))`
    : `now(${row.name}Row, () => somePrimitives(columns, [${names}]))`;
  return `/** ${told(row)} */\nexport const ${row.name}: ${row.type}<"now"> = /* @__PURE__ */ ${made};\n`;
}

/** The entry point `samebits/algorithms`. @param {readonly Row[]} rows */
function entryText(rows) {
  const kits = readKits();
  const used = kits.filter((kit) => rows.some((row) => kitsOf(row, kits).includes(kit)));
  return `// The entry point \`samebits/algorithms\`: what scans are for, on WebAssembly kernels.
${MADE}
${imports(rows, "./algorithms", ({ name, type }) => `${name} as ${name}Row, type ${type}`)}\
${imports(used, "./executors/wasm/primitives", ({ name }) => name)}\
import { now, nowFolded, nowServed } from "./algorithms/now.ts";
import { openMemory } from "./executors/wasm/memory/wasm-memory.ts";
import { columnParts } from "./executors/wasm/primitives/parts.ts";
import { somePrimitives } from "./executors/wasm/primitives/wasm-primitives.ts";
import { wasmParts } from "./executors/wasm/primitives/wasm-parts.ts";
import { lazily } from "./values/frozen.ts";

// A bundle has the functions that it imports and the primitives that these ask for; one that only moves and sorts has no executor.
const columns = /* @__PURE__ */ columnParts(/* @__PURE__ */ openMemory());
const served = /* @__PURE__ */ lazily(() => wasmParts(columns).parts);

${rows.map((row) => boundText(row, kitsOf(row, kits))).join("\n")}
export type { AlgorithmFunctions } from "./algorithms/algorithm-rows.ts";
export { type AchievedByName, type AlgorithmHost, algorithmsOn } from "./algorithms/algorithms-on.ts";
export type { OnlineFold } from "./algorithms/online-fold.ts";
export { type PreparedAlgorithm, prepareAlgorithm } from "./algorithms/prepare-algorithm.ts";
export type { SegmentRule } from "./contracts/contract.ts";
export { overSegments, type SegmentRuleOption } from "./contracts/over-segments.ts";
export { algorithmsJavascriptExecutor as javascriptExecutor } from "./executors/javascript/primitives/javascript-primitives.ts";
export type { SynchronousAlgorithmExecutor } from "./executors/primitives.ts";
export type { Allocation } from "./executors/wasm/memory/heap.ts";
export { allocate } from "./executors/wasm/memory/wasm-memory.ts";
export {
  type AlgorithmsWasmExecutor,
  algorithmsWasmExecutor as wasmExecutor,
} from "./executors/wasm/primitives/algorithms-wasm-executor.ts";
`;
}

/** The tables of docs/algorithms.md, one for each room. @param {readonly Row[]} rows */
function tables(rows) {
  return Object.entries(ROOMS)
    .map(([room, heading]) => {
      const own = rows.filter((row) => row.room === room);
      const lines = own.map(({ usage, gives }) => `| \`${usage.replaceAll("|", "\\|")}\` | ${gives} |\n`);
      return `| ${heading} | gives |\n|---|---|\n${lines.join("")}`;
    })
    .join("\n");
}

/** @param {Row} row */
function told({ usage, gives }) {
  return `\`${usage}\`: ${gives}.`;
}

/**
 * One import for each file.
 *
 * @template {{ readonly file: string }} Exported
 * @param {readonly Exported[]} exported
 * @param {string} folder
 * @param {(exported: Exported) => string} names what is imported of each
 */
function imports(exported, folder, names) {
  const files = [...new Set(exported.map(({ file }) => file))];
  const imported = files.map((file) => exported.filter((each) => each.file === file).map(names));
  return files.map((file, i) => `import { ${imported[i].join(", ")} } from "${folder}/${file}";\n`).join("");
}

/** As Biome has it. @param {string} path @param {string} text */
export function formatted(path, text) {
  const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, "check", "--write", `--stdin-file-path=${path}`],
    { cwd: ROOT, input: text, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`);
  return stdout;
}

const DOCUMENT = "docs/algorithms.md";
const [BEGIN, END] = ["<!-- functions:begin -->\n", "<!-- functions:end -->\n"];

/** The document before, between and after the marks of its tables. */
function parts() {
  const document = readFileSync(join(ROOT, DOCUMENT), "utf8");
  return document.split(new RegExp(`(?<=${BEGIN})|(?=${END})`));
}

/** The rows as they are. */
export function rowsNow() {
  return readRows(parts()[1]);
}

/** What is made of the rows, by path. @returns {Readonly<Record<string, string>>} */
export function algorithmFiles() {
  const [before, , after] = parts();
  const rows = rowsNow();
  const code = { "src/algorithms.ts": entryText(rows), "src/algorithms/algorithm-rows.ts": listText(rows) };
  return {
    [DOCUMENT]: `${before}\n${tables(rows)}\n${after}`,
    ...Object.fromEntries(Object.entries(code).map(([path, text]) => [path, formatted(path, text)])),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(algorithmFiles())) writeFileSync(join(ROOT, path), text);
}
