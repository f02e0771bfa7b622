// Programs and drivers of the operating system that some tests need. npm cannot bring them; Debian can.
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * A program is looked for on the PATH by its names, a file in its places; the first that is found wins.
 *
 * @typedef {object} SystemPart
 * @property {string} what  the part
 * @property {string} purpose  what is skipped without it
 * @property {readonly string[]} [commands]  names that the program goes by
 * @property {readonly string[]} [files]  places of the file
 * @property {(text: string) => boolean} [suits]  whether what is in the file will do; default: it does
 * @property {string} variable  environment variable that names the program or file instead
 * @property {readonly string[]} packages  of Debian
 * @property {number} [major]  lowest major version of the packages that will do; default: any. From backports where the release's is lower
 */

const ARCHITECTURE = process.arch === "arm64" ? "aarch64" : "x86_64";

/** @satisfies {Readonly<Record<string, SystemPart>>} */
export const SYSTEM_PARTS = {
  chromium: {
    what: "Chromium",
    purpose: "the browser tests",
    commands: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    variable: "SAMEBITS_CHROMIUM",
    packages: ["chromium"],
  },
  vulkan: {
    what: "the Vulkan loader",
    purpose: "the WebGPU tests",
    files: [
      `/usr/lib/${ARCHITECTURE}-linux-gnu/libvulkan.so.1`,
      "/usr/lib64/libvulkan.so.1",
      "/usr/lib/libvulkan.so.1",
    ],
    variable: "SAMEBITS_VULKAN",
    packages: ["libvulkan1"],
  },
  swiftshader: {
    what: "SwiftShader, as Chromium brings it",
    purpose: "the WebGPU tests on SwiftShader",
    files: ["/usr/lib/chromium/vk_swiftshader_icd.json"],
    suits: isDriver,
    variable: "SAMEBITS_SWIFTSHADER",
    packages: ["chromium"],
  },
  lavapipe: {
    what: "lavapipe (Mesa 25 or later)",
    purpose: "the WebGPU tests on lavapipe",
    files: ["/usr/share/vulkan/icd.d/lvp_icd.json", `/usr/share/vulkan/icd.d/lvp_icd.${ARCHITECTURE}.json`],
    // Mesa 22.3 says 1.1 and lacks what Dawn asks of a driver; Mesa 25.0 says 1.4.
    suits: (text) => isDriver(text) && !/"api_version"\s*:\s*"1\.[0-3]\./.test(text),
    variable: "SAMEBITS_LAVAPIPE",
    packages: ["mesa-vulkan-drivers"],
    major: 25,
  },
  cadical: {
    what: "CaDiCaL",
    purpose: "the tests that ask it, and new proofs",
    commands: ["cadical"],
    variable: "SAMEBITS_CADICAL",
    packages: ["cadical"],
  },
  numpy: {
    what: "Python 3 with numpy",
    purpose: "the tests that read what we write with Python",
    files: ["/usr/lib/python3/dist-packages/numpy/__init__.py"],
    variable: "SAMEBITS_NUMPY",
    packages: ["python3", "python3-numpy"],
  },
  sqlite: {
    what: "SQLite's shell",
    purpose: "the test that imports CSV into SQLite",
    commands: ["sqlite3"],
    variable: "SAMEBITS_SQLITE",
    packages: ["sqlite3"],
  },
  datamash: {
    what: "GNU datamash",
    purpose: "the test that sums CSV with datamash",
    commands: ["datamash"],
    variable: "SAMEBITS_DATAMASH",
    packages: ["datamash"],
  },
  awk: {
    what: "awk",
    purpose: "the test that sums CSV with awk",
    commands: ["mawk", "gawk", "awk"],
    variable: "SAMEBITS_AWK",
    packages: ["mawk"],
  },
  xmllint: {
    what: "xmllint",
    purpose: "the test that reads charts as XML",
    commands: ["xmllint"],
    variable: "SAMEBITS_XMLLINT",
    packages: ["libxml2-utils"],
  },
  bashCompletion: {
    what: "bash-completion",
    purpose: "the test of completions in bash",
    files: ["/usr/share/bash-completion/bash_completion"],
    variable: "SAMEBITS_BASH_COMPLETION",
    packages: ["bash-completion"],
  },
  zsh: {
    what: "zsh",
    purpose: "the test of completions in zsh",
    commands: ["zsh"],
    variable: "SAMEBITS_ZSH",
    packages: ["zsh"],
  },
  fish: {
    what: "fish",
    purpose: "the test of completions in fish",
    commands: ["fish"],
    variable: "SAMEBITS_FISH",
    packages: ["fish"],
  },
  mandoc: {
    what: "mandoc",
    purpose: "the test of the manual page",
    commands: ["mandoc"],
    variable: "SAMEBITS_MANDOC",
    packages: ["mandoc"],
  },
};

/** Needed by `npm run test:cluster` alone. @satisfies {Readonly<Record<string, SystemPart>>} */
export const CLUSTER_PARTS = {
  postgresql: {
    what: "PostgreSQL",
    purpose: "the tests of pg-boss on a server",
    files: ["18", "17", "16", "15", "14", "13"].map((version) => `/usr/lib/postgresql/${version}/bin/initdb`),
    variable: "SAMEBITS_INITDB",
    packages: ["postgresql"],
  },
  slurm: {
    what: "Slurm",
    purpose: "the tests of arrays of tasks",
    commands: ["slurmctld"],
    files: ["/usr/sbin/slurmctld"],
    variable: "SAMEBITS_SLURMCTLD",
    packages: ["slurm-wlm"],
  },
};

/**
 * Where a part is, or undefined.
 *
 * @param {SystemPart} part
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export function findPart({ commands = [], files = [], suits, variable }, environment = process.env) {
  const isOne = commands.length > 0 ? isProgram : isFile;
  const named = environment[variable];
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const places = named
    ? [named]
    : [...files, ...commands.flatMap((name) => folders.map((folder) => join(folder, name)))];
  return places.find((path) => isOne(path) && (suits?.(readFileSync(path, "utf8")) ?? true));
}

/** @param {string} path */
function isProgram(path) {
  return isFile(path, constants.X_OK);
}

/** @param {string} path */
function isFile(path, mode = constants.R_OK) {
  try {
    accessSync(path, mode);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether a file is the manifest of a Vulkan driver. @param {string} text */
function isDriver(text) {
  return /"library_path"\s*:/.test(text);
}

/** Whether a missing part is a failure and not a skip: continuous integration, and whoever asks for the whole set-up. */
export function needsAllParts(environment = process.env) {
  return environment.CI === "true" || environment.SAMEBITS_SETUP === "1";
}

/** What is not here, and how to get it, on one line. @param {SystemPart} part */
export function absenceOf({ what, packages, variable, major }) {
  const install = `apt-get install --no-install-recommends ${packages.join(" ")}`;
  const version =
    major === undefined ? "" : ` in version ${major} or later, from the release's backports if need be`;
  return `${what} is not here; get it with: ${install}${version} (or point ${variable} to one)`;
}
