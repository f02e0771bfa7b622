import type { ColumnContract } from "../../contracts/column-contract.ts";
import { lineOf } from "../../contracts/contract-key.ts";
import type { Root, State } from "../../summaries/summary.ts";
import { InternalError } from "../../values/errors.ts";
import type { Row } from "../../values/value-types.ts";
import type { ColumnSummary } from "../executor.ts";
import { familyOf } from "./families.ts";
import type { Task } from "./messages.ts";

/**
 * The pieces of `length` elements from position `base` on, each but the last of one length near `target`; one piece where that is infinite.
 *
 * A cut stands where a subtree of the expression ends whatever follows, so that a piece that is summarised as if it stood at position 0
 * needs only to be moved.
 */
export function piecesOf(
  contract: ColumnContract,
  length: number,
  target: number,
  base = 0,
): readonly Task[] {
  const lead = leadOf(contract);
  const pieceLength = pieceLengthOf(contract, target, lead);
  const pieces: Task[] = [];
  for (let start = base; start < base + length; ) {
    const end = Math.min(base + length, Math.floor((start + lead) / pieceLength + 1) * pieceLength - lead);
    pieces.push({ start, end });
    start = end;
  }
  return pieces;
}

/** The halves of a bisection, halved again until a part is at most `target` long: in order, and how they are joined. */
export function bisectionParts(contract: ColumnContract, length: number, target: number): BisectionPart {
  const lead = leadOf(contract);
  const part = (start: number, count: number): BisectionPart => {
    // Sequence positions to input positions: an initial value that stands first is in the first part.
    if (count <= Math.max(4, target)) return { start: Math.max(0, start - lead), end: start + count - lead };
    const half = Math.floor(count / 2);
    return { left: part(start, half), right: part(start + half, count - half) };
  };
  return part(0, length + lead);
}

export type BisectionPart = Task | { readonly left: BisectionPart; readonly right: BisectionPart };

/** The summary of a piece that was taken as if it stood at position 0, moved to where it stands; a task that knew what came before gave the whole. */
export function movedSummary(
  summary: ColumnSummary,
  contract: ColumnContract,
  { start, end, from }: Task,
): ColumnSummary {
  if (from !== undefined) return summary;
  const units = start === 0 ? 0 : (start + leadOf(contract)) / familyOf(contract.expression).unit;
  return { ...moveState(summary, units), contract: summary.contract, start, end };
}

/** Whether a piece is one subtree, so that its summary is one root, whose value a plain reduce of the piece gives: no pass is opened for it. */
export function isOneRoot(contract: ColumnContract, { start, end, from }: Task): boolean {
  const { stateOfRoot, unit } = familyOf(contract.expression);
  if (stateOfRoot === undefined) return false;
  // The value that stands first is in the first piece.
  if (from !== undefined || start < leadOf(contract)) return false;
  const unitCount = (end - start) / unit;
  return unitCount >= 1 && Number.isInteger(Math.log2(unitCount));
}

/** The summary of such a piece, where it stands. */
export function rootSummary(contract: ColumnContract, { start, end }: Task, value: Row): ColumnSummary {
  const lead = leadOf(contract);
  const { stateOfRoot, unit } = familyOf(contract.expression);
  const state = stateOfRoot?.({ start: (start + lead) / unit, end: (end + lead) / unit, value });
  if (state !== undefined) return { contract: lineOf(contract), start, end, ...state };
  throw new InternalError(`a piece of ${contract.expression.kind} is no root`);
}

function leadOf({ initial }: ColumnContract): number {
  return initial?.placement === "first" ? 1 : 0;
}

function pieceLengthOf({ expression }: ColumnContract, target: number, lead: number): number {
  if (target === Number.POSITIVE_INFINITY) return target;
  let length = familyOf(expression).unit;
  while (2 * length <= target || length <= lead) length *= 2;
  return length;
}

/** A state moved by so many units of its expression. */
function moveState(state: State<Row>, by: number): State<Row> {
  const moved = (roots: readonly Root<Row>[]): readonly Root<Row>[] =>
    roots.map(({ start, end, value }) => ({ start: start + by, end: end + by, value }));
  switch (state.kind) {
    case "roots":
      return { kind: "roots", roots: moved(state.roots) };
    case "lanes":
      return { kind: "lanes", lanes: state.lanes.map(moved) };
    case "blocks":
      return { kind: "blocks", head: state.head, blocks: moved(state.blocks), tail: state.tail };
    case "binned":
    case "exact": // positions mean nothing to it
      return state;
    default:
      return state satisfies never;
  }
}
