import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { encodeNpy } from "../../../formats.ts";
import { printExpression, UnsupportedError } from "../../../index.ts";
import type { ElementOptions, OfferedExecutor, OpenExecutor } from "../../executors/offered-executor.ts";
import { brokenPromises, levelCases, type Series } from "./runs.ts";

import { lengthsUpTo } from "./times.ts";

vi.mock("../../../webgpu.ts", () => import("../../../../test/webgpu/door-here.ts")); // no GPU, whatever the machine has

/** What stands in the place of the workers: an executor that may break its promises. */
const fake = vi.hoisted(() => ({
  moves: [] as readonly string[], // levels at which every call gives another value
  differs: [] as readonly string[], // levels at which it gives a value of its own
  refuses: [] as readonly string[],
  calls: 0,
  open: 0,
  takes: {} as Readonly<Record<string, number>>, // milliseconds of a call, by level
  clock: 0,
}));

vi.mock("../../executors/workers.ts", () => {
  const WORKERS: OfferedExecutor = {
    name: "workers",
    door: "none",
    about: "a fake",
    argument: { name: "N", inAll: "2", read: (text) => text },
    tryHere: async () => "nothing at all",
    open: async (argument) => {
      fake.open++;
      const close = async (): Promise<void> => {
        fake.open--;
      };
      return { name: `workers:${argument}`, prepareElements: fakePlan, close } as unknown as OpenExecutor;
    },
  };
  return { WORKERS };
});

function fakePlan({ determinism = "everywhere", expression }: ElementOptions) {
  if (fake.refuses.includes(determinism)) throw new UnsupportedError("it", "it cannot", "ask another");
  const name = typeof expression === "object" ? printExpression(expression) : "block-dyadic:32";
  return {
    achievedOf: () => ({ determinism, executor: "workers:2", expression: name }),
    reduce: async (input: Float64Array) => {
      fake.clock += fake.takes[determinism] ?? 0;
      const right = input.length * 0.5;
      if (fake.moves.includes(determinism)) return right + fake.calls++;
      return fake.differs.includes(determinism) ? right + 8 : right;
    },
  };
}

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-determinism-"));
  await writeFile(path("halves.npy"), encodeNpy(new Float32Array(100).fill(0.5)));
  await writeFile(path("whole.npy"), encodeNpy(Int32Array.of(1, 2)));
  await writeFile(path("empty.npy"), encodeNpy(new Float64Array(0)));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  expect(fake.open).toBe(0); // whatever a command line ended with
  Object.assign(fake, { moves: [], differs: [], refuses: [], calls: 0, takes: {}, clock: 0 });
});

const HALVES = ["determinism", "FILE", "--runs", "4"];
const halves = (...more: readonly string[]) =>
  run([...HALVES, ...more].map((word) => (word === "FILE" ? path("halves.npy") : word)));

