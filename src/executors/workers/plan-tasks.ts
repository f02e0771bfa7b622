import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { printContract } from "../../contracts/print.ts";
import type { Expression } from "../../expressions/expression.ts";
import type { State } from "../../summaries/summary.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { AnySummary } from "../executor.ts";
import type { Task } from "./messages.ts";
import type { Row } from "./row-algebra.ts";

type AnyContract = TypedContract | RecordContract;

/**
 * The pieces of `length` elements from position `base` on, each but the last of one length near `target`; one piece where that is infinite.
 *
 * A cut stands where a subtree of the expression ends whatever follows, so that a piece that is summarised as if it stood at position 0
 * needs only to be moved. A linear carry has no such place: its inner ranges are lists of all their blocks. It stays in one piece.
 */
export function piecesOf(contract: AnyContract, length: number, target: number, base = 0): readonly Task[] {
  const lead = leadOf(contract);
  const pieceLength = pieceLengthOf(contract.expression, target, lead);
  const pieces: Task[] = [];
  for (let start = base; start < base + length; ) {
    const end = Math.min(base + length, Math.floor((start + lead) / pieceLength + 1) * pieceLength - lead);
    pieces.push({ start, end });
    start = end;
  }
  return pieces;
}

/** The halves of a bisection, halved again until a part is at most `target` long: in order, and how they are joined. */
export function bisectionParts(contract: AnyContract, length: number, target: number): BisectionPart {
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
  summary: AnySummary,
  contract: AnyContract,
  { start, end, from }: Task,
): AnySummary {
  if (from !== undefined) return summary;
  const offset = start === 0 ? 0 : start + leadOf(contract);
  const moved = moveState(summary as State<Scalar>, contract.expression, offset);
  return { ...moved, contract: summary.contract, start, end } as AnySummary;
}

/**
 * Whether a piece is one subtree, so that its summary is one root, whose value a plain reduce of the piece gives: no pass is opened for it. Not of records:
 * their plans keep memory as long as the executor lives, and a worker has little.
 */
export function isOneRoot(contract: AnyContract, { start, end, from }: Task): boolean {
  const { kind } = contract.expression;
  if (contract.kind === "record") return false;
  if (kind !== "iteratedPairwise" && kind !== "blockDyadic" && kind !== "network") return false;
  // The value that stands first is in the first piece.
  if (from !== undefined || start < leadOf(contract)) return false;
  const unitCount = (end - start) / unitOf(contract.expression);
  return unitCount >= 1 && Number.isInteger(Math.log2(unitCount));
}

/** The summary of such a piece, where it stands. */
export function rootSummary(contract: AnyContract, { start, end }: Task, [value]: Row): AnySummary {
  const lead = leadOf(contract);
  const unit = unitOf(contract.expression);
  const roots = [{ start: (start + lead) / unit, end: (end + lead) / unit, value }];
  const state =
    contract.expression.kind === "iteratedPairwise"
      ? { kind: "roots", roots }
      : { kind: "blocks", head: [], blocks: roots, tail: [] };
  return { contract: printContract(contract), start, end, ...state } as AnySummary;
}

function leadOf({ initial }: AnyContract): number {
  return initial?.placement === "first" ? 1 : 0;
}

function pieceLengthOf(expression: Expression, target: number, lead: number): number {
  if (target === Number.POSITIVE_INFINITY) return target;
  let length = unitOf(expression);
  while (2 * length <= target || length <= lead) length *= 2;
  return length;
}

/** Where subtrees may end: multiples of this times any power of two. */
function unitOf(expression: Expression): number {
  switch (expression.kind) {
    case "iteratedPairwise":
    case "binned":
    case "exact": // anywhere
      return 1;
    case "blockDyadic":
      return expression.blockLength;
    case "network":
      return expression.network.width;
    case "interleaved":
      return expression.laneCount;
    case "linearCarry":
      return Number.POSITIVE_INFINITY;
    case "leftFold":
    case "bisection":
    case "custom":
      throw new InternalError(`${expression.kind} was to be cut into pieces`);
    default:
      return expression satisfies never;
  }
}

type Roots<Value> = readonly { readonly start: number; readonly end: number; readonly value: Value }[];

function moveState<Value>(state: State<Value>, expression: Expression, offset: number): State<Value> {
  const moved = (roots: Roots<Value>, by: number): Roots<Value> =>
    roots.map(({ start, end, value }) => ({ start: start + by, end: end + by, value }));
  const by = offset === 0 ? 0 : offset / unitOf(expression);
  switch (state.kind) {
    case "roots":
      return { kind: "roots", roots: moved(state.roots, by) };
    case "lanes":
      return { kind: "lanes", lanes: state.lanes.map((lane) => moved(lane, by)) };
    case "blocks":
      return { kind: "blocks", head: state.head, blocks: moved(state.blocks, by), tail: state.tail };
    case "binned":
    case "exact": // positions mean nothing to it
      return state;
    default:
      return state satisfies never;
  }
}
