import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { doorSize } from "../../bench/harness/door-size.mjs";
import { loadedFiles } from "../../bench/harness/loaded-files.mjs";
import { BUDGET_BYTES } from "./budgets.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8"));

/** What a worker runs is an entry for bundlers: it exports nothing, and nobody imports it. */
const WORKER = "./worker";

const DOORS = Object.keys(manifest.exports)
  .filter((path) => path !== "./package.json" && path !== WORKER)
  .map((path) => join("samebits", path).replaceAll("\\", "/"));

/** Entry points of files and processes, which no page has. */
const NODE_ONLY = ["samebits/cluster"];

function builtFile(door: string): string {
  const { default: path } = manifest.exports[door === "samebits" ? "." : door.replace("samebits", ".")];
  return join(REPOSITORY, path);
}

test("the budget speaks of every door", () => {
  expect(Object.keys(BUDGET_BYTES).sort()).toEqual([...DOORS].sort());
});

describe.each(DOORS)("the door %s", (door) => {
  const file = builtFile(door);

  test("loads alone, by import and by require, with the same names", () => {
    const run = (type: string, script: string): string =>
      execFileSync(process.execPath, [`--input-type=${type}`, "--no-warnings", "--eval", script], {
        cwd: REPOSITORY,
        encoding: "utf8",
      }).trim();
    const names = '.filter((name) => name !== "__esModule" && name !== "module.exports").sort().join()';
    const imported = run("module", `console.log(Object.keys(await import("${door}"))${names})`);
    expect(imported.length).toBeGreaterThan(0);
    expect(run("commonjs", `console.log(Object.keys(require("${door}"))${names})`)).toBe(imported);
  });

  test("has its types beside it", () => {
    const { types } = manifest.exports[door === "samebits" ? "." : door.replace("samebits", ".")];
    expect(readFileSync(join(REPOSITORY, types), "utf8")).toMatch(/export/);
  });

  test("stays within its budget", async () => {
    const { bundled, files } = await doorSize(file);
    const sizes = `${bundled} bytes gzipped as one bundle, of ${BUDGET_BYTES[door]}; ${files} as files by themselves`;
    console.log(`${door}: ${sizes}`);
    expect(bundled, sizes).toBeLessThanOrEqual(BUDGET_BYTES[door]);
  });

  test("imports no package, and no module of Node's unless it is for Node alone", () => {
    const others = [...loadedFiles(file).packages].filter(
      (name) => !NODE_ONLY.includes(door) || !name.startsWith("node:"),
    );
    expect(others).toEqual([]);
  });

  test("has no top-level await", () => {
    for (const each of loadedFiles(file).files) expect(hasTopLevelAwait(each), each).toBe(false);
  });
});

