#!/usr/bin/env node
// Installs the Debian packages of the parts that are not here; says nothing when all are. Needs root. Exit 1 when one is still missing.
import { installParts, SetupError } from "./install-parts.mjs";
import { absenceOf, findPart, SYSTEM_PARTS } from "./system-parts.mjs";

/** @returns {readonly import("./system-parts.mjs").SystemPart[]} */
const missing = () => Object.values(SYSTEM_PARTS).filter((part) => findPart(part) === undefined);

try {
  const parts = missing();
  if (parts.length > 0) installParts(parts);
  const still = missing();
  for (const part of still) console.error(`samebits set-up: ${absenceOf(part)}`);
  process.exitCode = still.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`samebits set-up: ${error.message}`);
  process.exitCode = 1;
}
