import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { encodeNpy } from "../../../formats.ts";
import { reduce, toHex } from "../../../index.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
const TERMS = Float64Array.from({ length: 500 }, (_, i) => Math.sin(i) * 2 ** (i % 9));
const SINGLE = Float32Array.from(TERMS);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-identify-test-"));
  await writeFile(path("x.npy"), encodeNpy(TERMS));
  await writeFile(path("single.npy"), encodeNpy(SINGLE));
  await writeFile(path("whole.npy"), encodeNpy(Int32Array.of(1, 2)));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(["wasm", "javascript"])("on %s", (on) => {
  test("a result in decimal and by its bits", async () => {
    const result = reduce(TERMS, { expression: "interleaved:8" });
    for (const text of [String(result), `bits:${toHex("f64", result)}`]) {
      const { status, stdout } = await run(["identify", path("x.npy"), "--result", text, "--on", on]);
      expect(status).toBe(0);
      expect(stdout).toMatch(
        /\n\nexactly these bits \(\d+\)\n(?:.*\n)*add f64 interleaved:8 initial=none v1\n/,
      );
    }
  });

  test("f32 by its bits, and a sum that was rounded to it", async () => {
    const wide = Math.fround(reduce(SINGLE, { expression: "left-fold", accumulate: "f64" }));
    const bits = `bits:${toHex("f32", wide)}`;
    const { stdout } = await run(["identify", path("single.npy"), "--result", bits, "--on", on, "--json"]);
    const found = JSON.parse(stdout);
    expect(found.identified).toBe(true);
    expect(found.matches.map(({ name }: { readonly name: string }) => name)).toContain(
      "add f32 sum=f64 left-fold initial=none v1, rounded to f32",
    );
  });
});

test("none that is known: status 1, and the nearest", async () => {
  const { status, stdout } = await run(["identify", path("x.npy"), "--result", "0.5"]);
  expect(status).toBe(1);
  expect(stdout).toContain("None gives these bits. Nearest:");
  const told = await run(["identify", path("x.npy"), "--result", "0.5", "--json"]);
  expect(JSON.parse(told.stdout)).toMatchObject({
    identified: false,
    matches: [],
    nearest: { name: expect.any(String) },
  });
});

test.each([
  ["no result", ["x.npy"], "required option '--result <value>' not specified"],
  [
    "words",
    ["x.npy", "--result", "much"],
    "--result must be a decimal number, or bits: and hexadecimal digits",
  ],
  [
    "digits of no type",
    ["x.npy", "--result", "bits:123"],
    "--result must be 16 lower-case hexadecimal digits",
  ],
  [
    "integers",
    ["whole.npy", "--result", "3"],
    "--type must be f64 or f32, for sums of integers are the same",
  ],
])("%s", async (_, [file, ...argv], message) => {
  const { status, stdout, stderr } = await run(["identify", path(file), ...argv]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});
