#!/usr/bin/env node
// Makes sure that dependencies are there and the build is fresh; says nothing when both are. Needs Node alone.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const LOWEST_NODE = [20, 19];
const BUILD_STAMP = join(ROOT, "dist/.build-hash");

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/**
 * Whether node_modules holds what package-lock.json asks for: npm writes what it installed into a hidden lock file. Packages for
 * other platforms are optional and may be missing.
 */
function dependenciesAreThere() {
  const installedLock = join(ROOT, "node_modules/.package-lock.json");
  if (!existsSync(installedLock)) return false;
  const wanted = readJson(join(ROOT, "package-lock.json")).packages;
  const installed = readJson(installedLock).packages;
  return Object.keys(wanted).every((path) => {
    if (path === "") return true;
    const { version, optional, devOptional } = wanted[path];
    if (installed[path] === undefined) return optional === true || devOptional === true;
    return installed[path].version === version && existsSync(join(ROOT, path, "package.json"));
  });
}

/** SHA-256 over everything that the build reads. */
function buildInputsHash() {
  const hash = createHash("sha256");
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => !path.endsWith(".test.ts") && statSync(join(ROOT, "src", path)).isFile())
    .map((path) => join("src", path));
  const declarations = readdirSync(join(ROOT, "tools/declarations")).map((name) =>
    join("tools/declarations", name),
  );
  const settings = [
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "tsdown.config.ts",
    "tools/flat-lines.mjs",
    "tools/pure-initialisers.mjs",
    ...declarations.sort(),
  ];
  for (const path of [...settings, ...sources.sort()]) {
    const bytes = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

/** @param {string} hash */
function buildIsFresh(hash) {
  if (!existsSync(BUILD_STAMP) || readFileSync(BUILD_STAMP, "utf8") !== hash) return false;
  const { exports, bin } = readJson(join(ROOT, "package.json"));
  const promised = [...Object.values(exports).flatMap((door) => Object.values(door)), ...Object.values(bin)];
  return promised.every(
    (path) => typeof path !== "string" || !path.startsWith("./dist/") || existsSync(join(ROOT, path)),
  );
}

/** Runs a command and shows what it said only if it failed. @param {string} what @param {string} command @param {readonly string[]} parameters */
function run(what, command, parameters) {
  console.log(`${what} …`);
  const { status, error, stdout, stderr } = spawnSync(command, parameters, { cwd: ROOT, encoding: "utf8" });
  if (status === 0) return;
  console.error(`${stdout ?? ""}${stderr ?? ""}`.trim());
  console.error(`samebits set-up: "${what}" must end with exit code 0, got ${error?.message ?? status}`);
  process.exit(1);
}

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor < LOWEST_NODE[1])) {
  console.error(
    `samebits set-up: Node must be at least ${LOWEST_NODE.join(".")}, got ${process.versions.node}`,
  );
  process.exit(1);
}

if (!dependenciesAreThere()) {
  const options = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  if (npm === undefined) run("Installing dependencies (npm ci)", "npm", options);
  else run("Installing dependencies (npm ci)", process.execPath, [npm, ...options]);
}

const hash = buildInputsHash();
if (!buildIsFresh(hash)) {
  run("Building (tsdown)", process.execPath, [join(ROOT, "node_modules/tsdown/dist/run.mjs")]);
  writeFileSync(BUILD_STAMP, hash);
}
