import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { decodeNpy, encodeNpy } from "../../../formats.ts";
import { toHex } from "../../../index.ts";

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));

let folder = "";
const path = (name: string): string => join(folder, name);

/** Reads .npy arrays one behind another, and answers each with the text of `answer(bytes, begin, n)`. */
const eachArray = (answer: string): string => `
let bytes = Buffer.alloc(0);
${answer}
process.stdin.on("data", (chunk) => {
  bytes = Buffer.concat([bytes, chunk]);
  for (;;) {
    if (bytes.length < 12) return;
    const begin = 10 + bytes.readUInt16LE(8);
    const n = Number(/shape': \\((\\d+),/.exec(bytes.subarray(0, begin).toString("latin1"))?.[1]);
    if (bytes.length < begin + 8 * n) return;
    console.log(answer(bytes, begin, n));
    bytes = bytes.subarray(begin + 8 * n);
  }
});
`;

/** Adds from the end. */
const SERVER = eachArray(`
const answer = (bytes, begin, n) => {
  let sum = 0;
  for (let i = n - 1; i >= 0; i--) sum += bytes.readDoubleLE(begin + 8 * i);
  return sum;
};
`);

/** Folds u64 by treeHash from 0 on, as C++'s accumulate would. */
const HASH = eachArray(`
const word = (value) => BigInt.asUintN(64, value);
const combine = (l, r) => {
  let z = word(l * 0x9E3779B97F4A7C15n + word(r << 29n | r >> 35n) * 0xC2B2AE3D27D4EB4Fn + 0x165667B19E3779F9n);
  z = word((z ^ z >> 32n) * 0xD6E8FEB86659FD93n);
  return z ^ z >> 32n;
};
const answer = (bytes, begin, n) => {
  let total = 0n;
  for (let i = 0; i < n; i++) total = combine(total, bytes.readBigUInt64LE(begin + 8 * i));
  return String(total);
};
`);

const ONCE = `
const bytes = require("fs").readFileSync(process.argv[2]);
const begin = 10 + bytes.readUInt16LE(8);
let sum = 0;
for (let at = begin; at < bytes.length; at += 8) sum += bytes.readDoubleLE(at);
console.log(sum);
`;

/** Its prefixes, as a .npy file: the head of what it was given, and sums. */
const NPY = `
const bytes = require("fs").readFileSync(process.argv[2]);
let sum = 0;
for (let at = 10 + bytes.readUInt16LE(8); at < bytes.length; at += 8) {
  sum += bytes.readDoubleLE(at);
  bytes.writeDoubleLE(sum, at);
}
process.stdout.write(bytes);
`;

