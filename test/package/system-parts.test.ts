import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "../../tools/system-parts.mjs";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const { chromium } = SYSTEM_PARTS;

describe("a part of the operating system", () => {
  const node = { what: "Node", purpose: "all", commands: ["no-such-node", "node"], packages: ["nodejs"] };
  const folder = join(process.execPath, "..");

  test("is found on the PATH, or where its variable says, and is a program", () => {
    const part = { ...node, variable: "SAMEBITS_TEST_NODE" };
    expect(findPart(part, { PATH: folder })).toBe(join(folder, "node"));
    expect(findPart(part, { PATH: "", SAMEBITS_TEST_NODE: process.execPath })).toBe(process.execPath);
    for (const wrong of [REPOSITORY, join(REPOSITORY, "README.md"), join(REPOSITORY, "nothing")]) {
      expect(findPart(part, { PATH: folder, SAMEBITS_TEST_NODE: wrong })).toBeUndefined();
    }
    expect(findPart(part, {})).toBeUndefined();
  });

  test("may be missing, except for continuous integration and for whoever asks for all", () => {
    expect([{}, { CI: "false" }, { SAMEBITS_SETUP: "0" }].map(needsAllParts)).toEqual([false, false, false]);
    expect([{ CI: "true" }, { SAMEBITS_SETUP: "1" }].map(needsAllParts)).toEqual([true, true]);
  });

  test("that is missing is told in one line, with how to get it", () => {
    expect(absenceOf(chromium)).toMatch(
      /^Chromium is not here; .*apt-get install .* chromium.*SAMEBITS_CHROMIUM.*$/,
    );
  });

  test("that cannot be installed fails the set-up, in words", () => {
    const script = join(REPOSITORY, "tools/install-system-parts.mjs");
    const environment = { PATH: join(REPOSITORY, "docs") };
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8", env: environment });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^samebits set-up: .* must (be root to install chromium|end with exit code 0)/m);
  });

  test("that is there needs no set-up", () => {
    const script = join(REPOSITORY, "tools/install-system-parts.mjs");
    const named = Object.values(SYSTEM_PARTS).map(({ variable }) => [variable, process.execPath]);
    const run = spawnSync(process.execPath, [script], { encoding: "utf8", env: Object.fromEntries(named) });
    expect(run).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});
