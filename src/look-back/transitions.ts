/**
 * Who does what next, as tables. A row is taken if it is the first of its state whose condition holds; every state ends with an
 * `otherwise`. Kernels print these rows (`wgslLoop`, `wgslSequence`), the simulator walks them: there is no second copy of the protocol.
 */
export interface Row<Condition extends string = string, Action extends string = string> {
  readonly from: string;
  readonly when: Condition | "otherwise";
  readonly do: readonly Action[];
  readonly to: string;
}

export type LaneCondition = "isOutOfPolls" | "isReadModifyWriteTurn" | "isPublished";
export type LaneAction = "load" | "readModifyWrite" | "countPoll" | "accept" | "ask";

/** One lane that waits for one entry. `load` and `readModifyWrite` bring every word of it; a lane shares no barrier with the others. */
export const LANE_ROWS: readonly Row<LaneCondition, LaneAction>[] = [
  { from: "polling", when: "isOutOfPolls", do: ["ask"], to: "asking" },
  { from: "polling", when: "isReadModifyWriteTurn", do: ["countPoll", "readModifyWrite"], to: "judging" },
  { from: "polling", when: "otherwise", do: ["countPoll", "load"], to: "judging" },
  { from: "judging", when: "isPublished", do: ["accept"], to: "accepted" },
  { from: "judging", when: "otherwise", do: [], to: "polling" },
];

export type FallbackCondition = "isFolded" | "hasCandidate" | "isPublished" | "completesRange";
export type FallbackAction =
  | "startFold"
  | "look"
  | "nextCandidate"
  | "recomputeTile"
  | "publishRecomputed"
  | "push"
  | "publishFolded"
  | "give";

/**
 * The whole workgroup, for one entry that a lane asked for. A range is folded from left to right: `push` puts the root at hand on a binary
 * counter and moves on behind it, so that a fold of 2^k tiles ends after at most 2^k of them. What is given goes straight to the lane.
 * `hasCandidate` is false once all candidates of a position have been looked at. `publishRecomputed` may be nothing.
 *
 * `completesRange` holds where the tile just pushed ends a group: the top of the counter is then the root of the largest range that ends
 * there, which `publishFolded` publishes for others as its owner would. It too may be nothing.
 */
export const FALLBACK_ROWS: readonly Row<FallbackCondition, FallbackAction>[] = [
  { from: "asked", when: "otherwise", do: ["startFold"], to: "folding" },
  { from: "folding", when: "isFolded", do: ["give"], to: "given" },
  { from: "folding", when: "hasCandidate", do: ["look"], to: "judging" },
  { from: "folding", when: "otherwise", do: ["recomputeTile", "publishRecomputed", "push"], to: "pushed" },
  { from: "judging", when: "isPublished", do: ["push"], to: "pushed" },
  { from: "judging", when: "otherwise", do: ["nextCandidate"], to: "folding" },
  { from: "pushed", when: "completesRange", do: ["publishFolded"], to: "folding" },
  { from: "pushed", when: "otherwise", do: [], to: "folding" },
];

export type TileCondition = "isBeyondLastTile" | "endsGroup" | "isTrailing";
export type TileAction =
  | "drawTicket"
  | "reduceTile"
  | "publishTile"
  | "expectTrailing"
  | "publishRange"
  | "expectRest"
  | "awaitRoots"
  | "writeOutput";

/**
 * A workgroup with one tile. `awaitRoots` waits for the reads of the stage that is expected: each lane by LANE_ROWS, then FALLBACK_ROWS for
 * each that asked. The range root is published between the two stages, never after the whole look-back: that makes a serial chain of the
 * groups. Each action stands in one row where it can, so that kernels hold its code once.
 * A workgroup may walk these rows again, until it ends `beyond`, or for one tile only.
 */
export const TILE_ROWS: readonly Row<TileCondition, TileAction>[] = [
  { from: "start", when: "otherwise", do: ["drawTicket"], to: "drawn" },
  { from: "drawn", when: "isBeyondLastTile", do: [], to: "beyond" },
  { from: "drawn", when: "otherwise", do: ["reduceTile", "publishTile"], to: "published" },
  { from: "published", when: "endsGroup", do: ["expectTrailing"], to: "waiting" },
  { from: "published", when: "otherwise", do: ["expectRest"], to: "waiting" },
  { from: "waiting", when: "otherwise", do: ["awaitRoots"], to: "served" },
  { from: "served", when: "isTrailing", do: ["publishRange", "expectRest"], to: "waiting" },
  { from: "served", when: "otherwise", do: ["writeOutput"], to: "written" },
];

export type FinishCondition = "isLastToArrive" | "isClearingEpoch";
export type FinishAction = "arrive" | "clearTable" | "resetCounters" | "advanceEpoch";

/**
 * A workgroup that draws no more tickets. `arrive` counts workgroups, not tiles: when all tiles are written, one may still be about to
 * draw a ticket, and must not draw from a counter that has been reset. `clearTable` clears all of the table, not only this run's tiles.
 */
export const FINISH_ROWS: readonly Row<FinishCondition, FinishAction>[] = [
  { from: "leaving", when: "otherwise", do: ["arrive"], to: "arrived" },
  { from: "arrived", when: "isLastToArrive", do: [], to: "closing" },
  { from: "arrived", when: "otherwise", do: [], to: "left" },
  {
    from: "closing",
    when: "isClearingEpoch",
    do: ["clearTable", "resetCounters", "advanceEpoch"],
    to: "left",
  },
  { from: "closing", when: "otherwise", do: ["resetCounters", "advanceEpoch"], to: "left" },
];

/** The states of a table in the order of first mention, those that no row leaves at the end. The first is where it starts. */
export function statesOf(rows: readonly Row[]): readonly string[] {
  const sources = new Set(rows.map((row) => row.from));
  const targets = new Set(rows.map((row) => row.to));
  return [...sources, ...[...targets].filter((state) => !sources.has(state))];
}

/** The states that no row leaves. */
export function finalStatesOf(rows: readonly Row[]): readonly string[] {
  return statesOf(rows).filter((state) => rows.every((row) => row.from !== state));
}
