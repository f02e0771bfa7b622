import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { seen } from "../../test/workers/door-here.ts";
import type * as door from "../conformance.ts";
import { decodeNpy, encodeNpy, encodeRaw } from "../formats.ts";
import { exclusiveScan, hashArray, inclusiveScan, reduce } from "../index.ts";

vi.mock("../workers.ts", () => import("../../test/workers/door-here.ts"));
vi.mock("../webgpu.ts", () => import("../../test/webgpu/door-here.ts")); // no GPU, whatever the machine has
// The suite has tests of its own and takes long; here it runs in one part.
vi.mock("../conformance.ts", async (original) => {
  const actual = await original<typeof door>();
  const conformanceOf: typeof door.conformanceOf = (subjects, options) =>
    actual.conformanceOf(subjects, { ...options, parts: ["refusals"] });
  return { ...actual, conformanceOf };
});

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-cli-workers-"));
  await writeFile(path("x.npy"), encodeNpy(INPUT));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  expect(seen.open).toBe(0); // whatever a command line ended with
  seen.asked.length = 0;
});

/** Of so many operations that they are computed by workers and not by who called them, with the command line's own rule. */
const INPUT = Float64Array.from({ length: 300_000 }, (_, i) => ((i * 7919) % 1013) / 97 - 5);
const HEAVY = `operator heavy (left: f64, right) => ${"sqrt(abs(".repeat(40)}left + right${"))".repeat(40)}\n`;

async function json(argv: readonly string[], stdin?: Uint8Array): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await run([...argv, "--json"], stdin === undefined ? {} : { stdin });
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

describe("--on workers:N", () => {
  test("has the bits of one thread, and names itself", async () => {
    const reduced = await json(["reduce", path("x.npy"), "--on", "workers:2"]);
    expect(reduced).toMatchObject({ executor: "workers:2", achieved: "everywhere", n: INPUT.length });
    expect(reduced.value).toBe(reduce(INPUT));
    expect(seen.asked).toEqual([{ count: 2 }]);
    const scanned = await json(["scan", path("x.npy"), "-o", path("y.npy"), "--on", "workers:3"]);
    expect(scanned).toMatchObject({ executor: "workers:3", hash: hashArray(inclusiveScan(INPUT)) });
    const text = await run(["reduce", path("x.npy"), "--on", "workers:2"]);
    expect(text.stdout).toContain("executor  workers:2 (everywhere)\n");
  });

  test("with an operator that is worth it: elements that workers wrote arrive in the file", async () => {
    await writeFile(path("heavy.op"), HEAVY);
    const asked = ["--operator", path("heavy.op"), "--expression", "iterated-pairwise", "--backward"];
    const [ours, theirs] = await Promise.all(
      ["workers:2", "wasm"].map((on) =>
        json(["scan", path("x.npy"), "-o", path(`${on.slice(0, 4)}.npy`), ...asked, "--on", on]),
      ),
    );
    expect([ours.hash, ours.bits, ours.contract]).toEqual([theirs.hash, theirs.bits, theirs.contract]);
    expect((await readFile(path("work.npy"))).equals(await readFile(path("wasm.npy")))).toBe(true);
  });

  test("where nothing is guaranteed takes pieces as they come, and says so", async () => {
    const level = ["--determinism", "not-guaranteed"];
    const arrival = "implementation-defined:arrival-order";
    const asked = ["reduce", path("x.npy"), "--on", "workers:2"];
    const reduced = await json([...asked, ...level]);
    expect(reduced).toMatchObject({ achieved: "not-guaranteed", expression: arrival, executor: "workers:2" });
    expect(Math.abs(Number(reduced.value) - reduce(INPUT))).toBeLessThan(1e-6);
    const { stdout } = await run([...asked, ...level]);
    expect(stdout).toContain(`executor  workers:2 (not-guaranteed, by ${arrival})\n`);
    const scanned = await json(["scan", path("x.npy"), "-o", path("y.npy"), "--on", "workers:2", ...level]);
    expect(scanned).toMatchObject({ achieved: "everywhere", expression: "block-dyadic:32" });
    expect(scanned.hash).toBe(hashArray(inclusiveScan(INPUT)));
    const steady = await json([...asked, "--determinism", "run-to-run"]);
    expect(steady).toMatchObject({ achieved: "everywhere", value: reduce(INPUT) });
    const operator = ["--operator", new URL("../../examples/operators/argmax.op", import.meta.url).pathname];
    await writeFile(path("two.csv"), "value,index\n5.5,0\n9.25,1\n");
    const records = await json(["reduce", path("two.csv"), ...operator, "--on", "workers:2", ...level]);
    expect(records).toMatchObject({ achieved: "everywhere", expression: "block-dyadic:32" });
  });

  test("reads standard input to its end, and writes to standard output", async () => {
    const argv = ["-", "--raw", "--type", "f64", "--on", "workers:2"];
    const scanned = await run(["scan", ...argv, "-o", "-", "--exclusive"], { stdin: encodeRaw(INPUT) });
    expect(scanned.status).toBe(0);
    expect(scanned.stdoutBytes.equals(encodeRaw(exclusiveScan(INPUT)))).toBe(true);
    const piped = await json(["reduce", "-", "--on", "workers:2"], encodeNpy(INPUT.subarray(0, 9)));
    expect(piped.value).toBe(reduce(INPUT.subarray(0, 9)));
  });

  test("scans and reduces records", async () => {
    const operator = ["--operator", new URL("../../examples/operators/argmax.op", import.meta.url).pathname];
    await writeFile(path("days.csv"), "value,index\n5.5,0\n9.25,1\n-3,2\n");
    const argv = ["scan", path("days.csv"), "-o", path("days-out.csv"), ...operator, "--on", "workers:2"];
    expect(await json(argv)).toMatchObject({ executor: "workers:2", value: { value: 9.25, index: 1 } });
    expect(await readFile(path("days-out.csv"), "utf8")).toBe("value,index\n5.5,0\n9.25,1\n9.25,1\n");
    const reduced = await json(["reduce", path("days.csv"), ...operator, "--on", "workers:2"]);
    expect(reduced).toMatchObject({ n: 3, value: { value: 9.25, index: 1 } });
  });

  test.each([
    [
      "no number",
      ["--on", "workers"],
      /--on must be workers:N with a number N from 1 to 1024, got "workers"$/,
    ],
    ["none of them", ["--on", "workers:0"], /--on must be workers:N with .*, got "workers:0"$/],
    ["half of one", ["--on", "workers:1.5"], /--on must be workers:N with .*, got "workers:1\.5"$/],
    ["more than any machine has", ["--on", "workers:1025"], /--on must be workers:N with/],
    [
      "an argument of one that takes none",
      ["--on", "wasm:2"],
      /--on must be one of javascript, wasm, workers:N/,
    ],
    [
      "a bisection",
      ["--on", "workers:2", "--expression", "bisection"],
      /a tree of its own.*use iterated-pairwise or pass --allow-quadratic$/,
    ],
    [
      "a bisection at a weaker level",
      ["--on", "workers:2", "--expression", "bisection", "--determinism", "run-to-run"],
      /inclusive-scan of add by bisection at level "run-to-run" on executor "workers" is not possible here: .*; use /,
    ],
    [
      "a state",
      ["--on", "workers:2", "--snapshot", "state.json"],
      /takes whole arrays.*use --on wasm; states/,
    ],
  ])("refuses %s, and leaves nothing", async (_, extra, line) => {
    const before = await readdir(folder);
    const { status, stdout, stderr } = await run(["scan", path("x.npy"), "-o", path("no.npy"), ...extra]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^samebits: [^\n]+\n$/);
    expect(stderr.trimEnd()).toMatch(line);
    expect(await readdir(folder)).toEqual(before);
  });

  test("closes its workers when the output fails", async () => {
    const gone = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    const stdout = { terminal: undefined, write: () => Promise.reject(gone) };
    const { status } = await run(["scan", path("x.npy"), "-o", "-", "--on", "workers:2"], { stdout });
    expect([status, seen.asked.length]).toEqual([0, 1]);
  });
});

