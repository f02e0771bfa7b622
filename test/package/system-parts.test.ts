import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { backportsHere, backportsOf, candidateMajor } from "../../tools/debian-backports.mjs";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "../../tools/system-parts.mjs";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const { chromium, lavapipe } = SYSTEM_PARTS;
const scratch = mkdtempSync(join(tmpdir(), "samebits-parts-"));
const written = (name: string, text: string): string => {
  const path = join(scratch, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return path;
};
const driver = (version: string): string =>
  JSON.stringify({ ICD: { api_version: version, library_path: "libvulkan_lvp.so" } });

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

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

  test("that is a file is found in its places, or where its variable says, if what it says will do", () => {
    const part = { ...lavapipe, files: [written("first.json", driver("1.4.305"))] };
    const second = written("second.json", driver("1.4.1"));
    expect(findPart(part, {})).toBe(part.files[0]);
    expect(findPart(part, { SAMEBITS_LAVAPIPE: second })).toBe(second);
    const old = written("old.json", driver("1.1.230"));
    for (const wrong of [old, join(scratch, "nothing"), written("no-driver.json", "{}")]) {
      expect(findPart({ ...part, files: [wrong] }, {})).toBeUndefined();
    }
    expect(findPart({ ...part, files: [old, second] }, {})).toBe(second);
    expect(absenceOf(lavapipe)).toMatch(
      /^lavapipe .*apt-get install .* mesa-vulkan-drivers in version 25 or later/,
    );
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
    const manifest = written("driver.json", driver("1.4.305"));
    const named = Object.values(SYSTEM_PARTS).map(({ variable, ...part }) => [
      variable,
      "suits" in part ? manifest : process.execPath,
    ]);
    const run = spawnSync(process.execPath, [script], { encoding: "utf8", env: Object.fromEntries(named) });
    expect(run).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});

describe("the source of backports", () => {
  const stanzas = `# comment
Types: deb
URIs: file:/packages/security
Suites: bookworm-security
Components: main

Types: deb deb-src
# comment
URIs: file:/packages/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /keys.gpg
`;

  test("is the machine's own entry for the release, with another suite", () => {
    expect(backportsOf({ fileName: "debian.sources", text: stanzas }, "bookworm")).toEqual({
      suite: "bookworm-backports",
      fileName: "backports.sources",
      text: "Types: deb\nURIs: file:/packages/debian\nSuites: bookworm-backports\nComponents: main\nSigned-By: /keys.gpg\n",
    });
    const line =
      "# deb x bookworm main\ndeb [signed-by=/keys.gpg] file:/packages/debian trixie main contrib\n";
    expect(backportsOf({ fileName: "sources.list", text: line }, "trixie")?.text).toBe(
      "deb [signed-by=/keys.gpg] file:/packages/debian trixie-backports main contrib\n",
    );
  });

  test("is none where no entry brings the release", () => {
    expect(backportsOf({ fileName: "debian.sources", text: stanzas }, "trixie")).toBeUndefined();
    expect(
      backportsOf({ fileName: "debian.sources", text: `${stanzas}Enabled: no\n` }, "bookworm"),
    ).toBeUndefined();
    expect(
      backportsOf({ fileName: "sources.list", text: "deb-src http://m bookworm main\n" }, "bookworm"),
    ).toBeUndefined();
  });

  test("is found on a machine, of whichever release", () => {
    const root = join(scratch, "root");
    expect(backportsHere(root)).toBeUndefined();
    written("root/etc/os-release", "ID=debian\nVERSION_CODENAME=bookworm\n");
    expect(backportsHere(root)).toBeUndefined();
    written("root/etc/apt/sources.list.d/a.list", "deb http://other.example stable main\n");
    written("root/etc/apt/sources.list.d/debian.sources", stanzas);
    expect(backportsHere(root)?.text).toContain("Suites: bookworm-backports");
  });

  test("is needed by the version that apt would install", () => {
    const policy = (candidate: string): string => `mesa:\n  Installed: (none)\n  Candidate: ${candidate}\n`;
    expect(
      ["22.3.6-1+deb12u2", "1:25.0.7-2", "(none)"].map((version) => candidateMajor(policy(version))),
    ).toEqual([22, 25, undefined]);
  });
});
