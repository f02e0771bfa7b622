#!/usr/bin/env node
// Writes the generated documents and the examples' closing comments anew: the tests that compare them, told to update.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const tests = ["test/docs/generated.test.ts", "test/docs/examples.test.ts"];
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...tests],
  {
    cwd: ROOT,
    env: { ...process.env, SAMEBITS_UPDATE: "1" },
    stdio: "inherit",
  },
);
process.exitCode = status ?? 1;
