import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { isLong } from "../extent.ts";

const PAGES = fileURLToPath(new URL("pages", import.meta.url));
const BUILT = fileURLToPath(new URL("../../dist", import.meta.url));

/** What a page may leave out: imported when used, by doors that say so. */
const OPTIONAL = [/^node:/, /^apache-arrow$/, /^hyparquet/, /^z3-solver$/];

const NAMES = { entryFileNames: "[name].mjs", chunkFileNames: "chunks/[name].mjs" };
const WORKER_NAMES = { entryFileNames: "chunks/[name].mjs", chunkFileNames: "chunks/[name].mjs" };

/** Bundles the module of every page with the built package, as a web application would: one file each in `folder`, and shared chunks. */
export async function bundlePages(folder: string): Promise<void> {
  const names = readdirSync(PAGES).flatMap((file) => /^(.*)\.page\.ts$/.exec(file)?.[1] ?? []);
  const input = Object.fromEntries(names.map((name) => [name, join(PAGES, `${name}.page.ts`)]));
  const built = await build({
    configFile: false,
    root: PAGES,
    base: "./",
    publicDir: false,
    define: { IS_LONG_RUN: JSON.stringify(isLong) },
    logLevel: "warn",
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: { input, external: OPTIONAL, output: NAMES },
    },
    worker: { format: "es", rolldownOptions: { output: WORKER_NAMES } },
  });
  const output = "output" in built ? built.output : [];
  const modules = output.flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
  const foreign = modules.filter(
    (id) => id.startsWith("/") && !id.startsWith(PAGES) && !id.startsWith(BUILT),
  );
  if (modules.length === 0 || foreign.length > 0) {
    throw new Error(`pages must be made of themselves and the built package, got ${foreign.join(", ")}`);
  }
}
