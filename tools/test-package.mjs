#!/usr/bin/env node
// Everything about the package as npm would publish it: test/package, its long tests among them. Minutes; engines come through npm.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
const asked = process.argv.slice(2); // more of vitest's arguments, as `-t Deno`
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "package", "test/package", ...asked],
  {
    ...{ cwd: ROOT, stdio: "inherit" },
    env: { ...process.env, SAMEBITS_LONG: "1" },
  },
);
process.exitCode = status ?? 1;
