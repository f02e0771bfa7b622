import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { gzipSync } from "node:zlib";
import { Rolldown } from "tsdown";
import { loadedFiles } from "./loaded-files.mjs";

/**
 * Gzipped bytes of a built door with all that it loads at once.
 *
 * `bundled` is what a page pays: the door in one minified file, every export kept, nothing of what other doors need. `files` is what
 * a host pays that serves the built files as they are: each compressed by itself, with the parts of shared chunks that only other
 * doors use. What is imported on demand, and packages, count in neither.
 *
 * @param {string} file
 */
export async function doorSize(file) {
  const files = [...loadedFiles(file).files].map((each) => gzipSync(readFileSync(each)).length);
  return { bundled: gzipSync(await bundle(file)).length, files: files.reduce((sum, each) => sum + each, 0) };
}

/** @param {string} file */
async function bundle(file) {
  const { output } = await Rolldown.build({
    input: file,
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    platform: "neutral",
    output: { format: "esm", minify: true, comments: { legal: true, annotation: true, jsdoc: false } },
    write: false,
  });
  const chunks = output.filter((each) => each.type === "chunk");
  const atOnce = new Set([chunks.find((each) => each.isEntry)]);
  for (const chunk of atOnce) {
    for (const name of chunk?.imports ?? []) {
      const next = chunks.find((each) => each.fileName === name);
      if (next !== undefined) atOnce.add(next);
    }
  }
  return [...atOnce].map((chunk) => chunk?.code ?? "").join("");
}
