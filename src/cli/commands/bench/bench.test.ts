import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";

const PROGRAM = `-- ==
-- entry: total twice
-- input { [1, 2] } output { 3 }
-- nobench input { [4] } output { 4 }
-- input { empty([0]i32) } error: never
-- ==
-- entry: total
-- "random" random input { [1000]i32 } auto output
-- ==
-- entry: total
-- tags { nobench }
-- input { [5] } output { 5 }
entry total (xs: []i32): i32 = reduce (+) 0 xs
entry twice (xs: []i32): i32 = 2 * total xs
`;

/** A foldl within a map is the interpreter's alone. */
const COLUMNS = `-- ==
-- entry: sums total
-- input { [[1, 2], [3, 4]] }
entry sums (xs: [][2]i32): []i32 = map (foldl (+) 0) xs
entry total (xs: [][2]i32): i32 = reduce (+) 0 (flatten xs)
`;

/** Twenty times as fast as real time: half a second is over soon. */
const realClock = (): number => 20 * performance.now();

let folder: string;
const path = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "samebits-bench-"));
  writeFileSync(path("sums.sb"), PROGRAM);
  writeFileSync(path("columns.sb"), COLUMNS);
  writeFileSync(path("bare.sb"), "def main (x: i32) = x");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("samebits bench", () => {
  it("times entries on the data of test blocks, in microseconds; what is wrong is a failed check", async () => {
    const { status, stdout } = await run(["bench", path("sums.sb"), "--on", "wasm,interpreter"]);
    expect(status).toBe(1);
    for (const executor of ["wasm", "interpreter"]) {
      expect(stdout).toContain(`${path("sums.sb")}:total (${executor}):\n`);
    }
    // The clock of these tests: a run is a millisecond, and half a second is wanted.
    const timed = / {4}1000\.0μs \(95% CI: \[ {3}1000\.0, {4}1000\.0\]; 500 runs\)\n/g;
    expect(stdout.match(timed)).toHaveLength(4);
    expect(stdout.match(/FAIL: expected 3, got 6/g)).toHaveLength(2);
    expect(stdout).not.toContain("[4]");
    expect(stdout).not.toContain("[5]");
  });

  it("times one entry", async () => {
    const { status, stdout } = await run([
      "bench",
      path("sums.sb"),
      "--entry",
      "total",
      "--runs",
      "700",
      "--json",
    ]);
    expect(status).toBe(0);
    const { results } = JSON.parse(stdout);
    expect(results).toMatchObject([
      { entry: "total", executor: "wasm", runs: 700, median: 0.001, least: 0.001 },
      { entry: "total", dataset: "random", executor: "wasm", runs: 700 },
    ]);
  });

  // Rows A2 and A18 of the slides: red beside reduce on the same data, for every executor. The clock goes by what is run.
  it("compares entries on the same data", async () => {
    writeFileSync(
      path("pair.sb"),
      "-- ==\n-- entry: red total\n-- random input { [1000]i32 }\n-- input { [1, 2] } output { 3 }\n" +
        readFileSync("examples/language/reduction.sb", "utf8").replace(/^--.*\n/gm, ""),
    );
    const { stdout } = await run(["bench", path("pair.sb"), "--on", "wasm,javascript"], { now: realClock });
    for (const executor of ["wasm", "javascript"]) {
      expect(stdout).toMatch(
        RegExp(
          `\\n\\w+ takes [\\d.]+ times as long as \\w+ \\(${executor}\\): random input { \\[1000\\]i32 }\\n`,
        ),
      );
    }
    const json = await run(["bench", path("pair.sb"), "--runs", "1", "--json"], { now: realClock });
    const { comparisons } = JSON.parse(json.stdout) as {
      comparisons: readonly { ratio: number; slow: string }[];
    };
    expect(comparisons).toHaveLength(2);
    for (const { ratio, slow } of comparisons) {
      expect(ratio).toBeGreaterThanOrEqual(1);
      expect(["red", "total"]).toContain(slow);
    }
  }, 60_000);

  it("says what an executor lacks, and times the others", async () => {
    const argv = ["bench", path("columns.sb"), "--json", "--runs", "1"];
    let now = 0;
    const slowClock = () => {
      now += 100;
      return now;
    };
    const { status, stdout } = await run(argv, { now: slowClock });
    expect(status).toBe(0);
    const { results } = JSON.parse(stdout) as { results: readonly Record<string, unknown>[] };
    const refused = results.filter(({ refused }) => refused !== undefined);
    expect(new Set(refused.map(({ entry }) => entry))).toEqual(new Set(["sums"]));
    expect(results.length).toBeGreaterThan(refused.length);
  });

  it.each([
    [["bare.sb"], /file must be a program with data to time/],
    [["none.sb"], /FILE must be a file that can be read/],
    [["sums.sb", "--entry", "totl"], /--entry must be one of .*total/],
    [["sums.sb", "--on", "wsm"], /--on must be one of interpreter/],
    [["sums.sb", "--runs", "0"], /--runs must be a number from 1/],
  ])("tells what is wrong with %j", async ([file, ...rest], message) => {
    const { status, stdout, stderr } = await run(["bench", path(file), ...rest]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });
});