const MODULE = `
export default (input) => input.reduce((sum, value) => sum + value);
export const mean = (input) => input.reduce((sum, value) => sum + value) / input.length;
export const outsideIn = (input) => {
  let sum = 0;
  for (let i = 0; 2 * i < input.length; i++) {
    const other = input.length - 1 - i;
    sum += i === other ? input[i] : input[i] + input[other];
  }
  return sum;
};
export const prefixes = (input) => input.map((_, i) => input.subarray(0, i + 1).reduce((sum, value) => sum + value));
export const wide = (input) => input.reduceRight((sum, value) => sum + value, 0);
export const narrow = (input) => Math.fround(wide(input));
/** The running sum and two elements at once, as tensor cores add: aligned to the largest, cut off one digit below it, rounded toward zero. */
const exponentOf = (value) => (new Uint32Array(Float64Array.of(value).buffer)[1] >>> 20 & 2047) - 1023;
const cutAt = (value, unit) => Math.trunc(value / unit) * unit;
const atOnce = (parts) => {
  const unit = 2 ** (Math.max(...parts.map(exponentOf)) - 24);
  const sum = parts.map((part) => cutAt(part, unit)).reduce((total, part) => total + part);
  return sum === 0 ? 0 : cutAt(sum, 2 ** (exponentOf(sum) - 23));
};
export const fused = (input) => {
  let sum = 0 + input[0];
  for (let i = 1; i < input.length; i += 2) {
    sum = i + 1 < input.length ? atOnce([sum, input[i], input[i + 1]]) : Math.fround(sum + input[i]);
  }
  return sum;
};
const halves = (input) => {
  const middle = input.length >> 1;
  return middle === 0 ? input[0] : halves(input.subarray(0, middle)) + halves(input.subarray(middle));
};
export const halvesOfPrefixes = (input) => Array.from(input, (_, i) => halves(input.subarray(0, i + 1)));
export const fusedPrefixes = (input) => Array.from(input, (_, i) => fused(input.subarray(0, i + 1)));
export const byOperator = (input, combine) => input.reduceRight((total, value) => combine(value, total));
export const cumulative = (input) => Array.from(input, (_, i) => narrow(input.subarray(0, i + 1)));
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-reveal-test-"));
  await writeFile(path("server.cjs"), SERVER);
  await writeFile(path("hash.cjs"), HASH);
  await writeFile(path("once.cjs"), ONCE);
  await writeFile(path("npy.cjs"), NPY);
  await writeFile(path("sums.mjs"), MODULE);
});
afterAll(() => rm(folder, { recursive: true }));

async function json(...argv: readonly string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await run(["reveal", ...argv, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

describe("who is asked", () => {
  test("an executor of ours, by contract", async () => {
    const found = await json("--on", "wasm", "--expression", "interleaved:4", "--n", "50");
    expect(found).toMatchObject({ kind: "tree", name: "interleaved:4", n: 50, start: "none", depth: 6 });
    const wide = await json("--on", "javascript", "--type", "f32", "--accumulate", "f64");
    expect(wide).toMatchObject({ arithmetic: { precision: 53, result: "f64" } });
    expect(await json("--on", "wasm", "--scan")).toMatchObject({ kind: "scan", name: "iterated-pairwise" });
  });

  test("a function of a module", async () => {
    expect(await json("--module", path("sums.mjs"))).toMatchObject({ name: "left-fold", start: "none" });
    expect(await json("--module", `${path("sums.mjs")}#mean`)).toMatchObject({ kind: "notASum" });
    const scan = await json("--module", `${path("sums.mjs")}#prefixes`, "--scan", "--n", "9");
    expect(scan).toMatchObject({ kind: "scan", name: "left-fold" });
  });

  test("a process that stays, and a command for each question", async () => {
    const server = `${process.execPath} ${path("server.cjs")}`;
    expect(await json("--pipe", server, "--n", "40")).toMatchObject({ name: "right-fold", n: 40 });
    const once = `${process.execPath} ${path("once.cjs")} {file}`;
    expect(await json("--command", once, "--n", "1")).toMatchObject({ name: "left-fold" });
    const file = `${process.execPath} ${path("npy.cjs")} {file}`;
    expect(await json("--command", file, "--n", "2", "--scan")).toMatchObject({ name: "left-fold", n: 2 });
  });
});

test("a tree that is saved is an expression, and has the function's bits", async () => {
  const asked = ["--module", `${path("sums.mjs")}#outsideIn`, "--n", "21"];
  const { status, stdout } = await run(["reveal", ...asked, "--save", path("t.json"), "-o", path("t.svg")]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^tree +none\nnearest .*partial sums; first other: x0 \+ x20, where .* has .*\n/);
  expect(await readFile(path("t.svg"), "utf8")).toContain("a tree without a name: 21 elements, depth");
  const input = Float64Array.from({ length: 21 }, (_, i) => Math.sin(i) * 2 ** (i % 7));
  await writeFile(path("x.npy"), encodeNpy(input));
  const { outsideIn } = await import(path("sums.mjs"));
  for (const on of ["javascript", "wasm"]) {
    const reduced = await run([
      "reduce",
      path("x.npy"),
      "--expression",
      `tree:${path("t.json")}`,
      "--on",
      on,
      "--json",
    ]);
    expect(JSON.parse(reduced.stdout)).toMatchObject({ bits: toHex("f64", outsideIn(input)) });
  }
  await writeFile(path("y.npy"), encodeNpy(input.subarray(1)));
  const other = await run(["reduce", path("y.npy"), "--expression", `tree:${path("t.json")}`]);
  expect([other.status, other.stderr]).toEqual([
    2,
    "samebits: FILE must be 21 elements, as the tree has; of a scan that is revealed, each prefix has its own, got 20\n",
  ]);
});

