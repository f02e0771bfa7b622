import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { encodeNpy } from "../../../formats.ts";

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));
vi.mock("../../../webgpu.ts", () => import("../../../../test/webgpu/door-here.ts")); // no GPU, whatever the machine has

const DEFAULTS = [
  "left-fold",
  "linear-carry:256",
  "block-dyadic:32",
  "iterated-pairwise",
  "binned:2",
  "binned:3",
  "binned:4",
  "exact",
];
const vega = new URL("../../../../node_modules/vega-datasets/data/", import.meta.url).pathname;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-accuracy-"));
});
afterAll(() => rm(folder, { recursive: true }));

interface Printed {
  readonly passed: boolean;
  readonly [name: string]: unknown;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

async function json(argv: readonly string[]): Promise<Printed> {
  const { status, stdout, stderr } = await run(["accuracy", ...argv, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

async function refused(argv: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await run(["accuracy", ...argv]);
  expect([status, stdout]).toEqual([2, ""]);
  return stderr;
}

describe("samebits accuracy", () => {
  test("prints one table, and PASS", async () => {
    const { status, stdout } = await run([
      "accuracy",
      "--kind",
      "cancelling",
      "--n",
      "1000",
      "--on",
      "javascript",
    ]);
    expect(status).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "input      cancelling, seed 0
      n          1000 f64
      sum        500  407f400000000000
      condition  1.0e+16
      executor   javascript

      expression         value  error (ulp)  likely (ulp)  bound (ulp)  error/bound
      left-fold          1      8.8e+15      3.1e+17       9.8e+18      9.0e-4
      linear-carry:256   0      8.8e+15      3.2e+16       1.1e+17      0.0819
      block-dyadic:32    0      8.8e+15      3.2e+16       1.1e+17      0.0819
      iterated-pairwise  0      8.8e+15      3.1e+16       9.8e+16      0.0901
      binned:2           500    0            -             1.6e+20      0
      binned:3           500    0            -             1.5e+8       0
      binned:4           500    0            -             13.7         0
      exact              500    0            -             0.500        0

      PASS  8 expressions, 0 beyond their bounds
      "
    `);
  });

  test.each(["javascript", "wasm"])("on %s, of every default expression", async (on) => {
    const report = await json(["--kind", "gen-sum", "--n", "5000", "--condition", "1e20", "--on", on]);
    expect(report).toMatchObject({
      passed: true,
      kind: "gen-sum",
      wantedCondition: 1e20,
      seed: "0",
      n: 5000,
      executor: on,
    });
    expect(report.rows.map(({ expression, verdict }) => [expression, verdict])).toEqual(
      DEFAULTS.map((expression) => [expression, "within"]),
    );
    expect(report.rows.at(-1)).toMatchObject({ bits: report.bits, boundUlps: 0.5 });
  });

  test("the real columns of flights, whose whole minutes f64 sums exactly and f32 does not", async () => {
    const delays = ["--column", "delay", "--on", "javascript"];
    const parquet = `${vega}flights-3m.parquet`;
    const report = await json([parquet, ...delays, "--type", "f32"]);
    expect(report).toMatchObject({ passed: true, n: 3_000_000, sum: 20_003_604, type: "f32" });
    const [left] = report.rows;
    expect(left.ulps).toBeGreaterThan(1);
    const widened = await json([
      parquet,
      ...delays,
      "--type",
      "f32",
      "--accumulate",
      "f64",
      "--expression",
      "left-fold",
    ]);
    expect(widened.rows).toMatchObject([{ expression: "left-fold", value: 20_003_603, ulps: 0 }]);
    const times = await json([`${vega}flights-200k.arrow`, "--column", "time", "--on", "javascript"]);
    expect(times).toMatchObject({ passed: true, n: 200_000, type: "f32", column: "time" });
  });

  test("every prefix, where asked", async () => {
    const asked = ["--kind", "narrow", "--n", "500", "--type", "f32", "--prefixes", "--on", "javascript"];
    const report = await json(asked);
    expect(report.prefixes).toHaveLength(DEFAULTS.length);
    for (const row of report.prefixes as readonly object[]) {
      expect(row).toMatchObject({ exceededCount: 0, overflowedCount: 0, position: expect.any(Number) });
    }
    const { stdout } = await run(["accuracy", ...asked]);
    expect(stdout).toContain("worst prefix");
    expect(stdout.trimEnd()).toMatch(/PASS {2}8 expressions, 0 beyond their bounds$/);
  });

  test("what an executor refuses of prefixes is told in its row", async () => {
    const asked = ["--kind", "tenths", "--n", "100", "--on", "workers:2", "--expression", "bisection"];
    const { status, stdout } = await run(["accuracy", ...asked, "--prefixes"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/bisection +- .*refused: /);
  });

  test("numbers beyond JSON's are strings, and nulls follow the rule", async () => {
    const zero = await json([
      "--kind",
      "mirrored",
      "--n",
      "400",
      "--expression",
      "left-fold",
      "--on",
      "javascript",
    ]);
    expect(zero).toMatchObject({
      condition: "Infinity",
      sum: 0,
      rows: [{ ulps: "Infinity", boundUlps: "Infinity" }],
    });
    const csv = join(folder, "nulls.csv");
    await writeFile(csv, "x\n0.1\n\n0.2\n");
    const report = await json([
      csv,
      "--column",
      "x",
      "--nulls",
      "skip",
      "--type",
      "f64",
      "--on",
      "javascript",
    ]);
    expect(report).toMatchObject({ n: 2, nulls: 1, file: csv });
  });
});

test("bad arguments and bad input are told in one line", async () => {
  const npy = join(folder, "nan.npy");
  await writeFile(npy, encodeNpy(Float64Array.of(1, Number.NaN)));
  const integers = join(folder, "integers.npy");
  await writeFile(integers, encodeNpy(Int32Array.of(1, 2)));
  const cases: readonly (readonly [readonly string[], string])[] = [
    [[], "--kind must be given, or else FILE, got neither"],
    [[npy, "--kind", "wide"], "--kind must be given, or else FILE, got both"],
    [[npy], "FILE must be finite, got NaN at 1"],
    [[integers], "--type must be f64 or f32, for sums of integers are exact, got i32"],
    [[npy, "--n", "3"], "--n must be left out without --kind, got 3"],
    [["--kind", "wide", "--nulls", "skip"], "--nulls must be left out without FILE, got skip"],
    [
      ["--kind", "wide", "--condition", "10"],
      "--condition must be left out but with gen-sum or gen-dot, got it with wide",
    ],
    [
      ["--kind", "gen-sum", "--condition", "0.5"],
      '--condition must be a number from 1 on, as in 1e16, got "0.5"',
    ],
    [
      ["--kind", "gen-sum", "--type", "f32", "--condition", "1e31"],
      "--condition must be from 1 to 1e+30 for f32, got 1e+31",
    ],
    [
      ["--kind", "wide", "--type", "i32"],
      "--type must be f64 or f32, for sums of integers are exact, got i32",
    ],
    [["--kind", "wide", "--n", "0"], "--n must be at least 1, got 0"],
    [["--kind", "wide", "--accumulate", "f32"], "--accumulate must be"],
  ];
  for (const [argv, message] of cases) {
    const told = await refused(argv);
    expect(told).toContain(`samebits: ${message}`);
    expect(told.trimEnd()).not.toContain("\n");
  }
  expect(await refused(["--kind", "harmonics"])).toContain("nearest: harmonic");
});

test.each([
  ["gen-sum", ["--condition", "1e20"]],
  ["anderson", []],
  ["wide", []],
])("generate writes the %s that --kind makes", async (kind, condition) => {
  const file = join(folder, `${kind}.npy`);
  const size = ["--type", "f64", "--n", "3000", "--seed", "7", ...condition];
  expect((await run(["generate", kind, ...size, "-o", file])).status).toBe(0);
  const [made, read] = [await json(["--kind", kind, ...size]), await json([file])];
  expect([read.bits, read.rows]).toEqual([made.bits, made.rows]);
});
