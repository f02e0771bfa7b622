// A receipt of what was sorted against the data. All of it is sorted again, in a temporary folder; a sample takes the other pieces from the run's own, as every piece
// of the output has rows of all.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pieceAt } from "../cut.ts";
import { openDataset } from "../data/open-part.ts";
import type { OpenBytes } from "../data/part-bytes.ts";
import { folderStore } from "../folder/folder-store.ts";
import { hashOfBits } from "../folder/run-files.ts";
import type { Receipt } from "../receipt.ts";
import { mergePiece, readShares, type SortTools, sharesOf, sortPiece } from "./sort-steps.ts";

interface Verifying extends SortTools {
  readonly receipt: Receipt;
  readonly open: OpenBytes;
}

type Differing = { readonly index: number; readonly what: "summary" | "output" };

interface Asked {
  readonly indices: readonly number[];
  readonly isWhole: boolean; // these are all
  readonly onPiece: (done: number) => void;
}

/** Gives the pieces that differ. */
export async function verifySorted(tools: Verifying, asked: Asked): Promise<readonly Differing[]> {
  if (!asked.isWhole) return verifyIn(tools, asked);
  const folder = await mkdtemp(join(tmpdir(), "samebits-"));
  try {
    return await verifyIn({ ...tools, store: folderStore(folder, "verify") }, asked);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function verifyIn(
  tools: Verifying,
  { indices, isWhole, onPiece }: Asked,
): Promise<readonly Differing[]> {
  const { plan, receipt, open, functions } = tools;
  const differing: Differing[] = [];
  const summaries: string[] = [];
  for (const index of indices) {
    const source = openDataset(plan.dataset, plan.columns, open);
    try {
      const bits = await sortPiece(tools, pieceAt(plan, index), source, isWhole);
      summaries.push(bits.summary ?? "");
      if (hashOfBits(bits) !== receipt.summaries[index]) differing.push({ index, what: "summary" });
    } finally {
      await source.close();
    }
  }
  const all = isWhole ? sharesOf(plan, await functions(), summaries) : undefined;
  for (const [done, index] of indices.entries()) {
    const piece = pieceAt(plan, index);
    const shares = all?.[index] ?? (await readShares(tools, piece));
    const bits = await mergePiece(tools, piece, { shares, isKept: false });
    if (hashOfBits(bits) !== receipt.outputs?.[index]) differing.push({ index, what: "output" });
    onPiece(done + 1);
  }
  return differing;
}
