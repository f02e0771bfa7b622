#!/usr/bin/env node
// The tests of engines on real parts: PostgreSQL and Slurm of Debian, which are installed where they are not here, and which the tests start by themselves in
// folders of their own. More of vitest's arguments may follow, as `-t Slurm`; SAMEBITS_SEED repeats the instants of kills.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installParts, SetupError } from "./install-parts.mjs";
import { absenceOf, CLUSTER_PARTS, findPart } from "./system-parts.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const missing = () => Object.values(CLUSTER_PARTS).filter((part) => findPart(part) === undefined);

try {
  if (missing().length > 0) installParts(missing());
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`samebits set-up: ${error.message}`);
}
const still = missing();
for (const part of still) console.error(`samebits set-up: ${absenceOf(part)}`);
const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
const { status } =
  still.length > 0
    ? { status: 1 }
    : spawnSync(process.execPath, [vitest, "run", "--project", "cluster", ...process.argv.slice(2)], {
        cwd: ROOT,
        env: { ...process.env, SAMEBITS_CLUSTER: "1" },
        stdio: "inherit",
      });
process.exitCode = status ?? 1;
