// A receipt of groups against the data: pieces are computed again, of two steps both, and where all are, they are joined as well.

import { indexOfRank, pieceAt } from "../cut.ts";
import { openDataset } from "../data/open-part.ts";
import type { OpenBytes } from "../data/part-bytes.ts";
import type { PieceRecord, Step } from "../folder/run-files.ts";
import { hashOfBits, type Receipt } from "../receipt.ts";
import { emptyAt, joinTables, positionsOf } from "./group-join.ts";
import { receiptOfGroups } from "./group-result.ts";
import { type GroupTools, groupsOfPiece, readPositions, settingOf } from "./group-steps.ts";
import type { GroupTable } from "./group-table.ts";

interface Verifying extends GroupTools {
  readonly receipt: Receipt;
  readonly open: OpenBytes;
}

type Differing = { readonly index: number; readonly what: "summary" | "output" | "value" };

/** Pieces by rank, all where `isWhole`. Gives those that differ. */
export async function verifyGroups(
  tools: Verifying,
  {
    ranks,
    isWhole,
    onPiece,
  }: {
    readonly ranks: readonly number[];
    readonly isWhole: boolean;
    readonly onPiece: (done: number) => void;
  },
): Promise<readonly Differing[]> {
  const { plan, receipt } = tools;
  const setting = settingOf(plan);
  const functions = await tools.functions();
  const differing: Differing[] = [];
  const check = (
    index: number,
    what: "summary" | "output",
    hashes: readonly string[] = [],
    bits: Pick<PieceRecord, "summary" | "input">,
  ): void => {
    if (hashOfBits(bits) !== hashes[index]) differing.push({ index, what });
  };
  const tables: GroupTable[] = [];
  let done = 0;
  for (const rank of ranks) {
    const index = indexOfRank(plan, rank);
    const from = plan.isChained ? tables.pop() : undefined;
    const { table, bits } = await tableOfPiece(tools, index, "summary", from);
    check(index, "summary", receipt.summaries, bits);
    tables.push(table);
    onPiece(++done);
  }
  if (plan.passCount === 2) {
    const positions = isWhole ? positionsOf(setting, functions, tables) : undefined;
    for (const [i, rank] of ranks.entries()) {
      const index = indexOfRank(plan, rank);
      const before = positions?.[i] ?? (await readPositions(tools.store, plan, pieceAt(plan, index)));
      const { table, bits } = await tableOfPiece(tools, index, "output", emptyAt(setting, tables[i], before));
      check(index, "output", receipt.outputs, bits);
      tables[i] = table;
    }
  }
  if (!isWhole || differing.length > 0) return differing;
  const inOrder = plan.direction === "forward" ? tables : [...tables].reverse();
  const found = receiptOfGroups(plan, joinTables(setting, functions, inOrder));
  const isSame = JSON.stringify(found) === JSON.stringify({ output: receipt.output, groups: receipt.groups });
  return isSame ? [] : [{ index: plan.pieceCount - 1, what: "value" }];
}

async function tableOfPiece(tools: Verifying, index: number, step: Step, from: GroupTable | undefined) {
  const source = openDataset(tools.plan.dataset, tools.plan.columns, tools.open);
  try {
    return await groupsOfPiece(tools, { piece: pieceAt(tools.plan, index), source, step }, from);
  } finally {
    await source.close();
  }
}
