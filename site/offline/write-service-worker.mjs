// Writes the service worker of a built site: with a version that changes when any file does, and the files that the workbench needs without a network.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { ISOLATION } from "../documents/serve.mjs";

/** Pages that are read without a network from the first visit on; others once they have been seen. */
const PAGES = ["index.html", "workbench.html", "404.html"];

/** The search of all documents is a megabyte, a solver three: each is kept when somebody has used it. */
const LARGE = /localSearchIndex|highs/;

/** @param {string} folder  of the built site */
export function writeServiceWorker(folder) {
  const assets = readdirSync(join(folder, "assets"), { recursive: true, encoding: "utf8" })
    .map((path) => `assets/${path.split("\\").join("/")}`)
    .filter((path) => isOfWorkbench(path) && !LARGE.test(path));
  const files = [...PAGES, ...assets, "data/flight-delays.json", "data/engines.json", "hashmap.json"].sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  const source = readFileSync(fileURLToPath(new URL("service-worker.ts", import.meta.url)), "utf8");
  const { code } = transformSync(source, {
    loader: "ts",
    minify: true,
    format: "iife", // it is a module to the compiler alone
    define: {
      SITE_VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
      SITE_FILES: JSON.stringify(files),
      SITE_HEADERS: JSON.stringify(ISOLATION),
    },
  });
  writeFileSync(join(folder, "service-worker.js"), code);
}

/** Scripts, styles and fonts, but those of documents, which have a page's name. @param {string} path */
function isOfWorkbench(path) {
  if (!/\.(js|css|woff2|wasm)$/.test(path)) return false;
  return !/\.md\.[\w-]+(\.lean)?\.js$/.test(path) || /assets\/(index|workbench)\.md\./.test(path);
}
