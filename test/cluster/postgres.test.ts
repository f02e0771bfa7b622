import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRun, describeDataset, verifyRun } from "../../src/cluster.ts";
import { writeArray } from "../../src/formats/write-array.ts";
import { inclusiveScan, reduce } from "../../src/index.ts";
import { hashArray } from "../../src/values/hash.ts";
import {
  killed,
  killThroughRuns,
  pause,
  pidsOf,
  randomFrom,
  type StartedCli,
  startCli,
  type Target,
  untilSaid,
  waves,
} from "../helpers/cluster-kills.ts";
import { withFolder } from "../helpers/cluster-runs.ts";
import { GUEST, type Postgres, startPostgres } from "./parts/postgres.ts";
import { SEED } from "./seed.ts";

const folder = mkdtempSync(join(tmpdir(), "samebits-postgres-"));
let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres(folder);
});

afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("pg-boss on PostgreSQL", () => {
  it("says where nobody takes jobs, with the command that does, and a worker says when it is ready", async () => {
    await withFolder(async (home) => {
      const engine = `pg-boss:${postgres.url}`;
      await writeArray(join(home, "waves.npy"), waves(20_000));
      const dataset = await describeDataset(join(home, "waves.npy"));
      const run = await createRun(join(home, "run"), dataset, "reduce", { pieceLength: 5000 });
      const driver = startCli(["run", "go", join(home, "run"), "--engine", engine]);
      await untilSaid(
        driver,
        /nobody takes the jobs of this run: start "samebits worker --engine pg-boss:postgres:/,
      );
      const worker = startCli(["worker", "--engine", engine, "--processes", "1"]);
      await untilSaid(worker, /^samebits: ready: takes jobs/m);
      expect(await driver.ended).toBe(0);
      worker.child.kill("SIGTERM");
      expect(await worker.ended).toBe(143);
      expect((await run.receipt())?.value).toBe(reduce(waves(20_000)));
    });
  });

  it("that refuses credentials is not asked again, and none of them is told", async () => {
    await withFolder(async (home) => {
      await writeArray(join(home, "waves.npy"), waves(1000));
      const dataset = await describeDataset(join(home, "waves.npy"));
      const run = await createRun(join(home, "run"), dataset, "reduce");
      const address = `postgres://${GUEST}:s3cret@127.0.0.1:${postgres.port}/postgres`;
      for (const command of [["run", "go", join(home, "run")], ["worker"]]) {
        const refused = startCli([...command, "--engine", `pg-boss:${address}`]);
        expect(await refused.ended).toBe(2);
        expect(refused.words()).toMatch(
          /^samebits: engine "pg-boss:postgres:.*password authentication failed/m,
        );
        expect(refused.words()).not.toMatch(/s3cret/);
      }
      expect(await run.receipt()).toBeUndefined();
    });
  });

  it("does not wait for a machine that is silent, which may come back", async () => {
    const engine = `pg-boss:${postgres.url}`;
    await withFolder(async (home) => {
      await writeArray(join(home, "waves.npy"), waves(400_000));
      const dataset = await describeDataset(join(home, "waves.npy"));
      const place = join(home, "run");
      const run = await createRun(place, dataset, "inclusive-scan", { pieceLength: 5000, hashWhole: true });
      const machine = startCli(["worker", "--engine", engine, "--processes", "1"]);
      await untilSaid(machine, /ready/);
      const driver = startCli(["run", "go", place, "--engine", engine]);
      while (pidsOf(["run", "serve", place]).length === 0) await pause(20);
      while ((await run.status()).steps[0].done < 2) await pause(20);
      const stopped = [machine.child.pid as number, ...pidsOf(["run", "serve", place])];
      for (const pid of stopped) process.kill(pid, "SIGSTOP");
      const begun = performance.now();
      const other = startCli(["worker", "--engine", engine, "--processes", "1"]);
      try {
        expect(await driver.ended).toBe(0);
        console.log(`silent for ${Math.round((performance.now() - begun) / 1000)} s`);
        for (const pid of stopped) process.kill(pid, "SIGCONT");
        await pause(2000); // it finishes what it had, which is there by now
        const receipt = await run.receipt();
        expect(receipt?.output?.[0].whole).toBe(hashArray(inclusiveScan(waves(400_000))));
        expect(await verifyRun(join(place, "result.json"), { share: 1 })).toMatchObject({ differing: [] });
        expect(machine.child.exitCode).toBe(null);
      } finally {
        for (const { child } of [machine, other]) child.kill("SIGKILL");
      }
    });
  });

  it("goes through kills of workers, their machines, the driver and the database", async () => {
    const engine = `pg-boss:${postgres.url}`;
    const start = (): StartedCli => startCli(["worker", "--engine", engine, "--processes", "2"]);
    const machines = [start(), start()];
    const machineTargets = machines.map(
      (_, i): Target => ({
        name: "machine",
        kill() {
          machines[i].child.kill("SIGKILL");
          machines[i] = start();
        },
      }),
    );
    try {
      await withFolder(async (home) => {
        const counts = await killThroughRuns(home, {
          ...{ engine, kills: 70, random: randomFrom(SEED), pieces: 40, longestPauseMs: 1500 },
          others: () => [...machineTargets, { name: "postgres", kill: postgres.killAndStart }],
        });
        console.log(`postgres: ${killed(counts)} kills ${JSON.stringify(counts)}, seed ${SEED}`);
        expect(killed(counts)).toBe(70);
      });
    } finally {
      for (const { child } of machines) child.kill("SIGKILL");
    }
  }, 1_800_000);
});