describe("what is saved is computed in its own arithmetic", () => {
  const input = Float32Array.from({ length: 12 }, (_, i) => Math.sin(i) * 2 ** (i % 9));
  const tree = (name: string): readonly string[] => ["--expression", `tree:${path(name)}`];

  beforeAll(async () => {
    await writeFile(path("x32.npy"), encodeNpy(input));
    for (const name of ["wide", "narrow", "cumulative"]) {
      const scan = name === "cumulative" ? ["--scan"] : [];
      const asked = ["--module", `${path("sums.mjs")}#${name}`, "--type", "f32", "--n", "12", ...scan];
      const { status } = await run(["reveal", ...asked, "--save", path(`${name}.json`)]);
      expect(status).toBe(0);
    }
  });

  test.each(["wasm", "javascript", "workers:2"])("on %s", async (on) => {
    const { wide, narrow, cumulative } = await import(path("sums.mjs"));
    const bits = async (name: string): Promise<string> =>
      JSON.parse((await run(["reduce", path("x32.npy"), ...tree(name), "--on", on, "--json"])).stdout).bits;
    expect(await bits("wide.json")).toBe(toHex("f64", wide(input)));
    expect(await bits("narrow.json")).toBe(toHex("f32", narrow(input)));
    const scanned = ["scan", path("x32.npy"), ...tree("cumulative.json"), "--on", on, "-o", path("s.npy")];
    expect((await run(scanned)).status).toBe(0);
    expect([...(decodeNpy(await readFile(path("s.npy"))).array as Float32Array)]).toEqual(cumulative(input));
  });

  test("unless another type is asked for", async () => {
    const plain = await run([
      "reduce",
      path("x32.npy"),
      ...tree("wide.json"),
      "--accumulate",
      "f32",
      "--json",
    ]);
    expect(JSON.parse(plain.stdout)).toMatchObject({
      contract: expect.stringMatching(/^add f32 tree-\w+ initial=none/),
    });
    const other = await run(["reduce", path("x32.npy"), ...tree("wide.json"), "--type", "f64"]);
    expect([other.status, other.stderr]).toEqual([
      2,
      "samebits: --expression must be of a sum of f64, as FILE is; --type reads it as another, --accumulate takes the tree alone, got of a sum of f32\n",
    ]);
  });
});

test("a saved tree that is an expression of ours is computed by executors that have it, and else on plain loops", async () => {
  const input = Float32Array.from({ length: 50 }, (_, i) => Math.sin(i) * 2 ** (i % 9));
  await writeFile(path("x50.npy"), encodeNpy(input));
  const asked = ["--on", "wasm", "--type", "f32", "--n", "50"];
  for (const [expression, on, by] of [
    ["block-dyadic:4", "wasm", "wasm"],
    ["block-dyadic:4", "workers:2", "workers:2"],
    ["left-fold", "wasm", "wasm"],
    ["left-fold", "workers:2", "workers:2"],
  ]) {
    await run(["reveal", ...asked, "--expression", expression, "--save", path("ours.json")]);
    const found = await run([
      "reduce",
      path("x50.npy"),
      "--expression",
      `tree:${path("ours.json")}`,
      "--on",
      on,
      "--json",
    ]);
    const direct = await run(["reduce", path("x50.npy"), "--expression", expression, "--json"]);
    const { bits, executor } = JSON.parse(found.stdout);
    expect([executor, bits]).toEqual([by, JSON.parse(direct.stdout).bits]);
  }
  await run([
    "reveal",
    ...asked,
    "--expression",
    "network:brent-kung:16",
    "--scan",
    "--save",
    path("ours.json"),
  ]);
  const scanned = [
    "scan",
    path("x50.npy"),
    "--expression",
    `tree:${path("ours.json")}`,
    "-o",
    path("ours.npy"),
    "--json",
  ];
  expect(JSON.parse((await run(scanned)).stdout)).toMatchObject({
    ...{ executor: "wasm", contract: "add f32 network:brent-kung:16 initial=none v1" },
  });
  const text = await readFile(path("ours.json"), "utf8");
  await writeFile(path("other.json"), text.replace("network:brent-kung:16", "left-fold")); // a name that is not its tree's
  const other = ["reduce", path("x50.npy"), "--expression", `tree:${path("other.json")}`, "--json"];
  expect(JSON.parse((await run(other)).stdout)).toMatchObject({ executor: "javascript" });
});

