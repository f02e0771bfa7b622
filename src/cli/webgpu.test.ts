import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { ADAPTERS_HERE } from "../../test/webgpu/adapters.ts";
import { gpu } from "../../test/webgpu/door-here.ts";
import type * as door from "../conformance.ts";
import type { WitnessRow } from "../conformance.ts";
import { encodeNpy } from "../formats.ts";
import { hashArray, inclusiveScan, reduce } from "../index.ts";

vi.mock("../webgpu.ts", () => import("../../test/webgpu/door-here.ts"));
// The suite has tests of its own and takes long; here it runs in one part.
vi.mock("../conformance.ts", async (original) => {
  const actual = await original<typeof door>();
  const conformanceOf: typeof door.conformanceOf = (subjects, options) =>
    actual.conformanceOf(subjects, { ...options, parts: ["summaries"] });
  return { ...actual, conformanceOf };
});

const INPUT = Float64Array.from({ length: 3000 }, (_, i) => ((i * 7919) % 1013) / 97 - 5);

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-cli-webgpu-"));
  await writeFile(path("x.npy"), encodeNpy(INPUT));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  expect(gpu.open).toBe(0); // whatever a command line ended with
  Object.assign(gpu, { kind: "none", isEmulated: true, probe: "works" });
});

async function json(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await run([...argv, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

/** The times of a program over four sizes on the GPU. */
async function measured(): Promise<readonly Record<string, number>[]> {
  await writeFile(path("squares.sb"), "entry main (xs: []i32): i32 = reduce (+) 0 (map (\\x -> x * x) xs)\n");
  let now = 0;
  const slowClock = (): number => {
    now += 50;
    return now;
  };
  const argv = ["cost", path("squares.sb"), "--measure", "--sizes", "64..512", "--on", "webgpu", "--json"];
  const { status, stdout, stderr } = await run(argv, { now: slowClock });
  expect([status, stderr]).toEqual([0, ""]);
  const [{ name, runs }] = JSON.parse(stdout).measured.groups;
  expect(name).toBe("webgpu");
  return runs;
}

describe("without a GPU", () => {
  test("executors says why and how to get one", async () => {
    const { status, stdout } = await run(["executors"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^webgpu {6}not here {2}no adapter was found; install a driver$/m);
    const { executors } = await json(["executors"]);
    expect((executors as object[])[3]).toEqual({
      name: "webgpu",
      door: "samebits/webgpu",
      about: "WGSL kernels on a GPU",
      isHere: false,
      reason: "no adapter was found",
      remedy: "install a driver",
    });
  });

  test.each(["scan x.npy -o no.npy --on webgpu", "reduce x.npy --on webgpu", "witness --on webgpu"])(
    "%s is refused on one line",
    async (line) => {
      const argv = line.split(" ").map((word) => (word.endsWith(".npy") ? path(word) : word));
      const { status, stdout, stderr } = await run(argv);
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(
        /^samebits: WebGPU is not possible here: no adapter was found; install a driver\n$/,
      );
      expect(await readdir(folder)).toEqual(["x.npy"]);
    },
  );
});

describe("with one that is none", () => {
  test("executors tells what it is and, as JSON, what it was seen to do", async () => {
    gpu.kind = "plain loops";
    const { stdout } = await run(["executors"]);
    expect(stdout).toMatch(
      /^webgpu {6}here {6}WGSL kernels on a GPU, acme abacus, emulated by the processor \(samebits\/webgpu\)$/m,
    );
    const { executors } = await json(["executors"]);
    expect((executors as object[])[3]).toMatchObject({
      isHere: true,
      found: "acme abacus, emulated by the processor",
      device: { name: "abacus-1", isEmulated: true },
      nativeFloats: { fma: "unfused" },
      forwardProgress: { workgroups: 7 },
    });
  });

  test("executors has a row for a device whose probe fails", async () => {
    Object.assign(gpu, { kind: "plain loops", probe: "fails" });
    const { executors } = await json(["executors"]);
    expect((executors as object[])[3]).toMatchObject({
      isHere: true,
      probeError: "Error: a probe that fails",
    });
  });

  test("reads standard input to its end, and scans records", async () => {
    gpu.kind = "plain loops";
    const { status, stdout } = await run(["reduce", "-", "--on", "webgpu"], { stdin: encodeNpy(INPUT) });
    expect(status).toBe(0);
    expect(stdout).toContain("executor  webgpu (everywhere)\n");
    await writeFile(path("days.csv"), "value,index\n5.5,0\n9.25,1\n-3,2\n");
    const operator = new URL("../../examples/operators/argmax.op", import.meta.url).pathname;
    const argv = ["reduce", path("days.csv"), "--operator", operator, "--on", "webgpu"];
    expect(await json(argv)).toMatchObject({ executor: "webgpu", value: { value: 9.25, index: 1 } });
  });

  test.each([
    [
      "halves",
      ["--expression", "bisection"],
      /tree of its own.*use iterated-pairwise or pass --allow-quadratic$/,
    ],
    ["a state", ["--snapshot", "state.json"], /takes whole arrays.*use --on wasm; states/],
    ["long blocks", ["--expression", "block-dyadic:10000"], /within a tile.*--on wasm.* or --on workers:N$/],
    ["a number", ["--on", "webgpu:2"], /--on must be webgpu, or webgpu:NAME .*got "webgpu:2"$/],
  ])("refuses %s", async (_, extra, line) => {
    gpu.kind = "plain loops";
    const argv = ["scan", path("x.npy"), "-o", path("no.npy"), "--on", "webgpu", ...extra];
    const { status, stdout, stderr } = await run(argv);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^samebits: [^\n]+\n$/);
    expect(stderr.trimEnd()).toMatch(line);
  });

  test("witness asks one that compiles slowly for a part, as different as may be, and counts the rest", async () => {
    gpu.kind = "plain loops";
    const report = await json(["witness", "--n", "97", "--on", "javascript,webgpu"]);
    const rows = (report.rows as WitnessRow[]).filter(({ executor }) => executor === "webgpu");
    const of = (verdict: string) => rows.filter((row) => row.verdict === verdict);
    expect(of("FAIL")).toEqual([]);
    expect(of("PASS").length).toBeGreaterThanOrEqual(4);
    expect(of("PASS").length).toBeLessThan(12); // a fingerprint that is there anyway is a row
    expect(new Set(of("PASS").map(({ expression }) => expression)).size).toBeGreaterThanOrEqual(4);
    expect(of("skipped").length).toBeGreaterThan(50);
    const [all, part] = report.suites as { run: number; skipped: number; skips: object[] }[];
    expect(part.run).toBeGreaterThan(0);
    expect(part.run).toBeLessThan(all.run);
    expect(part.skips).toEqual([
      { reason: "contracts beyond those that were asked for", count: part.skipped },
    ]);
    expect(report.skipped).toBe(of("skipped").length + all.skipped + part.skipped);
  });

  test("witness asks a GPU for more, and for most in the full tier", async () => {
    Object.assign(gpu, { kind: "plain loops", isEmulated: false });
    const passesOf = async (...argv: readonly string[]): Promise<number> => {
      const report = await json(["witness", "--n", "97", "--on", "webgpu", ...argv]);
      return (report.rows as WitnessRow[]).filter(({ verdict }) => verdict === "PASS").length;
    };
    const quick = await passesOf();
    expect(quick).toBeGreaterThanOrEqual(10);
    expect(quick).toBeLessThan(40);
    expect(await passesOf("--tier", "full")).toBeGreaterThanOrEqual(40);
  });

  test("a program is timed against what it costs, and counts its own primitives", async () => {
    gpu.kind = "plain loops";
    expect(await measured()).toMatchObject([{ primitives: 2 }, {}, {}, { primitives: 2, size: 512 }]);
  });

  test("all of them have it among them, unless the processor does its work", async () => {
    Object.assign(gpu, { kind: "plain loops", isEmulated: false });
    const asked = async () => {
      const { suites, missing } = await json(["witness", "--n", "33", "--on", "all"]);
      const names = (suites as { executor: string }[]).map(({ executor }) => executor);
      return [names.includes("webgpu"), (missing as string[]).filter((line) => line.startsWith("webgpu"))];
    };
    expect(await asked()).toEqual([true, []]);
    gpu.isEmulated = true;
    const reason = /^webgpu: a GPU that the processor emulates, .*: --on webgpu$/;
    expect(await asked()).toEqual([false, [expect.stringMatching(reason)]]);
  });
});

describe.skipIf(ADAPTERS_HERE.length === 0)("on a real adapter", () => {
  test("a scan and a reduce have the bits of every other executor", { timeout: 300_000 }, async () => {
    gpu.kind = "adapter";
    const scanned = await json(["scan", path("x.npy"), "-o", path("y.npy"), "--on", "webgpu"]);
    expect(scanned).toMatchObject({ executor: "webgpu", hash: hashArray(inclusiveScan(INPUT)) });
    const reduced = await json(["reduce", path("x.npy"), "--on", "webgpu"]);
    expect(reduced).toMatchObject({ achieved: "everywhere", value: reduce(INPUT) });
  });

  test("a scan by an algorithm that is named says so, or why not", { timeout: 300_000 }, async () => {
    gpu.kind = "adapter";
    const words = Uint32Array.from(INPUT, (_, i) => Math.imul(i, 0x9e3779b1));
    await writeFile(path("u.npy"), encodeNpy(words));
    const argv = ["scan", path("u.npy"), "-o", path("v.npy"), "--on", "webgpu", "--algorithm"];
    for (const line of ["reduce-then-scan", "look-back:decoupled --assume-forward-progress"]) {
      const scanned = await json([...argv, ...line.split(" ")]);
      const [algorithm] = line.split(" ");
      const hash = hashArray(inclusiveScan(words));
      expect(scanned).toMatchObject({ achieved: "everywhere", algorithm, hash });
    }
    const refusals: readonly (readonly [string, RegExp])[] = [
      ["look-back:decoupled", /not promise that they go on; use .*, or say --assume-forward-progress where/],
      ["chained-scan", /folds blocks from left to right, and this operator is not proved associative/],
      ["reduce-then-scan --expression interleaved:4", /are scanned as segments are.*leave --algorithm out$/],
      ["chained-scans", /^samebits: --algorithm must be one of .*nearest: chained-scan\)/],
      ["chained-scan --on wasm", /--algorithm on executor "wasm".*one way.*use --on webgpu$/],
    ];
    argv[1] = path("x.npy");
    for (const [line, message] of refusals) {
      const { status, stderr } = await run([...argv, ...line.split(" ")]);
      expect(status).toBe(2);
      expect(stderr.trimEnd()).toMatch(message);
    }
    const assuming = ["scan", path("x.npy"), "-o", path("v.npy"), "--assume-forward-progress"];
    expect((await run(assuming)).stderr).toMatch(/--assume-forward-progress on executor "wasm"/);
    const reduce = ["reduce", path("u.npy"), "--on", "webgpu", "--algorithm", "reduce-then-scan"];
    expect((await run(reduce)).stderr).toMatch(/--algorithm must be chained-scan, as a reduce/);
  });

  test("a program is run and timed", { timeout: 300_000 }, async () => {
    gpu.kind = "adapter";
    for (const { seconds, predicted } of await measured()) {
      expect(seconds).toBeGreaterThan(0);
      expect(predicted).toBeGreaterThan(0);
    }
    const { stdout } = await run(["eval", path("squares.sb"), "--input", "[1, 2, 3]", "--on", "webgpu"]);
    expect(stdout).toBe("14\n");
  });

  test("executors tells its facts, its floats and its progress", { timeout: 300_000 }, async () => {
    gpu.kind = "adapter";
    const { executors } = await json(["executors"]);
    expect((executors as object[])[3]).toMatchObject({
      found: expect.stringMatching(/emulated by the processor$/),
      device: { isEmulated: true, limits: { maxComputeWorkgroupsPerDimension: 65_535 } },
      nativeFloats: { nanTest: "folded" },
      forwardProgress: { workgroups: 16, earlierTicket: { progressed: 15 } },
    });
  });
});
