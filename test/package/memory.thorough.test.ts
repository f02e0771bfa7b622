// What a command takes of memory at most where it streams: a bound that the file's size is well above. A file of zeros takes no room on a disk.

import { spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REPOSITORY } from "./packed-files.ts";

const folder = mkdtempSync(join(tmpdir(), "samebits-memory-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string): string => join(folder, name);

const ROWS = 30_000_000;
const CLI = join(REPOSITORY, "dist/cli.mjs");
const TELLS_MOST = `data:text/javascript,process.on("exit",()=>process.stderr.write("most "+process.resourceUsage().maxRSS))`;

/** Runs a command, and tells what its process had at most, in MB. */
function mostOf(argv: readonly string[]): { readonly most: number; readonly stdout: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", TELLS_MOST, CLI, ...argv], {
    encoding: "utf8",
  });
  expect([status, stderr.replace(/most \d+$/, "")]).toEqual([0, ""]);
  return { most: Number(/most (\d+)$/.exec(stderr)?.[1]) / 1000, stdout };
}

let hash = "";
beforeAll(() => {
  const zeros = openSync(path("x.raw"), "w");
  ftruncateSync(zeros, 8 * ROWS);
  closeSync(zeros);
  hash = mostOf(["hash", path("x.raw"), "--type", "f64"]).stdout;
  for (const name of ["x.npy", "x.arrow", "x.parquet"]) {
    mostOf(["convert", path("x.raw"), path(name), "--type", "f64"]);
  }
});

/** MB, 45 of them Node's own. */
const MOST = 150;

describe.each(["x.npy", "x.arrow", "x.parquet"])("%s", (name) => {
  test.each([["reduce"], ["hash"], ["head"], ["histogram"], ["scan", "-o", path("y.npy")]])(
    "%s",
    (command, ...options) => {
      if (name !== "x.parquet") expect(statSync(path(name)).size).toBeGreaterThan(MOST * 1_000_000);
      const { most, stdout } = mostOf([command, path(name), ...options]);
      if (command === "hash") expect(stdout).toBe(hash);
      expect(most).toBeLessThan(MOST);
    },
  );
});

test.each(["x.raw", "x.npy", "x.arrow", "x.parquet"])("describe of %s", (name) => {
  const { most, stdout } = mostOf(["describe", path(name), ...(name === "x.raw" ? ["--type", "f64"] : [])]);
  expect(stdout).toMatch(/^count +30000000$/m);
  expect(most).toBeLessThan(MOST);
});

test("reduce-by-key of floats, all rows of one key", () => {
  const keyed = ["--key", "key=value", "--column", "value", "-o", path("keys.csv")];
  const { most, stdout } = mostOf(["reduce-by-key", path("x.parquet"), ...keyed]);
  expect(stdout).toMatch(/^n +30000000 /m);
  expect(most).toBeLessThan(MOST);
});

/** Eight million doubles in one page. By a process of its own: what this one has at most is counted to the processes that it starts. */
const WRITES_PAGE = `
import { writeFileSync } from "node:fs";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
const [codec, path] = process.argv.slice(1);
const writer = new ByteWriter();
const value = { name: "value", type: "DOUBLE", repetition_type: "OPTIONAL" };
const ZSTD = (bytes) => {
  const parts = [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58)];
  for (let at = 0; at < bytes.length; at += 1 << 17) {
    const block = bytes.subarray(at, at + (1 << 17));
    const head = (block.length << 3) | (at + (1 << 17) >= bytes.length);
    parts.push(Uint8Array.of(head, head >> 8, head >> 16), block);
  }
  return new Uint8Array(Buffer.concat(parts));
};
const compressors = codec === "ZSTD" ? { ZSTD } : undefined;
const file = new ParquetWriter({ writer, schema: [{ name: "root", num_children: 1 }, value], codec, compressors });
const data = Float64Array.from({ length: 8_000_000 }, (_, i) => i / 7);
file.write({ columnData: [{ name: "value", data, encoding: "PLAIN" }], rowGroupSize: data.length, pageSize: 2 ** 30 });
file.finish();
writeFileSync(path, new Uint8Array(writer.getBuffer()));
`;

test.each(["SNAPPY", "ZSTD", "UNCOMPRESSED"])("a page as large as its group of rows, %s", (codec) => {
  const argv = ["--input-type=module", "-e", WRITES_PAGE, codec, path("page.parquet")];
  expect(spawnSync(process.execPath, argv, { cwd: REPOSITORY }).status).toBe(0);
  for (const command of ["reduce", "hash", "head", "histogram"]) {
    expect(mostOf([command, path("page.parquet")]).most).toBeLessThan(MOST);
  }
});

test("filter of an array", () => {
  const { most } = mostOf(["filter", path("x.npy"), "--where", "value == 0", "-o", path("z.npy")]);
  expect(most).toBeLessThan(MOST);
  expect(statSync(path("z.npy")).size).toBe(8 * ROWS + 128);
});

test("filter of a table, all of whose rows are kept", () => {
  const { most, stdout } = mostOf([
    "filter",
    path("x.parquet"),
    "--where",
    "value == 0",
    "-o",
    path("z.arrow"),
  ]);
  expect(most).toBeLessThan(MOST);
  expect(stdout).toContain(hash.trim());
});