test("what an executor refuses by that expression is computed on plain loops", async () => {
  const asked = ["--module", `${path("sums.mjs")}#halvesOfPrefixes`, "--n", "21", "--scan"];
  expect(await json(...asked, "--save", path("halves.json"))).toMatchObject({ name: "bisection" });
  const input = Float64Array.from({ length: 21 }, (_, i) => Math.sin(i) * 2 ** (i % 9));
  await writeFile(path("x21.npy"), encodeNpy(input));
  const scan = [
    "scan",
    path("x21.npy"),
    "--expression",
    `tree:${path("halves.json")}`,
    "-o",
    path("h21.npy"),
  ];
  expect(JSON.parse((await run([...scan, "--json"])).stdout)).toMatchObject({
    ...{ executor: "javascript", contract: expect.stringMatching(/^add f64 tree-/) },
  });
  const { halvesOfPrefixes } = await import(path("sums.mjs"));
  const scanned = decodeNpy(await readFile(path("h21.npy"))).array as Float64Array;
  expect([...scanned]).toEqual(halvesOfPrefixes(input));
});

test("a sum of three at once is computed by its tree, and compared", async () => {
  const asked = ["--module", `${path("sums.mjs")}#fused`, "--type", "f32", "--n", "21"];
  const { stdout: told } = await run([
    "reveal",
    ...asked,
    "--save",
    path("fused.json"),
    "-o",
    path("fused.svg"),
  ]);
  expect(told).toContain("fused       10 nodes of three operands and more");
  const { fused } = await import(path("sums.mjs"));
  const tree = ["--expression", `tree:${path("fused.json")}`];
  for (let seed = 0; seed < 5; seed++) {
    const input = Float32Array.from(
      { length: 21 },
      (_, i) => Math.sin(seed * 97 + i * i) * 2 ** ((seed * i) % 9),
    );
    await writeFile(path("x21.npy"), encodeNpy(input));
    const { stdout } = await run(["reduce", path("x21.npy"), ...tree, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      bits: toHex("f32", fused(input)),
      arithmetic: "24 binary digits, several at once with 1 more, rounded toward zero; then f32",
    });
  }
  const compared = await run([
    "compare",
    path("x21.npy"),
    "--left",
    `tree:${path("fused.json")}`,
    "--right",
    "left-fold",
    "--json",
  ]);
  expect(JSON.parse(compared.stdout)).toMatchObject({ equal: false });
  const other = await run(["reduce", path("x21.npy"), ...tree, "--operator", "max"]);
  expect([other.status, other.stderr]).toEqual([
    2,
    expect.stringContaining("executors combine two at a time"),
  ]);
});

test("and so is a scan", async () => {
  const asked = ["--module", `${path("sums.mjs")}#fusedPrefixes`, "--type", "f32", "--n", "21", "--scan"];
  expect((await run(["reveal", ...asked, "--save", path("fused-scan.json")])).status).toBe(0);
  const input = Float32Array.from({ length: 21 }, (_, i) => Math.sin(i) * 2 ** (i % 9));
  await writeFile(path("x21.npy"), encodeNpy(input));
  const scan = ["scan", path("x21.npy"), "--expression", `tree:${path("fused-scan.json")}`];
  expect((await run([...scan, "-o", path("s21.npy")])).status).toBe(0);
  const { fusedPrefixes } = await import(path("sums.mjs"));
  expect([...(decodeNpy(await readFile(path("s21.npy"))).array as Float32Array)]).toEqual(
    fusedPrefixes(input),
  );
  const exclusive = await run([...scan, "--exclusive", "-o", path("e21.npy")]);
  expect([exclusive.status, exclusive.stderr]).toEqual([
    2,
    expect.stringContaining("executors combine two at a time"),
  ]);
});

