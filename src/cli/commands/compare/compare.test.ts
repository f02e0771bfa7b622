import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { encodeNpy } from "../../../formats.ts";
import { encodeTree, type RevealedSum, revealScan, revealTree } from "../../../reveal.ts";

let folder = "";
const path = (name: string): string => join(folder, name);

/** 2^53, where ones are lost one by one and kept in pairs. */
const TERMS = Float64Array.of(2 ** 53, 1, 1, 1, -(2 ** 53), 1, 1, 1);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-compare-test-"));
  await writeFile(path("x.npy"), encodeNpy(TERMS));
  await writeFile(path("y.npy"), encodeNpy(TERMS.map((term, i) => (i === 3 ? term + 2 ** -51 : term))));
  await writeFile(path("short.npy"), encodeNpy(TERMS.subarray(1)));
  await writeFile(path("whole.npy"), encodeNpy(Int32Array.of(1, 2, 3)));
  await writeFile(path("table.csv"), "open,close,name\n1.5,1.5,a\n2.5,2.75,b\n");
  const fromTheEnd = (terms: Float64Array): number => terms.reduceRight((sum, term) => sum + term);
  const revealed = (await revealTree(fromTheEnd, { n: 8 })) as RevealedSum;
  await writeFile(path("end.json"), encodeTree(revealed));
});
afterAll(() => rm(folder, { recursive: true }));

async function compared(...argv: readonly string[]) {
  const { status, stdout, stderr } = await run(["compare", ...argv, "--json"]);
  expect(stderr).toBe("");
  return { status, found: JSON.parse(stdout) };
}

describe("files and columns", () => {
  test("equal: status 0; different: status 1, with the first and the farthest", async () => {
    const same = await run(["compare", path("x.npy"), path("x.npy")]);
    expect([same.status, same.stdout.split("\n").at(-2)]).toEqual([
      0,
      "EQUAL  the same bits in all 8 elements",
    ]);
    const { status, found } = await compared(path("x.npy"), path("y.npy"));
    expect([status, found.equal, found.differentCount]).toEqual([1, false, 1]);
    expect(found.first).toMatchObject({ position: 3, left: 1, distance: -2, leftBits: "3ff0000000000000" });
    expect(found.comparison).toBeUndefined();
  });

  test("two columns of a table", async () => {
    const both = ["--column", "open", "--column", "close"];
    const { found } = await compared(path("table.csv"), ...both);
    expect(found).toMatchObject({ differentCount: 1, first: { position: 1, left: 2.5, right: 2.75 } });
    const { stdout } = await run(["compare", path("table.csv"), ...both]);
    expect(stdout).toContain("element 1: 2.5 and 2.75, 562949953421312 ulps apart");
  });
});

