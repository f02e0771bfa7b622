// A receipt of groups against the data: pieces are computed again, of two steps both, and where all are, they are joined as well.

import { indexOfRank, type Piece, pieceAt, splitCountOf } from "../cut.ts";
import { openDataset } from "../data/open-part.ts";
import type { OpenBytes } from "../data/part-bytes.ts";
import { hashOfBits, type PieceRecord, type Step } from "../folder/run-files.ts";
import type { Receipt } from "../receipt.ts";
import type { RunPlan } from "../run-plan.ts";
import type { GroupFunctions } from "./functions.ts";
import { emptyAt, type Grouped, joinTables, positionsOf } from "./group-join.ts";
import { receiptOfGroups } from "./group-result.ts";
import { type GroupTools, groupsOfPiece, readPositions, settingOf } from "./group-steps.ts";
import { type GroupTable, joinedColumns } from "./group-table.ts";
import { type Grouping, keyCountOf } from "./grouping.ts";
import { mergedRows, type Rows, rowsInMemory } from "./key-splits.ts";

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
  const functions = await tools.functions();
  const differing: Differing[] = [];
  const parts: Rows[] = [];
  let beside: Grouped["beside"] = {};
  let done = 0;
  for (let split = 0; split < splitCountOf(plan); split++) {
    const pieces = ranks
      .map((rank) => pieceAt(plan, indexOfRank(plan, rank)))
      .filter((piece) => piece.split === split);
    const tables = await checkedTables(tools, pieces, { isWhole, differing, onPiece: () => onPiece(++done) });
    if (!isWhole || differing.length > 0) continue;
    const inOrder = plan.direction === "forward" ? tables : [...tables].reverse();
    const grouped = await joinTables(settingOf(plan), functions, inOrder);
    parts.push(rowsInMemory([...grouped.keys, ...grouped.values]));
    beside = grouped.beside;
  }
  if (!isWhole || differing.length > 0) return differing;
  const found = await receiptOfGroups(plan, await allOf(functions, plan, parts), beside);
  const isSame = JSON.stringify(found) === JSON.stringify({ output: receipt.output, groups: receipt.groups });
  return isSame ? [] : [{ index: plan.pieceCount - 1, what: "value" }];
}

async function allOf(functions: GroupFunctions, plan: RunPlan, parts: readonly Rows[]): Promise<Rows> {
  if (parts.length === 1) return parts[0];
  const merged = mergedRows(functions, keyCountOf(plan.grouping as Grouping), parts);
  return rowsInMemory(joinedColumns(await collected(merged)));
}

interface Checking {
  readonly isWhole: boolean;
  readonly differing: Differing[]; // to which those that differ are added
  readonly onPiece: () => void;
}

/** The tables of pieces of one split, in the order of positions. */
async function checkedTables(
  tools: Verifying,
  pieces: readonly Piece[],
  { isWhole, differing, onPiece }: Checking,
): Promise<readonly GroupTable[]> {
  const { plan, receipt } = tools;
  const setting = settingOf(plan);
  const check = (
    index: number,
    what: "summary" | "output",
    hashes: readonly string[] = [],
    bits: Pick<PieceRecord, "summary" | "input">,
  ): void => {
    if (hashOfBits(bits) !== hashes[index]) differing.push({ index, what });
  };
  const tables: GroupTable[] = [];
  for (const piece of pieces) {
    const from = plan.isChained ? tables.pop() : undefined;
    const { table, bits } = await tableOfPiece(tools, piece, "summary", from);
    check(piece.index, "summary", receipt.summaries, bits);
    tables.push(table);
    onPiece();
  }
  if (plan.passCount === 1) return tables;
  const positions = isWhole
    ? await collected(positionsOf(setting, await tools.functions(), tables))
    : undefined;
  for (const [i, piece] of pieces.entries()) {
    const before = positions?.[i] ?? (await readPositions(tools.store, plan, piece));
    const { table, bits } = await tableOfPiece(tools, piece, "output", emptyAt(setting, tables[i], before));
    check(piece.index, "output", receipt.outputs, bits);
    tables[i] = table;
  }
  return tables;
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function tableOfPiece(tools: Verifying, piece: Piece, step: Step, from: GroupTable | undefined) {
  const source = openDataset(tools.plan.dataset, tools.plan.columns, tools.open);
  try {
    return await groupsOfPiece(tools, { piece, source, step }, from);
  } finally {
    await source.close();
  }
}
