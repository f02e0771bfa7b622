import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../../test/helpers/cli/io.ts";
import { findPart, SYSTEM_PARTS } from "../../../../tools/system-parts.mjs";
import { checkIntervals, readNetwork } from "../../../networks.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-exact-"));
});
afterAll(() => rm(folder, { recursive: true }));

const ask = (...argv: string[]) => run(["network", ...argv], {});

describe("samebits network exact", () => {
  test("gives a smallest network, and who says so", async () => {
    const file = join(folder, "found.txt");
    const { status, stdout, stderr } = await ask(..."exact --n 8 --depth 3 --solver z3 -o".split(" "), file);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^size +12, and no circuit is smaller \(Sergeev\)$/m);
    expect(stdout).toMatch(/^bounds +7 \(prefixes\), 11 \(Snir\), 12 \(Sergeev\)$/m);
    expect(stdout).toMatch(/^generated +12 \(/m);
    const network = readNetwork(await readFile(file, "utf8"));
    expect(checkIntervals(network)).toMatchObject({ holds: true });
    expect(network.steps.flat()).toHaveLength(12);
  });

  test("as JSON, proved without a theorem", async () => {
    const { status, stdout } = await ask(..."exact --n 7 --depth 3 --prove --solver z3 --json".split(" "));
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ n: 7, depth: 3, status: "proved", size: 9, by: "SAT", among: "circuits" },
      bounds: [
        { size: 6, by: "prefixes" },
        { size: 9, by: "Snir" },
      ],
    });
  });

  test("says that nothing keeps within the bounds", async () => {
    const { status, stdout } = await ask(..."exact --n 9 --depth 3 --solver z3".split(" "));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^size +no network of any size/m);
    const json = await ask(..."exact --n 4 --depth 2 --readers 1 --solver z3 --json".split(" "));
    expect(JSON.parse(json.stdout)).toMatchObject({ n: 4, depth: 2, readers: 1, status: "none" });
  });

  test("ends with 1 when the time is over: the best so far, and what is proved", async () => {
    let time = 0;
    const now = (): number => {
      time += 1000;
      return time;
    };
    const argv = "network exact --n 24 --depth 5 --timeout 1 --solver z3".split(" ");
    const { status, stdout } = await run(argv, { now });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^size +\d+ found, at least 41 \(Snir\); timeout$/m);
  });

  test.each([
    ["--n 8", /depth/],
    ["--n 200 --depth 8", /--n must be .*1 to 128/],
    ["--n 8 --depth x", /--depth must/],
    ["--n 8 --depth 3 --readers 0", /--readers must/],
    ["--n 8 --depth 3 --timeout 0", /--timeout must/],
    ["--n 8 --depth 3 --solver minisat", /--solver must/],
    ["--n 8 --depth 3 --solver z3 --proof /nowhere/x.drat", /--proof must/],
    ["--n 8 --depth 3 -o /nowhere/x.txt", /--output must/],
  ])("refuses %s", async (text, message) => {
    const { status, stdout, stderr } = await ask("exact", ...text.split(" "));
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});

describe("samebits network check-proof", () => {
  const bounds = "--n 8 --depth 3 --size 11".split(" ");

  test("checks a proof as text, which may be empty where propagation is enough", async () => {
    const file = join(folder, "empty.drat");
    await writeFile(file, "0\n");
    expect(await ask("check-proof", file, ...bounds)).toMatchObject({
      status: 0,
      stdout: "PASS  0 lemmas\n",
    });
    await writeFile(`${file}.gz`, gzipSync("0\n"));
    expect(await ask("check-proof", `${file}.gz`, ...bounds)).toMatchObject({ status: 0 });
    const larger = await ask("check-proof", file, ..."--n 8 --depth 3 --size 12".split(" "));
    expect(larger.status).toBe(1);
    expect(larger.stdout).toMatch(/^FAIL {2}step 1: the clause \(\) does not follow/);
  });

  test("refuses what is no proof", async () => {
    const file = join(folder, "broken.drat");
    await writeFile(file, "1 2\n");
    const broken = await ask("check-proof", file, ...bounds);
    expect([broken.status, broken.stdout]).toEqual([2, ""]);
    expect(broken.stderr).toMatch(/line 1/);
    await writeFile(`${file}.gz`, gzipSync("0\n").subarray(0, 12));
    const cut = await ask("check-proof", `${file}.gz`, ...bounds);
    expect([cut.status, cut.stdout]).toEqual([2, ""]);
    expect(cut.stderr).toMatch(/gzip/);
    const missing = await ask("check-proof", join(folder, "missing"), ...bounds);
    expect(missing.status).toBe(2);
    expect(missing.stderr).toMatch(/ENOENT/);
  });

  const cadical = findPart(SYSTEM_PARTS.cadical);
  test.runIf(cadical !== undefined)("accepts what exact --proof wrote", async () => {
    const file = join(folder, "proof.drat");
    const found = await ask(..."exact --n 13 --depth 4 --solver cadical --proof".split(" "), file);
    expect(found.status).toBe(0);
    expect(found.stdout).toMatch(/^proof +\d+ steps$/m);
    const verdict = await ask("check-proof", file, ..."--n 13 --depth 4 --size 20".split(" "));
    expect(verdict).toMatchObject({ status: 0, stdout: expect.stringMatching(/^PASS {2}\d+ lemmas\n$/) });
  });
});
