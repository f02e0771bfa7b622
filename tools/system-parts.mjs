// Programs of the operating system that some tests need. npm cannot bring them; Debian can.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * @typedef {object} SystemPart
 * @property {string} what  the program
 * @property {string} purpose  what is skipped without it
 * @property {readonly string[]} commands  names it goes by, the first found wins
 * @property {string} variable  environment variable that names it instead
 * @property {readonly string[]} packages  of Debian
 */

/** @satisfies {Readonly<Record<string, SystemPart>>} */
export const SYSTEM_PARTS = {
  chromium: {
    what: "Chromium",
    purpose: "the browser tests",
    commands: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    variable: "SAMEBITS_CHROMIUM",
    packages: ["chromium"],
  },
};

/**
 * Where a part is, or undefined.
 *
 * @param {SystemPart} part
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export function findPart({ commands, variable }, environment = process.env) {
  const named = environment[variable];
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const places = named ? [named] : commands.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether a missing part is a failure and not a skip: continuous integration, and whoever asks for the whole set-up. */
export function needsAllParts(environment = process.env) {
  return environment.CI === "true" || environment.SAMEBITS_SETUP === "1";
}

/** What is not here, and how to get it, on one line. @param {SystemPart} part */
export function absenceOf({ what, packages, variable }) {
  const install = `apt-get install --no-install-recommends ${packages.join(" ")}`;
  return `${what} is not here; get it with: ${install} (or point ${variable} to one)`;
}
