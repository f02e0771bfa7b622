import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { isThorough } from "../extent.ts";
import { aarch64 } from "./aarch64.mjs";
import { differences, groupsOf } from "./compare.mjs";
import { type Engine, MissingEngineError, type Told } from "./engine.mjs";
import { ENGINES } from "./engines.mjs";
import { firefox } from "./firefox.mjs";
import { readGroups, readResults, resultsAfter } from "./results.mjs";
import { rowOf } from "./row.mjs";
import { runProcess } from "./run-process.mjs";
import { openStage } from "./stage.mjs";
import { table } from "./table.mjs";

const stage = openStage();
afterAll(() => stage.remove());
afterEach(() => vi.unstubAllEnvs());

// Twelve seconds.
if (isThorough)
  test("the Node that runs has the committed fingerprints", async () => {
    const { found, version, failures, lacks } = await runProcess([process.execPath], stage, "brief");
    expect([failures, lacks]).toEqual([[], []]);
    expect(Object.values(found)).not.toContain("refused");
    expect(version).toBe(`Node ${process.versions.node}`);
    const groups = groupsOf(found);
    const ofFunctions = Object.keys(groups).filter(
      (group) => !/\| [a-z]+-[a-z]+:?|\| interleaved/.test(group),
    );
    expect(Object.keys(groups).length - ofFunctions.length).toBe(15); // five executors on three expressions
    expect(ofFunctions).toContain("workers | matrices.multiply, n = 97");
    expect(readGroups()).toMatchObject(groups);
  });

test("the committed table has every engine, all of them equal", () => {
  const { rows } = readResults();
  expect(rows.map(({ engine, outcome }) => [engine, outcome])).toEqual(
    ENGINES.map(({ name }) => [name, "equal"]),
  );
  for (const { compared, checks, differing, failures } of rows) {
    expect(Math.min(compared, checks)).toBeGreaterThan(1000);
    expect([differing, failures]).toEqual([0, 0]);
  }
});

const RUN = { date: "2026-11-22", machine: "a machine" };

describe("an engine", () => {
  const engine: Pick<Engine, "name" | "scope"> = { name: "one", scope: "whole" };
  const facts = { version: "1", javascript: "of its own", architecture: "x64", seconds: 1 };
  const right: Told = { ...facts, found: { a: "1", b: "2" }, checks: 3, failures: [], lacks: [] };
  const judge = (told: Partial<Told>, scope = engine.scope) => {
    const lines: string[] = [];
    const row = rowOf({ ...engine, scope }, right, { ...right, ...told }, (line) => lines.push(line));
    return { ...row, lines };
  };

  test("with the same fingerprints is equal, with fewer too if it was asked fewer", () => {
    expect(judge({})).toMatchObject({ outcome: "equal", compared: 2, differing: 0, checks: 3, lines: [] });
    expect(judge({ found: { b: "2" } }, "emulated")).toMatchObject({ outcome: "equal", compared: 1 });
  });

  test.each<[string, Partial<Told>, string]>([
    ["another hash", { found: { a: "1", b: "3" } }, "b: expected 2, got 3"],
    ["one too few", { found: { a: "1" } }, "b: expected 2, got undefined"],
    ["one too many", { found: { a: "1", b: "2", c: "4" } }, "c: expected undefined, got 4"],
    ["a check that failed", { failures: ["not the reference's"] }, "not the reference's"],
  ])("with %s is different, and says where", (_what, told, line) => {
    expect(judge(told)).toMatchObject({ outcome: "different", lines: [line] });
    expect(table({ rows: [{ ...judge(told), ...RUN }] })).toMatch(/DIFFERENT|\| 3 \| 1 \|/);
  });

  test("without an executor is equal in the others, and the table says so", () => {
    const found = { ...right.found, "workers | x": "3", "witness on workers | x": "4" };
    const lacks = [{ executor: "workers", reason: "no threads here" }];
    const row = rowOf(engine, { ...right, found }, { ...right, lacks }, () => {});
    expect(row).toMatchObject({ outcome: "equal", compared: 2 });
    expect(table({ rows: [{ ...row, ...RUN }] })).toContain("one is without workers: no threads here.");
    expect(rowOf(engine, { ...right, found }, right, () => {}).outcome).toBe("different");
  });

  test("that was skipped keeps the row of the run that had it", () => {
    const before = { ...judge({}), ...RUN };
    const skipped = { ...before, outcome: "skipped" as const, reason: "not here" };
    const other = { ...judge({}), engine: "two" };
    const later = { date: "2026-11-23", machine: "another" };
    expect(resultsAfter({ rows: [before] }, [skipped, other], later)).toEqual({
      rows: [before, { ...other, ...later }],
    });
    expect(resultsAfter({ rows: [] }, [skipped], later).rows).toEqual([{ ...skipped, ...later }]);
    expect(table(resultsAfter({ rows: [before] }, [skipped, other], later))).toContain(
      "2026-11-22: a machine. 2026-11-23: another.",
    );
  });

  test("that found nothing is not equal", () => {
    expect(judge({ found: {} }, "emulated")).toMatchObject({ outcome: "different", compared: 0 });
  });

  test.each([firefox, aarch64])("$name that is missing says how to get it", async ({ run }) => {
    for (const name of ["PATH", "SAMEBITS_FIREFOX", "SAMEBITS_QEMU_AARCH64"]) vi.stubEnv(name, "");
    const missing = run(stage, "brief");
    await expect(missing).rejects.toThrow(MissingEngineError);
    await expect(missing).rejects.toThrow(/is not here; get it with: apt-get install /);
  });

  test("that nobody knows is an error that names those there are", () => {
    const script = fileURLToPath(new URL("run.mjs", import.meta.url));
    const run = spawnSync(process.execPath, [script, "--only", "Netscape"], { encoding: "utf8" });
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(/^samebits engines: "--only" must be one of "Node 20", .*, got "Netscape"\n$/);
  });
});

describe("fingerprints", () => {
  const name = (executor: string, expression: string, length: number): string =>
    `${executor} | add f64 ${expression} initial=none v1, narrow, n = ${length}`;
  const found = {
    [name("wasm, library memory", "block-dyadic:32", 97)]: "a",
    [name("wasm, library memory", "block-dyadic:32 backward", 97)]: "b",
    [name("wasm", "left-fold", 97)]: "c",
    "wasm | quantile, method: 6 of f64, small, n = 97": "e",
    "wasm | matrices.mean, axis: 1 of i32, bits, n = 97": "f",
    "suite on wasm | refusals": "5 run, 0 failed, 0 refused",
  };

  test("are committed in groups, whatever their order; what suites counted is not", () => {
    const groups = groupsOf(found);
    expect(Object.keys(groups)).toEqual([
      "wasm | left-fold, n = 97",
      "wasm | matrices.mean, n = 97",
      "wasm | quantile, n = 97",
      "wasm, library memory | block-dyadic:32, n = 97",
    ]);
    expect(groupsOf(Object.fromEntries(Object.entries(found).reverse()))).toEqual(groups);
    const other = groupsOf({ ...found, [name("wasm", "left-fold", 97)]: "d" });
    expect(differences(groups, other, "all")).toEqual(["wasm | left-fold, n = 97"]);
  });
});
