#!/usr/bin/env node
// `npm run pack:gpu`: a folder that measures samebits on a GPU of a machine without Node and network, and a tar.xz of it.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadedFiles } from "../bench/harness/loaded-files.mjs";
import { absenceOf, findPart, SYSTEM_PARTS } from "./system-parts.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const NAME = "samebits-gpu";
const MOST_BYTES = 60e6;
/**
 * What NVIDIA's driver may load where there is no screen either; taken along where they are, and used where the machine has none. Of a machine that has X11
 * and no more, Vulkan found no driver.
 */
const SCREEN_LIBRARIES = [
  ...[
    "libX11.so.6",
    "libXext.so.6",
    "libxcb.so.1",
    "libXau.so.6",
    "libXdmcp.so.6",
    "libbsd.so.0",
    "libmd.so.0",
  ],
  ...["libGLdispatch.so.0", "libGLX.so.0", "libEGL.so.1", "libOpenGL.so.0", "libGL.so.1"],
];

/** @param {string} message @returns {never} */
function fail(message) {
  throw new Error(message);
}

/**
 * Fills a folder, which must not be there or be one that this program made.
 *
 * @param {string} folder
 */
export function packGpuFolder(folder) {
  if (process.platform !== "linux") fail(`the platform must be linux, got ${process.platform}`);
  if (existsSync(folder) && !existsSync(join(folder, "run.sh"))) {
    fail(`"--out" must be a new folder or one that was packed before, got ${folder}`);
  }
  rmSync(folder, { recursive: true, force: true });
  const loader = findPart(SYSTEM_PARTS.vulkan) ?? fail(absenceOf(SYSTEM_PARTS.vulkan));
  const put = (/** @type {string} */ from, /** @type {string} */ to) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(realpathSync(from), join(folder, to), { recursive: true });
  };
  put(process.execPath, "bin/node");
  put(loader, `lib/${basename(loader)}`);
  putScreenLibraries(dirname(loader), put);
  putBench(put);
  putPackages(put);
  for (const file of ["run.sh", "README.txt"]) put(join(ROOT, "tools/gpu-folder", file), file);
  put(join(ROOT, "bench/native/cub.cu"), "cub.cu");
  put(join(ROOT, "LICENSE"), "LICENSE");
  chmodSync(join(folder, "run.sh"), 0o755);
}

/** @typedef {(from: string, to: string) => void} Put */

/** @param {string} libraries  the folder of the system's @param {Put} put */
function putScreenLibraries(libraries, put) {
  for (const name of SCREEN_LIBRARIES) {
    if (existsSync(join(libraries, name))) put(join(libraries, name), `lib-screen/${name}/${name}`);
  }
}

/** The benchmark's own files: its beginning, and all that the GPU's part of it loads. @param {Put} put */
function putBench(put) {
  const bench = join(ROOT, "bench");
  const begin = join(bench, "run.mjs");
  const { files } = loadedFiles(join(bench, "webgpu.mjs"));
  for (const file of [begin, ...files]) put(file, relative(ROOT, file));
}

/** This package as it is published, without types and documents, and Dawn for this platform. @param {Put} put */
function putPackages(put) {
  const ours = "node_modules/samebits";
  const built = readdirSync(join(ROOT, "dist"), { recursive: true, encoding: "utf8" });
  const programs = built.filter((path) => path.endsWith(".mjs")).map((path) => join("dist", path));
  const files = [...programs, "dist/third-party-licences.txt", "package.json", "vectors"];
  for (const file of files) put(join(ROOT, file), join(ours, file));
  const dawn = join(ROOT, "node_modules/webgpu");
  const binary = `dist/linux-${process.arch}/dawn.node`;
  if (!existsSync(join(dawn, binary))) fail(`npm's webgpu must have ${binary}, got a package without it`);
  for (const file of ["package.json", "index.js", "LICENSE.md", binary]) {
    put(join(dawn, file), join("node_modules/webgpu", file));
  }
}

/** Compresses the folder. @param {string} folder @returns {{ archive: string, bytes: number }} */
function archiveOf(folder) {
  const archive = `${folder}.tar.xz`;
  const { status, error } = spawnSync("tar", ["-cJf", archive, "-C", dirname(folder), basename(folder)], {
    env: { ...process.env, XZ_OPT: "-6 -T0" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) fail(`tar with xz must end with exit code 0, got ${error?.message ?? status}`);
  const { size } = statSync(archive);
  if (size > MOST_BYTES) fail(`${archive} must have at most ${MOST_BYTES} bytes, got ${size}`);
  return { archive, bytes: size };
}

function main() {
  const { values } = parseArgs({ options: { out: { type: "string" }, help: { type: "boolean" } } });
  if (values.help) {
    console.log(
      `npm run pack:gpu [-- --out FOLDER]: a folder that measures a GPU elsewhere, and FOLDER.tar.xz; default in ${tmpdir()}`,
    );
    return;
  }
  const folder = resolve(values.out ?? join(tmpdir(), NAME));
  packGpuFolder(folder);
  const { archive, bytes } = archiveOf(folder);
  console.log(
    `${archive}: ${(bytes / 1e6).toFixed(1)} MB; there: tar -xJf ${basename(archive)} && ${basename(folder)}/run.sh`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main();
  } catch (problem) {
    console.error(`pack:gpu: ${problem instanceof Error ? problem.message : problem}`);
    process.exitCode = 1;
  }
}
