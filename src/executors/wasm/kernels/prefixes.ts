import {
  type Code,
  get,
  type Local,
  set,
  shuffleLanes,
  vector,
  vectorConst,
} from "../../../codegen/wasm/code.ts";
import { assign, held, type Lanes, type Slot, type Value } from "./lanes.ts";
import { type ArrayCursor, laneOf, loadVectors, shuffled, storeLaneList } from "./load-store.ts";

/** The level of the complete dyadic range that ends at `position`, which is its number of trailing ones. */
function completedLevel(position: number): number {
  return Math.log2((position + 1) & -(position + 1));
}

/**
 * One step of the iterated pairwise prefixes, unrolled: folds `value` with the roots before it, smallest innermost, and hands the
 * complete range that it closes to `keep`. The same for an element, a vector along the range, or a column of lanes.
 */
export function prefixStep(
  position: number,
  combine: (level: number) => Code,
  keep: (level: number) => Code,
): Code {
  const closed = completedLevel(position);
  const code: Code[] = Array.from({ length: closed }, (_, level) => combine(level));
  code.push(keep(closed));
  for (let level = closed + 1; position >> level !== 0; level++) {
    if ((position >> level) % 2 === 1) code.push(combine(level));
  }
  return code;
}

interface AlongSink {
  readonly load: (elementIndex: number) => Value; // a vector of the range
  readonly neutral: Slot | undefined; // the identity in every lane, where there is one
  readonly emit: (elementIndex: number, prefixes: Slot) => Code; // may change the slot
  readonly root: Slot; // receives the root of the whole range
}

/** The prefixes of `length` neighbouring elements, vectors along the range; length is a power of two, at least one vector. */
export function prefixesAlong(lanes: Lanes, length: number, sink: AlongSink): Code {
  const vectorCount = length / lanes.laneCount;
  const roots = Array.from({ length: Math.log2(vectorCount) }, () => lanes.laneSlot());
  const value = lanes.laneSlot();
  const source = lanes.laneSlot();
  return Array.from({ length: vectorCount }, (_, index) => [
    assign(source, sink.load(index * lanes.laneCount)),
    ownPrefixes(lanes, sink.neutral, source, value),
    prefixStep(
      index,
      (level) => lanes.combineLanes(value, held(roots[level]), held(value)),
      (level) =>
        index === vectorCount - 1
          ? assign(sink.root, laneOf(lanes, held(value), lanes.laneCount - 1))
          : assign(roots[level], splatLast(lanes, held(value))),
    ),
    sink.emit(index * lanes.laneCount, value),
  ]);
}

/** `value` becomes the prefixes of the lanes of `source`. A lane with nothing on its left takes the identity, or is put back where there is none. */
function ownPrefixes(lanes: Lanes, neutral: Slot | undefined, source: Slot, value: Slot): Code {
  const step = (
    from: Slot,
    withNeutral: readonly number[],
    without: readonly number[],
    lanesAlone: readonly boolean[],
  ): Code => {
    if (neutral !== undefined) {
      return lanes.combineLanes(value, shuffled(lanes, withNeutral, held(neutral), held(from)), held(from));
    }
    // The operands are read before the target is written, and `from` may be the target: keep what stays alone.
    const alone = from === value ? lanes.laneSlot() : from;
    const kept = from === value ? assign(alone, held(from)) : [];
    const choice = vectorConst(
      lanesAlone.flatMap((isAlone) => Array.from({ length: lanes.laneBytes }, () => (isAlone ? 0xff : 0))),
    );
    return [
      kept,
      lanes.combineLanes(value, shuffled(lanes, without, held(alone), held(alone)), held(alone)),
      value.map((local, column) => set(local, vector(0x52, get(alone[column]), get(local), choice))),
    ];
  };
  if (lanes.laneCount === 2) return step(source, [0, 2], [0, 0], [true, false]);
  return [
    step(source, [0, 4, 1, 6], [0, 0, 2, 2], [true, false, true, false]),
    step(value, [0, 1, 5, 5], [0, 0, 1, 1], [true, true, false, false]),
  ];
}

/** The last lane in every lane. */
function splatLast(lanes: Lanes, value: Value): Value {
  const picks = Array.from({ length: lanes.laneCount }, () => lanes.laneCount - 1);
  return shuffled(lanes, picks, value, value);
}

export interface ColumnStep {
  readonly input: ArrayCursor; // at the first of `laneCount` neighbouring runs
  readonly columns: Local; // where column j, the prefixes of length j + 1 of all runs, is stored; the last is not
  readonly roots: Local; // where the roots of the runs are stored, in order
  readonly stride: number; // of both
}

