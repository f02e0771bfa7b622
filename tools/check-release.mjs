#!/usr/bin/env node
// What npm runs before it publishes: fields, changelog and tag say of this version what they should. A dry run is told and goes on.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { addressOf, addressProblems } from "./set-address.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * @typedef {object} Release
 * @property {import("./set-address.mjs").Manifest} manifest
 * @property {string} changelog
 * @property {Readonly<Record<string, string | undefined>>} environment  of GitHub's workflow, where there is one
 */

/** What keeps a release from being published, one line each. @param {Release} release @returns {string[]} */
export function releaseProblems({ manifest, changelog, environment }) {
  const { version } = manifest;
  const problems = addressProblems(manifest);
  if (!changelog.includes(`\n## [${version}]`)) {
    problems.push(`CHANGELOG.md must have a heading "## [${version}] - DATE": rename [Unreleased]`);
  }
  const { GITHUB_REF_TYPE, GITHUB_REF_NAME, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = environment;
  if (GITHUB_REF_TYPE === "tag" && GITHUB_REF_NAME !== `v${version}`) {
    problems.push(`the tag must be v${version}, as "version" of package.json says, got ${GITHUB_REF_NAME}`);
  }
  const address = addressOf(manifest);
  const built = GITHUB_REPOSITORY === undefined ? address : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
  if (address !== undefined && built !== address) {
    problems.push(`"repository" of package.json must be where this is built, ${built}, got ${address}`);
  }
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = releaseProblems({
    manifest: JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")),
    changelog: readFileSync(join(ROOT, "CHANGELOG.md"), "utf8"),
    environment: process.env,
  });
  const isDry = process.env.npm_config_dry_run === "true";
  const what = isDry ? "samebits: publishing would stop here" : "samebits: not published";
  for (const problem of problems) console.error(`${what}: ${problem}`);
  if (problems.length > 0 && !isDry) process.exitCode = 1;
}
