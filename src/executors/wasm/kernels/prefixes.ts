import { type Code, get, type Local, load, set, shuffleLanes, store } from "../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { extractLane } from "../../../codegen/wasm/term.ts";
import { type Lanes, splatLast } from "./lanes.ts";

/** The level of the complete dyadic range that ends at `position`, which is its number of trailing ones. */
function completedLevel(position: number): number {
  return Math.log2((position + 1) & -(position + 1));
}

/**
 * One step of the iterated pairwise prefixes, unrolled: folds `value` with the roots before it, smallest innermost, and hands the
 * complete range that it closes to `keep`. The same for an element, a vector along the range, or a column of lanes.
 */
function prefixStep(position: number, combine: (level: number) => Code, keep: (level: number) => Code): Code {
  const closed = completedLevel(position);
  const code: Code[] = Array.from({ length: closed }, (_, level) => combine(level));
  code.push(keep(closed));
  for (let level = closed + 1; position >> level !== 0; level++) {
    if ((position >> level) % 2 === 1) code.push(combine(level));
  }
  return code;
}

export interface AlongSink {
  readonly input: Local; // address of the first element
  readonly neutral: Local; // the identity in every lane
  readonly emit: (vectorIndex: number, prefixes: Code) => Code;
  readonly root: Local; // receives the root of the whole range
}

/** The prefixes of `length` neighbouring elements, vectors along the range; length is a power of two, at least one vector. */
export function prefixesAlong(lanes: Lanes, builder: FunctionBuilder, length: number, sink: AlongSink): Code {
  const vectorCount = length / lanes.laneCount;
  const roots = Array.from({ length: Math.log2(vectorCount) }, () => builder.local("v128"));
  const value = builder.local("v128");
  const source = builder.local("v128");
  return Array.from({ length: vectorCount }, (_, index) => [
    set(source, load("v128", get(sink.input), index * 16)),
    set(value, ownPrefixes(lanes, get(sink.neutral), source, value)),
    prefixStep(
      index,
      (level) => set(value, lanes.combineLanes(get(roots[level]), get(value))),
      (level) =>
        index === vectorCount - 1
          ? set(sink.root, extractLane(lanes.type, lanes.laneCount - 1, get(value)))
          : set(roots[level], splatLast(lanes, get(value), get(value))),
    ),
    sink.emit(index, get(value)),
  ]);
}

/** The prefixes of the lanes of one vector. A lane with nothing on its left takes the identity: no blend, the same bits. */
function ownPrefixes(lanes: Lanes, neutral: Code, source: Local, partial: Local): Code {
  if (lanes.laneCount === 2) {
    return lanes.combineLanes(shuffleLanes(8, [0, 2], neutral, get(source)), get(source));
  }
  return [
    set(partial, lanes.combineLanes(shuffleLanes(4, [0, 4, 1, 6], neutral, get(source)), get(source))),
    lanes.combineLanes(shuffleLanes(4, [0, 1, 5, 5], neutral, get(partial)), get(partial)),
  ];
}

export interface ColumnStep {
  readonly input: Local; // address of the first of `laneCount` neighbouring runs
  readonly columns: Local; // where column j, the prefixes of length j + 1 of all runs, is stored; the last is not
  readonly roots: Local; // where the roots of the runs are stored, in order
}

/** The prefixes of `laneCount` neighbouring runs of `length` elements, one run a lane. */
export function prefixesInColumns(
  lanes: Lanes,
  builder: FunctionBuilder,
  length: number,
  step: ColumnStep,
): Code {
  const roots = Array.from({ length: Math.log2(length) }, () => builder.local("v128"));
  const value = builder.local("v128");
  const column = (position: number, source: Local): Code => [
    set(value, get(source)),
    prefixStep(
      position,
      (level) => set(value, lanes.combineLanes(get(roots[level]), get(value))),
      (level) =>
        position === length - 1 ? store("v128", get(step.roots), get(value)) : set(roots[level], get(value)),
    ),
    position === length - 1 ? [] : store("v128", get(step.columns), get(value), position * 16),
  ];
  return inColumns(lanes, builder, length, get(step.input), column);
}

/** The roots of `laneCount` neighbouring runs of `length` elements, one a lane of the result. */
export function rootsInColumns(lanes: Lanes, builder: FunctionBuilder, length: number, input: Code): Code {
  const roots = Array.from({ length: Math.log2(length) }, () => builder.local("v128"));
  const value = builder.local("v128");
  const column = (position: number, source: Local): Code => [
    set(value, get(source)),
    Array.from({ length: completedLevel(position) }, (_, level) =>
      set(value, lanes.combineLanes(get(roots[level]), get(value))),
    ),
    position === length - 1 ? get(value) : set(roots[completedLevel(position)], get(value)),
  ];
  return inColumns(lanes, builder, length, input, column);
}

function inColumns(
  lanes: Lanes,
  builder: FunctionBuilder,
  length: number,
  input: Code,
  column: (position: number, source: Local) => Code,
): Code {
  const rows = Array.from({ length: lanes.laneCount }, () => builder.local("v128"));
  return Array.from({ length: length / lanes.laneCount }, (_, index) => [
    rows.map((row, run) => set(row, load("v128", input, run * length * lanes.bytes + index * 16))),
    transpose(lanes, builder, rows),
    rows.map((row, lane) => column(index * lanes.laneCount + lane, row)),
  ]);
}

/** Rows become columns, in place; its own inverse. */
export function transpose(lanes: Lanes, builder: FunctionBuilder, rows: readonly Local[]): Code {
  if (lanes.laneCount === 2) {
    const low = builder.local("v128");
    const [first, second] = rows;
    return [
      set(low, shuffleLanes(8, [0, 2], get(first), get(second))),
      set(second, shuffleLanes(8, [1, 3], get(first), get(second))),
      set(first, get(low)),
    ];
  }
  const halves = rows.map(() => builder.local("v128"));
  const interleave = (from: readonly Local[], picks: readonly number[]): Code =>
    shuffleLanes(picks.length === 4 ? 4 : 8, picks, get(from[0]), get(from[1]));
  const top = rows.slice(0, 2);
  const bottom = rows.slice(2, 4);
  return [
    set(halves[0], interleave(top, [0, 4, 1, 5])),
    set(halves[1], interleave(top, [2, 6, 3, 7])),
    set(halves[2], interleave(bottom, [0, 4, 1, 5])),
    set(halves[3], interleave(bottom, [2, 6, 3, 7])),
    set(rows[0], interleave([halves[0], halves[2]], [0, 2])),
    set(rows[1], interleave([halves[0], halves[2]], [1, 3])),
    set(rows[2], interleave([halves[1], halves[3]], [0, 2])),
    set(rows[3], interleave([halves[1], halves[3]], [1, 3])),
  ];
}
