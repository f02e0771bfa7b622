import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { backportsHere, candidateMajor, sourceFiles } from "./debian-backports.mjs";

/** @typedef {import("./system-parts.mjs").SystemPart} SystemPart */

/** A package could not be installed; the message says what was expected, and what came. */
export class SetupError extends Error {}

/** @param {string} command @param {readonly string[]} parameters */
function run(command, ...parameters) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" };
  const { status, error, stdout, stderr } = spawnSync(command, parameters, { encoding: "utf8", env });
  if (status === 0) return stdout;
  console.error(`${stdout ?? ""}${stderr ?? ""}`.trim());
  throw new SetupError(
    `"${command} ${parameters.join(" ")}" must end with exit code 0, got ${error?.message ?? status}`,
  );
}

const WAIT = ["-qq", "-o", "DPkg::Lock::Timeout=300"];
const INSTALL = [...WAIT, "install", "-y", "--no-install-recommends"];

/** @param {readonly SystemPart[]} parts */
const packagesOf = (parts) => [...new Set(parts.flatMap((part) => part.packages))];

/** Whether the release itself brings a part, in a version that will do. @param {SystemPart} part */
function isInRelease({ packages, major }) {
  if (major === undefined) return true;
  return packages.every((name) => (candidateMajor(run("apt-cache", "policy", name)) ?? 0) >= major);
}

/**
 * Installs packages of the release's backports. The source is read from a folder that is gone afterwards: no file of the machine's apt
 * is written.
 *
 * @param {readonly string[]} packages
 */
function installFromBackports(packages) {
  const source = backportsHere();
  if (source === undefined) {
    throw new SetupError(
      `${packages.join(", ")} must come from backports, got no Debian source to derive them from`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), "samebits-apt-"));
  try {
    chmodSync(folder, 0o755); // apt reads it as a user of its own
    for (const name of ["one", "all"]) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, source.fileName), source.text);
    }
    for (const path of sourceFiles()) copyFileSync(path, join(folder, "all", `machine-${basename(path)}`));
    const from = (/** @type {string} */ name) => [
      ...["-o", "Dir::Etc::sourcelist=/dev/null"],
      ...["-o", `Dir::Etc::sourceparts=${join(folder, name)}`],
    ];
    run("apt-get", ...WAIT, ...from("one"), "-o", "APT::Get::List-Cleanup=0", "update");
    run("apt-get", ...from("all"), ...INSTALL, "-t", source.suite, ...packages);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs Debian's packages of some parts: of the release, or of its backports where a part needs more. Needs root. @param {readonly SystemPart[]} parts @throws SetupError */
export function installParts(parts) {
  const packages = packagesOf(parts).join(", ");
  console.log(`Installing Debian packages (${packages}) …`);
  if (process.getuid?.() !== 0) {
    throw new SetupError(`the user must be root to install ${packages}, got another one; install them first`);
  }
  run("apt-get", ...WAIT, "update");
  const ofRelease = parts.filter(isInRelease);
  const ofBackports = parts.filter((part) => !ofRelease.includes(part));
  if (ofRelease.length > 0) run("apt-get", ...INSTALL, ...packagesOf(ofRelease));
  if (ofBackports.length > 0) installFromBackports(packagesOf(ofBackports));
}
