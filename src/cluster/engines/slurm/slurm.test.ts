import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { toolsIn, withFolder } from "../../../../test/helpers/cluster-runs.ts";
import { describeDataset } from "../../../cluster.ts";
import { writeArray } from "../../../formats/write-array.ts";
import { inclusiveScan, reduce } from "../../../index.ts";
import { EngineError } from "../../../values/errors.ts";
import { hashArray } from "../../../values/hash.ts";
import { createRun } from "../../run.ts";
import { requestOf } from "../../run-request.ts";
import { type SlurmOptions, slurmEngine } from "./slurm.ts";

// Programs of the names of Slurm's, which run what is submitted at once; the real ones are in test/cluster.

const CLI = fileURLToPath(new URL("../../../../dist/cli.mjs", import.meta.url));

const own = (name: string) => (run: string) => ({ command: process.execPath, args: [CLI, "run", name, run] });

const OPTIONS: SlurmOptions = {
  ...{ count: 0, writer: "test", worker: own("serve"), joiner: own("join"), pausesMs: [1, 1] },
  warn: () => {},
};

const WAVES = Float64Array.from({ length: 40_000 }, (_, i) => Math.sin(i) * 2 ** (i % 50));

const SBATCH = `for word in "$@"; do
  case "$word" in
    --array=0-*) last=\${word#--array=0-}; last=\${last%\\%*};;
    --output=*) output=\${word#--output=};;
  esac
  script=$word
done
echo "$*" >> "$FAKE/submitted"; cat "$script" >> "$FAKE/scripts"
i=0
while [ "$i" -le "\${last:-0}" ]; do
  file=$(echo "$output" | sed "s/%A_%a/7_$i/; s/%j/7/; s/%%/%/g")
  SLURM_ARRAY_TASK_ID=$i sh "$script" > "$file" 2>&1
  i=$((i + 1))
done
echo "7;cluster"
`;

const PROGRAMS = {
  sbatch: SBATCH,
  squeue: "",
  scancel: 'echo "$*" >> "$FAKE/cancelled"',
  scontrol: 'echo "MaxArraySize            = 3"',
};

async function withPrograms(
  changed: Partial<typeof PROGRAMS>,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    for (const [name, text] of Object.entries({ ...PROGRAMS, ...changed })) {
      writeFileSync(join(folder, name), `#!/bin/sh\nFAKE=${folder}\n${text}`);
      chmodSync(join(folder, name), 0o755);
    }
    const { PATH } = process.env;
    process.env.PATH = `${folder}:${PATH}`;
    try {
      await use(folder);
    } finally {
      process.env.PATH = PATH;
    }
  });
}

async function runOfWaves(folder: string, observation: "reduce" | "inclusive-scan") {
  await writeArray(join(folder, "waves.npy"), WAVES);
  const dataset = await describeDataset(join(folder, "waves.npy"));
  const request = requestOf(dataset, observation, { pieceLength: 5000, hashWhole: true });
  return createRun(request, toolsIn(join(folder, `100% ${observation}`)));
}

describe.skipIf(process.platform === "win32")("Slurm", () => {
  it("gets arrays of no more tasks than it takes, and jobs that depend on them", async () => {
    await withPrograms({}, async (folder) => {
      const run = await runOfWaves(folder, "inclusive-scan");
      const engine = slurmEngine({ ...OPTIONS, count: 2 });
      const receipt = await run.go({ engine });
      await engine.stop();
      expect(receipt.output?.[0].whole).toBe(hashArray(inclusiveScan(WAVES)));
      const submitted = readFileSync(join(folder, "submitted"), "utf8").trim().split("\n");
      expect(submitted.map((line) => /--array=\S+/.exec(line)?.[0])).toEqual([
        "--array=0-2%2",
        undefined,
        "--array=0-2%2",
        undefined,
      ]);
      expect(submitted.map((line) => /--dependency=\S+/.exec(line)?.[0])).toEqual([
        undefined,
        ...Array(3).fill("--dependency=afterok:7"),
      ]);
      expect(readFileSync(join(folder, "cancelled"), "utf8").match(/--name=samebits-test-/g)).toHaveLength(4);
      expect(existsSync(join(folder, "100% inclusive-scan", "slurm"))).toBe(false);
    });
  }, 60_000);

  it("gets the pieces that are missing, and those of tasks that were lost once more", async () => {
    const dies = `if [ ! -e "$FAKE/died" ]; then touch "$FAKE/died"; echo 8; exit; fi\n${SBATCH}`;
    await withPrograms({ sbatch: dies }, async (folder) => {
      const run = await runOfWaves(folder, "reduce");
      for (const index of [0, 3, 4]) await run.step({ step: "summary", index });
      const lost: number[] = [];
      const receipt = await run.go({
        engine: slurmEngine(OPTIONS),
        onEvent: (event) => event.kind === "lost" && lost.push(event.index),
      });
      expect(receipt.value).toBe(reduce(WAVES));
      expect(lost).toEqual([1, 2, 5, 6, 7]);
      expect(readFileSync(join(folder, "scripts"), "utf8").match(/for piece in .*/g)).toEqual([
        "for piece in 1 2 5 6 7; do",
      ]);
    });
  }, 60_000);

  it.each([
    ["is not there", undefined, /must be there, but there is no "scontrol" on the PATH/],
    [
      "refuses",
      "echo 'sbatch: error: Invalid account' >&2; exit 1",
      /must do what it is asked, but sbatch: error: Invalid account$/,
    ],
    [
      "does not answer",
      'echo x >> "$FAKE/tries"; echo "Unable to contact slurm controller (connect failure)" >&2; exit 1',
      /must be reached, but it was tried 3 times/,
    ],
  ])("that %s is told so", async (_, sbatch, message) => {
    await withPrograms(sbatch === undefined ? {} : { sbatch }, async (folder) => {
      const run = await runOfWaves(folder, "reduce");
      if (sbatch === undefined) process.env.PATH = join(folder, "none");
      const gone = run.go({ engine: slurmEngine(OPTIONS) });
      await expect(gone).rejects.toThrow(EngineError);
      await expect(gone).rejects.toThrow(message);
    });
  });

  it("whose tasks never answer is told why", async () => {
    await withPrograms({}, async (folder) => {
      const run = await runOfWaves(folder, "reduce");
      const worker = () => ({ command: "sh", args: ["-c", "echo no worker here; exit 1"] });
      const gone = run.go({ engine: slurmEngine({ ...OPTIONS, worker }) });
      await expect(gone).rejects.toThrow(/must start workers, but .*no worker here/s);
    });
  }, 60_000);

  it("whose tasks wait for what will never come is not waited for", async () => {
    const squeue = '[ -e "$FAKE/cancelled" ] || echo "PENDING|launch failed requeued held"';
    await withPrograms({ squeue, sbatch: "echo 7" }, async (folder) => {
      const run = await runOfWaves(folder, "reduce");
      await expect(run.go({ engine: slurmEngine(OPTIONS) })).rejects.toThrow(/must start workers/);
      expect(existsSync(join(folder, "cancelled"))).toBe(true);
    });
  }, 60_000);
});
