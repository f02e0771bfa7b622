import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

function run(script: string): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  return spawnSync(process.execPath, [join(REPOSITORY, script)], { cwd: REPOSITORY, encoding: "utf8" });
}

test("npm start shows the same bits from both executors, and what a plain loop gives", () => {
  const { status, stdout, stderr } = run("tools/demo.mjs");
  expect([status, stderr]).toEqual([0, ""]);
  // Bits of contract version 1: these hashes may never change.
  for (const executor of ["javascript", "wasm"]) {
    expect(stdout).toMatch(new RegExp(`${executor} +20003604 +\\+1 +yes +ac258b85d1c27f53 `));
    expect(stdout).toMatch(new RegExp(`${executor} +2755170\\.25 +\\+0\\.0838 +yes +08e1fc5e065cc585 `));
  }
  expect(stdout).toMatch(/true sum 20003603\n/);
  expect(stdout).toMatch(/plain loop +20004092 +\+489 +– /);
  expect(stdout).toMatch(/differs from ours in 306,070 of 3,000,000 prefixes/);
  expect(stdout).toMatch(
    /\nSame bits from javascript and wasm at every position[^\n]*\nSee why [^\n]*: npm run site && npm run site:preview\n$/,
  );
});

test("the set-up says nothing when all is there", () => {
  expect(run("tools/setup.mjs")).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

/** A command line with what a shell does around it. */
function shell(
  command: string,
  cwd = REPOSITORY,
): { readonly status: number | null; readonly stderr: string } {
  const cli = join(REPOSITORY, "dist/cli.mjs");
  return spawnSync("sh", ["-c", `"${process.execPath}" "${cli}" ${command}`], { cwd, encoding: "utf8" });
}

describe("a full disk, as standard output", () => {
  test.each([
    "--help",
    "--version",
    "network --help",
    "network list --n 4",
    "generate wide --type f64 --n 9 -o -",
  ])("%s", (argv) => {
    const { status, stderr } = shell(`${argv} > /dev/full`);
    expect(stderr).toMatch(/^samebits: standard output must be writable, got ENOSPC: [^\n]+\n$/);
    expect(status).toBe(2);
  });

  test("as standard error too: the status is all that there is", () => {
    expect(shell("reduce nosuch.npy 2> /dev/full").status).toBe(2);
    expect(shell("nosuch 2> /dev/full").status).toBe(2);
    expect(shell("--help > /dev/full 2> /dev/full").status).toBe(2);
  });
});

describe("standard input and output that are files", () => {
  const folder = mkdtempSync(join(tmpdir(), "samebits-redirected-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const contents = (name: string): string => readFileSync(join(folder, name), "latin1");

  test("may be both", () => {
    expect(shell("generate wide --type f64 --n 9 -o x.npy", folder).status).toBe(0);
    expect(shell("scan x.npy -o y.npy", folder).status).toBe(0);
    expect(shell("scan - -o - < x.npy > z.npy", folder).status).toBe(0);
    expect(contents("z.npy")).toBe(contents("y.npy"));
  });

  test.each([
    ["scan x.npy -o - >> x.npy", "--output must be another file than FILE"],
    ["scan - -o x.npy < x.npy", "--output must be another file than FILE"],
    ["scan - -o - < x.npy >> x.npy", "--output must be another file than FILE"],
    ["scan x.npy -o - --snapshot s.json > s.json", "--output must be another file than --snapshot"],
  ])("but not one file: %s", (command, expected) => {
    const before = contents("x.npy");
    const { status, stderr } = shell(command, folder);
    expect(stderr).toContain(`samebits: ${expected}, got "`);
    expect(status).toBe(2);
    expect(contents("x.npy")).toBe(before);
  });
});

/** The built files that a command loads, by the engine's own account. */
function loadedBy(...parameters: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "samebits-loaded-"));
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: folder };
    spawnSync(process.execPath, [join(REPOSITORY, "dist/cli.mjs"), ...parameters], { env });
    const reports = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
    const urls: readonly string[] = reports.flatMap(({ result }) =>
      result.map(({ url }: { readonly url: string }) => url),
    );
    return urls.filter((url) => url.includes("/dist/")).map((url) => url.replace(/^.*\/dist\//, ""));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(REPOSITORY, "dist", file)).size, 0);
}

describe("a command loads what it needs", () => {
  test("the version nothing but the command itself", () => {
    expect(loadedBy("--version")).toEqual(["cli.mjs"]);
  });

  test("help no command's code, and a command no other's", () => {
    const [all, one] = [loadedBy("--help"), loadedBy("hash", "--help")];
    expect(all).toContain("chunks/commander.mjs");
    expect(bytesOf(all)).toBeLessThan(120_000); // all commands together load 2.4 MB
    expect(bytesOf(one)).toBeLessThan(450_000);
    expect(bytesOf(one)).toBeGreaterThan(bytesOf(all));
  });
});
