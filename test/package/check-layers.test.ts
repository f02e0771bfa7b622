import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { checkLayers } from "../../tools/check-layers.mjs";
import { IMPORT_TABLE } from "../../tools/import-table.mjs";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const CHECKER = join(REPOSITORY, "tools/check-layers.mjs");
const planted: string[] = [];

afterEach(() => {
  for (const root of planted.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** A repository of nothing but these files below src/. */
function plant(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "samebits-layers-"));
  planted.push(root);
  for (const [path, text] of Object.entries(files)) {
    const full = join(root, "src", path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  return root;
}

function violationsOf(files: Readonly<Record<string, string>>): readonly string[] {
  return checkLayers(plant(files)).violations;
}

const EMPTY = "export {};\n";

describe("what the table allows", () => {
  test("imports of listed rooms, of the same room, of anything from a door and from a test", () => {
    const files = {
      "values/bits.ts": 'import "./hash.ts";\n',
      "values/hash.ts": EMPTY,
      "operators/term.ts": 'import type { Bits } from "../values/bits.ts";\n',
      "operators/term.test.ts": 'import "../executors/wasm/heap.ts";\nimport "vitest";\nDate.now();\n',
      "executors/wasm/heap.ts": 'import "../../codegen/emit.ts";\nnew WebAssembly.Memory({ initial: 1 });\n',
      "codegen/emit.ts": 'export const make = new Function("return 1");\n',
      "formats/parquet.ts": 'await import("hyparquet");\n',
      "cli/main.ts": 'import "../index.ts";\nimport "../../package.json";\nimport "node:fs";\nDate.now();\n',
      "index.ts": 'import "./values/bits.ts";\nimport "./executors/wasm/heap.ts";\n',
    };
    expect(violationsOf(files)).toEqual([]);
  });

  test("names of members and types that happen to be those of the platform", () => {
    const text =
      "export interface Facts { readonly performance: number; readonly made: Date }\nexport const f = (x: Facts): number => x.performance;\n";
    expect(violationsOf({ "values/facts.ts": text })).toEqual([]);
  });

  test("asking whether the platform has something, and fetching one of Node's modules", () => {
    const text =
      'export const fs = typeof process === "undefined" ? undefined : process.getBuiltinModule("node:fs");\n';
    expect(violationsOf({ "formats/files.ts": text })).toEqual([]);
  });

  test("a table whose rooms do not import one another in a circle", () => {
    const isBelow = (room: string, other: string, seen = new Set<string>()): boolean =>
      (IMPORT_TABLE[room]?.imports ?? []).some((next) => {
        if (next === other) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return isBelow(next, other, seen);
      });
    expect(Object.keys(IMPORT_TABLE).filter((room) => isBelow(room, room))).toEqual([]);
  });

  test("a table that says which rooms there are", () => {
    const here = Object.keys(IMPORT_TABLE).filter((room) => existsSync(join(REPOSITORY, "src", room)));
    const raised = Object.keys(IMPORT_TABLE).filter((room) => IMPORT_TABLE[room].isRaised);
    expect(raised).toEqual(here);
  });

  test("a table that names only its own rooms", () => {
    const rooms = new Set([...Object.keys(IMPORT_TABLE), "doors"]);
    const named = Object.values(IMPORT_TABLE).flatMap((room) => room.imports);
    expect(named.filter((room) => !rooms.has(room))).toEqual([]);
  });
});

/** Each rule broken once: a name, the files, and what the one violation must say. */
const BROKEN: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  [
    "an import that is not in the table",
    { "values/bits.ts": 'import "../operators/term.ts";\n', "operators/term.ts": EMPTY },
    /^src\/values\/bits\.ts:1: values may not import operators \(only nothing\)$/,
  ],
  [
    "a type import that is not in the table",
    { "codegen/emit.ts": '\nimport type { A } from "../contracts/a.ts";\n', "contracts/a.ts": EMPTY },
    /^src\/codegen\/emit\.ts:2: codegen may not import contracts \(only values, elementary, operators\)$/,
  ],
  [
    "a dynamic import that is not in the table",
    { "streams/a.ts": 'await import("../codegen/b.ts");\n', "codegen/b.ts": EMPTY },
    /streams may not import codegen/,
  ],
  [
    "a re-export that is not in the table",
    { "plots/a.ts": 'export { b } from "../operators/b.ts";\n', "operators/b.ts": EMPTY },
    /plots may not import operators/,
  ],
  [
    "one executor importing another",
    { "executors/javascript/a.ts": 'import "../wasm/b.ts";\n', "executors/wasm/b.ts": EMPTY },
    /executors\/javascript may not import executors\/wasm/,
  ],
  [
    "a room importing a door",
    { "algorithms/a.ts": 'import "../index.ts";\n', "index.ts": EMPTY },
    /algorithms may not import doors/,
  ],
  [
    "the command line importing a room",
    { "cli/a.ts": 'import "../values/b.ts";\n', "values/b.ts": EMPTY },
    /cli may not import values \(only doors\)/,
  ],
  ["a folder that is not a room", { "utils/a.ts": EMPTY }, /^src\/utils\/a\.ts: stands in no room/],
  [
    "a file of executors/ beside executor.ts",
    { "executors/shared.ts": EMPTY },
    /^src\/executors\/shared\.ts: stands in no room/,
  ],
  [
    "an import of nothing",
    { "values/a.ts": 'import "./b.ts";\n' },
    /"\.\/b\.ts" is not a source file below src/,
  ],
  [
    "an import from outside src",
    { "values/a.ts": 'import "../../bench/b.ts";\n' },
    /"\.\.\/\.\.\/bench\/b\.ts" is not a source file below src/,
  ],
  [
    "a package in a room that names none",
    { "values/a.ts": 'import "node:fs";\n' },
    /values may not import the package "node:fs" \(only none\)/,
  ],
  [
    "a package that a room does not name",
    { "formats/a.ts": 'import "lodash";\n' },
    /formats may not import the package "lodash"/,
  ],
  [
    "two files that import each other",
    { "values/a.ts": 'import "./b.ts";\n', "values/b.ts": 'import "./a.ts";\n' },
    /^import cycle of 2 files: src\/values\/a\.ts ↔ src\/values\/b\.ts$/,
  ],
  [
    "a cycle of three through types",
    {
      "values/a.ts": 'import type { B } from "./b.ts";\n',
      "values/b.ts": 'import "./c.ts";\n',
      "values/c.ts": 'import type { A } from "./a.ts";\n',
    },
    /^import cycle of 3 files/,
  ],
  ["a file that imports itself", { "values/a.ts": 'import "./a.ts";\n' }, /^import cycle of 1 files/],
  [
    "the clock",
    { "contracts/a.ts": "export const now = Date.now();\n" },
    /contracts may not use the clock \(Date\)/,
  ],
  [
    "the precise clock",
    { "executors/wasm/a.ts": "export const now = performance.now();\n" },
    /executors\/wasm may not use the clock \(performance\)/,
  ],
  [
    "the environment",
    { "algorithms/a.ts": "export const isCi = process.env.CI;\n" },
    /algorithms may not use the environment \(process\)/,
  ],
  [
    "the number of cores",
    { "summaries/a.ts": "export const cores = globalThis.navigator;\n" },
    /summaries may not use the environment \(navigator\)/,
  ],
  [
    "a random number",
    { "conformance/a.ts": "export const r = Math.random();\n" },
    /conformance may not use a random source \(Math\.random\)/,
  ],
  [
    "random bytes",
    { "conformance/a.ts": "crypto.getRandomValues(new Uint8Array(1));\n" },
    /conformance may not use a random source \(crypto\)/,
  ],
  [
    "WebAssembly outside its rooms",
    { "executors/javascript/a.ts": "new WebAssembly.Memory({ initial: 1 });\n" },
    /executors\/javascript may not use WebAssembly/,
  ],
  [
    "a function made at run time outside its rooms",
    { "executors/javascript/a.ts": 'export const f = new Function("return 1");\n' },
    /executors\/javascript may not use run-time code \(Function\)/,
  ],
  ["eval", { "operators/a.ts": 'eval("1");\n' }, /operators may not use run-time code \(eval\)/],
];

describe("what the table forbids", () => {
  test.each(BROKEN)("%s", (_name, files, expected) => {
    const violations = violationsOf(files);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toMatch(expected);
  });

  test("the reference and the fast paths reaching each other, through any chain", () => {
    const throughSummaries = violationsOf({
      "reference/a.ts": 'import "../contracts/b.ts";\n',
      "contracts/b.ts": 'import "../summaries/c.ts";\n',
      "summaries/c.ts": EMPTY,
    });
    expect(throughSummaries).toContainEqual(
      expect.stringMatching(/^src\/reference\/a\.ts: reaches src\/summaries\/c\.ts/),
    );
    const fromExecutor = violationsOf({
      "executors/wasm/a.ts": 'import "../../reference/b.ts";\n',
      "reference/b.ts": EMPTY,
    });
    expect(fromExecutor).toContainEqual(expect.stringMatching(/executors\/ shares nothing with reference/));
  });
});

describe("the command", () => {
  test("exits 0 here, 1 on a violation, 2 where there is no src", () => {
    const said = execFileSync(process.execPath, [CHECKER], { encoding: "utf8" });
    expect(said).toMatch(/^layers: [1-9]\d{2,} files, .*, 0 violations\n$/);
    const broken = spawnSync(process.execPath, [CHECKER, plant({ "utils/a.ts": EMPTY })], {
      encoding: "utf8",
    });
    expect([broken.status, broken.stderr]).toEqual([1, expect.stringMatching(/^src\/utils\/a\.ts: /)]);
    const nothing = mkdtempSync(join(tmpdir(), "samebits-layers-"));
    planted.push(nothing);
    expect(spawnSync(process.execPath, [CHECKER, nothing]).status).toBe(2);
  });
});
