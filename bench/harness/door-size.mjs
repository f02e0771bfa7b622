import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const IMPORT = /^(?:import|export)\b[^;"]*["'](\.[^"']+)["']/gm;

/** Gzipped bytes of all files that the built door loads, each compressed by itself as a server would. */
export function doorBytes() {
  const files = new Set([new URL("../../dist/index.mjs", import.meta.url).href]);
  let total = 0;
  for (const file of files) {
    const bytes = readFileSync(new URL(file));
    total += gzipSync(bytes).length;
    for (const [, specifier] of bytes.toString().matchAll(IMPORT)) files.add(new URL(specifier, file).href);
  }
  return total;
}
