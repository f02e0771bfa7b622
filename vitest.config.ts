import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { isLong, isThorough } from "./test/extent.ts";
import { SlowFirst } from "./test/slow-first.ts";

const isCluster = process.env.SAMEBITS_CLUSTER === "1";
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Examples and documents import the package by its name; here that name means the sources.
const alias = [
  { find: /^samebits$/, replacement: at("src/index.ts") },
  {
    find: /^samebits\/(javascript|sums|algorithms|elementary|matrices|streams|webgpu|expressions|language|networks|operators|laws|formats|summaries|conformance|accuracy|plots|reveal|simulator|eslint-plugin)$/,
    replacement: `${at("src")}/$1.ts`,
  },
  // Its threads run a file of the build, which lies beside that of the door.
  { find: /^samebits\/workers$/, replacement: at("dist/workers.mjs") },
  // And so do its processes.
  { find: /^samebits\/cluster$/, replacement: at("dist/cluster.mjs") },
  // The same properties and seeds, and more runs or fewer.
  { find: /^fast-check$/, replacement: at("test/fast-check.ts") },
];

/** Of every project that compares columns. */
const setupFiles = ["test/equal-arrays.ts"];

/** What holds devices, threads or the process itself, and so needs a process for each file. */
const APART = [
  "bench/*.test.ts",
  "src/*.test.ts",
  // Most replace doors by others of their own. Those that do not share modules, as the command line loads them all.
  "src/cli/**/!(columns-formats|columns-input|eval|file-arguments|first-row|histogram|laws|exact|hierarchical|online).test.ts",
  "src/codegen/wgsl/**/*.test.ts",
  "src/executors/{webgpu,workers}/**/*.test.ts",
  "src/language/staging/fusion-{webgpu,workers}.test.ts",
  "src/synthesis/emission/{emit-hierarchical,emit-wgsl,shared-wires}.test.ts",
  "test/{long,webgpu}/**/*.test.ts",
  "test/{algorithms,elementary,language,matrices,storage,sums}/{webgpu,workers}.test.ts",
];

/** Minutes, and 16 GiB of memory; and what CI has time for. */
const LATER = [...(isLong ? [] : ["**/*.long.test.ts"]), ...(isThorough ? [] : ["**/*.thorough.test.ts"])];

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: "source",
          setupFiles,
          include: [
            "bench/networks/**/*.test.ts",
            "site/**/*.test.ts",
            "src/**/*.test.ts",
            "test/{algorithms,data,elementary,language,laws,matrices,networks,storage,sums,sweep,tools}/**/*.test.ts",
          ],
          exclude: [...APART, ...LATER],
          // Modules are loaded once for many files: loading them anew took a sixth of the whole time.
          isolate: false,
          testTimeout: isLong ? 3_600_000 : 60_000,
          hookTimeout: isLong ? 3_600_000 : 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "apart",
          setupFiles,
          include: APART,
          exclude: LATER,
          testTimeout: isLong ? 3_600_000 : 60_000,
          hookTimeout: isLong ? 3_600_000 : 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "package",
          setupFiles,
          include: ["test/{package,docs,engines,workers}/**/*.test.ts"],
          exclude: LATER,
          testTimeout: isLong ? 3_600_000 : 60_000,
          hookTimeout: isLong ? 3_600_000 : 60_000,
          globalSetup: ["test/package/build.ts"],
        },
      },
      // `npm run test:cluster` alone: PostgreSQL, Slurm, and most of the kills.
      ...(isCluster
        ? [
            {
              resolve: { alias },
              test: {
                name: "cluster",
                include: ["test/cluster/**/*.test.ts"],
                testTimeout: 300_000,
                hookTimeout: 120_000,
              },
            },
          ]
        : []),
      {
        resolve: { alias },
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          globalSetup: ["test/package/build.ts"],
        },
      },
      {
        test: {
          name: "site",
          include: ["test/site/**/*.test.ts"],
          exclude: isLong ? [] : ["**/*.whole.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 300_000,
          globalSetup: ["test/package/build.ts", "test/site/build-site.ts"],
        },
      },
    ],
  },
});
