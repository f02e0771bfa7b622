import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { releaseProblems } from "../../tools/check-release.mjs";
import { addressOf, addressProblems, type Manifest, withAddress } from "../../tools/set-address.mjs";
import { REPOSITORY } from "./packed-files.ts";

// What stands between the repository and npm: an address that is given once, a version that is written down, a workflow.
const ADDRESS = "https://git.example/owner/name";
const textOf = (path: string): string => readFileSync(join(REPOSITORY, path), "utf8");
const manifest: Manifest & { scripts: Record<string, string>; bin: Record<string, string> } = JSON.parse(
  textOf("package.json"),
);

describe("the address of the repository", () => {
  test("is given once, and all three fields follow", () => {
    const given = withAddress({ version: "1.2.3", license: "MIT", type: "module" }, ADDRESS);
    expect(Object.keys(given)).toEqual(["version", "homepage", "bugs", "repository", "license", "type"]);
    expect(given).toMatchObject({
      homepage: `${ADDRESS}#readme`,
      bugs: { url: `${ADDRESS}/issues` },
      repository: { type: "git", url: `git+${ADDRESS}.git` },
    });
    expect(addressOf(given)).toBe(ADDRESS);
    expect(addressProblems(given)).toEqual([]);
    const moved = withAddress(given, `${ADDRESS}2`, "https://samebits.example/");
    expect(moved.homepage).toBe("https://samebits.example/");
    expect(addressProblems(moved)).toEqual([]);
  });

  test("must be there, and the others must be its own", () => {
    const given = withAddress({ version: "1.2.3", license: "MIT" }, ADDRESS);
    expect(addressProblems({ version: "1.2.3", license: "MIT" })).toEqual([
      expect.stringMatching(/^"repository" .* run npm run address/),
    ]);
    expect(addressProblems({ ...given, bugs: { url: "https://elsewhere.example" } })).toEqual([
      expect.stringMatching(/^"bugs.url" of package.json must be .*name\/issues, got https:\/\/elsewhere/),
    ]);
    expect(addressProblems({ ...given, homepage: "samebits" })).toEqual([
      expect.stringMatching(/^"homepage" .* got samebits/),
    ]);
  });

  test("is refused where it is none, and nothing is written", () => {
    const before = textOf("package.json");
    for (const wrong of [[], ["owner/name"], [ADDRESS, "--homepage", "x"]]) {
      const { status, stderr } = spawnSync(process.execPath, ["tools/set-address.mjs", ...wrong], {
        cwd: REPOSITORY,
        encoding: "utf8",
      });
      expect([status, stderr]).toEqual([2, expect.stringMatching(/npm run address -- https:/)]);
    }
    expect(textOf("package.json")).toBe(before);
  });
});

describe("a release", () => {
  const release = {
    manifest: withAddress({ version: "1.2.3", license: "MIT" }, ADDRESS),
    changelog: "# Changelog\n\n## [1.2.3] - 2026-12-01\n",
    environment: {},
  };
  const workflow = {
    GITHUB_REF_TYPE: "tag",
    GITHUB_REF_NAME: "v1.2.3",
    GITHUB_SERVER_URL: "https://git.example",
    GITHUB_REPOSITORY: "owner/name",
  };

  test("passes where version, changelog, tag and address say the same", () => {
    expect(releaseProblems(release)).toEqual([]);
    expect(releaseProblems({ ...release, environment: workflow })).toEqual([]);
  });

  test.each([
    [
      "a version that is missing in the changelog",
      { changelog: "## [Unreleased]\n" },
      /^CHANGELOG\.md must have/,
    ],
    ["another tag", { environment: { ...workflow, GITHUB_REF_NAME: "v1.2.4" } }, /^the tag must be v1\.2\.3/],
    [
      "a fork, for which npm would sign no provenance",
      { environment: { ...workflow, GITHUB_REPOSITORY: "fork/name" } },
      /must be where this is built, .*fork\/name/,
    ],
  ])("stops at %s", (_what, change, expected) => {
    expect(releaseProblems({ ...release, ...change })).toEqual([expect.stringMatching(expected)]);
  });

  test("is checked by npm itself; a dry run is told and goes on", () => {
    expect(manifest.scripts.prepublishOnly).toBe("node tools/check-release.mjs");
    const problems = releaseProblems({ manifest, changelog: textOf("CHANGELOG.md"), environment: {} });
    const run = (isDry: string) => {
      const { GITHUB_REPOSITORY: _, GITHUB_REF_TYPE: __, ...environment } = process.env;
      const env = { ...environment, npm_config_dry_run: isDry };
      const options = { cwd: REPOSITORY, env, encoding: "utf8" } as const;
      return spawnSync(process.execPath, ["tools/check-release.mjs"], options);
    };
    const real = run("");
    expect(real.status).toBe(problems.length === 0 ? 0 : 1);
    for (const problem of problems) expect(real.stderr).toContain(`samebits: not published: ${problem}`);
    expect(run("true").status).toBe(0);
  });

  test("the command's path is as npm 11 writes it, which warns of any other", () => {
    expect(manifest.bin).toEqual({ samebits: "dist/cli.mjs" });
  });
});

describe("GitHub's files", () => {
  const read = (path: string) => parse(textOf(join(".github", path)));

  test("the release needs all tests, signs, and lets no other step write", () => {
    const { permissions, jobs } = read("workflows/release.yml");
    expect(permissions).toEqual({ contents: "read" });
    expect(jobs.publish.needs).toBe("test");
    expect(jobs.publish.permissions).toEqual({ contents: "read", "id-token": "write" });
    const steps = Object.values<{ steps: readonly { uses?: string; run?: string }[] }>(jobs).flatMap(
      ({ steps }) => steps,
    );
    const used = steps.flatMap(({ uses = [] }) => uses);
    expect(used.length).toBeGreaterThan(0);
    for (const each of used) expect(each).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    const commands = steps.flatMap(({ run = [] }) => run);
    expect(commands).toContain(".ci/run");
    expect(commands.at(-1)).toMatch(/^npm publish --provenance/);
    expect(JSON.stringify(jobs)).not.toMatch(/secrets\./);
  });

  const forms = readdirSync(join(REPOSITORY, ".github/ISSUE_TEMPLATE")).filter(
    (name) => name !== "config.yml",
  );

  test.each(forms)("the form %s has what GitHub asks of one", (name) => {
    const { description, body, ...form } = read(`ISSUE_TEMPLATE/${name}`);
    expect(form.name).toMatch(/\w/);
    expect(description).toMatch(/\w/);
    expect(body.length).toBeGreaterThan(0);
    for (const { type, id, attributes } of body) {
      expect(["textarea", "input"]).toContain(type);
      expect(id).toMatch(/^[a-z]+$/);
      expect(attributes.label).toMatch(/\w/);
    }
    expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(body.length);
  });
});
