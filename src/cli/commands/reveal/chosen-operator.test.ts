import { readdir, writeFile } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { revealFolder } from "../../../../test/helpers/cli/reveal-folder.ts";
import { encodeNpy } from "../../../formats.ts";
import { toHex } from "../../../index.ts";

vi.mock("../../../workers.ts", () => import("../../../../test/workers/door-here.ts"));

const { folder, path, json } = revealFolder();

describe("a reduce whose operator is chosen", () => {
  const byTreeHash = ["--operator", "tree-hash"];

  test("by an executor, a module and a process", async () => {
    const ours = await json("--on", "wasm", ...byTreeHash, "--expression", "interleaved:4", "--n", "50");
    expect(ours).toMatchObject({ kind: "tree", name: "interleaved:4", initial: "none", swapped: 0 });
    const theirs = await json("--module", `${path("sums.mjs")}#byOperator`, ...byTreeHash, "--n", "5");
    expect(theirs).toMatchObject({ name: "right-fold", bracket: "(x0 · (x1 · (x2 · (x3 · x4))))" });
    const server = `${process.execPath} ${path("hash.cjs")}`;
    expect(await json("--pipe", server, ...byTreeHash, "--n", "9", "-o", path("hash.svg"))).toMatchObject({
      ...{ name: "left-fold", initial: "first", depth: 9 },
    });
    expect(await json("--command", "echo 7", ...byTreeHash, "--n", "2")).toMatchObject({
      kind: "unexplained",
    });
  });

  test("as a person reads it", async () => {
    const { stdout } = await run([
      "reveal",
      "--pipe",
      `${process.execPath} ${path("hash.cjs")}`,
      ...byTreeHash,
      "--n",
      "3",
    ]);
    expect(stdout).toContain("initial   0, as the first element; drawn as x3\n");
    expect(stdout).toContain("bracket   (((initial · x0) · x1) · x2)\n");
  });

  test("is saved as a tree, which any operator and type can be combined by", async () => {
    const saved = path("combines.json");
    const ours = ["--on", "wasm", ...byTreeHash, "--expression", "interleaved:4", "--n", "50"];
    expect(await json(...ours, "--save", saved)).toMatchObject({ save: saved });
    await writeFile(
      path("x50.npy"),
      encodeNpy(Float32Array.from({ length: 50 }, (_, i) => Math.sin(i) * 2 ** (i % 9))),
    );
    for (const more of [[], ["--operator", "max"], ["--accumulate", "f64"]]) {
      const by = (expression: string) =>
        run(["reduce", path("x50.npy"), ...more, "--expression", expression, "--json"]);
      const [found, expected] = await Promise.all([by(`tree:${saved}`), by("interleaved:4")]);
      const { bits, executor, contract } = JSON.parse(expected.stdout);
      expect(JSON.parse(found.stdout)).toMatchObject({ bits, executor, contract });
    }
  });

  test("saved without the initial value that all of it is combined with", async () => {
    const outside = ["--module", `${path("sums.mjs")}#fromZero`, ...byTreeHash, "--n", "9"];
    expect(await json(...outside, "--save", path("outside.json"))).toMatchObject({
      initial: "outside",
      name: "right-fold",
    });
    const input = Float64Array.from({ length: 9 }, (_, i) => Math.sin(i) * 2 ** (i % 5));
    await writeFile(path("x9.npy"), encodeNpy(input));
    const { stdout } = await run([
      "reduce",
      path("x9.npy"),
      "--expression",
      `tree:${path("outside.json")}`,
      "--json",
    ]);
    const sum = input.subarray(0, 8).reduceRight((total, value) => value + total, input[8]);
    expect(JSON.parse(stdout)).toMatchObject({ bits: toHex("f64", sum) });
  });

  test("what is no tree over the elements in their order is not saved, nor a scan revealed", async () => {
    const refused = async (argv: readonly string[]): Promise<string> => {
      const { status, stdout, stderr } = await run(["reveal", ...argv, ...byTreeHash, "--n", "5"]);
      expect([status, stdout]).toEqual([2, ""]);
      return stderr;
    };
    const save = ["--save", path("no.json")];
    const server = `${process.execPath} ${path("hash.cjs")}`;
    expect(await refused(["--pipe", server, ...save])).toContain(
      "--save must be left out where a reduce has an initial value among the elements",
    );
    expect(await refused(["--module", `${path("sums.mjs")}#swapped`, ...save])).toContain(
      "--save must be left out where a reduce has combines that swap their operands",
    );
    expect(await refused(["--command", "echo 7", ...save])).toContain(
      "--save must be left out where there is no tree",
    );
    expect(await refused(["--on", "wasm", "--scan"])).toContain(
      "--scan must be left out with --operator tree-hash",
    );
    expect(await readdir(folder)).not.toContain("no.json");
  });
});
