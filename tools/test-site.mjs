#!/usr/bin/env node
// The site's tests by themselves, of a build of its own. Needs Chromium; more of vitest's arguments may follow, as `-t Sum`.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "site", ...process.argv.slice(2)],
  {
    cwd: ROOT,
    env: { ...process.env, SAMEBITS_LONG: "1" },
    stdio: "inherit",
  },
);
process.exitCode = status ?? 1;
