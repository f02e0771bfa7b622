#!/usr/bin/env node
// Where the project is kept stands in one place, `repository` of package.json; what follows from it is written and checked here.
// npm run address -- https://github.com/OWNER/NAME [--homepage https://…]
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const MANIFEST = join(dirname(fileURLToPath(import.meta.url)), "../package.json");
const FORM = /^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+$/;
const USAGE = "npm run address -- https://HOST/OWNER/NAME [--homepage https://…]";

/** @typedef {{ version: string, license: string, type?: string, repository?: { type?: string, url?: string }, bugs?: { url?: string }, homepage?: string }} Manifest */

/**
 * The three fields of an address. Without a page of its own a package's page is the repository's.
 * @param {string} address @param {string} [homepage]
 */
function fieldsOf(address, homepage = `${address}#readme`) {
  return {
    homepage,
    bugs: { url: `${address}/issues` },
    repository: { type: "git", url: `git+${address}.git` },
  };
}

/** The address that a manifest's `repository` holds, undefined where it holds none. @param {Manifest} manifest */
export function addressOf({ repository }) {
  const [, address] = /^git\+(https:.*)\.git$/.exec(repository?.url ?? "") ?? [];
  return address !== undefined && FORM.test(address) ? address : undefined;
}

/** What keeps a manifest from being published, one line each. @param {Manifest} manifest @returns {string[]} */
export function addressProblems(manifest) {
  const address = addressOf(manifest);
  if (address === undefined) {
    return [`"repository" of package.json must hold the repository's address: run ${USAGE}`];
  }
  const { bugs } = fieldsOf(address);
  const problems = [];
  if (manifest.bugs?.url !== bugs.url) {
    problems.push(`"bugs.url" of package.json must be ${bugs.url}, got ${manifest.bugs?.url}: run ${USAGE}`);
  }
  if (!/^https:\/\/\S+$/.test(manifest.homepage ?? "")) {
    problems.push(
      `"homepage" of package.json must begin with https://, got ${manifest.homepage}: run ${USAGE}`,
    );
  }
  return problems;
}

/**
 * A manifest with that address, its other fields in their order.
 * @param {Manifest} manifest @param {string} address @param {string} [homepage] @returns {Manifest}
 */
export function withAddress(manifest, address, homepage) {
  const { repository: _repository, bugs: _bugs, homepage: _homepage, ...others } = manifest;
  const entries = Object.entries(others).flatMap((entry) =>
    entry[0] === "license" ? [...Object.entries(fieldsOf(address, homepage)), entry] : [entry],
  );
  return /** @type {Manifest} */ (Object.fromEntries(entries));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { homepage: { type: "string" } },
  });
  const address = positionals[0]?.replace(/(\.git)?\/?$/, "");
  const isPage = values.homepage === undefined || /^https:\/\/\S+$/.test(values.homepage);
  if (positionals.length !== 1 || address === undefined || !FORM.test(address) || !isPage) {
    console.error(`samebits: an address must be given as in ${USAGE}`);
    process.exit(2);
  }
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
  writeFileSync(
    MANIFEST,
    `${JSON.stringify(withAddress(manifest, address, values.homepage), undefined, 2)}\n`,
  );
  console.log(`package.json: repository, bugs and homepage are those of ${address}`);
}
