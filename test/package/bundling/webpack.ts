import { join } from "node:path";
import webpack, { type Configuration } from "webpack";
import type { Bundle } from "./bundler.ts";

/** By webpack, for production; `options` may be for another target. */
export function byWebpack(options: Configuration): Bundle {
  return async (project, names) => {
    const folder = join(project, `webpack-${options.target ?? "web"}`);
    const configuration: Configuration = {
      ...{ context: project, mode: "production", devtool: false },
      entry: Object.fromEntries(names.map((name) => [name, `./src/${name}.mjs`])),
      output: { path: folder, filename: options.target === "node" ? "[name].cjs" : "[name].js" },
      performance: false, // no words about sizes
      ...options,
    };
    const { errors = [], warnings = [] } = await new Promise<webpack.StatsCompilation>((resolve, reject) => {
      webpack(configuration, (error, stats) => {
        if (stats === undefined) reject(error);
        else resolve(stats.toJson({ all: false, errors: true, warnings: true }));
      });
    });
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
    const scripts = names.map((name) => `${name}.js`);
    return {
      folder,
      scripts,
      isModule: false,
      warnings: warnings.map(({ message }) => message.split("\n")[0]),
    };
  };
}