test("samebits/javascript loads neither WebAssembly nor generated code", () => {
  for (const each of loadedFiles(builtFile("samebits/javascript")).files) {
    const text = readFileSync(each, "utf8");
    expect(identifiers(text), each).not.toContain("WebAssembly");
    expect(text, each).not.toMatch(/\bnew Function\b|\beval\s*\(/);
  }
});

test("the package has no run-time dependency, and its peers are optional", () => {
  expect(manifest.dependencies).toBeUndefined();
  expect(manifest.optionalDependencies).toBeUndefined();
  for (const peer of Object.keys(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta[peer], peer).toEqual({ optional: true });
    expect(manifest.devDependencies, peer).toHaveProperty([peer]);
  }
  expect(manifest.sideEffects).toBe(false);
});

test("what is built names no folder of the machine that built it", () => {
  for (const name of readdirSync(join(REPOSITORY, "dist"))) {
    if (!name.endsWith("mjs") && !name.endsWith("mts")) continue;
    expect(readFileSync(join(REPOSITORY, "dist", name), "utf8").includes(REPOSITORY), name).toBe(false);
  }
});

describe("what is built can be read", () => {
  const files = [...readdirSync(join(REPOSITORY, "dist"), { recursive: true, encoding: "utf8" })]
    .filter((path) => path.endsWith(".mjs"))
    .map((path) => join(REPOSITORY, "dist", path));
  const ownLines = (file: string): readonly string[] =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => !/^(import|export)[ {]/.test(line));

  test("classes are called what the sources call them", () => {
    const classes = (text: string): readonly string[] =>
      [...text.matchAll(/^\s*(?:var |export )?(?:\w+ = )?class (\w[\w$]*)/gm)].map(([, name]) => name);
    for (const file of files) {
      expect(
        classes(readFileSync(file, "utf8")).filter((name) => name.length < 3 || /\$/.test(name)),
        file,
      ).toEqual([]);
    }
  });

  const libraries = ["commander", "cli-progress"].map((name) =>
    join(REPOSITORY, "dist/chunks", `${name}.mjs`),
  );

  test("in lines, but for the text of a worker and the libraries of the command", () => {
    const read = files.filter((file) => !/worker-text\.mjs$/.test(file) && !libraries.includes(file));
    expect(read.length).toBeGreaterThan(50);
    for (const file of read) {
      // A chain of calls is one line, such as the options of a command.
      expect(Math.max(...ownLines(file).map(({ length }) => length)), file).toBeLessThan(2000);
    }
  });

  test("the libraries of the command lie in chunks that no door loads", () => {
    const loaded = new Set(DOORS.flatMap((door) => [...loadedFiles(builtFile(door)).files]));
    for (const library of libraries) {
      expect(files).toContain(library);
      expect(loaded).not.toContain(library);
    }
  });

  test("an uncaught mistake shows the line, the error and functions by their names", () => {
    const script = 'import { reduce } from "samebits"; reduce(Float64Array.of(1), { operator: 5 });';
    const node = ["--input-type=module", "--eval", script];
    const { stderr } = spawnSync(process.execPath, node, { cwd: REPOSITORY, encoding: "utf8" });
    expect(Math.max(...stderr.split("\n").map(({ length }) => length))).toBeLessThan(300);
    expect(stderr).toMatch(/^InvalidArgumentError: "operator" must be /m);
    for (const name of ["checkOperator", "contractOf", "reduce"]) expect(stderr).toContain(`at ${name} (`);
  });
});

describe("the command", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "samebits-command-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const samebits = (...parameters: readonly string[]): string =>
    execFileSync(process.execPath, [join(REPOSITORY, manifest.bin.samebits), ...parameters], {
      cwd: folder,
      encoding: "utf8",
    });

  test("tells its version", () => {
    expect(samebits("--version").trim()).toBe(manifest.version);
  });

  test("begins with a line that lets a shell run it", () => {
    const [first] = readFileSync(join(REPOSITORY, manifest.bin.samebits), "utf8").split("\n");
    expect(first).toBe("#!/usr/bin/env node");
  });

  test("scans a generated file to the golden hash on every executor", () => {
    const golden = readFileSync(join(REPOSITORY, "vectors/expressions.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line.includes("1000003"))
      .map((line) => JSON.parse(line))
      .find(
        (line) =>
          line.type === "f64" &&
          line.data === "narrow" &&
          line.n === 1_000_003 &&
          line.operator === "add" &&
          line.expression === "block-dyadic:256" &&
          line.scan !== undefined &&
          line.direction === undefined &&
          line.observation === undefined &&
          line.initial === undefined,
      );
    expect(golden.scan).toMatch(/^[0-9a-f]{16}$/);
    samebits("generate", "narrow", "--type", "f64", "--n", "1000003", "--seed", "2026", "-o", "x.npy");
    expect(samebits("hash", "x.npy").trim()).toBe(golden.input);
    for (const executor of ["javascript", "wasm", "workers:2"]) {
      const options = ["-o", "y.npy", "--expression", "block-dyadic:256", "--on", executor, "--json"];
      const report = JSON.parse(samebits("scan", "x.npy", ...options));
      expect([report.executor, report.hash]).toEqual([executor, golden.scan]);
      expect(samebits("hash", "y.npy").trim()).toBe(golden.scan);
    }
  });

  // Of 81 operations, so that a million elements are sent to threads.
  test("finds the file that its workers run", () => {
    const roots = 40;
    const body = `${"sqrt(abs(".repeat(roots)}left + right${"))".repeat(roots)}`;
    writeFileSync(join(folder, "roots.op"), `(left: f64, right) => ${body}`);
    const hashes = ["wasm", "workers:2"].map((executor) => {
      const options = ["-o", "roots.npy", "--operator", "roots.op", "--on", executor, "--json"];
      const report = JSON.parse(samebits("scan", "x.npy", ...options));
      expect(report.executor).toBe(executor);
      return report.hash;
    });
    expect(hashes[1]).toBe(hashes[0]);
    expect(samebits("executors")).toMatch(/^workers {5}here /m);
  });

  test("answers bad arguments with one line and exit code 2, and leaves nothing behind", () => {
    const before = readdirSync(folder);
    const command = [join(REPOSITORY, manifest.bin.samebits), "scan", "missing.npy", "-o", "z.npy"];
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(before);
  });
});

function hasTopLevelAwait(file: string): boolean {
  const text = readFileSync(file, "utf8");
  const visit = (node: ts.Node): boolean => {
    if (ts.isFunctionLike(node)) return false;
    if (ts.isAwaitExpression(node)) return true;
    return ts.forEachChild(node, visit) ?? false;
  };
  return visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
}

function identifiers(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("built.mjs", text, ts.ScriptTarget.Latest));
  return found;
}
