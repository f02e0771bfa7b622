import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));
vi.mock("../../../webgpu.ts", () => import("../../../../test/webgpu/door-here.ts")); // no GPU, whatever the machine has

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-network-"));
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

async function printed(argv: readonly string[], stdin?: string): Promise<string> {
  const { status, stdout, stderr } = await run(
    ["network", ...argv],
    stdin === undefined ? {} : { stdin: utf8(stdin) },
  );
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

async function refused(argv: readonly string[], stdin = ""): Promise<string> {
  const { status, stdout, stderr } = await run(["network", ...argv], { stdin: utf8(stdin) });
  expect([status, stdout]).toEqual([2, ""]);
  // What is wrong in a text is shown with its line and a caret.
  expect(stderr).toMatch(/^samebits: .*\n(?:.*\n *\^\n)?$/);
  return stderr;
}

describe("samebits network list", () => {
  test("has every generated network of a width, 16 unless told", async () => {
    const { n, networks } = JSON.parse(await printed(["list", "--json"]));
    expect(n).toBe(16);
    const byName = Object.fromEntries(networks.map((each: { network: string }) => [each.network, each]));
    expect(byName["kogge-stone"]).toEqual({
      network: "kogge-stone",
      aliases: ["hillis-steele"],
      n: 16,
      direction: "forward",
      size: 49,
      stepCount: 4,
      depth: 4,
      fanOut: 2,
      trackCount: 8,
      harris: [0, 0, 3],
      expression: "mirror",
      serves: "associative",
    });
    expect(byName["knowles:2:1:1:1"]).toMatchObject({ serves: "idempotent" });
    expect(byName["knowles:2:1:1:1"].expression).toBeUndefined();
  });

  test("for a person, one line each", async () => {
    const lines = (await printed(["list", "--n", "4"])).trimEnd().split("\n");
    expect(lines[0]).toMatch(/^network +size +steps +depth +fan-out +tracks +\(l,f,t\) +expression +serves$/);
    expect(lines[1]).toMatch(/^serial +3 +3 +3 +2 +1 +- +left-fold +associative$/);
  });

  test("only those that realise an expression, and the least combines of it", async () => {
    const asked = ["list", "--n", "64", "--expression", "block-dyadic:2"];
    expect(JSON.parse(await printed([...asked, "--json"]))).toMatchObject({
      expression: "block-dyadic:2",
      minimumCombines: 143,
      networks: [{ network: "ladner-fischer:1", aliases: ["scan-scan-add:2"], size: 143 }],
    });
    expect(await printed(asked)).toMatch(/\n\nblock-dyadic:2: 143 combines at least\n$/);
    expect(await printed(["list", "--n", "64", "--expression", "peer(3, mirror)"])).toMatch(
      /^peer\(3, mirror\): no generated network has it; \d+ combines at least\n$/,
    );
  });
});

describe("samebits network show", () => {
  test("tells costs, expression and pairs", async () => {
    expect(await printed(["show", "sklansky", "--n", "5"])).toBe(`network     sklansky
N           5
direction   forward
size        5
steps       3
depth       3
fan-out     3
tracks      1
(l, f, t)   (0, 2, 0)
expression  iterated-pairwise
serves      a scan for every associative operator

{{(0, 1), (2, 3)},
{(1, 2), (1, 3)},
{(3, 4)}}
`);
  });

  test("of a file in either format, and of standard input", async () => {
    const { steps, ...facts } = JSON.parse(await printed(["show", "brent-kung", "--n", "12", "--json"]));
    await writeFile(at("x.net"), (await printed(["show", "brent-kung", "--n", "12"])).split("\n\n")[1]);
    await writeFile(at("x.json"), JSON.stringify({ width: 12, steps }));
    for (const name of ["x.net", "x.json"]) {
      expect(JSON.parse(await printed(["show", at(name), "--json"]))).toEqual({
        ...facts,
        network: at(name),
        steps,
      });
    }
    const text = await readFile(at("x.net"), "utf8");
    expect(JSON.parse(await printed(["show", "-", "--n", "12", "--json"], text))).toMatchObject({
      network: "-",
      steps,
    });
  });

  test("backward", async () => {
    const shown = JSON.parse(await printed(["show", "serial", "--n", "3", "--backward", "--json"]));
    expect(shown).toMatchObject({
      direction: "backward",
      expression: "iterated-pairwise",
      steps: [[[2, 1]], [[1, 0]]],
    });
  });

  test("names no expression beyond 1024 wires, and nothing that is none", async () => {
    expect(JSON.parse(await printed(["show", "serial", "--n", "1025", "--json"])).expression).toBeUndefined();
    expect(await printed(["show", "-"], "{{(0,2)}}")).toMatch(/serves +no scan\n/);
  });
});

describe("samebits network check", () => {
  test("passes a scan", async () => {
    expect(
      await printed(["check", "kogge-stone", "--n", "8", "--expression", "mirror"]),
    ).toBe(`brackets       holds
intervals      holds
idempotent     holds
sums           holds
powers-of-two  holds, which proves nothing

PASS  a scan for every associative operator
`);
  });

  test.each([
    ["{{(0,2),(0,1)},{(0,2)},{(0,2)}}", [1, 1, 1], "nothing"],
    ["{{(0,2)},{(1,2),(0,1)}}", [1, 1, 0], "commutative"],
    ["{{(0,1),(1,2)},{(1,2)}}", [1, 0, 1], "idempotent"],
    ["{{(0,1)},{(1,2)}}", [0, 0, 0], "associative"],
  ])("%s for associative, idempotent and commutative operators: %j", async (text, statuses, serves) => {
    for (const [index, kind] of ["associative", "idempotent", "commutative"].entries()) {
      const { status, stdout } = await run(["network", "check", "-", "--for", kind, "--json"], {
        stdin: utf8(text),
      });
      expect([kind, status]).toEqual([kind, statuses[index]]);
      expect(JSON.parse(stdout)).toMatchObject({ network: "-", serves, passed: status === 0 });
    }
  });

  test("tells the first wrong output, and what it is", async () => {
    const { status, stdout } = await run(["network", "check", "-"], {
      stdin: utf8("{{(0,2),(0,1)},{(0,2)},{(0,2)}}"),
    });
    expect(status).toBe(1);
    expect(stdout).toBe(`intervals      y2 is x0·x0·x0·x2, not x0·x1·x2
idempotent     y2 is x0·x0·x0·x2, not x0·x1·x2
sums           y2 is 3·x0 + x2, not x0 + x1 + x2
powers-of-two  holds, which proves nothing

FAIL  no scan
`);
  });

  test("fails other brackets than those asked for, in either direction", async () => {
    for (const direction of [[], ["--backward"]]) {
      const argv = [
        "network",
        "check",
        "serial",
        "--n",
        "4",
        ...direction,
        "--expression",
        "mirror",
        "--json",
      ];
      const { status, stdout } = await run(argv);
      expect(status).toBe(1);
      expect(JSON.parse(stdout).verdicts[0]).toMatchObject({ validator: "brackets", holds: false });
    }
  });
});

describe("samebits network draw", () => {
  test("in characters", async () => {
    const text = await printed(["draw", "sklansky", "--n", "4", "--highlight", "3"]);
    expect(text).toBe(`N = 4, size 4, depth 2, fan-out 3, 1 track

     0  1  2  3
  1  ┣━━●  ┣━━●
  2  │  ┣━━○━━●
     │  │  │  ┃

y3 = ((x0·x1)·(x2·x3))
`);
  });

  test("as a picture, written beside its place and renamed", async () => {
    const path = at("x.svg");
    expect(await printed(["draw", "kogge-stone", "--n", "16", "--highlight", "11", "-o", path])).toBe(
      `output  ${path}\n`,
    );
    const svg = await readFile(path, "utf8");
    expect(svg.startsWith("<svg ")).toBe(true);
    expect(svg).toContain("y11 = ");
    expect((await readdir(folder)).filter((name) => name.includes("svg"))).toEqual(["x.svg"]);
  });

  test("as PNG", async () => {
    const path = at("x.png");
    await printed(["draw", "sklansky", "--n", "8", "-o", path]);
    expect((await readFile(path)).subarray(1, 4).toString("latin1")).toBe("PNG");
  });
});

describe("bad input ends with 2 and one line", () => {
  test.each<[string, readonly string[], RegExp]>([
    [
      "no such name",
      ["show", "sklansy", "--n", "8"],
      /NAME\|FILE must be one of .*nearest: sklansky\).*got "sklansy" \(as a file: ENOENT\)/,
    ],
    [
      "a generator without --n",
      ["show", "sklansky"],
      /--n must be given with a generator, as in sklansky --n 16, got none/,
    ],
    ["no width", ["show", "sklansky", "--n", "0"], /--n must be a number of wires from 1 to 65536, got "0"/],
    [
      "a width that is a word",
      ["list", "--n", "many"],
      /--n must be a number of wires from 1 to 1024, got "many"/,
    ],
    [
      "a generator's parameter",
      ["show", "ladner-fischer:x", "--n", "8"],
      /NAME\|FILE must be ladner-fischer:l of integers, got "x"/,
    ],
    [
      "a place that is none",
      ["show", "harris:1:1:1", "--n", "8"],
      /NAME\|FILE must be a network whose levels \+ fanOut \+ tracks is/,
    ],
    [
      "no expression",
      ["list", "--expression", "mirorr"],
      /--expression must be one of .*nearest: mirror\), got "mirorr"/,
    ],
    [
      "operators of no kind",
      ["check", "serial", "--n", "4", "--for", "any"],
      /--for must be one of associative, idempotent, commutative/,
    ],
    [
      "no wire",
      ["draw", "serial", "--n", "4", "--highlight", "4"],
      /--highlight must be a wire from 0 to 3, got 4/,
    ],
    [
      "no number",
      ["draw", "serial", "--n", "4", "--highlight", "x"],
      /--highlight must be the number of a wire, from 0 on, got "x"/,
    ],
    [
      "another picture",
      ["draw", "serial", "--n", "4", "-o", "x.gif"],
      /--output must be an \.svg or \.png file, got "x\.gif"/,
    ],
    ["no such folder", ["draw", "serial", "--n", "4", "-o", "/nowhere/x.svg"], /--output must be .*nowhere/],
    ["no command", [], /expected a command, got none/],
  ])("%s", async (_name, argv, message) => {
    expect(await refused(argv)).toMatch(message);
  });

  test.each<[string, string, readonly string[], RegExp]>([
    [
      "malformed pairs",
      "{{(0,1)\n,(1,)}}",
      [],
      /samebits: standard input:2:5: expected the number of a wire, got "\)"/,
    ],
    [
      "a wire beyond --n",
      "{{(0,4)}}",
      ["--n", "4"],
      /standard input:1:3: expected two wires from 0 to 3, got \(0, 4\)/,
    ],
    [
      "a wire written twice",
      "{{(0,2),(1,2)}}",
      [],
      /1:9: expected the only one of its step that writes its destination/,
    ],
    ["another width", "N = 4 {{(0,1)}}", ["--n", "5"], /1:5: expected the width 5, got "4"/],
    [
      "another width in JSON",
      '{"width":4,"steps":[]}',
      ["--n", "5"],
      /FILE must be a network of 5 wires, as --n says, got "standard input": one of 4/,
    ],
    ["JSON that is none", '{"width":4,', [], /FILE must be JSON, got "standard input"/],
    [
      "a pair out of range in JSON",
      '{"width":2,"steps":[[[0,2]]]}',
      [],
      /FILE must be a network whose steps\[0\]\[0\] is two wires from 0 to 1/,
    ],
  ])("%s", async (_name, stdin, options, message) => {
    expect(await refused(["show", "-", ...options], stdin)).toMatch(message);
  });
});
