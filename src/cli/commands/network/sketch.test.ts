import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));
vi.mock("../../../webgpu.ts", () => import("../../../../test/webgpu/door-here.ts")); // no GPU, whatever the machine has

const figure = (name: string): string =>
  fileURLToPath(new URL(`../../../../examples/sketches/figure-${name}.sketch`, import.meta.url));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-sketch-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("fills figure 4 from a generator's example", async () => {
  const { status, stdout } = await run(["network", "sketch", figure("4"), "kogge-stone", "--n", "8"]);
  expect([status, stdout]).toEqual([
    0,
    `f(i, j) = j
g(i, j) = j + 2^i
h(N) = ceilLog2(N)

for (i = 0; i < ceilLog2(N); i++)
  for all j < N where j + 2^i < N:
    a[j + 2^i] = a[j] . a[j + 2^i]

a scan at 5, 7, 8, 13, 16, 32, 37, 64, 100 wires
`,
  ]);
  const json = await run(["network", "sketch", figure("4"), "kogge-stone", "--n", "8", "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    found: true,
    functions: { f: "j", g: "j + 2^i", h: "ceilLog2(N)" },
    program: { phases: [{ direction: "up" }] },
    stepCounts: [3],
    unknowns: 32,
  });
});

test.each([
  ["4", "kogge-stone", "8"],
  ["7", "brent-kung", "16"],
])("proves figure %s for every N", async (name, example, n) => {
  const argv = ["network", "sketch", figure(name), example, "--n", n, "--prove"];
  const { status, stdout } = await run(argv);
  expect([status, stdout.split("\n").at(-2)]).toEqual([
    0,
    expect.stringMatching(/^proved {2}for every N, by induction over its steps: [35] statements shown by z3/),
  ]);
  const search = clock();
  await run(argv.slice(0, -1), { now: search.now });
  const late = await run(argv, { now: clock(search.looks()).now });
  expect(late.stdout.split("\n").at(-2)).toMatch(/^proved {2}no, tested only: --timeout 60 ended \(/);
});

test("a search that --timeout ends is an error", async () => {
  const { status, stdout, stderr } = await run(
    ["network", "sketch", figure("4"), "kogge-stone", "--n", "8"],
    {
      now: clock(1).now,
    },
  );
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("filling a sketch is not possible here: it takes more than --timeout 60");
});

/** A clock that stands still for so many looks, and is a day on at the next. */
function clock(still = Number.POSITIVE_INFINITY) {
  let looks = 0;
  return { now: () => (++looks > still ? 86_400_000 : 0), looks: () => looks };
}

test("by z3, with a result that scans", async () => {
  const argv = [
    "network",
    "sketch",
    figure("4-bounded"),
    "kogge-stone",
    "--n",
    "8",
    "--solver",
    "z3",
    "--must-scan",
  ];
  expect((await run(argv)).stdout).toMatch(/^f\(i, j\) = j\ng\(i, j\) = 2\^i \+ j\n/);
});

test("fills figure 10 from what it expects", async () => {
  const argv = ["network", "sketch", figure("10"), "--n", "16", "--value", "K=2"];
  const { status, stdout } = await run(argv);
  expect([status, stdout.split("\n").length]).toEqual([0, 13]);
  expect(stdout).toContain("choose(5, 4)\nchoose(7, 0)\n");
});

test("says where a program makes its example and no more", async () => {
  const { status, stdout } = await run(["network", "sketch", figure("4"), "serial", "--n", "5"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /\na scan at 5 wires; not at 2, 4 and 8 times the example's, so that it may be no more than the example\n$/,
  );
});

test("ends with 1 where nothing fills it, and names the step", async () => {
  const { status, stdout } = await run(["network", "sketch", figure("4"), "brent-kung", "--n", "16"]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^FAIL {2}no filling makes step 4 of the example/);
});

test("bad input: place in the sketch, options that are none", async () => {
  const file = join(folder, "x.sketch");
  await writeFile(file, "for (i = 0; i < 3; i++) {\n  a[i] = a[i + 1]\n}\n");
  const refused = async (...argv: readonly string[]): Promise<string> => {
    const { status, stderr } = await run(["network", "sketch", ...argv]);
    expect(status).toBe(2);
    return stderr;
  };
  expect(await refused(file, "serial", "--n", "4")).toContain(`${file}:3:1: expected "+", got "}"`);
  expect(await refused(join(folder, "none.sketch"))).toMatch(
    /SKETCH must be a file that can be read.*ENOENT/,
  );
  expect(await refused(figure("4"))).toMatch(/NAME\|FILE must be given: the example, got none/);
  expect(await refused(figure("4"), "--solver", "z3")).toMatch(/n must be given where there is no example/);
  expect(await refused(figure("4"), "--value", "N=3")).toMatch(/value must be a name other than N/);
  expect(await refused(figure("4"), "--steps", "1;2")).toMatch(/steps must be numbers with commas between/);
  expect(await refused(figure("4"), "--solver", "glpk")).toMatch(/solver must be/);
  expect(await refused(figure("10"), "--n", "16")).toMatch(
    /expected a name that is known here \(N\), got "K"/,
  );
});

test("an oracle picks, and the program behind its picks is told", async () => {
  const file = fileURLToPath(new URL("../../../../examples/sketches/oracle.sketch", import.meta.url));
  const { status, stdout } = await run(["network", "sketch", file, "--n", "8"]);
  expect(status).toBe(0);
  expect(stdout).toContain("pick  1  3  5  7\n0     0  2  4  6\n1     ·  1  3  5\n2     ·  ·  1  3\n");
  expect(stdout).toContain("works(i, j) = 2^i <= j\npick(i, j) = j - 2^i\n");
  const json = JSON.parse((await run(["network", "sketch", file, "--n", "8", "--json"])).stdout);
  expect(json).toMatchObject({ found: true, tables: 1, program: { phases: [{}, {}] } });
  expect(json.picks).toContainEqual({ hole: "pick", place: [2, 7], value: 3 });
  expect((await run(["network", "sketch", file])).stderr).toMatch(/n must be given for a sketch with !!/);
  let days = 0;
  const late = await run(["network", "sketch", file, "--n", "8"], { now: () => 86_400_000 * days++ });
  expect([late.status, late.stdout]).toEqual([1, "FAIL  no answer: timeout\n"]);
});

test("an oracle without a way to pick", async () => {
  const file = join(folder, "short.sketch");
  await writeFile(file, "parallel for (j = 1; j < N; j++) { if (!!) { a[j] += a[!!]; } }");
  const { status, stdout } = await run(["network", "sketch", file, "--n", "4"]);
  expect([status, stdout]).toEqual([1, "FAIL  no picks make it a scan\n"]);
});

test("shows what is missing at the end of a sketch after its last token", async () => {
  const file = join(folder, "wrong.sketch");
  await writeFile(file, "for (i = 0; i < log(N); i++) {\n  a[i] = a[i]\n\n\n");
  const { status, stderr } = await run(["network", "sketch", file]);
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /wrong\.sketch:2:14: expected "\+", got the end of the text\n {2}a\[i\] = a\[i\]\n {13}\^\n$/,
  );
});
