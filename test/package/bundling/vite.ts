import { join } from "node:path";
import { build, createLogger } from "vite";
import type { Bundle } from "./bundler.ts";

/** By Vite. */
export const byVite: Bundle = async (project, names) => {
  const folder = join(project, "vite");
  const warnings: string[] = [];
  const customLogger = { ...createLogger("silent"), warn: (text: string) => void warnings.push(text) };
  const input = Object.fromEntries(names.map((name) => [name, join(project, "src", `${name}.mjs`)]));
  await build({
    ...{ root: project, configFile: false, logLevel: "warn", customLogger },
    build: {
      outDir: folder,
      rolldownOptions: { input, output: { entryFileNames: "[name].js" }, checks: { pluginTimings: false } },
    },
  });
  return { folder, scripts: names.map((name) => `${name}.js`), isModule: true, warnings };
};
