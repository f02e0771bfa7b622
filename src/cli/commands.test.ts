import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Int32, makeData, Table, tableToIPC, Vector } from "apache-arrow";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { decodeNpy, encodeNpy, encodeRaw } from "../formats.ts";
import { type ElementArray, hashArray } from "../index.ts";

vi.mock("../workers.ts", () => import("../../test/workers/door-here.ts"));
vi.mock("../webgpu.ts", () => import("../../test/webgpu/door-here.ts")); // no GPU, whatever the machine has

let folder = "";
const path = (name: string): string => join(folder, name);
const vega = new URL("../../node_modules/vega-datasets/data/", import.meta.url).pathname;

async function npy(name: string, array: ElementArray): Promise<string> {
  await writeFile(path(name), encodeNpy(array));
  return path(name);
}

async function json(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await run([...argv, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-cli-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(["javascript", "wasm"])("on %s", (on) => {
  test("a million elements give the hash of the golden vectors", async () => {
    const [x, y] = [path(`x-${on}.npy`), path(`y-${on}.npy`)];
    const data = ["--type", "f64", "--n", "1000003", "--seed", "2026", "-o", x];
    expect((await run(["generate", "narrow", ...data])).status).toBe(0);
    const report = await json(["scan", x, "-o", y, "--expression", "block-dyadic:256", "--on", on]);
    const line = await goldenLine({
      type: "f64",
      data: "narrow",
      n: 1000003,
      expression: "block-dyadic:256",
    });
    expect(report).toMatchObject({
      contract: "add f64 block-dyadic:256 initial=none v1",
      executor: on,
      achieved: "everywhere",
      expression: "block-dyadic:256",
      n: 1000003,
      bits: line.last,
      output: y,
      hash: line.scan,
    });
    expect((await run(["hash", x])).stdout).toBe(`${line.input}\n`);
    expect((await run(["hash", y])).stdout).toBe(`${line.scan}\n`);
    const reduced = await json(["reduce", x, "--expression", "block-dyadic:256", "--on", on]);
    expect([reduced.bits, reduced.value]).toEqual([line.last, report.value]);
  });

  test("every kind of golden line, through files and options", async () => {
    const lines = await goldenLines();
    const small = lines.filter(({ n }) => n === 97);
    // Every 37th of them: some of each type, operator, expression, direction, observation and initial value.
    for (const line of small.filter((_, i) => i % 37 === 0)) {
      const file = path(`golden-${on}.npy`);
      const made = ["--type", line.type, "--n", String(line.n), "--seed", line.seed, "-o", file];
      expect((await json(["generate", line.data, ...made])).hash).toBe(line.input);
      const asked = optionsOf(line, on);
      if (line.scan === undefined) {
        expect([(await json(["reduce", file, ...asked])).bits, line]).toEqual([line.reduce, line]);
        continue;
      }
      const report = await json(["scan", file, "-o", path(`out-${on}.npy`), ...asked]);
      expect([report.hash, report.bits, line]).toEqual([line.scan, line.last, line]);
    }
  });
});

interface GoldenLine {
  readonly type: string;
  readonly data: string;
  readonly n: number;
  readonly seed: string;
  readonly operator: string;
  readonly expression: string;
  readonly direction?: string;
  readonly observation?: string;
  readonly initial?: string;
  readonly initialPlacement?: string;
  readonly input: string;
  readonly scan?: string;
  readonly last?: string;
  readonly reduce?: string;
}

async function goldenLines(): Promise<readonly GoldenLine[]> {
  const text = await readFile(new URL("../../vectors/expressions.jsonl", import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function goldenLine(wanted: Partial<GoldenLine>): Promise<GoldenLine> {
  const line = (await goldenLines()).find((each) => {
    return Object.entries(wanted).every(([key, value]) => each[key as keyof GoldenLine] === value);
  });
  if (line === undefined) throw new Error("no such golden line");
  return line;
}

function optionsOf(line: GoldenLine, on: string): readonly string[] {
  const { operator, expression, direction, observation, initial, initialPlacement } = line;
  const asked = [
    "--on",
    on,
    "--expression",
    expression,
    "--operator",
    operator === "treeHash" ? "tree-hash" : operator,
  ];
  if (expression === "bisection" && line.scan !== undefined) asked.push("--allow-quadratic");
  if (direction === "backward") asked.push("--backward");
  if (observation === "exclusive") asked.push("--exclusive");
  if (initial !== undefined && initial !== "start") asked.push("--initial", `bits:${initial}`);
  if (initialPlacement !== undefined) asked.push("--initial-placement", initialPlacement);
  return asked;
}

describe("reduce", () => {
  test("tells a person everything in aligned lines", async () => {
    const file = await npy("three.npy", new Float64Array([0.1, 0.2, 0.3]));
    const { status, stdout } = await run(["reduce", file, "--on", "javascript"]);
    expect(status).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "value     0.6000000000000001",
      "bits      3fe3333333333334",
      "contract  add f64 block-dyadic:32 initial=none v1",
      "executor  javascript (everywhere)",
      "n         3 f64",
      "time      0.00100 s of computing  (0.00 GB/s)",
      "",
    ]);
  });

  test("gives JSON that loses nothing", async () => {
    const wide = await npy("wide.npy", new BigInt64Array([2n ** 62n, 2n ** 62n]));
    expect(await json(["reduce", wide])).toMatchObject({
      value: "-9223372036854775808",
      bits: "8000000000000000",
    });
    const infinite = await npy("infinite.npy", new Float32Array([Infinity]));
    expect(await json(["reduce", infinite])).toMatchObject({ value: "Infinity", bits: "7f800000" });
    const nan = await npy("nan.npy", new Float64Array([Number.NaN, 1]));
    expect(await json(["reduce", nan])).toMatchObject({ value: "NaN", bits: "7ff8000000000000" });
    const zero = await npy("zero.npy", new Float64Array([-0, -0]));
    expect((await run(["reduce", zero, "--json"])).stdout).toContain('"value":-0,"bits":"8000000000000000"');
    expect((await run(["reduce", zero])).stdout).toContain("value     -0\n");
  });

  test("has exactly the promised members", async () => {
    const report = await json(["reduce", await npy("one.npy", new Float64Array([1]))]);
    expect(Object.keys(report)).toEqual([
      "contract",
      "executor",
      "achieved",
      "expression",
      "n",
      "value",
      "bits",
      "seconds",
    ]);
    expect(report.seconds).toBe(0.001);
  });

  test("takes an initial value exactly, as a number or as bits", async () => {
    const file = await npy("small.npy", new Float32Array([1, 2]));
    const initial = async (text: string): Promise<unknown> =>
      (await json(["reduce", file, "--initial", text])).value;
    expect(await initial("-5")).toBe(-2);
    expect(await initial("0.5")).toBe(3.5);
    expect(await initial("bits:40800000")).toBe(7);
    expect(await initial("-inf")).toBe("-Infinity");
    const backward = [
      "--initial",
      "0.5",
      "--initial-placement",
      "first",
      "--backward",
      "--accumulate",
      "f64",
    ];
    const { contract } = await json(["reduce", file, ...backward]);
    expect(contract).toBe("add f32 sum=f64 block-dyadic:32 backward initial=3fe0000000000000@first v1");
  });

  test("a weaker level is served by the stronger one", async () => {
    const file = await npy("level.npy", new Float64Array([1]));
    for (const level of ["not-guaranteed", "run-to-run", "everywhere"]) {
      const report = await json(["reduce", file, "--determinism", level]);
      expect(report).toMatchObject({ achieved: "everywhere", expression: "block-dyadic:32" });
      const scanned = await json(["scan", file, "-o", path("level-out.npy"), "--determinism", level]);
      expect(scanned).toMatchObject({ achieved: "everywhere", expression: "block-dyadic:32" });
    }
  });
});

describe("input", () => {
  test("comes from standard input, .npy or raw", async () => {
    const array = new Float64Array([1, 2, 3.5]);
    const piped = await run(["reduce", "-", "--json"], { stdin: encodeNpy(array) });
    expect(JSON.parse(piped.stdout).value).toBe(6.5);
    const raw = await run(["hash", "-", "--raw", "--type", "f64"], { stdin: encodeRaw(array) });
    expect(raw.stdout).toBe(`${hashArray(array)}\n`);
  });

  test("comes from a column of real data", async () => {
    const delays = [`${vega}flights-3m.parquet`, "--column", "delay", "--type", "f32"];
    const report = await json(["reduce", ...delays, "--accumulate", "f64"]);
    expect(report).toMatchObject({ n: 3_000_000, value: 20_003_603 });
    const times = await json(["reduce", `${vega}flights-200k.arrow`, "--column", "time"]);
    expect(times).toMatchObject({ n: 200_000, contract: "add f32 block-dyadic:32 initial=none v1" });
    const rain = await json([
      "reduce",
      `${vega}seattle-weather.csv`,
      "--column",
      "precipitation",
      "--operator",
      "max",
    ]);
    expect(rain.value).toBe(55.9);
  });

  test("with nulls follows the rule and says how many", async () => {
    const data = makeData({
      type: new Int32(),
      data: new Int32Array([1, 99, 3]),
      nullBitmap: new Uint8Array([0b101]),
    });
    await writeFile(path("nulls.arrow"), tableToIPC(new Table({ x: new Vector([data]) })));
    const refused = await run(["reduce", path("nulls.arrow")]);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(
      /^samebits: FILE must be a column without nulls, unless --nulls says zero, skip or nan, got .*1 null in row 2\n$/,
    );
    expect(await json(["reduce", path("nulls.arrow"), "--nulls", "skip"])).toMatchObject({
      n: 2,
      value: 4,
      nulls: 1,
    });
    expect((await run(["reduce", path("nulls.arrow"), "--nulls", "zero"])).stdout).toContain(
      "nulls     1 (zero)\n",
    );
    const hashed = await run(["hash", path("nulls.arrow"), "--nulls", "zero"]);
    expect([hashed.stdout, hashed.stderr]).toEqual([
      `${hashArray(new Int32Array([1, 0, 3]))}\n`,
      "samebits: 1 nulls, rule zero\n",
    ]);
  });
});

describe("output", () => {
  test("goes to standard output as .npy or raw, the report to standard error", async () => {
    const stdin = encodeNpy(new Float64Array([1, 2, 3]));
    const scanned = await run(["scan", "-", "-o", "-", "--exclusive"], { stdin });
    expect(decodeNpy(scanned.stdoutBytes).array).toEqual(new Float64Array([0, 1, 3]));
    expect(scanned.stderr).toContain(
      "contract  add f64 block-dyadic:32 initial=0000000000000000@outside v1\n",
    );
    const raw = await run(["generate", "bits", "--type", "u32", "--n", "3", "-o", "-", "--raw", "--json"]);
    expect(raw.stdoutBytes.length).toBe(12);
    expect(JSON.parse(raw.stderr)).toMatchObject({ data: "bits", type: "u32", n: 3, seed: "0" });
  });

  test("has the accumulation type", async () => {
    const file = await npy("narrow.npy", new Int32Array([2 ** 31 - 1, 2 ** 31 - 1]));
    const report = await json(["scan", file, "-o", path("widened.npy"), "--accumulate", "i64", "--backward"]);
    expect(report).toMatchObject({ n: 2, value: "2147483647" });
    const { array } = decodeNpy(await readFile(path("widened.npy")));
    expect(array).toEqual(new BigInt64Array([2n ** 32n - 2n, 2n ** 31n - 1n]));
  });

  test("of nothing is an empty file, and a reduce of nothing needs an initial value", async () => {
    const file = await npy("nothing.npy", new Float64Array(0));
    const report = await json(["scan", file, "-o", path("still-nothing.npy")]);
    expect(report).toMatchObject({ n: 0, value: null, bits: null, hash: "cbf29ce484222325" });
    expect((await run(["scan", file, "-o", path("still-nothing.npy")])).stdout).toContain("last      none\n");
    const refused = await run(["reduce", file]);
    expect(refused.stderr).toBe(
      "samebits: FILE must have at least one element when no --initial is given, got none\n",
    );
    expect((await json(["reduce", file, "--initial", "7"])).value).toBe(7);
  });

  test("to a reader that went away ends quietly", async () => {
    const gone = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    const stdout = { terminal: undefined, write: () => Promise.reject(gone) };
    const file = await npy("piped.npy", new Float64Array([1]));
    for (const argv of [["hash", file], ["--help"], ["executors"], ["scan", file, "-o", "-"]]) {
      const { status, stderr } = await run(argv, { stdout });
      expect([status, stderr]).toEqual([0, ""]);
    }
  });

  test("leaves nothing beside it", async () => {
    expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
  });
});

describe("executors", () => {
  test("says what is here", async () => {
    const { status, stdout } = await run(["executors"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^javascript {2}here {6}plain loops.*\nwasm {8}here {6}WebAssembly.*\nworkers /);
    const report = await json(["executors"]);
    expect(report).toMatchObject({
      executors: [
        { name: "javascript", isHere: true },
        { name: "wasm", isHere: true },
        { name: "workers", isHere: true },
        { name: "webgpu", isHere: false },
      ],
    });
  });
});
