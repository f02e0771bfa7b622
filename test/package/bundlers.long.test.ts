import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { createServer } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { type Answers, askEngine } from "./ask-engine.ts";
import type { Bundle } from "./bundling/bundler.ts";
import { byEsbuild } from "./bundling/esbuild.ts";
import { byRollup } from "./bundling/rollup.ts";
import { openChromium, visit, visitAddress } from "./bundling/visit.ts";
import { byVite } from "./bundling/vite.ts";
import { byWebpack } from "./bundling/webpack.ts";
import { DOORS, openUserProject, type UserProject } from "./user-project.ts";

const program = findPart(SYSTEM_PARTS.chromium);

/** It takes minutes over all doors, each with its own copy of what they share. */
const UNMINIFIED = { optimization: { minimize: false } };

const FOR_PAGES: readonly (readonly [string, Bundle])[] = [
  ["esbuild", byEsbuild()],
  ["esbuild, as modules", byEsbuild({ format: "esm" })],
  ["esbuild, split and minified", byEsbuild({ format: "esm", splitting: true, minify: true })],
  ["webpack", byWebpack(UNMINIFIED)],
  ["rollup", byRollup],
  ["Vite", byVite],
];

const FOR_NODE: readonly (readonly [string, Bundle, string])[] = [
  [
    "esbuild, as modules",
    byEsbuild({ platform: "node", format: "esm", outExtension: { ".js": ".mjs" } }),
    ".mjs",
  ],
  [
    "esbuild, as CommonJS",
    byEsbuild({ platform: "node", format: "cjs", outExtension: { ".js": ".cjs" } }),
    ".cjs",
  ],
  ["webpack", byWebpack({ target: "node", ...UNMINIFIED }), ".cjs"],
];

let browser: Browser | undefined;
beforeAll(async () => {
  if (program !== undefined) browser = await openChromium(program);
});
afterAll(() => browser?.close());

function chromium(): Browser {
  if (browser === undefined) throw new Error("Chromium must be open");
  return browser;
}

const modulesOf = ({ folder }: UserProject): readonly string[] =>
  DOORS.map((door) => join(folder, "src", `${door}.mjs`));

describe.each(["without peers", "with peers"] as const)("a project %s", (packages) => {
  let project: UserProject;
  let inNode: Answers;
  beforeAll(async () => {
    project = openUserProject(packages);
    inNode = await askEngine([process.execPath], project.folder, modulesOf(project));
  });
  afterAll(() => project.remove());

  /** What a page cannot have: machine code, and solvers that it was not given. */
  const inPages = (): Answers => {
    if (packages === "without peers") return inNode;
    const missing = (name: string) =>
      expect.stringMatching(`^UnsupportedError: .* package ${name} is not installed; `);
    const { networks, plots } = inNode as Readonly<Record<string, object>>;
    const solver = missing("z3-solver");
    return {
      ...inNode,
      laws: { z3: solver, verdict: expect.stringMatching(/^commutative: tested/) },
      networks: { ...networks, highs: missing("highs"), z3: solver, sat: solver },
      plots: { ...plots, png: missing("@resvg/resvg-js") },
      webgpu: "UnsupportedError",
    };
  };

  test.skipIf(program === undefined).each(FOR_PAGES)("in Chromium, by %s", async (_name, bundle) => {
    const { answers } = await visit(chromium(), await bundle(project.folder, DOORS));
    expect(answers).toEqual(inPages());
  });

  test.skipIf(program === undefined)("in Chromium, by webpack, some doors minified", async () => {
    const names = ["index", "formats", "workers"];
    const { answers } = await visit(chromium(), await byWebpack({})(project.folder, names));
    expect(answers).toEqual(Object.fromEntries(names.map((name) => [name, inPages()[name]])));
  });

  test.each(FOR_NODE)("in Node, by %s", async (_name, bundle, extension) => {
    const { folder } = await bundle(project.folder, DOORS);
    const modules = DOORS.map((door) => join(folder, door + extension));
    expect(await askEngine([process.execPath], project.folder, modules)).toEqual(inNode);
  });

  test.skipIf(program === undefined)("in Chromium, from Vite's server in development", async () => {
    const scripts = DOORS.map((door) => `<script type="module" src="/src/${door}.mjs"></script>`).join("");
    writeFileSync(join(project.folder, "index.html"), `<!doctype html>${scripts}`);
    const headers = {
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    };
    const server = await createServer({
      ...{ root: project.folder, configFile: false, logLevel: "silent" },
      server: { headers, port: 0, host: "127.0.0.1" },
    });
    try {
      await server.listen();
      const { answers } = await visitAddress(chromium(), server.resolvedUrls?.local[0] ?? "");
      expect(answers).toEqual(inPages());
    } finally {
      await server.close();
    }
  });
});

describe.skipIf(program === undefined)("what a page may say", () => {
  let project: UserProject;
  beforeAll(() => {
    project = openUserProject("with peers");
  });
  afterAll(() => project.remove());

  const put = (name: string, text: string): void => {
    writeFileSync(join(project.folder, "src", `${name}.mjs`), text);
  };

  test("where the worker's file is, built by esbuild as an entry of its own", async () => {
    put(
      "own-worker",
      `import { openWorkers } from "samebits/workers";
const open = async () => {
  const pool = await openWorkers({ count: 2, shortest: 0, ownWork: 0, worker: new URL("./worker.js", import.meta.url) });
  const total = await pool.reduce(Float64Array.from({ length: 100_000 }, (_, i) => i * 0.1));
  await pool.close();
  return total;
};
globalThis.answers = { total: open() };`,
    );
    const entries = { "own-worker": "src/own-worker.mjs", worker: "samebits/worker" };
    const bundle = byEsbuild({ format: "esm", entryPoints: entries });
    const { answers, requests } = await visit(chromium(), await bundle(project.folder, ["own-worker"]));
    expect(answers).toEqual({ total: 499_995_000 });
    expect(requests).toContain("/worker.js");
    expect(requests.join()).not.toMatch(/samebits-worker|blob/);
  });

  test("how a solver is imported: Vite bundles HiGHS", async () => {
    put(
      "own-solver",
      `import { openHighs } from "samebits/networks";
const version = async () => (await openHighs(() => import("highs"))).version;
globalThis.answers = { version: version() };`,
    );
    const { answers } = await visit(chromium(), await byVite(project.folder, ["own-solver"]));
    expect(answers).toEqual({ version: expect.stringMatching(/^1\./) });
  });
});
