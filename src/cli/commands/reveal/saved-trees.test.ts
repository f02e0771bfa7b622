import { readFile, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { revealFolder } from "../../../../test/helpers/cli/reveal-folder.ts";
import { decodeNpy, encodeNpy } from "../../../formats.ts";
import { toHex } from "../../../index.ts";

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));

const { path, json } = revealFolder();

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
