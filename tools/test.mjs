#!/usr/bin/env node
// Every check of the project, cheapest first; all of them run, whatever an earlier one says. The last line counts the tests.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "./system-parts.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const isLong = process.argv.includes("--long");
const scratch = mkdtempSync(join(tmpdir(), "samebits-test-"));
const report = join(scratch, "vitest.json");

/** @param {string} path @param {readonly string[]} parameters @returns {readonly string[]} */
const tool = (path, ...parameters) => [join(ROOT, path), ...parameters];

/** @param {string} name @param {readonly string[]} parameters of Node */
function step(name, parameters) {
  console.log(`\n— ${name}`);
  const started = performance.now();
  const env = isLong ? { ...process.env, SAMEBITS_LONG: "1" } : process.env;
  const { status } = spawnSync(process.execPath, parameters, {
    cwd: ROOT,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok" : "FAILED"}: ${name}, ${seconds} s`);
  return { name, isOk: status === 0 };
}

/** The package as npm would publish it, as a file in the scratch folder. */
function pack() {
  const npm = process.env.npm_execpath;
  const options = ["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", scratch];
  const [command, ...parameters] =
    npm === undefined ? ["npm", ...options] : [process.execPath, npm, ...options];
  const { status } = spawnSync(command, parameters, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  const name = readdirSync(scratch).find((file) => file.endsWith(".tgz"));
  if (status !== 0 || name === undefined) return undefined;
  return join(scratch, name);
}

function packageSteps() {
  const tarball = pack();
  if (tarball === undefined) return [{ name: "npm pack", isOk: false }];
  return [
    step(
      "publint: is the package well formed?",
      tool("node_modules/publint/src/cli.js", "run", tarball, "--strict"),
    ),
    step(
      "attw: do its types resolve?",
      tool("node_modules/@arethetypeswrong/cli/dist/index.js", tarball, "--profile", "esm-only", "--quiet"),
    ),
  ];
}

/** What vitest counted. A run that broke before it could count is one failure. */
function counts() {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { success, numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, success ? 0 : 1),
    skipped: numPendingTests + numTodoTests,
  };
}

const steps = [
  ...(needsAllParts() ? [step("set-up: Debian packages", tool("tools/install-system-parts.mjs"))] : []),
  step("biome: format and lint", tool("node_modules/@biomejs/biome/bin/biome", "check", ".")),
  step("tsc: types", tool("node_modules/typescript/bin/tsc", "--noEmit", "-p", ".")),
  step("layers: the import table", tool("tools/check-layers.mjs")),
  step("unused: files, exports, dependencies", tool("tools/check-unused.mjs")),
  ...packageSteps(),
  step(
    isLong ? "vitest, long" : "vitest",
    tool(
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ),
  ),
  ...(isLong
    ? [step("engines: same bits everywhere", ["--experimental-websocket", ...tool("test/engines/run.mjs")])]
    : []),
];
if (!isLong && process.env.CI !== "true") {
  console.log("\nSamples of what is slow: CI=true npm test has all of it, npm run test:long more.");
}
const { passed, failed, skipped } = counts();
rmSync(scratch, { recursive: true, force: true });

for (const part of needsAllParts() ? [] : Object.values(SYSTEM_PARTS)) {
  if (findPart(part) === undefined) console.log(`\nskipped: ${part.purpose}, since ${absenceOf(part)}`);
}
const broken = steps.filter((each) => !each.isOk);
if (broken.length > 0) console.log(`\nFAILED: ${broken.map((each) => each.name).join("; ")}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = broken.length === 0 && failed === 0 && passed > 0 ? 0 : 1;
