#!/usr/bin/env node
// Installs the Debian packages of the parts that are not here; says nothing when all are. Needs root. Exit 1 when one is still missing.
import { spawnSync } from "node:child_process";
import { absenceOf, findPart, SYSTEM_PARTS } from "./system-parts.mjs";

const missing = () => Object.values(SYSTEM_PARTS).filter((part) => findPart(part) === undefined);

/** @param {readonly string[]} parameters */
function aptGet(...parameters) {
  const { status, error, stdout, stderr } = spawnSync("apt-get", parameters, {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status === 0) return;
  console.error(`${stdout ?? ""}${stderr ?? ""}`.trim());
  console.error(
    `samebits set-up: "apt-get ${parameters.join(" ")}" must end with exit code 0, got ${error?.message ?? status}`,
  );
  process.exit(1);
}

const packages = missing().flatMap((part) => part.packages);
if (packages.length > 0) {
  console.log(`Installing Debian packages (${packages.join(", ")}) …`);
  if (process.getuid?.() !== 0) {
    console.error(
      `samebits set-up: the user must be root to install ${packages.join(", ")}, got another one; install them first`,
    );
    process.exit(1);
  }
  aptGet("update", "-qq");
  aptGet("install", "-y", "-qq", "--no-install-recommends", ...packages);
  const still = missing();
  for (const part of still) console.error(`samebits set-up: ${absenceOf(part)}`);
  process.exitCode = still.length === 0 ? 0 : 1;
}
