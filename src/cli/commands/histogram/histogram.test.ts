import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { testTables } from "../../../../test/helpers/cli/tables.ts";
import { encodeNpy } from "../../../formats.ts";

const { path, make, remove } = testTables();
beforeAll(make);
afterAll(remove);
const arrow = new URL("../../../../node_modules/vega-datasets/data/flights-200k.arrow", import.meta.url)
  .pathname;

describe("histogram", () => {
  test("has bins from the least to the largest finite element, where none are asked for", async () => {
    await writeFile(path("y.npy"), encodeNpy(Float64Array.of(Infinity, 1, NaN, 5, 2)));
    const { stdout } = await run(["histogram", path("y.npy"), "--bins", "2", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      edges: [1, 3, 5],
      counts: [2, 1],
      below: 0,
      above: 1,
      nan: 1,
    });
    const nothing = await run(["histogram", path("none.npy"), "--bins", "1", "--json"]);
    expect(JSON.parse(nothing.stdout)).toMatchObject({ n: 0, edges: [0, 1], counts: [0] });
    const wide = BigInt64Array.of(2n ** 53n + 1n, 2n ** 62n + 1n, -(2n ** 53n) - 1n); // f64 has none of them
    await writeFile(path("wide.npy"), encodeNpy(wide));
    const all = await run(["histogram", path("wide.npy"), "--bins", "4", "--json"]);
    expect(JSON.parse(all.stdout)).toMatchObject({ counts: [2, 0, 0, 1], below: 0, above: 0 });
    await writeFile(path("one.npy"), encodeNpy(Float32Array.of(4, 4)));
    const one = await run(["histogram", path("one.npy"), "--bins", "1", "--json"]);
    expect(JSON.parse(one.stdout)).toMatchObject({ edges: [4, 5], counts: [2] });
  });

  test("draws bars on a terminal, as wide as it is, and none into a pipe", async () => {
    const argv = ["histogram", path("x.npy"), "--edges=-10,0,1,2,3"];
    const rows = ["[-10, 0)      1", "[0, 1)        2", "[1, 2)        0", "[2, 3]        3"];
    const { stdout } = await run(argv);
    expect(stdout.split("\n").slice(0, 5)).toEqual(["bin       count", ...rows]);
    const shown: string[] = [];
    const terminal = { columns: 30 } as NodeJS.WriteStream;
    await run(argv, { stdout: { terminal, write: async (chunk) => void shown.push(String(chunk)) } });
    const bars = ["  ████", "  ████████", "", "  ████████████"]; // 12 columns are left
    expect(shown.join("").split("\n").slice(1, 5)).toEqual(rows.map((row, i) => row + bars[i]));
    shown.length = 0;
    const narrow = { columns: 20 } as NodeJS.WriteStream;
    await run(argv, { stdout: { terminal: narrow, write: async (chunk) => void shown.push(String(chunk)) } });
    expect(shown.join("").split("\n").slice(1, 5)).toEqual(rows);
  });

  test("draws an SVG", async () => {
    const argv = [
      "histogram",
      arrow,
      "--column",
      "delay",
      "--type",
      "f32",
      "--range=-60,180",
      "--bins",
      "24",
    ];
    const { status, stdout } = await run([...argv, "--plot", path("h.svg")]);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`plot      ${path("h.svg")}\n`)]);
    const svg = await readFile(path("h.svg"), "utf8");
    expect(svg).toMatch(/^<svg/);
    expect(svg).toContain("200000 elements of flights-200k.arrow");
    expect(svg).toContain("not in a bin");
    expect(svg.match(/M[\d.]+ [\d.]+V/g)).toHaveLength(24);
  });

  test("names no more bins than there is room for, and keys by their axis", async () => {
    const edges = Array.from({ length: 41 }, (_, k) => k * k).join(",");
    const many = ["histogram", arrow, "--column", "delay", "--type", "f32", "--edges", edges];
    await run([...many, "--plot", path("many.svg")]);
    const svg = await readFile(path("many.svg"), "utf8");
    expect(svg.match(/\[\d+, \d+\)</g)).toEqual(
      [0, 5, 10, 15, 20, 25, 30, 35].map((k) => `[${k * k}, ${(k + 1) ** 2})<`),
    );
    const keys = ["histogram", path("k.npy"), "--categories", "6", "--plot", path("keys.svg")];
    expect((await run(keys)).status).toBe(0);
    expect(await readFile(path("keys.svg"), "utf8")).toContain("not in a bin: 1 outside");
  });

  test("a column of texts has a bin for each of them, one of bools two", async () => {
    const csv = 'city,wet\nOslo,true\nBergen,true\nOslo,false\n"a\nb",true\n';
    await writeFile(path("texts.csv"), csv);
    const { stdout } = await run(["histogram", path("texts.csv"), "--column", "city"]);
    expect(
      stdout
        .split("\n")
        .slice(0, 4)
        .map((line) => line.replace(/ +█.*/, "")),
    ).toEqual(["bin     count", "Bergen      1", "Oslo        2", "a b         1"]);
    const json = await run(["histogram", path("texts.csv"), "--column", "city", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      type: "text",
      values: ["Bergen", "Oslo", "a\nb"],
      counts: [1, 2, 1],
    });
    const bools = await run(["histogram", path("texts.csv"), "--column", "wet:bool", "--json"]);
    expect(JSON.parse(bools.stdout)).toMatchObject({ values: ["false", "true"], counts: [1, 3] });
    const drawn = ["histogram", path("texts.csv"), "--column", "city", "--plot", path("texts.svg")];
    expect((await run(drawn)).status).toBe(0);
    expect(await readFile(path("texts.svg"), "utf8")).toContain("Bergen");
  });

  test("texts have no other bins", async () => {
    await writeFile(path("texts.csv"), "city\nOslo\n");
    const { status: code, stderr } = await run([
      "histogram",
      path("texts.csv"),
      "--column",
      "city",
      "--bins",
      "3",
    ]);
    expect([code, stderr]).toEqual([
      2,
      "samebits: --bins must be left out for a column of texts, each of which is a bin, got it\n",
    ]);
  });
});