describe("elsewhere", () => {
  test("executors has a row for them", async () => {
    const { status, stdout } = await run(["executors"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^workers {5}here {6}.*threads.* \(samebits\/workers\)$/m);
    const { executors } = await json(["executors"]);
    expect(executors).toMatchObject([
      { name: "javascript" },
      { name: "wasm" },
      { name: "workers", isHere: true },
      { name: "webgpu" },
    ]);
  });

  test("witness compares workers of several counts with everything, and short inputs too", async () => {
    const report = await json(["witness", "--n", "97", "--on", "workers:2,javascript,workers:1,workers:02"]);
    expect(seen.asked.at(-1)).toEqual({ count: 1, shortest: 0, ownWork: 0 });
    const { suites, passed, rows } = report as {
      suites: { executor: string }[];
      passed: boolean;
      rows: object[];
    };
    expect([passed, suites.map(({ executor }) => executor)]).toEqual([
      true,
      ["workers:2", "javascript", "workers:1"],
    ]);
    expect(rows).toContainEqual(
      expect.objectContaining({
        executor: "workers:2",
        expression: "interleaved:16",
        operator: "add",
        verdict: "PASS",
      }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({
        executor: "workers:1",
        expression: "left-fold",
        operator: "add",
        verdict: "PASS",
      }),
    );
  });

  test("all of them have workers:2 among them", async () => {
    const report = await json(["witness", "--n", "33", "--on", "all"]);
    const { suites } = report as { suites: { executor: string }[] };
    expect(suites.map(({ executor }) => executor)).toEqual(["javascript", "wasm", "workers:2"]);
  });

  test("decoded, a scan of workers is that of one call", async () => {
    await json([
      "scan",
      path("x.npy"),
      "-o",
      path("z.npy"),
      "--on",
      "workers:2",
      "--expression",
      "interleaved:16",
    ]);
    const { array } = decodeNpy(await readFile(path("z.npy")));
    expect(hashArray(array)).toBe(hashArray(inclusiveScan(INPUT, { expression: "interleaved:16" })));
  });
});
