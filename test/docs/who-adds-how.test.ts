import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reduce } from "samebits";
import { encodeNpy } from "samebits/formats";
import { decodeTree, treeExpression } from "samebits/reveal";
import { afterAll, describe, expect, test } from "vitest";
import { answers, reveal } from "../../bench/gallery/ask.mjs";
import { ADDERS, gccO2, MissingTool } from "../../bench/gallery/tools.mjs";
import { REPOSITORY } from "./blocks.ts";
import { WHO_ADDS_HOW_FIGURES } from "./who-adds-how-document.ts";

const folder = mkdtempSync(join(tmpdir(), "samebits-gallery-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("no picture is left of another run", () => {
  const present = readdirSync(join(REPOSITORY, "docs/figures/who-adds-how"));
  const expected = WHO_ADDS_HOW_FIGURES.map(({ file }) => file.split("/").at(-1));
  expect(present.sort()).toEqual(expected.sort());
});

test("a plain loop is a left fold", () => {
  const loop = reveal({ module: join(ADDERS, "loops.mjs#sum") }, "--n", "50");
  expect(loop).toMatchObject({ kind: "tree", name: "left-fold", start: "zero" });
});

/** Both signs over forty powers of two; the generator of Lehmer and Park, Miller. */
function randomInputs(n: number, count: number): readonly Float64Array[] {
  let state = 20_261_126;
  const draw = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, () =>
    Float64Array.from({ length: n }, () => (2 * draw() - 1) * 2 ** Math.floor(40 * draw() - 20)),
  );
}

/** Reveals a sum of n elements, and holds the sums of 1,000 random arrays by the saved tree to its own. */
async function checkBits(pipe: string, n: number): Promise<string> {
  const file = join(folder, "tree.json");
  const { name } = reveal({ pipe }, "--n", String(n), "--save", file);
  const expression = treeExpression(decodeTree(readFileSync(file, "utf8")));
  const inputs = randomInputs(n, 1000);
  const theirs = await answers({ pipe }, inputs);
  const ours = inputs.map((input) => [reduce(input, { expression })]);
  expect(ours).toEqual(theirs);
  const leftFolds = inputs.filter((input, i) => reduce(input, { expression: "left-fold" }) !== theirs[i][0]);
  if (name !== "left-fold") expect(leftFolds.length).toBeGreaterThan(100); // the bits do depend on the tree
  return name;
}

const numpy = ["python3", "/usr/bin/python3"].find(
  (python) => spawnSync(python, ["-c", "import numpy"]).status === 0,
);

describe.skipIf(numpy === undefined)("NumPy, where it is here", () => {
  const pipe = `${numpy} ${join(ADDERS, "sums.py")} numpy.sum`;

  test("its trees have its bits on 1,000 random inputs", { timeout: 120_000 }, async () => {
    expect(await checkBits(pipe, 7)).toBe("left-fold");
    expect(await checkBits(pipe, 100)).toBe("lanes(8, left-fold, iterated-pairwise, singly)");
    expect(await checkBits(pipe, 1000)).toMatch(/^halves\(8, 128, lanes\(8, left-fold, iterated-pairwise/);
  });

  test("on the command line, by tree:FILE", () => {
    const [input] = randomInputs(100, 1);
    const [array, tree] = [join(folder, "x.npy"), join(folder, "numpy.json")];
    writeFileSync(array, encodeNpy(input));
    reveal({ pipe }, "--n", "100", "--save", tree);
    const cli = [join(REPOSITORY, "dist/cli.mjs"), "reduce", array, "--expression", `tree:${tree}`, "--json"];
    const { stdout } = spawnSync(process.execPath, cli, { encoding: "utf8" });
    const code = `import numpy; print(repr(float(numpy.load("${array}").sum())))`;
    const theirs = spawnSync(numpy as string, ["-c", code], { encoding: "utf8" });
    expect(JSON.parse(stdout).value).toBe(Number(theirs.stdout));
  });
});

const compiled = ((): string | undefined => {
  try {
    return gccO2().command;
  } catch (error) {
    if (error instanceof MissingTool) return undefined;
    throw error;
  }
})();

test.skipIf(compiled === undefined)("libstdc++'s std::reduce, where g++ is here", async () => {
  expect(await checkBits(`${compiled} reduce`, 15)).toBe("blocks(4, iterated-pairwise, left-fold, singly)");
  expect(await checkBits(`${compiled} reduce`, 100)).toBe("linear-carry:4");
});
