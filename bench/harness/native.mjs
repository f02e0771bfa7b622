import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { firstLineOf } from "./machine.mjs";

const FLAGS = ["-std=c++20", "-O3", "-march=native"];

/** The compiled native peers of a file in bench/native, undefined where there is no g++. @param {"peers.cpp" | "algorithms.cpp"} file @returns {{ path: string, compiler: string, remove: () => void } | undefined} */
export function compileNative(file = "peers.cpp") {
  const version = firstLineOf("g++", ["--version"]);
  if (version === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "samebits-bench-"));
  const path = join(folder, "peers");
  const source = fileURLToPath(new URL(`../native/${file}`, import.meta.url));
  const { status, stderr } = spawnSync("g++", [...FLAGS, "-o", path, source], { encoding: "utf8" });
  if (status !== 0) throw new Error(`g++ must compile bench/native/${file}, but says:\n${stderr}`);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { path, compiler: `${version} ${FLAGS.join(" ")}`, remove };
}
