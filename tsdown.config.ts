import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, Rolldown } from "tsdown";
import { declarationsForOtherCompilers } from "./tools/declarations/for-other-compilers.mjs";
import { flatLines } from "./tools/flat-lines.mjs";
import { pureInitialisers } from "./tools/pure-initialisers.mjs";

/** The licences of the packages whose code the build holds, as they ask for: one text beside it. */
function thirdPartyLicences(): Rolldown.Plugin {
  return {
    name: "third-party-licences",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
      const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
      if (folders.length === 0) return;
      const source = [...new Set(folders)].sort().map(licenceOf).join("\n");
      this.emitFile({ type: "asset", fileName: "third-party-licences.txt", source });
    },
  };
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  return `${name} ${version} (${license})\n${text}`;
}

/** Puts the whole of worker.ts, as one script, where worker-text.ts has none. Minified, as no bundler will do it. */
function workerText(): Rolldown.Plugin {
  return {
    name: "worker-text",
    load: {
      filter: { id: /\/executors\/workers\/worker-text\.ts$/ },
      async handler() {
        const { output } = await Rolldown.build({
          input: "src/executors/workers/worker.ts",
          platform: "neutral",
          output: { format: "iife", comments: false, minify: true },
          write: false,
        });
        const code = `export const WORKER_TEXT: string = ${JSON.stringify(output[0].code)};`;
        return { code, map: { mappings: "" } };
      },
    },
  };
}

/** The libraries of the command line, each in a chunk that no door loads; and what it has of a door to print text, so that help loads no formats. */
const COMMAND_CHUNKS = [
  { name: "shown-text", test: /\/src\/formats\/shown-text\.ts$/ },
  { name: "commander", test: /\/node_modules\/commander\// },
  {
    name: "cli-progress",
    test: /\/node_modules\/(cli-progress|ansi-regex|emoji-regex|is-fullwidth-code-point|string-width|strip-ansi)\//,
  },
];

// One build for doors and command line, so that they share chunks and an error's class is one class for all of them.
export default defineConfig({
  entry: {
    index: "src/index.ts",
    javascript: "src/javascript.ts",
    sums: "src/sums.ts",
    algorithms: "src/algorithms.ts",
    elementary: "src/elementary.ts",
    matrices: "src/matrices.ts",
    streams: "src/streams.ts",
    workers: "src/workers.ts",
    "samebits-worker": "src/executors/workers/worker.ts", // what workers.mjs starts, by this name and beside it
    "chunks/reader-thread": "src/formats/reader-thread.ts", // what start-reader-thread.ts starts, by this name and beside its chunk
    webgpu: "src/webgpu.ts",
    formats: "src/formats.ts",
    expressions: "src/expressions.ts",
    language: "src/language.ts",
    networks: "src/networks.ts",
    operators: "src/operators.ts",
    laws: "src/laws.ts",
    summaries: "src/summaries.ts",
    conformance: "src/conformance.ts",
    accuracy: "src/accuracy.ts",
    plots: "src/plots.ts",
    reveal: "src/reveal.ts",
    simulator: "src/simulator.ts",
    cluster: "src/cluster.ts",
    "eslint-plugin": "src/eslint-plugin.ts",
    cli: "src/cli/main.ts",
  },
  format: "esm",
  platform: "node",
  target: "node20.19",
  outDir: "dist",
  clean: true,
  hash: false,
  dts: true,
  // As one reads it in a stack trace: lines, and the names of functions and classes. Names of variables within functions are short, or the package
  // would be too large (docs/decisions/0047).
  minify: {
    compress: false,
    mangle: { toplevel: false, keepNames: { function: true, class: true } },
    codegen: { removeWhitespace: false },
  },
  sourcemap: false, // they would be half of the package, and name sources that it does not ship
  outputOptions: (options) => ({
    ...options,
    codeSplitting: { groups: COMMAND_CHUNKS },
    minifyInternalExports: false,
    comments: { legal: true, annotation: true, jsdoc: false }, // the .d.mts keep the documentation
    chunkFileNames: (chunk) => `chunks/[name]${chunk.name.endsWith(".d") ? ".mts" : ".mjs"}`,
  }),
  // No lines that tell which source a part of a file was: 20 kB of the package (docs/decisions/0047).
  inputOptions: { experimental: { attachDebugInfo: "none" } },
  deps: {
    neverBundle: [/^apache-arrow/, /^hyparquet/, /^@stdlib\//],
    onlyBundle: [
      "cli-progress",
      "commander",
      "fzstd",
      // of cli-progress:
      "ansi-regex",
      "emoji-regex",
      "is-fullwidth-code-point",
      "string-width",
      "strip-ansi",
    ],
  },
  plugins: [
    thirdPartyLicences(),
    declarationsForOtherCompilers(),
    workerText(),
    pureInitialisers(),
    flatLines(),
  ],
  checks: { pluginTimings: false },
  report: false,
});
