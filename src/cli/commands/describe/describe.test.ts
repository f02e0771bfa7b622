import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { mean, quantile, standardDeviation, variance } from "../../../algorithms.ts";
import { encodeNpy } from "../../../formats.ts";
import { sumOfIntegers } from "./integer-sum.ts";
import { printNumber, sparkline } from "./lines.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-describe-"));
  await writeFile(path("ugly.csv"), UGLY);
});
afterAll(() => rm(folder, { recursive: true }));

const flights = new URL("../../../../node_modules/vega-datasets/data/flights-3m.parquet", import.meta.url)
  .pathname;

const UGLY = `id,price,name,unbounded,void,hole
1,0.1,anna,inf,nan,
2,0.2,"bob, jr",-inf,nan,
3,nan,,1,nan,
4,,dora,2,nan,
5,1e300,eve,3,nan,
`;

async function json(argv: readonly string[]) {
  const { status, stdout, stderr } = await run(["describe", ...argv, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

describe("describe", () => {
  test("prints a table of every column, and what has no numbers below it", async () => {
    const { status, stdout } = await run(["describe", path("ugly.csv")]);
    expect(status).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "                   id        price   unbounded  void
      type              f64          f64         f64   f64
      count               5            3           5     0
      missing             0            1           0     0
      nan                 0            1           0     5
      mean                3  3.33333e299         NaN     -
      sd            1.41421          inf         NaN     -
      min                 1          0.1        -inf     -
      25%                 2     0.150000           1     -
      50%                 3          0.2           2     -
      75%                 4        5e299           3     -
      max                 5        1e300         inf     -
      sum                15        1e300         NaN     -
      error           exact    <0.01 ulp           -     -
      histogram  █·█··█·█·█   █········▄  █····█···█     -

      no numbers  count  missing  type
      name            4        1  text: "anna" in row 1
      hole            0        5  empty

      n         5 rows, 6 columns
      executor  wasm (everywhere)
      time      0.00100 s of computing
      "
    `);
    expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  test.each(["csv", "arrow", "parquet"])(
    "says of dates, texts and bools in .%s what they are",
    async (ending) => {
      await writeFile(path("kinds.csv"), "when,who,ok\n2001-01-01,Ann,true\n,,false\n2001-03-01,Bo,true\n");
      if (ending !== "csv") {
        const argv = ["convert", path("kinds.csv"), path(`kinds.${ending}`), "--type", "ok:bool"];
        expect(await run(argv)).toMatchObject({ status: 0 });
      }
      const { stdout } = await run(["describe", path(`kinds.${ending}`)]);
      expect(stdout).toContain(
        "times  count  missing  first       last\nwhen       2        1  2001-01-01  2001-03-01\n",
      );
      expect(stdout).toContain(
        `\nwho        2        1  text${ending === "csv" ? ': "Ann" in row 1' : ""}\n`,
      );
      if (ending !== "csv") expect(stdout).toMatch(/^type +bool$/m);
      const { columns } = await json([path(`kinds.${ending}`), "--column", "when"]);
      expect(columns).toMatchObject([
        { name: "when", rows: 3, missing: 1, type: "date", first: "2001-01-01", last: "2001-03-01" },
      ]);
    },
  );

  test("says the same as the functions of the library", async () => {
    const x = Float64Array.from({ length: 1001 }, (_, i) => Math.sin(i) * 10 ** (i % 7));
    await writeFile(path("x.npy"), encodeNpy(x));
    const { columns } = await json([path("x.npy"), "--correction", "1"]);
    const sorted = x.slice().sort();
    expect(columns).toMatchObject([
      {
        name: "value",
        rows: 1001,
        missing: 0,
        type: "f64",
        count: 1001,
        nan: 0,
        mean: mean(x),
        standardDeviation: Math.sqrt(variance(x, { correction: 1 })),
        min: sorted[0],
        quartiles: [sorted[250], sorted[500], sorted[750]],
        max: sorted[1000],
      },
    ]);
    const [{ histogram, sumErrorUlps, sumBoundUlps }] = columns;
    expect(histogram.counts.reduce((sum: number, count: number) => sum + count)).toBe(1001);
    expect(histogram.edges).toHaveLength(21);
    expect(sumErrorUlps).toBeLessThanOrEqual(sumBoundUlps);
  });

  test("describes the flights", async () => {
    const { n, columns } = await json([flights]);
    expect(n).toBe(3_000_000);
    expect(columns.map(({ name, missing }: { name: string; missing: number }) => [name, missing])).toEqual(
      ["date", "delay", "distance", "origin", "destination"].map((name) => [name, 0]),
    );
    expect(columns[1]).toMatchObject({
      type: "i64",
      mean: 20003603 / 3_000_000,
      min: "-1116",
      quartiles: [-9, -1, 11],
      max: "1688",
      sum: "20003603",
      sumErrorUlps: 0,
    });
  });

  test("has its facts in one order, whatever is there", async () => {
    const { columns, ...rest } = await json([path("ugly.csv")]);
    expect(Object.keys(rest)).toEqual(["n", "executor", "achieved", "correction", "seconds"]);
    const common = ["name", "fileType", "rows", "missing"];
    const counted = [...common, "type", "count", "nan"];
    const measured = [...counted, "mean", "standardDeviation", "min", "quartiles", "max", "sum"];
    expect(columns.map((column: object) => Object.keys(column))).toEqual([
      [...measured, "sumErrorUlps", "sumBoundUlps", "histogram", "contracts"],
      [...measured, "sumErrorUlps", "sumBoundUlps", "histogram", "contracts"],
      common,
      [...measured, "histogram", "contracts"],
      counted,
      common,
    ]);
  });

  test("has a line for each of many columns, as much of it as fits", async () => {
    const names = Array.from({ length: 300 }, (_, i) => `sensor_${i}`);
    const row = (k: number): string => names.map((_, i) => Math.sin(i + k)).join(",");
    await writeFile(path("wide.csv"), [names.join(","), row(1), row(2), row(3)].join("\n"));
    const { stdout } = await run(["describe", path("wide.csv")]);
    const lines = stdout.split("\n");
    expect(lines.slice(0, 2)).toMatchInlineSnapshot(`
      [
        "                   mean        sd          min          50%          max",
        "sensor_0       0.630629  0.347241     0.141120     0.841471     0.909297",
      ]
    `);
    expect(lines.filter((line) => line.startsWith("sensor_"))).toHaveLength(300);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    const shown: string[] = [];
    const terminal = { columns: 200 } as NodeJS.WriteStream;
    await run(["describe", path("wide.csv")], {
      stdout: { terminal, write: async (chunk) => void shown.push(String(chunk)) },
    });
    expect(shown.join("").split("\n")[0]).toMatch(
      /^ +type +count +missing +mean +sd +min +25% +50% +75% +max +sum +error +histogram$/,
    );
  });

  test("describes one row, no rows, bools, and integers that f64 cannot hold", async () => {
    await writeFile(path("one.csv"), "a\n7\n");
    expect((await json([path("one.csv")])).columns).toMatchObject([
      { count: 1, mean: 7, standardDeviation: 0, quartiles: [7, 7, 7], sum: 7 },
    ]);
    await writeFile(path("head.csv"), "a,b\n");
    expect((await run(["describe", path("head.csv")])).stdout).toContain("0 rows, 2 columns");
    await writeFile(path("none.npy"), encodeNpy(new Float32Array(0)));
    expect((await json([path("none.npy")])).columns[0]).toMatchObject({ count: 0, nan: 0 });
    await writeFile(path("big.npy"), encodeNpy(BigUint64Array.of(2n ** 64n - 1n, 2n ** 64n - 1n, 1n)));
    const [big] = (await json([path("big.npy")])).columns;
    expect(big).toMatchObject({ min: "1", max: String(2n ** 64n - 1n), sum: String(2n ** 65n - 1n) });
    const ones = "a\ntrue\nfalse\n";
    await writeFile(path("bools.csv"), ones);
    expect((await json([path("bools.csv")])).columns[0].fileType).toBe('text: "true" in row 1');
  });

  test("has no histogram where bins do not fit, and all else", async () => {
    await writeFile(path("ends.csv"), "a,b,c\n-1e308,5e-324,1e308\n1e308,1e-323,1e308\n0,0,1e308\n");
    const { columns } = await json([path("ends.csv")]);
    expect(columns.map(({ max }: { max: number }) => max)).toEqual([1e308, 1e-323, 1e308]);
    expect(columns[0].histogram).toBeUndefined();
    expect((await run(["describe", path("ends.csv"), "--plot", path("ends.svg")])).status).toBe(0);
  });

  test("reads standard input, and gives the same on every executor", async () => {
    const x = Float32Array.from({ length: 5000 }, (_, i) => Math.fround(1 / (i + 1)));
    const stdin = encodeNpy(x);
    const found = await Promise.all(
      ["javascript", "wasm"].map(async (on) => {
        const { stdout } = await run(["describe", "-", "--json", "--on", on], { stdin });
        return JSON.parse(stdout).columns;
      }),
    );
    expect(found[1]).toEqual(found[0]);
  });

  test("describes the columns of a pipe as those of the file", async () => {
    const text = "origin,delay,day\nORD,1.5,2001-01-01\nSFO,,2001-01-02\nORD,4,\n";
    await writeFile(path("pipe.csv"), text);
    const stdin = Buffer.from(text);
    for (const options of [[], ["--column", "delay"], ["--by", "origin", "--column", "delay"]]) {
      const [{ columns: piped }, { columns: filed }] = [
        JSON.parse((await run(["describe", "-", "--format", "csv", "--json", ...options], { stdin })).stdout),
        await json([path("pipe.csv"), ...options]),
      ];
      expect(piped).toEqual(filed);
    }
    const { stderr, status } = await run(["describe", "-", "--by", "origin"], {
      stdin: encodeNpy(Float64Array.of(1)),
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining("--by must be left out for .npy data")]);
  });

  test("prints the contract lines of mean and variance, and takes each back", async () => {
    const x = Float32Array.from({ length: 999 }, (_, i) => Math.sin(i));
    await writeFile(path("f32.npy"), encodeNpy(x));
    const asked = ["--expression", "left-fold", "--correction", "1", "--accumulate", "f64"];
    const [first] = (await json([path("f32.npy"), ...asked])).columns;
    expect(first.contracts).toEqual({
      mean: "mean of add f64 left-fold initial=none v1",
      variance: "variance correction=1 of add f64 left-fold initial=none v1",
    });
    expect(first.mean).toBe(mean(x, { expression: "left-fold", accumulate: "f64" }));
    const [again] = (await json([path("f32.npy"), "--contract", first.contracts.variance])).columns;
    expect(again).toEqual(first);
    const [ofMean] = (await json([path("f32.npy"), "--contract", first.contracts.mean])).columns;
    expect([ofMean.mean, ofMean.contracts.mean]).toEqual([first.mean, first.contracts.mean]);
    const [plain] = (await json([path("f32.npy")])).columns;
    expect(plain.contracts.mean).toBe("mean of add f32 block-dyadic:32 initial=none v1");
    expect((await json([path("f32.npy"), "--contract", plain.contracts.mean])).columns).toEqual([plain]);
  });

  test("describes the rows of each key apart, as the library does", async () => {
    const rows = [
      "origin,delay,seats",
      "SEA,12,1",
      "LAX,-3,2",
      "SEA,,3",
      ",5,4",
      "LAX,47,5",
      "SEA,nan,6",
      "SEA,1,7",
    ];
    await writeFile(path("late.csv"), `${rows.join("\n")}\n`);
    const argv = ["describe", path("late.csv"), "--by", "origin"];
    expect((await run(argv)).stdout).toMatchInlineSnapshot(`
      "delay  type  count  missing  nan  mean   sd  min   25%  50%   75%  max  sum
      LAX     f64      2        0    0    22   25   -3   9.5   22  34.5   47   44
      SEA     f64      2        1    1   6.5  5.5    1  3.75  6.5  9.25   12   13

      seats  type  count  missing  mean       sd  min   25%  50%   75%  max  sum
      LAX     f64      2        0   3.5      1.5    2  2.75  3.5  4.25    5    7
      SEA     f64      4        0  4.25  2.38485    1   2.5  4.5  6.25    7   17

      n         7 rows, 2 columns
      no key    1 row
      executor  wasm (everywhere)
      time      0.00100 s of computing
      "
    `);
    const { by, columns } = await json(argv.slice(1));
    expect(by).toBe("origin");
    expect(columns[0]).toMatchObject({ name: "delay", rows: 7, missing: 1 });
    const measures = (of: Float64Array) => ({
      count: of.length,
      mean: mean(of),
      standardDeviation: standardDeviation(of),
      quartiles: Array.from(quantile(of, [0.25, 0.5, 0.75])),
    });
    expect(columns[0].groups).toMatchObject([
      { key: "LAX", rows: 2, missing: 0, nan: 0, min: -3, max: 47, ...measures(Float64Array.of(-3, 47)) },
      { key: "SEA", rows: 4, missing: 1, nan: 1, min: 1, max: 12, ...measures(Float64Array.of(12, 1)) },
    ]);
    const bySeats = await json([path("late.csv"), "--by", "seats", "--column", "delay"]);
    expect(bySeats.columns).toHaveLength(1);
    expect(bySeats.columns[0].groups.map(({ key }: { key: string }) => key)).toEqual([
      "1",
      "2",
      "4",
      "5",
      "6",
      "7",
    ]);
  });

  test("describes flights by the text of another column", async () => {
    const { columns } = await json([flights, "--by", "origin", "--column", "delay"]);
    const [{ groups }] = columns;
    expect(groups.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3_000_000);
    expect(groups[0]).toMatchObject({ key: "ABE", missing: 0 });
    expect(groups.reduce((sum: number, group: { sum: string }) => sum + Number(group.sum), 0)).toBe(20003603);
  });

  test("says of columns by parts what it says of whole ones, whatever comes further down", async () => {
    const rows = Array.from({ length: 70_000 }, (_, i) => {
      const time = `2001-01-0${1 + (i % 9)}T00:00:01${i < 60_000 ? "" : ".25"}`;
      return `${i % 5 === 0 ? "" : time},${i === 65_000 ? "oh" : i},${i < 50_000 ? "" : 7}\n`;
    });
    await writeFile(path("further.csv"), `when,late,seven\n${rows.join("")}`);
    const byParts = await json([path("further.csv"), "--expression", "left-fold"]);
    const whole = await json([path("further.csv"), "--expression", "bisection"]);
    expect(byParts.columns.slice(0, 2)).toEqual(whole.columns.slice(0, 2));
    expect(byParts.columns).toMatchObject([
      { type: "time[ms]", first: "2001-01-01T00:00:01", last: "2001-01-09T00:00:01.250", missing: 14_000 },
      { fileType: 'text: "oh" in row 65001', rows: 70_000, missing: 0 },
      { type: "f64", count: 20_000, missing: 50_000, mean: 7, standardDeviation: 0, quartiles: [7, 7, 7] },
    ]);
  });

  test("draws a histogram of each column", async () => {
    const argv = ["describe", path("ugly.csv"), "--plot", path("d.svg")];
    const { status, stdout } = await run(argv);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`plot      ${path("d.svg")}\n`)]);
    const svg = await readFile(path("d.svg"), "utf8");
    for (const name of ["id", "price", "unbounded"]) expect(svg).toContain(`>${name}<`);
    const text = ["describe", path("ugly.csv"), "--column", "name", "--plot", path("n.svg")];
    expect((await run(text)).status).toBe(0);
    expect(await readFile(path("n.svg"), "utf8")).toContain("no numbers");
  });

  test.each([
    [["--column", "pric"], "--column must be one of id, price, name, unbounded, void, hole (nearest: price)"],
    [["--correction", "one"], "--correction must be a number, as in 0 or 1"],
    [
      ["--contract", "mean of add f32 block-dyadic:32 initial=none v1"],
      '--contract must be of f64, in which column "id"',
    ],
    [
      ["--contract", "mean of add f64 block-dyadic:32 backward initial=none v1"],
      "--contract must be a line as",
    ],
    [["--contract", "mode of add f64"], "--contract must be a line as"],
    [
      ["--contract", "mean of add f64 left-fold initial=none v1", "--correction", "1"],
      "--correction must be left out",
    ],
    [["--by", "nam"], "--by must be one of id, price, name"],
    [["--by", "name", "--column", "prise"], "--column must be one of id, price, name"],
    [["--plot", "x.txt"], "--plot must be an .svg or .png file"],
    [["--raw"], "--type must be given for raw data"],
  ])("refuses %j", async (options, line) => {
    const { status, stderr } = await run(["describe", path("ugly.csv"), ...options]);
    expect(status).toBe(2);
    expect(stderr).toContain(line);
  });

  test("refuses an empty file", async () => {
    for (const name of ["e.csv", "e.npy", "e.arrow", "e.parquet"]) {
      await writeFile(path(name), "");
      expect(await run(["describe", path(name)])).toMatchObject({ status: 2, stdout: "" });
    }
  });
});

test("sumOfIntegers carries beyond 2^53 and below zero", () => {
  expect(sumOfIntegers(new Int32Array(0))).toBe(0n);
  expect(sumOfIntegers(Int32Array.of(-(2 ** 31), -1, 5))).toBe(-(2n ** 31n) + 4n);
  expect(sumOfIntegers(new Uint32Array(3_000_000).fill(2 ** 32 - 1))).toBe(3_000_000n * (2n ** 32n - 1n));
  const least = -(2n ** 63n);
  expect(sumOfIntegers(BigInt64Array.of(least, least, -1n))).toBe(2n * least - 1n);
  expect(sumOfIntegers(BigInt64Array.of(0n, least, least).subarray(1))).toBe(2n * least);
});

test("numbers in a table have six digits, whole ones all of theirs", () => {
  const texts = [0, -0, 1e11, 123456.789, 0.1 + 0.2, 0.1, 1e-7, -1e300, 2n ** 64n, Infinity].map(printNumber);
  expect(texts).toEqual([
    "0",
    "-0",
    "100000000000",
    "123457",
    "0.300000",
    "0.1",
    "1e-7",
    "-1e300",
    "1.84467e19",
    "inf",
  ]);
});

test("a sparkline shows what is there at all", () => {
  const counts = Uint32Array.of(1, 0, 0, 0, 500, 500, 999, 1);
  expect(sparkline({ edges: [], counts })).toBe("▁·██");
});
