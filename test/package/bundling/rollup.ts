import { join } from "node:path";
import commonjs from "@rollup/plugin-commonjs";
import resolve from "@rollup/plugin-node-resolve";
import { rollup } from "@rollup/wasm-node";
import type { Bundle } from "./bundler.ts";

/** By rollup with the two plugins without which it finds no package. */
export const byRollup: Bundle = async (project, names) => {
  const folder = join(project, "rollup");
  const warnings: string[] = [];
  const bundle = await rollup({
    input: names.map((name) => join(project, "src", `${name}.mjs`)),
    plugins: [resolve({ browser: true }), commonjs()],
    // apache-arrow's modules import one another in circles
    onwarn: ({ code, message }) => code === "CIRCULAR_DEPENDENCY" || warnings.push(message.split("\n")[0]),
  });
  await bundle.write({
    dir: folder,
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
  });
  await bundle.close();
  return { folder, scripts: names.map((name) => `${name}.js`), isModule: true, warnings };
};
