import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Table, tableToIPC, vectorFromArray } from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../test/helpers/cli/io.ts";
import { encodeNpy } from "../formats.ts";

const delay = Float64Array.of(20.5, -5, 40, -0, 40, 0.25);
const origin = Uint32Array.of(3, 3, 1, 2, 1, 1);

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-formats-"));
  const rows = Array.from(delay, (value, i) => [Object.is(value, -0) ? "-0" : `${value}`, `${origin[i]}`]);
  for (const [name, separator] of [["f.csv", ","] as const, ["f.tsv", "\t"] as const]) {
    await writeFile(
      path(name),
      ["delay,origin".split(","), ...rows].map((row) => row.join(separator)).join("\n"),
    );
  }
  const table = new Table({ delay: vectorFromArray(delay), origin: vectorFromArray(origin) });
  await writeFile(path("f.arrow"), tableToIPC(table, "file"));
  await writeFile(path("f.arrows"), tableToIPC(table, "stream"));
  const columnData = [
    { name: "delay", data: delay, type: "DOUBLE" as const },
    { name: "origin", data: Int32Array.from(origin), type: "INT32" as const },
  ];
  await writeFile(path("f.parquet"), new Uint8Array(parquetWriteBuffer({ columnData })));
  await writeFile(path("x.npy"), encodeNpy(delay));
  await writeFile(path("x.raw"), new Uint8Array(delay.buffer));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a command says in JSON, without what differs from run to run, and what it writes. */
async function made(argv: readonly string[]): Promise<unknown> {
  const output = argv[0] === "histogram" ? [] : ["-o", path("out.csv")];
  const { status, stdout, stderr } = await run([...argv, ...output, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  const { seconds, output: _, ...report } = JSON.parse(stdout);
  expect(seconds).toBeGreaterThanOrEqual(0);
  return { report, text: output.length === 0 ? undefined : await readFile(path("out.csv"), "utf8") };
}

const COLUMNS = ["--column", "delay", "--column", "origin:u32"];

describe.each([
  [
    ["sort", ...COLUMNS, "--by", "origin", "--by", "delay:descending"],
    "delay,origin\n40,1\n40,1\n0.25,1\n-0,2\n20.5,3\n-5,3\n",
  ],
  [["filter", ...COLUMNS, "--where", "delay > 0 && origin != 3"], "delay,origin\n40,1\n40,1\n0.25,1\n"],
  [["unique", "--column", "origin:u32"], "origin\n3\n1\n2\n1\n"],
  [["reduce-by-key", "--key", "origin:u32", "--column", "delay"], "origin,delay\n1,80.25\n2,-0\n3,15.5\n"],
  [["histogram", "--column", "delay", "--edges=-10,0,15,60"], undefined],
])("%s", ([command, ...options], text) => {
  test("reads tables of every format, with --json", async () => {
    const expected = await made([command, path("f.csv"), ...options]);
    expect(expected).toMatchObject({ report: { executor: "wasm", n: 6 } });
    if (text !== undefined) expect(expected).toMatchObject({ text });
    else expect(expected).toMatchObject({ report: { counts: [1, 2, 3] } });
    for (const file of ["f.tsv", "f.arrow", "f.arrows", "f.parquet"]) {
      expect(await made([command, path(file), ...options]), file).toEqual(expected);
    }
  });
});

test.each([
  ["sort"],
  ["unique", "--anywhere"],
  ["filter", "--where", "value > 0"],
  ["histogram", "--bins", "3", "--range=-10,50"],
])("%s reads arrays, as .npy and raw", async (command, ...options) => {
  const expected = await made([command, path("x.npy"), ...options]);
  expect(await made([command, path("x.raw"), "--type", "f64", ...options])).toEqual(expected);
});

test("a histogram of a table is drawn", async () => {
  for (const file of ["f.arrow", "f.parquet"]) {
    const drawn = await run([
      "histogram",
      path(file),
      "--column",
      "delay",
      "--bins",
      "4",
      "--plot",
      path("h.svg"),
    ]);
    expect([drawn.status, drawn.stderr]).toEqual([0, ""]);
    expect(await readFile(path("h.svg"), "utf8")).toMatch(/^<svg .*>delay</s);
  }
});
