import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import type { Bundle } from "./bundler.ts";

/** By esbuild: scripts that are no modules, unless `options` say so. */
export function byEsbuild(options: BuildOptions = {}): Bundle {
  return async (project, names) => {
    const folder = join(project, "esbuild", options.format ?? "iife", options.splitting ? "split" : "whole");
    const { warnings } = await build({
      ...{ absWorkingDir: project, bundle: true, outdir: folder, logLevel: "silent" },
      entryPoints: names.map((name) => `src/${name}.mjs`),
      ...options,
    });
    return {
      folder,
      scripts: names.map((name) => `${name}.js`),
      isModule: options.format === "esm",
      warnings: warnings.map(({ text }) => text),
    };
  };
}
