import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

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
  expect(stdout).toMatch(/\nSame bits from javascript and wasm at every position[^\n]*\n$/);
});

test("the set-up says nothing when all is there", () => {
  expect(run("tools/setup.mjs")).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

describe("a full disk, as standard output", () => {
  const shell = (command: string): { readonly status: number | null; readonly stderr: string } =>
    spawnSync("sh", ["-c", `"${process.execPath}" dist/cli.mjs ${command}`], {
      cwd: REPOSITORY,
      encoding: "utf8",
    });

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
