// Why: executors' passes begin at position 0. A range that begins elsewhere is cut into aligned pieces, whose trees do not depend on where they stand.
import { type ColumnContract, derivedContract } from "../contracts/column-contract.ts";
import type { ColumnSummary, OnlineExecutor, OnlinePass } from "../executors/executor.ts";
import type { Root, State } from "../summaries/summary.ts";
import type { ColumnSummaries } from "../summaries/summary-algebra.ts";
import type { Row, StoredColumns } from "../values/value-types.ts";
import { openPass } from "./online-contract.ts";
import type { RunningState } from "./running.ts";

/** A reduce of a range that does not start at 0: its summary, joined with those of aligned pieces. */
export interface InnerRange extends RunningState {
  reduce(chunk: StoredColumns): void;
}

/** A piece that an executor computes as if it began at 0, and where it stands. */
interface Piece {
  readonly pass: OnlinePass;
  readonly unitCount: number; // lists' positions before it: elements, blocks or rows of lanes
  readonly room: number; // elements
}

/** Below this many elements the literal terms, at some 100 ns each, are as fast as a pass and what it takes to open one. */
const SHORTEST_PIECE = 4096;

/**
 * Canonical trees over an aligned dyadic range do not depend on where it stands. So from a position that 2^k units divide on, up to
 * that many units are an executor's pass; a range needs a few such pieces for each binary digit of its positions.
 */
export function innerRange(
  executor: OnlineExecutor,
  contract: ColumnContract,
  algebra: ColumnSummaries,
  from: ColumnSummary,
): InnerRange {
  const lead = contract.initial?.placement === "first" ? 1 : 0;
  const isBackward = contract.direction === "backward";
  const unit = unitOf(contract);
  const joinsUnits = contract.expression.kind !== "linearCarry"; // whose blocks stay apart until those before them are known
  let joined = from; // without the piece
  let piece: Piece | undefined;

  const position = (): number => joined.end + (piece?.pass.position ?? 0);
  const summary = (): ColumnSummary =>
    piece === undefined ? joined : algebra.concat(joined, moved(piece, joined));
  const close = (): void => {
    piece?.pass.close();
    piece = undefined;
  };
  const takePiece = (chunk: StoredColumns, { pass, room }: Piece): void => {
    pass.reduce(chunk);
    if (pass.position < room) return;
    joined = summary();
    close();
  };
  /** How many of the next elements belong together; opens a piece for them where they are many. */
  const roomAt = (place: number): number => {
    if (unit === undefined) return Number.POSITIVE_INFINITY;
    const inUnit = place % unit;
    if (inUnit > 0) return unit - inUnit;
    let room = unit;
    while (joinsUnits && place % (2 * room) === 0) room *= 2;
    if (room >= SHORTEST_PIECE) {
      const pass = openPass(executor, derivedContract(contract, { initial: undefined }), "reduce", undefined);
      piece = { pass, unitCount: place / unit, room };
    }
    return room;
  };

  return {
    get position() {
      return position();
    },
    reduce(chunk) {
      const { length } = chunk[0];
      for (let start = 0; start < length; ) {
        const room = piece === undefined ? roomAt(position() + lead) : piece.room - piece.pass.position;
        const end = Math.min(length, start + room);
        const part = chunk.map((column) =>
          isBackward ? column.subarray(length - end, length - start) : column.subarray(start, end),
        );
        if (piece === undefined) joined = algebra.append(joined, isBackward ? reversed(part) : part);
        else takePiece(part, piece);
        start = end;
      }
    },
    observe: () => algebra.observe(summary()),
    summary,
    close,
  };
}

/** Positions of a backward contract count from the end of its input. */
function reversed(columns: StoredColumns): StoredColumns {
  return columns.map((column) => column.slice().reverse());
}

/** Elements of one position of the lists; undefined where inner ranges are of elements alone. */
function unitOf({ expression }: ColumnContract): number | undefined {
  switch (expression.kind) {
    case "iteratedPairwise":
    case "binned":
    case "exact":
      return 1;
    case "blockDyadic":
      return expression.blockLength;
    case "linearCarry":
      // Every block stays by itself, so that short ones are appended together: a step for each would copy those before.
      return expression.blockLength < SHORTEST_PIECE ? undefined : expression.blockLength;
    case "network":
      return expression.network.width;
    case "interleaved":
      return expression.laneCount;
    default:
      return undefined;
  }
}

/** The summary of a piece at its own place, where the joined range ends. */
function moved({ pass, unitCount }: Piece, joined: ColumnSummary): ColumnSummary {
  const summary = pass.summary();
  const move = (roots: readonly Root<Row>[]): readonly Root<Row>[] =>
    roots.map(({ start, end, value }) => ({ start: start + unitCount, end: end + unitCount, value }));
  const range = { contract: joined.contract, start: joined.end, end: joined.end + pass.position };
  return { ...movedState(summary, move), ...range };
}

function movedState(
  state: State<Row>,
  move: (roots: readonly Root<Row>[]) => readonly Root<Row>[],
): State<Row> {
  switch (state.kind) {
    case "roots":
      return { kind: "roots", roots: move(state.roots) };
    case "lanes":
      return { kind: "lanes", lanes: state.lanes.map(move) };
    case "blocks":
      // Offsets in a block are the same in every block.
      return { kind: "blocks", head: state.head, blocks: move(state.blocks), tail: state.tail };
    case "binned":
    case "exact":
      return state;
    default:
      return state satisfies never;
  }
}
