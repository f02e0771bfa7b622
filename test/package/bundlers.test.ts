import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { type Answers, askEngine } from "./ask-engine.ts";
import type { Bundle, Bundled } from "./bundling/bundler.ts";
import { byEsbuild } from "./bundling/esbuild.ts";
import { byRollup } from "./bundling/rollup.ts";
import { openChromium, visit } from "./bundling/visit.ts";
import { byVite } from "./bundling/vite.ts";
import { byWebpack } from "./bundling/webpack.ts";
import { REPOSITORY } from "./packed-files.ts";
import { DOORS, openUserProject, type UserProject } from "./user-project.ts";

// A project without one optional package, every door in it. What has them, and other ways to bundle: bundlers.long.test.ts.

const program = findPart(SYSTEM_PARTS.chromium);
const BUNDLERS: readonly (readonly [string, Bundle])[] = [
  ["esbuild", byEsbuild()],
  ["webpack", byWebpack({ optimization: { minimize: false } })],
  ["rollup", byRollup],
  ["Vite", byVite],
];

/** All that a bundler may say: webpack and rollup tell of a package that they have not found. */
const EXPECTED_WARNING = /['"](apache-arrow|hyparquet)[a-z./-]*['"]/;

let project: UserProject;
let inNode: Answers;
let browser: Browser | undefined;
beforeAll(async () => {
  project = openUserProject("without peers");
  const modules = DOORS.map((door) => `${project.folder}/src/${door}.mjs`);
  inNode = await askEngine([process.execPath], project.folder, modules);
  if (program !== undefined) browser = await openChromium(program);
});
afterAll(async () => {
  await browser?.close();
  project.remove();
});

test.skipIf(program === undefined && !needsAllParts())("Chromium is here", () => {
  expect(program, absenceOf(SYSTEM_PARTS.chromium)).toBeDefined();
});

test("every door has a probe", () => {
  const { exports } = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8"));
  const doors = Object.keys(exports)
    .map((path) => path.replace(/^\.\/?/, "") || "index")
    .filter((name) => !["package.json", "worker", "cluster"].includes(name)); // which export nothing, or are Node's alone
  expect([...DOORS].sort()).toEqual(doors.sort());
});

/** What a program in a project makes of a file with the numbers 1 to 4. */
const CLUSTER_PROBE = `import { writeFileSync } from "node:fs";
import { describeDataset, openCluster } from "samebits/cluster";
import { encodeNpy } from "samebits/formats";
writeFileSync("data.npy", encodeNpy(Float64Array.of(1, 2, 3, 4)));
const sum = async () => {
  const cluster = await openCluster({ engine: "local:1" });
  const { value } = await cluster.reduce(await describeDataset("data.npy"), { output: "run" });
  await cluster.close();
  return value;
};
globalThis.answers = { cluster: sum() };
`;

test("in Node samebits/cluster works, by processes of its own", async () => {
  const module = join(project.folder, "src/cluster.mjs");
  writeFileSync(module, CLUSTER_PROBE);
  expect(await askEngine([process.execPath], project.folder, [module])).toEqual({ cluster: 10 });
});

test("in Node every door works, and names what is not installed when it is asked for", () => {
  expect(Object.keys(inNode).sort()).toEqual([...DOORS].sort());
  expect(inNode).toMatchObject({
    index: ["c39bcaaada8de7be", "82cddc0bbfaa6167"],
    workers: [2, 499_995_000],
    formats: {
      npy: [1, 2, 3],
      csv: [1, 2],
      arrow: expect.stringMatching(missing("apache-arrow")),
      parquet: expect.stringMatching(missing("hyparquet")),
    },
    laws: { z3: expect.stringMatching(missing("z3-solver")), verdict: expect.stringMatching(/tested/) },
    networks: {
      highs: expect.stringMatching(missing("highs")),
      z3: expect.stringMatching(missing("z3-solver")),
      sat: expect.stringMatching(missing("z3-solver")),
    },
    plots: { png: expect.stringMatching(missing("@resvg/resvg-js")) },
  });
});

function missing(name: string): RegExp {
  return new RegExp(
    `^UnsupportedError: .* optional package ${name} is not installed; get it with: npm install ${name}`,
  );
}

describe.each(BUNDLERS)("by %s", (name, bundle) => {
  let bundled: Bundled;

  test("every door is bundled", async () => {
    bundled = await bundle(project.folder, DOORS);
    expect(bundled.warnings.filter((text) => !EXPECTED_WARNING.test(text))).toEqual([]);
  });

  test.skipIf(program === undefined)("and gives in Chromium what it gives in Node", async () => {
    if (browser === undefined) throw new Error("Chromium must be open");
    const { answers, requests } = await visit(browser, bundled);
    expect(answers).toEqual(inNode);
    // Those that see the worker's file need no other.
    const hasText = requests.some((path) => path.includes("worker-text"));
    if (name === "Vite" || name === "webpack") expect(hasText).toBe(false);
  });
});