describe("a reduce whose operator is chosen", () => {
  const byTreeHash = ["--operator", "tree-hash"];

  test("by an executor, a module and a process", async () => {
    const ours = await json("--on", "wasm", ...byTreeHash, "--expression", "interleaved:4", "--n", "50");
    expect(ours).toMatchObject({ kind: "tree", name: "interleaved:4", initial: "none", swapped: 0 });
    const theirs = await json("--module", `${path("sums.mjs")}#byOperator`, ...byTreeHash, "--n", "5");
    expect(theirs).toMatchObject({ name: "right-fold", bracket: "(x0 · (x1 · (x2 · (x3 · x4))))" });
    const server = `${process.execPath} ${path("hash.cjs")}`;
    expect(await json("--pipe", server, ...byTreeHash, "--n", "9", "-o", path("hash.svg"))).toMatchObject({
      ...{ name: "left-fold", initial: "first", depth: 9 },
    });
    expect(await json("--command", "echo 7", ...byTreeHash, "--n", "2")).toMatchObject({
      kind: "unexplained",
    });
  });

  test("as a person reads it", async () => {
    const { stdout } = await run([
      "reveal",
      "--pipe",
      `${process.execPath} ${path("hash.cjs")}`,
      ...byTreeHash,
      "--n",
      "3",
    ]);
    expect(stdout).toContain("initial   0, as the first element; drawn as x3\n");
    expect(stdout).toContain("bracket   (((initial · x0) · x1) · x2)\n");
  });

  test("is no sum to be saved, and no scan", async () => {
    for (const option of [["--scan"], ["--save", path("no.json")]]) {
      const { status, stderr } = await run(["reveal", "--on", "wasm", ...byTreeHash, ...option]);
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining("must be left out with --operator tree-hash"),
      ]);
    }
  });
});

describe("bad input", () => {
  test.each([
    ["nobody", [], "--command must be given, or --pipe, --module or --on: one of them, got none"],
    ["two", ["--on", "wasm", "--pipe", "cat"], "one of them, got --pipe and --on"],
    [
      "words",
      ["--command", "echo hello"],
      '--command must be a command that prints numbers, got one that prints "hello"',
    ],
    [
      "nothing",
      ["--command", "true"],
      "--command must be a command that prints numbers, got one that prints nothing",
    ],
    ["a command that fails", ["--command", "echo so >&2; exit 3"], "got one that ends with 3: so"],
    ["one that hangs", ["--command", "sleep 30", "--timeout", "1"], "got no answer within 1 s"],
    [
      "a process that ends",
      ["--pipe", "true"],
      "--pipe must be a command that prints numbers, got one that ends with 0 before it answers",
    ],
    [
      "no module",
      ["--module", "/nowhere/sums.mjs#x"],
      "--module must be a JavaScript module and the name of a function",
    ],
    [
      "too many for the masks",
      ["--on", "wasm", "--type", "bf16", "--n", "300"],
      "--n must be at most 256, the elements of bf16",
    ],
    [
      "a tree that is not there",
      ["--on", "wasm", "--expression", "tree:/nowhere/t.json"],
      '--expression must be "tree:" and a readable file',
    ],
    [
      "a picture of no tree",
      ["--on", "wasm", "--expression", "binned:3", "-o", "b.svg"],
      "--output must be left out where there is no tree",
    ],
  ])("%s", async (_, argv, message) => {
    const { status, stdout, stderr } = await run(["reveal", ...argv]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  test("a function that is not one of numbers is told by the option that names it", async () => {
    const { status, stderr } = await run(["reveal", "--module", `${path("sums.mjs")}#cumulative`]);
    expect([status, stderr]).toEqual([
      2,
      "samebits: --module must be a function that gives a number, got one that gives an Array of length 16\n",
    ]);
  });

  test("leaves no file behind", async () => {
    await run(["reveal", "--on", "wasm", "--expression", "exact", "--save", path("none.json")]);
    expect(await readdir(folder)).not.toContain("none.json");
  });
});
