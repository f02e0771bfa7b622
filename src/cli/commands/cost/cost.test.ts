import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));

const RED = ["cost", "examples/language/reduction.sb", "--entry", "red"];

let folder: string;
const path = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "samebits-cost-"));
  writeFileSync(path("long.sb"), "def main (n: i64): i64 = loop i = 0 while i < n do i + 1");
  writeFileSync(path("never.sb"), "def main (n: i64): i64 = loop i = 0 while i <= n do i");
  writeFileSync(path("function.sb"), "def main (f: i32 -> i32): i32 = f 1");
});
afterAll(() => rmSync(folder, { recursive: true }));

// biome-ignore lint/suspicious/noExplicitAny: reports as they are printed
async function json(...argv: readonly string[]): Promise<Record<string, any>> {
  const { status, stdout, stderr } = await run([...argv, "--json"], { now: slowClock() });
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

/** Each look at it is 50 ms later, so that few runs are enough. */
function slowClock(): () => number {
  let now = 0;
  return () => {
    now += 50;
    return now;
  };
}

describe("samebits cost", () => {
  // 3 less than the slides have for the application `red v`.
  it("counts an input", async () => {
    const { stdout } = await run([...RED, "--input", "[1, 2, 3, 4]", "--model", "verbatim"]);
    expect(stdout).toBe(
      "entry        red\nmodel        verbatim\nvalue        10\nwork         90\nspan         87\nparallelism  1.03\n",
    );
  });

  it("counts sizes and says how work and span grow", async () => {
    const { stdout } = await run([...RED, "--sizes", "16..256"]);
    expect(stdout).toMatch(/^entry {2}red\nmodel {2}corrected\n\n {2}n {2}work {2}span {2}work\/span\n/);
    expect(stdout).toContain("\n256  1276   279       4.57\n\n");
    expect(stdout).toContain("work  O(n): 4.00 n + …, 0.0 % off at most");
    expect(stdout).toContain("span  O(log n): 32.0 log n + …, 0.0 % off at most");
  });

  it("says nothing of growth for few sizes", async () => {
    const { costs, growth } = await json(...RED, "--sizes", "10,100");
    expect(growth).toBeUndefined();
    expect(costs.map(({ n }: { n: number }) => n)).toEqual([10, 100]);
  });

  it("counts by the expression that is asked for", async () => {
    const total = ["cost", "examples/language/reduction.sb", "--entry", "total", "--sizes", "16..256"];
    expect((await json(...total)).growth.span.form).toBe("log n");
    expect((await json(...total, "--expression", "left-fold")).growth.span.form).toBe("n");
  });

  it("gives a verdict against another definition", async () => {
    const scans = ["cost", "examples/language/scans.sb", "--sizes", "16..256", "--against", "built_in"];
    const slow = await run([...scans, "--entry", "hillis_steele"]);
    expect(slow.stdout).toMatch(
      /against built_in: not work-efficient, O\(n log n\) and O\(n\); [\d.]+ times its work at n = 256/,
    );
    const fast = await json(...scans, "--entry", "two_sweeps");
    expect(fast.against).toMatchObject({
      entry: "built_in",
      isWorkEfficient: true,
      work: "n",
      otherWork: "n",
      n: 256,
    });
  });

  it("shows where the work is, all of it", async () => {
    const argv = [...RED, "--input", "[1, 2, 3, 4]", "--lines"];
    const { stdout } = await run(argv);
    expect(stdout).toMatch(/work by line\n( *\d+ +\d+\.\d % #+ .*\n)+$/);
    expect(stdout).toMatch(/22 {2}35\.1 % #{20} +in map2 \(\+\) xs\[0:n\] xs\[n:2\*n\]\n/);
    const { costs } = await json(...argv);
    const byLine: readonly number[] = Object.values(costs[0].workByLine);
    expect(byLine.reduce((sum, work) => sum + work, 0)).toBe(costs[0].work);
  });

  it("is the same for a seed, and another input for another", async () => {
    const totals = (seed: string) =>
      json("cost", "examples/language/segments.sb", "--entry", "totals", "--sizes", "1000", "--seed", seed);
    expect(await totals("1")).toEqual(await totals("1"));
    expect((await totals("1")).costs).not.toEqual((await totals("2")).costs);
  });

  it("draws the graph", async () => {
    const { stdout, status } = await run([...RED, "--input", "[1, 2]", "--dag", path("dag.svg")]);
    expect([status, stdout.endsWith(`\ndag  ${path("dag.svg")}\n`)]).toEqual([0, true]);
    const svg = readFileSync(path("dag.svg"), "utf8");
    const [, work] = /work {9}(\d+)/.exec(stdout) ?? [];
    expect(svg).toContain(`work ${work}, span `);
    expect(svg).toContain("<title>line 22: map2 (+) xs[0:n] xs[n:2*n]</title>");
    expect(svg).toContain("<title>line 14: concat v (replicate (npow2 n - n) ne) × 3</title>");
  });

  it("ends a row of sizes before the fuel is gone", async () => {
    const { costs, leftOut } = await json("cost", path("long.sb"), "--sizes", "16..4096", "--fuel", "4000");
    expect(costs.map(({ n }: { n: number }) => n)).toEqual([16, 32, 64, 128, 256, 512]);
    expect(leftOut).toEqual([1024, 2048, 4096]);
    const { stdout } = await run(["cost", path("long.sb"), "--sizes", "16..4096", "--fuel", "4000"]);
    expect(stdout).toContain("left out: 1024, 2048, 4096, which would go beyond --fuel\n");
  });

  it("holds measured times against predicted ones, and draws them", async () => {
    const argv = [...RED, "--measure", "--sizes", "32,64,128,256", "--on", "wasm,workers:1,workers:2"];
    const { measured, plot } = await json(...argv, "--plot", path("times.svg"));
    expect(plot).toBe(path("times.svg"));
    expect(measured.groups.map(({ name }: { name: string }) => name)).toEqual(["wasm", "workers"]);
    const [, workers] = measured.groups;
    expect(workers.runs).toHaveLength(8);
    for (const { seconds, predicted, primitives, work } of workers.runs) {
      expect(seconds).toBe(0.05); // of the clock
      expect(predicted).toBeGreaterThan(0);
      expect(primitives).toBeGreaterThan(4);
      expect(work).toBeGreaterThan(200);
    }
    expect(
      workers.speedUps.map(({ processors, measured: by }: Record<string, number>) => [processors, by]),
    ).toEqual([
      [1, 1],
      [2, 1],
    ]);
    for (const { brent, bound } of workers.speedUps) expect(brent).toBeLessThanOrEqual(bound);
    const svg = readFileSync(path("times.svg"), "utf8");
    for (const label of ["workers:2, predicted", "at least, by Brent"]) expect(svg).toContain(label);
    const { stdout } = await run(argv, { now: slowClock() });
    expect(stdout).toMatch(/ executor +n +primitives +time +predicted\n/);
    expect(stdout).toMatch(/\nworkers: time = .* off in the median, .* at most\n/);
    expect(stdout).toMatch(/\np {2}speed-up {2}burdened +Brent +bound\n1 +1\.00 +1\.00/);
  });

  it("draws PNG too, where it can be drawn", async () => {
    const times = [
      "--measure",
      "--sizes",
      "32,64,128,256",
      "--on",
      "javascript",
      "--plot",
      path("times.png"),
    ];
    expect((await json(...RED, ...times)).plot).toBe(path("times.png"));
    await json(...RED, "--input", "[1, 2]", "--dag", path("dag.png"));
    for (const name of ["times.png", "dag.png"]) {
      expect(readFileSync(path(name)).subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    }
  });

  it.each([
    [[...RED, "--input", "[1]", "--sizes", "16..32"], /--sizes must be left out with --input/],
    [[...RED, "--input", "[1]", "--against", "total"], /--against must be left out with --input/],
    [[...RED, "--input", "[1]", "--measure"], /--measure must be left out with --input/],
    [[...RED, "--plot", "x.svg"], /--plot must be left out without --measure/],
    [[...RED, "--dag", "x.svg", "--model", "verbatim"], /--dag must be left out with --model verbatim/],
    [[...RED, "--dag", "x.txt"], /--dag must be an \.svg or \.png file/],
    [[...RED, "--sizes", "16..8"], /--sizes must be as in 16\.\.1024 or 10,100,1000, rising/],
    [[...RED, "--sizes", "1,2,x"], /--sizes must be as in/],
    [[...RED, "--against", "totl"], /--against must be one of .*total/],
    [
      [...RED, "--against", "total", "--sizes", "10,100"],
      /--sizes must be five and more from 2 on for --against/,
    ],
    [[...RED, "--model", "verbatm"], /--model must be .*verbatim/],
    [["cost", "examples/language/reduction.sb"], /--entry must be one of/],
    [[...RED, "--measure", "--sizes", "16..64"], /--sizes must be four and more for --measure, got 16,32,64/],
    [[...RED, "--measure", "--on", "wsm"], /--on must be one of/],
  ])("tells what is wrong with %j", async (argv, message) => {
    const { status, stdout, stderr } = await run(argv);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });

  it("stops what has no end, and refuses operands that are functions", async () => {
    const never = await run(["cost", path("never.sb"), "--input", "1i64", "--fuel", "1000"]);
    expect(never.status).toBe(2);
    expect(never.stderr).toMatch(/never\.sb:1:\d+: expected an end within 1000 units of work/);
    const applied = await run(["cost", path("function.sb")]);
    expect(applied.stderr).toMatch(/--entry must be a definition whose operands are data/);
  });

  it("unfolds no graph that is too large", async () => {
    const { status, stderr } = await run([...RED, "--dag", path("large.svg"), "--sizes", "65536"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/unfolding this program's graph.*200000 nodes.*smaller input/);
  });

  it("says which construct an executor lacks", async () => {
    writeFileSync(path("columns.sb"), "def main [n] [m] (xs: [n][m]i32) = map (foldl (+) 0) xs");
    const { status, stderr } = await run(["cost", path("columns.sb"), "--measure", "--sizes", "16..128"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/columns\.sb:1:\d+.*the interpreter has it/);
  });
});
