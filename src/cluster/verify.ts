// A receipt against the data: some pieces, or all of them, are computed again, here, and must have the hashes that it says.

import type { ColumnSummary, OnlineExecutor } from "../executors/executor.ts";
import { columnSummaries } from "../summaries/summary-algebra.ts";
import { toHex } from "../values/bits.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { indexOfRank, pieceAt } from "./cut.ts";
import { openDataset } from "./data/open-part.ts";
import type { OpenBytes } from "./data/part-bytes.ts";
import { hashOfBits } from "./folder/run-files.ts";
import type { RunStore } from "./folder/store.ts";
import type { GroupFunctions } from "./groups/functions.ts";
import { verifyGroups } from "./groups/verify-groups.ts";
import type { Receipt } from "./receipt.ts";
import { isSorted } from "./sorting/sort-steps.ts";
import { verifySorted } from "./sorting/verify-sorted.ts";
import { readCarry } from "./steps/carries.ts";
import { emit, summarise } from "./steps/piece-steps.ts";

interface VerifyTools {
  readonly receipt: Receipt;
  readonly store: RunStore; // the folder of the receipt; only for a sample something is read there: a scan's carries, and sorted pieces
  readonly executor: OnlineExecutor;
  readonly open: OpenBytes;
  readonly functions: () => Promise<GroupFunctions>;
  readonly share: number; // of the pieces; 1: all, and then the value too
  readonly random: () => number; // from 0 to 1
  readonly signal?: AbortSignal | undefined;
  readonly onPiece?: ((done: number, of: number) => void) | undefined;
}

/** What was found: nothing differs, or the pieces that do, by their first. */
export interface Verified {
  readonly checked: readonly number[]; // pieces, in the order of positions
  readonly differing: readonly { readonly index: number; readonly what: "summary" | "output" | "value" }[];
}

/**
 * Computes pieces of a receipt again. All of them are joined as well, so that nothing but the data and the receipt is trusted.
 *
 * A chain has no piece that could be computed alone: there it is all or nothing.
 *
 * @throws FormatError where the data are not those of the receipt
 */
export async function verifyReceipt(tools: VerifyTools): Promise<Verified> {
  const { receipt, share, random, onPiece } = tools;
  const { plan } = receipt;
  if (!(share > 0 && share <= 1))
    throw new InvalidArgumentError("share", "above 0, and 1 at most", String(share));
  const isWhole = share === 1 || plan.isChained;
  const ranks = isWhole ? [...Array(plan.pieceCount).keys()] : sampleOf(plan.pieceCount, share, random);
  const checked = ranks.map((rank) => indexOfRank(plan, rank));
  if (plan.grouping !== undefined) {
    const all = { ranks, isWhole, onPiece: (done: number) => onPiece?.(done, ranks.length) };
    return { checked, differing: await verifyGroups({ ...tools, plan }, all) };
  }
  if (isSorted(plan)) {
    const all = { indices: checked, isWhole, onPiece: (done: number) => onPiece?.(done, ranks.length) };
    return { checked, differing: await verifySorted({ ...tools, plan }, all) };
  }
  const algebra = columnSummaries(plan.contract);
  const differing: Verified["differing"][number][] = [];
  let before = algebra.empty(0);
  for (const [done, rank] of ranks.entries()) {
    const index = indexOfRank(plan, rank);
    const found = await checkPiece(tools, index, isWhole ? before : undefined);
    if (found.what !== undefined) differing.push({ index, what: found.what });
    before = found.after ?? before;
    onPiece?.(done + 1, ranks.length);
  }
  if (isWhole && differing.length === 0) {
    const bits = algebra.observe(before).map((scalar, i) => toHex(plan.contract.sums[i], scalar));
    if (bits.join() !== receipt.bits.join()) differing.push({ index: plan.pieceCount - 1, what: "value" });
  }
  return { checked, differing };
}

/** One at least, each as likely as any other. */
function sampleOf(count: number, share: number, random: () => number): readonly number[] {
  const ranks = [...Array(count).keys()];
  const size = Math.max(1, Math.round(count * share));
  for (let i = 0; i < size; i++) {
    const other = i + Math.floor(random() * (count - i));
    [ranks[i], ranks[other]] = [ranks[other], ranks[i]];
  }
  return ranks.slice(0, size).sort((one, other) => one - other);
}

interface Checked {
  readonly what: "summary" | "output" | undefined;
  readonly after: ColumnSummary | undefined; // what stands before the next, where it is known
}

async function checkPiece(
  tools: VerifyTools,
  index: number,
  before: ColumnSummary | undefined,
): Promise<Checked> {
  const { receipt, store, open } = tools;
  const { plan } = receipt;
  const algebra = columnSummaries(plan.contract);
  const piece = pieceAt(plan, index);
  const source = openDataset(plan.dataset, plan.columns, open);
  const computing = { ...tools, plan };
  try {
    const from = plan.isChained && before !== undefined ? before : algebra.empty(piece.first);
    const summary = await summarise(computing, piece, source, from);
    const own = algebra.decode(summary.summary ?? "");
    const after = before && (plan.isChained ? own : algebra.concat(before, own));
    if (hashOfBits(summary) !== receipt.summaries[index]) return { what: "summary", after };
    if (receipt.outputs === undefined) return { what: undefined, after };
    const carries =
      before !== undefined && after !== undefined
        ? ([before, after] as const)
        : await readCarry(store, plan, piece);
    const output = await emit(computing, piece, source, { carries, isKept: false });
    return { what: hashOfBits(output) === receipt.outputs[index] ? undefined : "output", after };
  } finally {
    await source.close();
  }
}