/** The prefixes of `laneCount` neighbouring runs of `length` elements, one run a lane: a step for each `laneCount` columns. */
export function prefixesInColumns(lanes: Lanes, length: number, step: ColumnStep): readonly Code[] {
  const roots = Array.from({ length: Math.log2(length) }, () => lanes.laneSlot());
  const value = lanes.laneSlot();
  const column = (position: number, source: Slot): Code => [
    assign(value, held(source)),
    prefixStep(
      position,
      (level) => lanes.combineLanes(value, held(roots[level]), held(value)),
      (level) =>
        position === length - 1
          ? storeLaneList(lanes, get(step.roots), held(value), 0, step.stride)
          : assign(roots[level], held(value)),
    ),
    position === length - 1
      ? []
      : storeLaneList(lanes, get(step.columns), held(value), position * 16, step.stride),
  ];
  return inColumns(lanes, length, (elementIndex) => loadVectors(lanes, step.input, elementIndex), column);
}

/**
 * `target` becomes the roots of `laneCount` neighbouring runs of `length` elements, one a lane.
 *
 * A square of `laneCount` vectors is combined as it is turned, neighbours first: for four lanes 6 shuffles, where turning alone takes 8.
 */
export function rootsInColumns(
  lanes: Lanes,
  length: number,
  load: (elementIndex: number) => Value,
  target: Slot,
): Code {
  const { laneCount } = lanes;
  const squareCount = length / laneCount;
  const roots = Array.from({ length: Math.log2(squareCount) }, () => lanes.laneSlot());
  const rows = Array.from({ length: laneCount }, () => lanes.laneSlot());
  const even = lanes.laneSlot();
  const odd = lanes.laneSlot();
  const lanePairs = Array.from({ length: laneCount }, (_, lane) => 2 * lane);
  const combineNeighbours = (first: Slot, second: Slot): Code => [
    assign(even, shuffled(lanes, lanePairs, held(first), held(second))),
    assign(
      odd,
      shuffled(
        lanes,
        lanePairs.map((lane) => lane + 1),
        held(first),
        held(second),
      ),
    ),
    lanes.combineLanes(first, held(even), held(odd)),
  ];
  const [value] = rows;
  return Array.from({ length: squareCount }, (_, index) => [
    rows.map((row, run) => assign(row, load(run * length + index * laneCount))),
    laneCount === 2
      ? combineNeighbours(rows[0], rows[1])
      : [
          combineNeighbours(rows[0], rows[1]),
          combineNeighbours(rows[2], rows[3]),
          combineNeighbours(rows[0], rows[2]),
        ],
    Array.from({ length: completedLevel(index) }, (_, level) =>
      lanes.combineLanes(value, held(roots[level]), held(value)),
    ),
    assign(index === squareCount - 1 ? target : roots[completedLevel(index)], held(value)),
  ]);
}

/** A step for each `laneCount` columns of `laneCount` neighbouring runs, one run a lane; `column` is told of each column in order. */
export function inColumns(
  lanes: Lanes,
  length: number,
  load: (elementIndex: number) => Value,
  column: (position: number, source: Slot) => Code,
): readonly Code[] {
  const rows = Array.from({ length: lanes.laneCount }, () => lanes.laneSlot());
  const turn = transposer(lanes);
  return Array.from({ length: length / lanes.laneCount }, (_, index) => [
    rows.map((row, run) => assign(row, load(run * length + index * lanes.laneCount))),
    turn(rows),
    rows.map((row, lane) => column(index * lanes.laneCount + lane, row)),
  ]);
}

/** Gives code by which rows become columns, in place; its own inverse. */
export function transposer(lanes: Lanes): (rows: readonly Slot[]) => Code {
  const halves = Array.from({ length: lanes.laneCount === 2 ? 1 : 4 }, () => lanes.laneSlot());
  return (rows) =>
    lanes.columns.map((_, column) => {
      const of = (slot: Slot): Local => slot[column];
      return lanes.laneCount === 2
        ? turnTwo(rows.map(of), of(halves[0]))
        : turnFour(rows.map(of), halves.map(of));
    });
}

function turnTwo([first, second]: readonly Local[], low: Local): Code {
  return [
    set(low, shuffleLanes(8, [0, 2], get(first), get(second))),
    set(second, shuffleLanes(8, [1, 3], get(first), get(second))),
    set(first, get(low)),
  ];
}

function turnFour(rows: readonly Local[], halves: readonly Local[]): Code {
  const interleave = (one: Local, two: Local, picks: readonly number[]): Code =>
    shuffleLanes(picks.length === 4 ? 4 : 8, picks, get(one), get(two));
  return [
    set(halves[0], interleave(rows[0], rows[1], [0, 4, 1, 5])),
    set(halves[1], interleave(rows[0], rows[1], [2, 6, 3, 7])),
    set(halves[2], interleave(rows[2], rows[3], [0, 4, 1, 5])),
    set(halves[3], interleave(rows[2], rows[3], [2, 6, 3, 7])),
    set(rows[0], interleave(halves[0], halves[2], [0, 2])),
    set(rows[1], interleave(halves[0], halves[2], [1, 3])),
    set(rows[2], interleave(halves[1], halves[3], [0, 2])),
    set(rows[3], interleave(halves[1], halves[3], [1, 3])),
  ];
}
