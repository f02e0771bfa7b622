import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createRun } from "../../src/cluster/run.ts";
import { requestOf } from "../../src/cluster/run-request.ts";
import { describeDataset } from "../../src/cluster.ts";
import { writeArray } from "../../src/formats/write-array.ts";
import { inclusiveScan } from "../../src/index.ts";
import { PieceFailedError } from "../../src/values/errors.ts";
import { hashArray } from "../../src/values/hash.ts";
import { waves } from "../helpers/cluster-kills.ts";
import { engineHere, toolsIn, withFolder } from "../helpers/cluster-runs.ts";

const WAVES = waves(100_000);

async function requestIn(folder: string) {
  await writeArray(join(folder, "waves.npy"), WAVES);
  const dataset = await describeDataset(join(folder, "waves.npy"));
  return requestOf(dataset, "inclusive-scan", { pieceLength: 20_000, hashWhole: true });
}

// A file system of its own takes root to mount.
it.skipIf(process.getuid?.() !== 0)(
  "a full disk is told by its file, leaves nothing half written, and costs time",
  async () => {
    await withFolder(async (folder) => {
      const disk = join(folder, "disk");
      mkdirSync(disk);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=400k", "none", disk]);
      try {
        const run = await createRun(await requestIn(folder), toolsIn(join(disk, "run")));
        const full = run.go({ engine: engineHere(2) });
        await expect(full).rejects.toThrow(PieceFailedError);
        await expect(full).rejects.toThrow(/out\/part-0000\d.*no space left \(ENOSPC\)/);
        const left = readdirSync(disk, { recursive: true, encoding: "utf8" });
        expect(left.filter((name) => name.endsWith(".partial"))).toEqual([]);
        execFileSync("mount", ["-o", "remount,size=8m", disk]);
        const receipt = await run.go({ engine: engineHere(2) });
        expect(receipt.output?.[0].whole).toBe(hashArray(inclusiveScan(WAVES)));
      } finally {
        execFileSync("umount", [disk]);
      }
    });
  },
);

it("clocks that disagree by hours, or go backwards, change nothing", async () => {
  await withFolder(async (folder) => {
    const request = await requestIn(folder);
    for (const [index, hours] of [5, -7, 0, 3, -1].entries()) {
      let ticks = 0;
      const now = (): number => 3_600_000 * hours - 1000 * ticks++;
      const run = await createRun(request, { ...toolsIn(join(folder, "run")), now });
      await run.step({ step: "summary", index });
    }
    const run = await createRun(request, toolsIn(join(folder, "run")));
    const receipt = await run.go({ engine: engineHere(2), audit: 1 });
    expect(receipt.output?.[0].whole).toBe(hashArray(inclusiveScan(WAVES)));
  });
});
