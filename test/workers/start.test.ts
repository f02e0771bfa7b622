import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, describe, expect, test } from "vitest";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
const FILE = join(DIST, "samebits-worker.mjs");
const { openWorkers } = (await import(
  pathToFileURL(join(DIST, "workers.mjs")).href
)) as typeof import("../../src/workers.ts");

const ELEMENTS = Float64Array.from({ length: 100_000 }, (_, i) => i * 0.1);
const TOTAL = 499_995_000;

/** The same outside of this process, which would keep the modules of another build. */
function totalOf(dist: string, before = ""): string {
  const script = `
    ${before}
    const { openWorkers } = await import(${JSON.stringify(pathToFileURL(join(dist, "workers.mjs")).href)});
    const pool = await openWorkers({ count: 2, shortest: 0, ownWork: 0 });
    const elements = Float64Array.from({ length: 100_000 }, (_, i) => i * 0.1);
    console.log(await pool.reduce(elements));
    await pool.close();`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  return stdout.trim() + stderr;
}

describe("a worker of a pool is", () => {
  test.each([
    ["a path", FILE],
    ["a URL", pathToFileURL(FILE)],
    ["a URL as text", pathToFileURL(FILE).href],
    ["a function", () => new Worker(FILE)],
  ])("what the caller gives: %s", async (_name, worker) => {
    const pool = await openWorkers({ count: 2, shortest: 0, ownWork: 0, worker });
    expect(await pool.reduce(ELEMENTS)).toBe(TOTAL);
    await pool.close();
  });

  test("not another one where the caller's does not load: the error says why, and what to do", async () => {
    const refused = openWorkers({ count: 1, worker: join(DIST, "no-such-file.mjs") });
    await expect(refused).rejects.toThrow(/a worker is not possible here: .*no-such-file/);
    await expect(refused).rejects.toThrow(/give openWorkers a worker/);
  });

  describe("in a build", () => {
    const scratch = mkdtempSync(join(tmpdir(), "samebits-start-"));
    afterAll(() => rmSync(scratch, { recursive: true, force: true }));

    test("whose file was left behind, a text that the build holds", () => {
      const dist = join(scratch, "without-file");
      cpSync(DIST, dist, { recursive: true });
      rmSync(join(dist, "samebits-worker.mjs"));
      expect(totalOf(dist)).toBe(String(TOTAL));
    });

    test.each([
      ["a build as it is", DIST],
      ["one whose file was left behind", join(scratch, "without-file")],
    ])("where a package has made Node's Worker global, as z3-solver does: %s", (_name, dist) => {
      const before = 'globalThis.Worker = process.getBuiltinModule("node:worker_threads").Worker;';
      expect(totalOf(dist, before)).toBe(String(TOTAL));
    });

    test("that has neither, an error of the pool's", () => {
      const dist = join(scratch, "without-both");
      cpSync(DIST, dist, { recursive: true });
      rmSync(join(dist, "samebits-worker.mjs"));
      rmSync(join(dist, "chunks/worker-text.mjs"));
      expect(totalOf(dist)).toMatch(/UnsupportedError: a worker is not possible here: .*worker-text/);
    });
  });
});
