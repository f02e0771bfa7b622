import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRun, describeDataset, openRun, verifyRun } from "../../src/cluster.ts";
import { writeArray } from "../../src/formats/write-array.ts";
import { onlineScan, openHash } from "../../src/streams.ts";
import { toHex } from "../../src/values/bits.ts";
import { goThroughKills, killed, randomFrom } from "../helpers/cluster-kills.ts";
import { withFolder } from "../helpers/cluster-runs.ts";

// 10^9 doubles in 64 files, scanned by two workers while they and the driver are killed: the hash is that of one pass in this process, and the receipt holds.

const LENGTH = Number(process.env.SAMEBITS_CLUSTER_LENGTH ?? 1e9);
const FILES = 64;
const PIECES = 60;
const KILLS = 20;
const SEED = 20261127;

test(`${LENGTH} doubles in ${FILES} files go through ${KILLS} kills`, async () => {
  const { bavail, bsize } = statfsSync(tmpdir());
  const needed = 3 * 8 * LENGTH; // the input, the output, and what those that were killed have left
  expect(bavail * bsize, `bytes free in ${tmpdir()}, of ${needed}`).toBeGreaterThan(needed);
  await withFolder(async (folder) => {
    const expected = await writeParts(folder);
    const dataset = await describeDataset(join(folder, "part-??.npy"));
    expect(dataset.length).toBe(LENGTH);
    const place = join(folder, "run");
    const pieceLength = Math.min(2 ** 24, Math.ceil(LENGTH / PIECES));
    const run = await createRun(place, dataset, "inclusive-scan", { pieceLength, hashWhole: true });
    const counts = { stops: 0 };
    const killing = { engine: "local:2", kills: KILLS, random: randomFrom(SEED), longestPauseMs: 2000 };
    await goThroughKills(place, killing, counts);
    console.log(`${killed(counts)} kills: ${JSON.stringify(counts)}, ${run.plan.pieceCount} pieces`);
    const receipt = await (await openRun(place)).receipt();
    expect(receipt?.bits).toEqual(expected.bits);
    expect(receipt?.output?.[0].whole).toBe(expected.hash);
    const share = 0.1;
    expect(
      (await verifyRun(join(place, "result.json"), { share, random: randomFrom(SEED) })).differing,
    ).toEqual([]);
  });
}, 3_600_000);

/** Writes doubles of many sizes, whose prefixes depend on their tree, and gives what one pass makes of them. */
async function writeParts(
  folder: string,
): Promise<{ readonly hash: string; readonly bits: readonly string[] }> {
  const scan = onlineScan({ type: "f64" });
  const hash = openHash();
  let state = SEED;
  let last = 0;
  for (let file = 0; file < FILES; file++) {
    const [start, end] = [Math.floor((file * LENGTH) / FILES), Math.floor(((file + 1) * LENGTH) / FILES)];
    const part = new Float64Array(end - start);
    for (let i = 0; i < part.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      part[i] = state * 2 ** ((state >>> 7) % 40);
    }
    await writeArray(join(folder, `part-${String(file).padStart(2, "0")}.npy`), part);
    const prefixes = scan.push(part);
    hash.add(prefixes);
    last = prefixes[prefixes.length - 1];
  }
  scan.close();
  return { hash: hash.digits(), bits: [toHex("f64", last)] };
}
