import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { firstLineOf } from "./machine.mjs";

const SOURCE = fileURLToPath(new URL("../native/peers.cpp", import.meta.url));
const FLAGS = ["-std=c++17", "-O3", "-march=native"];

/** The compiled native peers, undefined where there is no g++. @returns {{ path: string, compiler: string, remove: () => void } | undefined} */
export function compileNative() {
  const version = firstLineOf("g++", ["--version"]);
  if (version === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "samebits-bench-"));
  const path = join(folder, "peers");
  const { status, stderr } = spawnSync("g++", [...FLAGS, "-o", path, SOURCE], { encoding: "utf8" });
  if (status !== 0) throw new Error(`g++ must compile bench/native/peers.cpp, but says:\n${stderr}`);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { path, compiler: `${version} ${FLAGS.join(" ")}`, remove };
}