describe("contracts over one file", () => {
  test("the first prefix that differs, and the additions at fault", async () => {
    const sides = ["--left", "left-fold", "--right", "add f64 block-dyadic:2"];
    const { status, found } = await compared(path("x.npy"), ...sides);
    expect([status, found.compared]).toEqual([1, "prefixes"]);
    expect(found.first).toMatchObject({ position: 3, left: 2 ** 53, right: 2 ** 53 + 2 });
    expect(found.comparison.divergence).toMatchObject({
      elements: { first: 0, last: 3 },
      left: { rounding: -1, error: -3, operands: [{ error: -2 }, { value: 1 }] },
      right: { rounding: 0, error: -1, operands: [{ error: -1 }, { value: 2, error: 0 }] },
    });
    expect(found.growth.at(-1)).toMatchObject({ position: 7, left: 3, right: 5 });
    const { stdout } = await run(["compare", path("x.npy"), ...sides]);
    expect(stdout).toContain("first     prefix 3: 9007199254740992 and 9007199254740994, 1 ulp apart\n");
    expect(stdout).toMatch(/ rounded +0\n +together +9007199254740994 +4340000000000001 +off -1\n/);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("a revealed tree has one length: results alone", async () => {
    const { found } = await compared(
      path("x.npy"),
      "--left",
      "left-fold",
      "--right",
      `tree:${path("end.json")}`,
    );
    expect(found).toMatchObject({ compared: "results", first: { left: 3, right: 6 } });
    expect(found.comparison.divergence.elements.count).toBe(8);
    const reduced = await compared(path("x.npy"), "--left", "left-fold", "--right", "exact", "--reduce");
    expect(reduced.found).toMatchObject({ compared: "results", first: { left: 3, right: 6 } });
    // Of the loop's partial sums those of the exact sum, until they part.
    expect(reduced.found.comparison.divergence).toMatchObject({
      elements: { first: 0, last: 2 },
      left: { value: 2 ** 53, error: -2 },
      right: { value: 2 ** 53 + 2, error: 0 },
    });
  });

  test("two sums without an order have none", async () => {
    const { found } = await compared(path("x.npy"), "--left", "exact", "--right", "binned:2", "--reduce");
    expect(found).toMatchObject({ equal: true });
  });

  test("a revealed sum in its own arithmetic, and a revealed scan prefix by prefix", async () => {
    const wide = (terms: Float32Array): number => terms.reduceRight((sum, term) => sum + term, 0);
    const input = Float32Array.from({ length: 9 }, (_, i) => Math.sin(i) * 2 ** (3 * i));
    await writeFile(path("x32.npy"), encodeNpy(input));
    const revealed = (await revealTree(wide, { n: 9, type: "f32" })) as RevealedSum;
    await writeFile(path("wide.json"), encodeTree(revealed));
    const prefixes = (terms: Float32Array) => Array.from(terms, (_, i) => wide(terms.subarray(0, i + 1)));
    await writeFile(path("scan.json"), encodeTree(await revealScan(prefixes, { n: 9, type: "f32" })));
    const whole = await compared(
      path("x32.npy"),
      "--left",
      `tree:${path("wide.json")}`,
      "--right",
      "left-fold",
    );
    expect(whole.found).toMatchObject({ compared: "results", first: { left: wide(input) } });
    const scan = ["--left", `tree:${path("scan.json")}`, "--right"];
    const equal = await compared(path("x32.npy"), ...scan, "sum=f64 exact");
    expect(equal.found.compared).toBe("prefixes");
    const other = await compared(path("x32.npy"), ...scan, "left-fold");
    const first = prefixes(input).findIndex((sum, i) => sum !== prefixesInF32(input)[i]);
    expect(other.found).toMatchObject({ compared: "prefixes", first: { position: first } });
    expect(other.found.comparison.divergence.elements).toMatchObject({ first: 0, last: first });
    const typed = await run(["compare", path("x.npy"), ...scan, "left-fold"]);
    expect([typed.status, typed.stderr]).toEqual([
      2,
      expect.stringContaining("--left must be a tree of a sum of f64"),
    ]);
  });
});

function prefixesInF32(input: Float32Array): readonly number[] {
  let sum = 0;
  return Array.from(input, (term, i) => {
    sum = i === 0 ? term : Math.fround(sum + term);
    return sum;
  });
}

describe("a result of another program beside a way to combine", () => {
  test("a number", async () => {
    const { status, found } = await compared(path("x.npy"), "--left", "result:3", "--right", "left-fold");
    expect([status, found.left, found.compared, found.equal]).toEqual([0, "result:3", "results", true]);
    const other = await compared(path("x.npy"), "--left", "left-fold", "--right", "result:6");
    expect(other.found).toMatchObject({ first: { left: 3, right: 6 } });
    expect(other.found.noTrees).toBe(
      "of right the result alone is known; samebits identify looks for ways to it",
    );
  });

  test("a file of all prefixes, or of one value", async () => {
    let sum = 0;
    await writeFile(path("sums.npy"), encodeNpy(TERMS.map((term) => (sum += term))));
    await writeFile(path("sum.npy"), encodeNpy(Float64Array.of(sum)));
    const ofAll = ["--left", `result:${path("sums.npy")}`, "--right"];
    const same = await compared(path("x.npy"), ...ofAll, "left-fold");
    expect(same.found).toMatchObject({ compared: "prefixes", equal: true });
    const { found } = await compared(path("x.npy"), ...ofAll, "block-dyadic:2");
    expect(found).toMatchObject({ compared: "prefixes", first: { position: 3, left: 2 ** 53 } });
    const last = await compared(path("x.npy"), ...ofAll, `tree:${path("end.json")}`);
    expect(last.found).toMatchObject({ compared: "results", first: { left: 3, right: 6 } });
    const one = await compared(path("x.npy"), "--left", `result:${path("sum.npy")}`, "--right", "left-fold");
    expect(one.found).toMatchObject({ compared: "results", equal: true });
  });

  test("all words of a contract, and the line that another command prints", async () => {
    const line = "multiply f64 left-fold backward initial=4000000000000000@first v1";
    const { status, found } = await compared(path("x.npy"), "--left", line, "--right", line);
    expect([status, found.left, found.equal]).toEqual([0, line, true]);
    const wider = await compared(path("whole.npy"), "--left", "sum=f64", "--right", "i32 sum=f64 left-fold");
    expect(wider.found).toMatchObject({ equal: true, type: "f64" });
  });

  test("draws the difference", async () => {
    const sides = ["--left", "left-fold", "--right", "block-dyadic:2", "--plot", path("d.svg")];
    expect((await run(["compare", path("x.npy"), ...sides])).status).toBe(1);
    expect(await readFile(path("d.svg"), "utf8")).toContain("left − right: 5 of 8 prefixes differ");
    await run(["compare", path("x.npy"), ...sides.slice(0, 4), "--reduce", "--plot", path("r.svg")]);
    expect(await readFile(path("r.svg"), "utf8")).toContain("elements in the partial result");
  });
});

describe("bad input", () => {
  test.each([
    ["nothing to compare with", ["x.npy"], "--left must be given, or else OTHER, or --column twice"],
    ["one side", ["x.npy", "--left", "left-fold"], "--right must be given, or else OTHER"],
    ["both", ["x.npy", "y.npy", "--left", "left-fold"], "--left must be left out where two files"],
    ["lengths", ["x.npy", "short.npy"], '"OTHER" must have length 8, got 7'],
    [
      "types",
      ["x.npy", "whole.npy"],
      "OTHER must be of f64, as FILE is; --type reads both as one type, got i32",
    ],
    ["a misspelt expression", ["x.npy", "--left", "left-flod", "--right", "exact"], "nearest: left-fold"],
    ["a word twice", ["x.npy", "--left", "left-fold exact", "--right", "exact"], "each once"],
    [
      "another type",
      ["x.npy", "--left", "f32 exact", "--right", "exact"],
      "--left must be a contract over f64",
    ],
    [
      "two results",
      ["x.npy", "--left", "result:1", "--right", "result:2"],
      "give both files: samebits compare A B",
    ],
    [
      "a result of another length",
      ["x.npy", "--left", "left-fold", "--right", "result:short.npy"],
      "--right must be a result of FILE: one value, or its 8 prefixes, got 7 values",
    ],
    ["no such result", ["x.npy", "--left", "result:/nowhere/r.npy", "--right", "exact"], "/nowhere/r.npy"],
    ["no such tree", ["x.npy", "--left", "tree:/nowhere/t.json", "--right", "exact"], "--left must be words"],
    [
      "integers by bins",
      ["whole.npy", "--left", "exact", "--right", "left-fold"],
      "sums of integers are exact",
    ],
    ["a plot that is none", ["x.npy", "y.npy", "--plot", "d.txt"], "--plot must be an .svg or .png file"],
  ])("%s", async (_, argv, message) => {
    const files = argv.map((word) =>
      word.replace(/^(|result:)([a-z]+\.npy)$/, (_, before, name) => before + path(name)),
    );
    const { status, stdout, stderr } = await run(["compare", ...files]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(await readdir(folder)).not.toContain("d.txt");
  });

  test("no plot in the place of a file that is read", async () => {
    const sides = ["--left", "left-fold", "--right", `tree:${path("end.json")}`];
    const { status, stderr } = await run(["compare", path("x.npy"), ...sides, "--plot", path("end.json")]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("--plot must be")]);
  });
});
