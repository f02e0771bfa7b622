import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeNpy, encodeNpy, encodeRaw } from "../../src/formats.ts";
import { inclusiveScan, reduce } from "../../src/javascript.ts";
import { run } from "../helpers/cli/io.ts";
import { narrowElements } from "./cases.ts";

let folder = "";
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-storage-cli-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function json(...argv: readonly string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await run([...argv, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

const bits = narrowElements("f16", 70_000, 3n) as Uint16Array;

describe.each(["javascript", "wasm"])("on %s", (on) => {
  test("a .npy file of f16 is reduced as f16: the line says so, the bits are those of the function", async () => {
    await writeFile(path("x.npy"), encodeNpy(bits, "f16"));
    expect(await json("reduce", path("x.npy"), "--on", on)).toMatchObject({
      contract: "add f16 sum=f32 block-dyadic:32 initial=none v1",
      n: 70_000,
      value: reduce(bits, { type: "f16" }),
    });
    expect(
      await json("reduce", path("x.npy"), "--accumulate", "f64", "--initial", "0.1", "--on", on),
    ).toMatchObject({ value: reduce(bits, { type: "f16", accumulate: "f64", initial: 0.1 }) });
    await json("scan", path("x.npy"), "-o", path("y.npy"), "--on", on);
    const { array } = decodeNpy(await readFile(path("y.npy")));
    expect(array).toStrictEqual(inclusiveScan(bits, { type: "f16" }));
  });

  test("raw bytes are any narrow type", async () => {
    await writeFile(path("x.raw"), encodeRaw(Int8Array.of(-128, -1, 3)));
    const raw = ["reduce", path("x.raw"), "--raw", "--on", on];
    expect(await json(...raw, "--type", "i8")).toMatchObject({
      contract: "add i8 sum=i32 block-dyadic:32 initial=none v1",
      value: -126,
    });
    expect(await json(...raw, "--type", "u8")).toMatchObject({ value: 128 + 255 + 3 });
    const { status, stderr } = await run([...raw, "--type", "bf16"]);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/whole bf16 elements \(2 bytes each\), got .*3 bytes/),
    ]);
  });
});

test("functions over columns have them widened", async () => {
  await writeFile(path("c.csv"), "x\n3\n1.5\n-2\n");
  const sorted = await run(["sort", path("c.csv"), "--column", "x:f16", "-o", path("s.csv")]);
  expect(sorted.stdout).toMatch(/3 \{x:f32\}/);
  expect(
    await json("histogram", path("c.csv"), "--column", "x", "--type", "bf16", "--bins", "2"),
  ).toMatchObject({
    type: "f32",
  });
  await writeFile(path("u.raw"), Uint8Array.of(1, 2, 255));
  const described = await run(["describe", path("u.raw"), "--raw", "--type", "u8"]);
  expect(described.stdout).toMatch(/255/);
  const inexact = await run(["reduce", path("c.csv"), "--column", "x", "--type", "u8"]);
  expect([inexact.status, inexact.stderr]).toEqual([
    2,
    expect.stringMatching(/exactly u8, got .*1.5 in row 2/),
  ]);
  const unknown = await run(["reduce", path("c.csv"), "--type", "f8"]);
  expect(unknown.stderr).toMatch(/--type must be one of f64, .*f16.*, got "f8"/);
});
