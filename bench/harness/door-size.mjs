import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { loadedFiles } from "./loaded-files.mjs";

/**
 * Gzipped bytes of a built door with all that it loads at once.
 *
 * `bundled` is what a page pays: what esbuild makes of the door, minified, every export kept, nothing of what other doors need. `files` is
 * what a host pays that serves the built files as they are, readable and each compressed by itself, with the parts of shared chunks that only
 * other doors use. What is imported on demand, and packages, count in neither.
 *
 * @param {string} file
 */
export async function doorSize(file) {
  const files = [...loadedFiles(file).files].map((each) => gzipSync(readFileSync(each)).length);
  return { bundled: gzipSync(await bundle(file)).length, files: files.reduce((sum, each) => sum + each, 0) };
}

/** @param {string} file */
async function bundle(file) {
  const { metafile, outputFiles } = await build({
    ...{ entryPoints: [file], outdir: ".", write: false, metafile: true, logLevel: "error" },
    ...{ bundle: true, minify: true, format: "esm", splitting: true, packages: "external" },
  });
  const outputs = new Map(Object.entries(metafile.outputs));
  const isDoor = (/** @type {string} */ path) => resolve(outputs.get(path)?.entryPoint ?? "") === file;
  const atOnce = new Set([...outputs.keys()].filter(isDoor));
  for (const path of atOnce) {
    for (const next of outputs.get(path)?.imports ?? []) {
      if (next.kind === "import-statement" && outputs.has(next.path)) atOnce.add(next.path);
    }
  }
  const paths = [...atOnce].map((path) => resolve(path));
  return outputFiles.flatMap(({ path, text }) => (paths.includes(path) ? text : [])).join("");
}
