import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRun, describeDataset, openCluster, openRun } from "samebits/cluster";
import { describe, expect, it } from "vitest";
import { CLI, killed, killThroughRuns, randomFrom, startCli } from "../test/helpers/cluster-kills.ts";
import { toolsIn, withFolder } from "../test/helpers/cluster-runs.ts";
import { localEngine } from "./cluster/engines/local.ts";
import { goRun } from "./cluster/go.ts";
import { readArray } from "./formats/read-array.ts";
import { writeArray } from "./formats/write-array.ts";
import { inclusiveScan, reduce } from "./index.ts";
import { hashArray } from "./values/hash.ts";

const FLIGHTS = fileURLToPath(
  new URL("../node_modules/vega-datasets/data/flights-200k.arrow", import.meta.url),
);

function samebits(...args: readonly string[]): string {
  return execFileSync(process.execPath, [CLI, ...args], { encoding: "utf8" });
}

const WAVES = Float64Array.from({ length: 200_000 }, (_, i) => Math.sin(i) * 2 ** (i % 50));

/** Three files of them, and the run of what is asked for. */
async function runOfWaves(folder: string, observation: "reduce" | "inclusive-scan") {
  const ends = [0, 30_000, 30_007, WAVES.length];
  for (let i = 0; i < 3; i++)
    await writeArray(join(folder, `waves-${i}.npy`), WAVES.slice(ends[i], ends[i + 1]));
  const dataset = await describeDataset(join(folder, "waves-?.npy"));
  return createRun(join(folder, "run"), dataset, observation, { pieceLength: 10_000, hashWhole: true });
}

describe("samebits run", () => {
  it("gives the flights the hash of samebits scan", async () => {
    await withFolder(async (folder) => {
      const at = (name: string): string => join(folder, name);
      samebits("dataset", FLIGHTS, "--column", "delay", "-o", at("data.json"));
      samebits(
        "run",
        "create",
        at("data.json"),
        "--scan",
        "--hash",
        "--piece-length",
        "50000",
        "-o",
        at("run"),
      );
      const found = JSON.parse(samebits("run", "go", at("run"), "--engine", "local:2", "--json"));
      const scanned = JSON.parse(
        samebits("scan", FLIGHTS, "--column", "delay", "-o", at("scan.npy"), "--json"),
      );
      expect(found.hash).toBe(scanned.hash);
      expect(found.bits).toBe(scanned.bits ?? found.bits);
      expect(samebits("verify", at("run/result.json"), "--all")).toMatch(/^result\s+PASS/);
    });
  });

  it("can be taken step by step, by anybody, in any order, and twice", async () => {
    await withFolder(async (folder) => {
      await runOfWaves(folder, "inclusive-scan");
      const run = join(folder, "run");
      samebits("run", "piece", run, "--indices", "10..19");
      expect(() => samebits("run", "join", run)).toThrow(/none of summaries\/00000/);
      samebits("run", "piece", run, "--indices", "0..19");
      samebits("run", "join", run);
      for (const indices of ["7..19", "0..7"]) samebits("run", "emit", run, "--indices", indices);
      samebits("run", "join", run);
      const receipt = await (await openRun(run)).receipt();
      expect(receipt?.output?.[0].whole).toBe(hashArray(inclusiveScan(WAVES)));
    });
  });

  it("is done once where several processes are at the same pieces", async () => {
    await withFolder(async (folder) => {
      await runOfWaves(folder, "inclusive-scan");
      const run = join(folder, "run");
      for (const [step, home] of [
        ["piece", "summaries"],
        ["emit", "out"],
      ]) {
        const twice = [0, 1, 2].map(() => startCli(["run", step, run, "--indices", "0..19"]));
        expect(await Promise.all(twice.map(({ ended }) => ended))).toEqual([0, 0, 0]);
        expect(readdirSync(join(run, home)).filter((name) => name.endsWith(".partial"))).toEqual([]);
        samebits("run", "join", run);
      }
      expect((await (await openRun(run)).receipt())?.output?.[0].whole).toBe(hashArray(inclusiveScan(WAVES)));
    });
  });

  it("takes the index of a task from Slurm and Kubernetes", async () => {
    await withFolder(async (folder) => {
      const { plan } = await runOfWaves(folder, "reduce");
      const run = join(folder, "run");
      for (const name of ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"]) {
        for (let index = 0; index < plan.pieceCount; index += 10) {
          const env = { ...process.env, [name]: String(index) };
          execFileSync(process.execPath, [CLI, "run", "piece", run], { env });
          expect(existsSync(join(run, "summaries", String(index).padStart(5, "0")))).toBe(true);
        }
      }
    });
  });
});

describe("a cluster of local processes", () => {
  it("gives values, files and a receipt", async () => {
    await withFolder(async (folder) => {
      await runOfWaves(folder, "reduce");
      const dataset = await describeDataset(folder);
      const cluster = await openCluster({ engine: "local:2" });
      try {
        const options = { pieceLength: 30_000, audit: 0.5 };
        const { value } = await cluster.reduce(dataset, { output: join(folder, "sum"), ...options });
        expect(value).toBe(reduce(WAVES));
        const { parts } = await cluster.inclusiveScan(dataset, { output: join(folder, "scan"), ...options });
        const last = await readArray(parts[parts.length - 1][0]);
        expect(last.array[last.array.length - 1]).toBe(value);
      } finally {
        await cluster.close();
      }
    });
  });

  it("does not wait for a process that was stopped", async () => {
    await withFolder(async (folder) => {
      const { plan } = await runOfWaves(folder, "reduce");
      const tools = toolsIn(join(folder, "run"));
      const worker = (run: string) => ({ command: process.execPath, args: [CLI, "run", "serve", run] });
      const engine = localEngine({ count: 2, worker, now: () => performance.now(), patienceMs: 300 });
      let isStopped = false;
      try {
        const receipt = await goRun({
          ...{ ...tools, plan, engine },
          onEvent(event) {
            if (event.kind !== "done" || isStopped) return;
            isStopped = true;
            process.kill(childrenOf(process.pid)[0], "SIGSTOP");
          },
        });
        expect(isStopped).toBe(true);
        expect(receipt.value).toBe(reduce(WAVES));
      } finally {
        await engine.stop();
      }
    });
  });
});

/** The processes that a process of this test has started. */
function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text
    .split(" ")
    .filter((word) => word !== "")
    .map(Number);
}

describe.skipIf(process.platform !== "linux")("killed at random instants", () => {
  it("a reduce and a scan end with the bits of one process", async () => {
    await withFolder(async (folder) => {
      const killing = { engine: "local:2", kills: 24, random: randomFrom(20261127) };
      expect(killed(await killThroughRuns(folder, killing))).toBe(24);
    });
  });
});