describe("samebits determinism", () => {
  test("prints what each level gave on each executor, and PASS", async () => {
    const { status, stdout, stderr } = await halves("--on", "javascript,workers:2");
    expect([status, stderr]).toEqual([0, ""]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toBe(`100 f32 elements (${path("halves.npy")}), 4 runs; exact sum 50 (42480000)`);
    expect(lines[1].split(/ {2,}/)).toEqual(["level", "on", "met", "by", "values", "ulps from exact"]);
    const row = lines.find((line) => line.startsWith("everywhere, exact")) ?? "";
    expect(row.split(/ {2,}/)).toEqual(["everywhere, exact", "javascript", "everywhere", "exact", "1", "0"]);
    expect(lines.filter((line) => / workers:2 /.test(line))).toHaveLength(5);
    expect(lines).toContain("workers:2: nothing at all");
    expect(lines.at(-1)).toBe("PASS  every promise was kept in 10 series of 4 runs");
  });

  test("gives every value with its bits in one JSON object", async () => {
    fake.moves = ["notGuaranteed"];
    const { status, stdout } = await halves("--on", "workers:2", "--levels", "not-guaranteed", "--json");
    const report = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(report).toMatchObject({ passed: true, broken: [], type: "f32", n: 100, runs: 4, times: [] });
    expect(report.exact).toEqual({ value: 50, bits: "42480000" });
    expect(report.series).toHaveLength(1);
    expect(report.series[0]).toMatchObject({
      level: "not-guaranteed",
      on: "workers:2",
      achieved: "not-guaranteed",
      values: [51, 52, 53, 54],
      bits: ["424c0000", "42500000", "42540000", "42580000"],
      ulps: [262144, 524288, 786432, 1048576],
    });
  });

  test("a value that moves is a failed check only where it was promised not to", async () => {
    fake.moves = ["notGuaranteed"];
    expect((await halves("--on", "workers:2")).status).toBe(0);
    fake.moves = ["runToRun"];
    const moved = await halves("--on", "workers:2");
    expect(moved.status).toBe(1);
    expect(moved.stdout).toMatch(
      /^broken: run-to-run moved between runs on workers:2: [\da-f]{8}, [\da-f, ]+$/m,
    );
    expect(moved.stdout).toMatch(/\nFAIL {2}promises were broken in 5 series of 4 runs\n$/);
  });

  test("so is a value that differs between executors, everywhere and not from run to run", async () => {
    fake.differs = ["runToRun", "notGuaranteed"];
    expect((await halves("--on", "javascript,workers:2")).status).toBe(0);
    fake.differs = ["everywhere"];
    const differing = await halves("--on", "javascript,workers:2", "--json");
    expect(differing.status).toBe(1);
    const { broken, passed } = JSON.parse(differing.stdout);
    expect(passed).toBe(false);
    expect(broken).toHaveLength(4); // by block-dyadic:32, binned:3 and exact, and exact is known
    expect(broken[2]).toBe(
      "everywhere by exact moved between devices: 42480000 on javascript (everywhere, exact), 42680000 on workers:2 (everywhere, exact)",
    );
    expect(broken[3]).toBe("the exact sum is 42480000, not 42680000 as on workers:2");
    expect((await halves("--on", "workers:2")).status).toBe(1); // alone it is wrong all the same
  });

  test("tells what is refused and what is not here", async () => {
    fake.refuses = ["runToRun"];
    const { status, stdout } = await halves();
    expect(status).toBe(0);
    expect(stdout).toContain("refused: run-to-run on workers:2: it cannot\n");
    expect(stdout).toContain("not here: webgpu: no adapter was found; install a driver\n");
    expect(stdout).toMatch(/everywhere, exact +wasm /);
  });

  test("makes data, the same for a seed", async () => {
    const line = ["determinism", "--n", "2000", "--runs", "2", "--on", "javascript", "--json"];
    const [one, two, other] = [[], ["--seed", "0"], ["--seed", "1"]].map((more) => run([...line, ...more]));
    const exact = async (ran: typeof one) => JSON.parse((await ran).stdout).exact.bits;
    expect(await exact(one)).toBe(await exact(two));
    expect(await exact(other)).not.toBe(await exact(two));
  });

  test("times every level at every length, by type, beside a plain loop", async () => {
    const line = ["determinism", "--kind", "uniform", "--n", "5000", "--runs", "3", "--times"];
    const { status, stdout } = await run([...line, "--on", "wasm", "--levels", "run-to-run", "--json"]);
    expect(status).toBe(0);
    const { times, plainLoop } = JSON.parse(stdout);
    const sizes = ["f32", "f64"].flatMap((type) => [1024, 4096, 5000].map((n) => ({ type, n })));
    expect(plainLoop).toEqual(sizes.map((size) => ({ ...size, seconds: 0.001, leastSeconds: 0.001 }))); // of this clock
    expect(times).toEqual(
      sizes.map((size) => expect.objectContaining({ ...size, on: "wasm", seconds: 0.001, ofPlainLoop: 1 })),
    );
    const text = await run([...line, "--on", "wasm", "--type", "f64"]);
    expect(text.stdout).toMatch(/^type {2}level +on +n = 1024 {2}n = 4096 {2}n = 5000$/m);
    expect(text.stdout).toMatch(/^f64 {3}- +plain loop +1 ms +1 ms +1 ms$/m);
  });
});

describe("--times", () => {
  test("compares each level with everywhere, on the same executor", async () => {
    fake.takes = { notGuaranteed: 3, runToRun: 7, everywhere: 15 };
    const line = [
      "determinism",
      "--n",
      "2000",
      "--type",
      "f64",
      "--runs",
      "3",
      "--times",
      "--on",
      "workers:2",
    ];
    const now = () => fake.clock++;
    const { stdout } = await run([...line, "--json"], { now });
    // A tick of the clock is spent on reading it.
    expect(JSON.parse(stdout).times).toMatchObject([
      { level: "not-guaranteed", n: 1024, seconds: 0.004, ofEverywhere: 0.25 },
      { level: "run-to-run", n: 1024, ofEverywhere: 0.5 },
      { level: "everywhere", n: 1024, ofEverywhere: 1 },
      { expression: "binned:3", n: 1024, ofEverywhere: 1 },
      { expression: "exact", n: 1024, ofEverywhere: 1 },
      ...[0.25, 0.5, 1, 1, 1].map((ofEverywhere) => ({ n: 2000, ofEverywhere })),
    ]);
    const [, compared] = (await run(line, { now })).stdout.split(
      'as multiples of "everywhere" on the same executor:\n',
    );
    expect(compared).toMatch(
      /^type.*\nf64 {3}not-guaranteed +workers:2 +0\.25 +0\.25\nf64 {3}run-to-run +workers:2 +0\.50 +0\.50\n/,
    );
    expect((await run([...line, "--levels", "run-to-run"], { now })).stdout).not.toContain("as multiples of");
  });
});

describe("--plot", () => {
  test("draws the values, and the times beside them", async () => {
    fake.moves = ["notGuaranteed"];
    const drawn = await halves("--on", "javascript,workers:2", "--times", "--plot", path("d.svg"));
    expect([drawn.status, drawn.stderr]).toEqual([0, ""]);
    expect(drawn.stdout).toContain(`drawn: ${path("d.svg")}\ndrawn: ${path("d-times.svg")}\n`);
    const values = await readFile(path("d.svg"), "utf8");
    expect(values).toContain("not-guaranteed: moves between runs, 4 values on workers:2");
    expect(values).toContain("everywhere, exact: one value on 2 devices");
    expect(values).toContain("difference from the exact sum (ulp)");
    const times = await readFile(path("d-times.svg"), "utf8");
    expect(times).toContain("workers:2, f32");
    expect(times).toContain("plain loop");
    expect(`${values}${times}`).not.toMatch(/NaN|undefined/);
    await halves("--on", "javascript", "--plot", path("e.svg"));
    const once = await readFile(path("e.svg"), "utf8");
    await halves("--on", "javascript", "--plot", path("e.svg"));
    expect(await readFile(path("e.svg"), "utf8")).toBe(once);
  });

  test("says in the figure what was broken", async () => {
    fake.moves = ["everywhere"];
    const { status } = await halves("--on", "workers:2", "--plot", path("b.svg"));
    expect(status).toBe(1);
    expect(await readFile(path("b.svg"), "utf8")).toContain("Promises were broken: everywhere moved");
  });

  test("draws a PNG", async () => {
    await halves("--on", "javascript", "--plot", path("d.PNG"));
    expect((await readFile(path("d.PNG"))).subarray(1, 4).toString()).toBe("PNG");
  });

  test.each([
    ["--plot d.gif", /--plot must be an \.svg or \.png file, got "d\.gif"/],
    ["--plot no/such/d.svg", /--plot must be a writable file, got "no\/such\/d\.svg"/],
    ["--runs 0", /--runs must be a number from 1 to 10000, got "0"/],
    ["--levels sometimes", /--levels must be .*run-to-run.*, got "sometimes"/],
    ["--on javascript,abacus", /--on must be .*, got "abacus"/],
    ["--n 0", /--n must be at least 1, got 0/],
    ["--type i32", /--type must be f32 or f64, .*got i32/],
    ["--kind odd", /--kind must be .*, got "odd"/],
    ["--raw", /--raw must be left out without FILE/],
    ["halves.npy --kind narrow", /--kind must be left out with FILE, got narrow/],
    ["whole.npy", /--type must be f32 or f64, .*got i32/],
    ["empty.npy", /FILE must be one element or more, got none/],
  ])("%s is refused on one line, before anything is written", async (line, message) => {
    const before = await readdir(folder);
    const words = line.split(" ").map((word) => (word.endsWith(".npy") ? path(word) : word));
    const { status, stdout, stderr } = await run(["determinism", "--on", "javascript", ...words]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^samebits: [^\n]*\n$/);
    expect(stderr).toMatch(message);
    expect(await readdir(folder)).toEqual(before);
  });
});

describe("promises", () => {
  const series = (on: string, determinism: string, expression: string, bits: readonly string[]): Series =>
    ({
      level: { label: `asked ${determinism}` },
      device: { label: on },
      achieved: { determinism, expression, executor: on },
      bits,
    }) as unknown as Series;

  const broken = (...all: readonly Series[]) => brokenPromises(all, "e");

  test("are those that were met, which may be more than was asked", () => {
    expect(broken(series("a", "notGuaranteed", "x", ["1", "2"]))).toEqual([]);
    expect(broken(series("a", "runToRun", "x", ["1", "1"]), series("b", "runToRun", "x", ["2"]))).toEqual([]);
    expect(broken(series("a", "everywhere", "x", ["1"]), series("b", "everywhere", "y", ["2"]))).toEqual([]);
    expect(broken(series("a", "everywhere", "x", ["1"]), series("b", "everywhere", "x", ["2"]))).toHaveLength(
      1,
    );
    expect(broken(series("a", "everywhere", "x", ["1", "2"]))).toEqual([
      "asked everywhere moved between runs on a: 1, 2",
    ]);
  });
});

test("lengths go up by fours to the length itself", () => {
  expect(lengthsUpTo(65_536)).toEqual([1024, 4096, 16_384, 65_536]);
  expect(lengthsUpTo(5000)).toEqual([1024, 4096, 5000]);
  expect(lengthsUpTo(7)).toEqual([7]);
});

test("order-free sums belong to the level everywhere", () => {
  const labels = levelCases(["everywhere", "notGuaranteed"]).map(({ label }) => label);
  expect(labels).toEqual(["not-guaranteed", "everywhere", "everywhere, binned:3", "everywhere, exact"]);
  expect(levelCases(["runToRun"]).map(({ isOrderFree }) => isOrderFree)).toEqual([false]);
});
