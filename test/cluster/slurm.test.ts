import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRun, describeDataset, openEngine, openRun } from "../../src/cluster.ts";
import { leftFold } from "../../src/expressions/expression.ts";
import { writeArray } from "../../src/formats/write-array.ts";
import { inclusiveScan, reduce } from "../../src/index.ts";
import { hashArray } from "../../src/values/hash.ts";
import {
  killed,
  killThroughRuns,
  pause,
  pidsOf,
  randomFrom,
  startCli,
  waves,
} from "../helpers/cluster-kills.ts";
import { withFolder } from "../helpers/cluster-runs.ts";
import { type SlurmCluster, startSlurm } from "./parts/slurm.ts";
import { SEED } from "./seed.ts";

const WAVES = waves(400_000);

const folder = mkdtempSync(join(tmpdir(), "samebits-slurm-"));
let slurm: SlurmCluster;

beforeAll(async () => {
  slurm = await startSlurm(folder);
  Object.assign(process.env, slurm.env);
});

afterAll(async () => {
  await slurm?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function runOfWaves(home: string, observation: "reduce" | "inclusive-scan", options: object = {}) {
  await writeArray(join(home, "waves.npy"), WAVES);
  const how = { pieceLength: 10_000, hashWhole: true, ...options };
  return createRun(join(home, "run"), await describeDataset(join(home, "waves.npy")), observation, how);
}

describe("Slurm with two nodes", () => {
  it("gives a scan the bits of one process, though a task has several pieces, and leaves nothing behind", async () => {
    await withFolder(async (home) => {
      const run = await runOfWaves(home, "inclusive-scan");
      const engine = openEngine("slurm");
      try {
        const receipt = await run.go({ engine, audit: 0.2 });
        expect(receipt.output?.[0].whole).toBe(hashArray(inclusiveScan(WAVES)));
        expect(receipt.made.length).toBeGreaterThan(17); // tasks of two arrays at least
      } finally {
        await engine.stop();
      }
      const { readdirSync } = await import("node:fs");
      expect(readdirSync(join(home, "run")).sort()).toEqual([
        "carries",
        "out",
        "result.json",
        "run.json",
        "summaries",
      ]);
    });
  });

  it("goes on by itself where the driver is killed, to the receipt", async () => {
    await withFolder(async (home) => {
      await runOfWaves(home, "inclusive-scan");
      const driver = startCli(["run", "go", join(home, "run"), "--engine", "slurm"]);
      while (pidsOf(["run", "serve", join(home, "run")]).length === 0) await pause(50);
      await pause(1000); // the jobs that follow are submitted by now
      driver.child.kill("SIGKILL");
      const run = await openRun(join(home, "run"));
      while ((await run.receipt()) === undefined) await pause(200);
      expect((await run.receipt())?.output?.[0].whole).toBe(hashArray(inclusiveScan(WAVES)));
    });
  });

  it("computes a chain in one task, in order", async () => {
    await withFolder(async (home) => {
      const run = await runOfWaves(home, "reduce", { expression: leftFold, direction: "backward" });
      const engine = openEngine("slurm");
      try {
        const receipt = await run.go({ engine });
        expect(receipt.value).toBe(reduce(WAVES, { expression: leftFold, direction: "backward" }));
        expect(receipt.made).toHaveLength(1);
      } finally {
        await engine.stop();
      }
    });
  });

  it("waits for a task that is silent, and goes on when it comes back", async () => {
    await withFolder(async (home) => {
      const run = await runOfWaves(home, "inclusive-scan");
      const place = join(home, "run");
      const driver = startCli(["run", "go", place, "--engine", "slurm"]);
      while (pidsOf(["run", "serve", place]).length === 0) await pause(10);
      const [silent] = pidsOf(["run", "serve", place]);
      process.kill(silent, "SIGSTOP");
      await pause(60_000);
      expect((await run.status()).steps[0].done).toBeGreaterThan(30); // the others are done
      process.kill(silent, "SIGCONT");
      expect(await driver.ended).toBe(0);
      expect((await run.receipt())?.output?.[0].whole).toBe(hashArray(inclusiveScan(WAVES)));
    });
  });

  it("goes through kills of tasks, driver, controller and nodes", async () => {
    await withFolder(async (home) => {
      const counts = await killThroughRuns(home, {
        ...{ engine: "slurm", kills: 70, random: randomFrom(SEED), pieces: 40, longestPauseMs: 1500 },
        others: () => slurm.services.map(({ name, killAndStart }) => ({ name, kill: killAndStart })),
      });
      console.log(`slurm: ${killed(counts)} kills ${JSON.stringify(counts)}, seed ${SEED}`);
      expect(killed(counts)).toBe(70);
    });
  }, 1_200_000);
});
