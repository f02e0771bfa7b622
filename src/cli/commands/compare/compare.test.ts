import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { encodeNpy } from "../../../formats.ts";
import { encodeTree, type RevealedSum, revealTree } from "../../../reveal.ts";

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
    expect(reduced.found.noTrees).toBe("a sum that no order changes has no tree");
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
    ["no such tree", ["x.npy", "--left", "tree:/nowhere/t.json", "--right", "exact"], "--left must be words"],
    [
      "integers by bins",
      ["whole.npy", "--left", "exact", "--right", "left-fold"],
      "sums of integers are exact",
    ],
    ["a plot that is none", ["x.npy", "y.npy", "--plot", "d.txt"], "--plot must be an .svg or .png file"],
  ])("%s", async (_, argv, message) => {
    const files = argv.map((word) => (/^[a-z]+\.npy$/.test(word) ? path(word) : word));
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
