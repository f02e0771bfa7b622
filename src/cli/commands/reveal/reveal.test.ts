import { readdir } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { revealFolder } from "../../../../test/helpers/cli/reveal-folder.ts";

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));

const { folder, path, json } = revealFolder();

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
