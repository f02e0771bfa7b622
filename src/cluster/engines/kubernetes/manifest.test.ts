import { execFileSync, spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Job } from "kubernetes-models/batch/v1/Job";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { CLI, waves } from "../../../../test/helpers/cluster-kills.ts";
import { withFolder } from "../../../../test/helpers/cluster-runs.ts";
import { createRun, describeDataset, openEngine, openRun, printKubernetesJobs } from "../../../cluster.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { leftFold } from "../../../expressions/expression.ts";
import { writeArray } from "../../../formats/write-array.ts";
import { inclusiveScan, reduce } from "../../../index.ts";
import { InvalidArgumentError, UnsupportedError } from "../../../values/errors.ts";
import { hashArray } from "../../../values/hash.ts";

const WAVES = waves(30_000);

async function runOfWaves(folder: string, observation: Observation, options: object = {}) {
  await writeArray(join(folder, "waves.npy"), WAVES);
  const how = { pieceLength: 10_000, hashWhole: true, ...options };
  return createRun(join(folder, "run"), await describeDataset(join(folder, "waves.npy")), observation, how);
}

async function jobsIn(folder: string): Promise<readonly Record<string, unknown>[]> {
  const text = await printKubernetesJobs(join(folder, "run"), {
    image: "example.org/samebits:1",
    parallelism: 2,
  });
  return parseAllDocuments(text).map((document) => document.toJS());
}

function isValid(job: Record<string, unknown>): boolean {
  try {
    new Job(structuredClone(job) as never).validate();
    return true;
  } catch {
    return false;
  }
}

/** A value with each of its fields in turn replaced by one of a type that no field of its name has. */
function* spoiled(value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) {
    yield typeof value === "object" ? 1 : { of: "another type" };
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    for (const other of spoiled(inner)) {
      yield Array.isArray(value)
        ? value.map((each, i) => (String(i) === name ? other : each))
        : { ...value, [name]: other };
    }
  }
}

describe("jobs of Kubernetes", () => {
  it("are of the schema of batch/v1, which knows every field of theirs", async () => {
    await withFolder(async (folder) => {
      await runOfWaves(folder, "inclusive-scan");
      const jobs = await jobsIn(folder);
      expect(jobs).toHaveLength(4);
      for (const job of jobs) {
        expect(isValid(job)).toBe(true);
        expect([...spoiled(job)].filter((other) => isValid(other as never))).toEqual([]);
      }
    });
  });

  it.skipIf(process.platform === "win32").each(["reduce", "inclusive-scan"] as const)(
    "compute a %s by what their containers run, for each index",
    async (observation) => {
      await withFolder(async (folder) => {
        await runOfWaves(folder, observation);
        const program = join(folder, "samebits");
        writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
        chmodSync(program, 0o755);
        const PATH = `${folder}${delimiter}${process.env.PATH}`;
        for (const { spec } of (await jobsIn(folder)) as never as readonly PodJob[]) {
          const [{ command, volumeMounts }] = spec.template.spec.containers;
          expect(volumeMounts[0].mountPath).toBe(folder);
          for (let index = 0; index < spec.completions; index++) {
            const env = { ...process.env, PATH, JOB_COMPLETION_INDEX: String(index) };
            execFileSync(command[0], command.slice(1), { env });
          }
        }
        const receipt = await (await openRun(join(folder, "run"))).receipt();
        expect(receipt?.value).toBe(reduce(WAVES));
        expect(receipt?.made).toHaveLength(observation === "reduce" ? 3 : 6);
        if (observation !== "reduce")
          expect(receipt?.output?.[0].whole).toBe(hashArray(inclusiveScan(WAVES)));
      });
    },
    60_000,
  );

  it.skipIf(process.platform === "win32")(
    "end with the same bits where pods are lost: by the same jobs once more, or by another engine",
    async () => {
      await withFolder(async (folder) => {
        await runOfWaves(folder, "reduce");
        const [{ spec }] = (await jobsIn(folder)) as never as readonly PodJob[];
        const [, ...args] = spec.template.spec.containers[0].command;
        const pod = (index: number) =>
          spawn(process.execPath, [CLI, ...args], {
            env: { ...process.env, JOB_COMPLETION_INDEX: String(index) },
          });
        const evicted = pod(0);
        await new Promise((resolve) => setTimeout(resolve, 100));
        evicted.kill("SIGKILL");
        await new Promise((resolve) => pod(1).on("exit", resolve));
        const run = await openRun(join(folder, "run"));
        await expect(run.join()).rejects.toThrow(/whose 3 pieces all have their summary.*00002/);
        await new Promise((resolve) => pod(0).on("exit", resolve));
        const engine = openEngine("local:1");
        try {
          expect((await run.go({ engine })).value).toBe(reduce(WAVES));
        } finally {
          await engine.stop();
        }
      });
    },
  );

  it("are refused for chained pieces, and for data that no folder has beside the run", async () => {
    await withFolder(async (folder) => {
      await runOfWaves(folder, "reduce", { expression: leftFold });
      await expect(jobsIn(folder)).rejects.toThrow(UnsupportedError);
    });
    await withFolder(async (folder) => {
      const part = {
        uri: "/elsewhere/waves.npy",
        format: "npy",
        type: "f64",
        length: 3,
        bytes: 152,
      } as const;
      await createRun(join(folder, "run"), { length: 3, parts: [part] }, "reduce");
      await expect(jobsIn(folder)).rejects.toThrow(InvalidArgumentError);
    });
  });
});

interface PodJob {
  readonly spec: {
    readonly completions: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly command: readonly string[];
          readonly volumeMounts: readonly { readonly mountPath: string }[];
        }[];
      };
    };
  };
}
