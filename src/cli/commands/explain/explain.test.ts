import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { encodeNpy } from "../../../formats.ts";

let folder = "";
const path = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-explain-test-"));
  await writeFile(path("x.npy"), encodeNpy(Float64Array.of(2 ** 53, 1, 2, -(2 ** 53), 0.5, 0.25)));
  await writeFile(path("long.npy"), encodeNpy(Float64Array.from({ length: 5000 }, (_, i) => 1 / (i + 1))));
  await writeFile(path("whole.npy"), encodeNpy(Int32Array.of(1, 2)));
});
afterAll(() => rm(folder, { recursive: true }));

test("the additions that the error comes from, and where digits cancel", async () => {
  const { status, stdout, stderr } = await run(["explain", path("x.npy"), "--expression", "left-fold"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toBe(
    [
      "contract   add f64 left-fold initial=none v1",
      "n          6 f64",
      "sum        2.75  4006000000000000",
      "true sum   3.75  400e000000000000",
      "error      -1, 2.3e+15 ulp",
      "rounded    1 of 5 additions, 1.00 in magnitude",
      "cancelled  8 leading binary digits and more in 1 addition",
      "",
      "Largest roundings:",
      "over     value             rounded  ulp of the true sum",
      "x0 … x1  9007199254740992  -1       -2.3e+15",
      "",
      "Most leading digits cancelled:",
      "over     value  digits  inherited error",
      "x0 … x3  2      52      -1",
      "",
    ].join("\n"),
  );
});

test("JSON has every listed addition with bits; the drawing has a spot for each", async () => {
  const argv = [
    "explain",
    path("x.npy"),
    "--expression",
    "pairwise",
    "-o",
    path("t.svg"),
    "--json",
    "--rows",
    "2",
  ];
  const found = JSON.parse((await run(argv)).stdout);
  expect(found).toMatchObject({ nodeCount: 5, n: 6, largest: [{ elements: "x0 … x1", rounding: -1 }] });
  const svg = await readFile(path("t.svg"), "utf8");
  expect(svg.match(/<circle/g)).toHaveLength(5);
  expect(svg).toContain("add f64 iterated-pairwise initial=none v1: off by");
});

test.each([
  ["integers", ["whole.npy"], "--type must be f64 or f32, for sums of integers are exact"],
  ["no tree", ["x.npy", "--expression", "exact"], "which no order of its terms changes"],
  ["too many for a drawing", ["long.npy", "-o", "big.svg"], "at most 4096 elements"],
  ["no picture", ["x.npy", "-o", "big.txt"], "--output must be an .svg or .png file"],
])("%s", async (_, [file, ...argv], message) => {
  const files = argv.map((word) => (word.startsWith("big.") ? path(word) : word));
  const { status, stdout, stderr } = await run(["explain", path(file), ...files]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
  expect(await readdir(folder)).not.toContain("big.svg");
});
