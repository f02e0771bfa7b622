import {
  type Code,
  doWhile,
  get,
  i32,
  i64,
  i64Const,
  load,
  set,
  store,
  tee,
} from "../../../../../codegen/wasm/code.ts";
import type { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { columnKernel } from "../../../kernels/column-kernel.ts";
import { decrement, offsetBy } from "../../../kernels/counters.ts";
import {
  assign,
  held,
  type KernelSubject,
  type Lanes,
  type Slot,
  type Value,
} from "../../../kernels/lanes.ts";
import {
  advance,
  laneOf,
  loadLaneList,
  loadVectors,
  shuffled,
  storeLaneList,
  storeVectors,
} from "../../../kernels/load-store.ts";
import { inColumns, prefixesInColumns, transposer } from "../../../kernels/prefixes.ts";
import { SLOT_BYTES, STATE } from "../../../kernels/state.ts";
import { clearSlot, pushRoot } from "./block-roots.ts";
import { GROUP, groupScratchBytes } from "./dyadic-group.kernel.ts";

/*
 * A scan of whole blocks in two halves, which do the combines of one scan and no others: the prefixes of each block by itself, for which
 * nothing before it needs to be known, and the join with what was before. The last prefix of a block is its root.
 *
 *   for each group:  for each strip of blocks: output = the prefixes of each block, its roots to a list
 *                    push the root of the list among the block roots
 */

/**
 * `blockPrefixes(state, input, output, groupCount, scratch)`: the inclusive prefixes of each block by itself, in groups of GROUP blocks, the root of each
 * group to the block roots of the state. inBlock is 0, blockIndex a multiple of GROUP, groupCount ≥ 1.
 */
export function blockPrefixes(subject: KernelSubject, blockLength: number): FunctionBuilder {
  const kernel = columnKernel(subject, "blockPrefixes", [
    "state",
    "input",
    "output",
    "groupCount",
    "scratch",
  ]);
  const { lanes, builder, state, from, to, groupCount, scratch } = kernel;
  const stride = groupScratchBytes(blockLength, lanes.laneBytes);
  const strip = lanes.laneCount * blockLength;
  const listBytes = GROUP * lanes.laneBytes;
  const roots = builder.local("i32"); // of the strip, in a list of those of the group at the beginning of scratch
  const listEnd = builder.local("i32");
  const columns = builder.local("i32");
  const rows = Array.from({ length: lanes.laneCount }, () => lanes.laneSlot());
  const turn = transposer(lanes);
  const groupIndex = builder.local("i64");
  const level = Math.log2(GROUP);
  const root = lanes.slot();
  const table = {
    first: offsetBy(get(state), STATE.blockRoots + level * SLOT_BYTES),
    position: get(groupIndex),
  };
  const stripOfPrefixes = [
    prefixesInColumns(lanes, blockLength, { input: from, columns, roots, stride }),
    Array.from({ length: blockLength / lanes.laneCount }, (_, index) => [
      rows.map((row, lane) => {
        const position = index * lanes.laneCount + lane;
        const isRoot = position === blockLength - 1;
        const value = isRoot
          ? loadLaneList(lanes, get(roots), 0, stride)
          : loadLaneList(lanes, get(columns), position * 16, stride);
        return assign(row, value);
      }),
      turn(rows),
      rows.map((row, block) =>
        storeVectors(lanes, to, held(row), block * blockLength + index * lanes.laneCount),
      ),
    ]),
    advance(lanes, from, strip),
    advance(lanes, to, strip),
  ];
  return kernel.define(
    set(columns, offsetBy(get(scratch), listBytes)),
    set(groupIndex, i64("shiftRight", load("i64", get(state), STATE.blockIndex), i64Const(BigInt(level)))),
    doWhile(
      [
        set(roots, get(scratch)),
        set(listEnd, offsetBy(get(roots), listBytes)),
        doWhile(stripOfPrefixes, i32("less", tee(roots, offsetBy(get(roots), 16)), get(listEnd))),
        rootOfList(
          lanes,
          GROUP,
          (index) => loadLaneList(lanes, get(scratch), index * lanes.laneBytes, stride),
          root,
        ),
        pushRoot(lanes, table, root).code,
        set(groupIndex, i64("add", get(groupIndex), i64Const(1n))),
        decrement(groupCount),
      ],
      get(groupCount),
    ),
    store("i64", get(state), i64("shiftLeft", get(groupIndex), i64Const(BigInt(level))), STATE.blockIndex),
    Array.from({ length: level }, (_, lower) =>
      clearSlot(lanes, state, STATE.blockRoots + lower * SLOT_BYTES),
    ),
  );
}

/** `target` becomes the root of a list of `length` values, neighbours first. */
function rootOfList(lanes: Lanes, length: number, load: (elementIndex: number) => Value, target: Slot): Code {
  const { laneCount } = lanes;
  const vectors = Array.from({ length: length / laneCount }, () => lanes.laneSlot());
  const code: Code[] = vectors.map((vector, index) => assign(vector, load(index * laneCount)));
  const [even, odd] = [lanes.laneSlot(), lanes.laneSlot()];
  const picks = Array.from({ length: laneCount }, (_, lane) => 2 * lane);
  for (let count = vectors.length / 2; count >= 1; count /= 2) {
    for (let index = 0; index < count; index++) {
      const pair = [held(vectors[2 * index]), held(vectors[2 * index + 1])] as const;
      code.push(
        assign(even, shuffled(lanes, picks, ...pair)),
        assign(
          odd,
          shuffled(
            lanes,
            picks.map((lane) => lane + 1),
            ...pair,
          ),
        ),
        lanes.combineLanes(vectors[index], held(even), held(odd)),
      );
    }
  }
  const values = Array.from({ length: laneCount }, () => lanes.slot());
  code.push(...values.map((value, lane) => assign(value, laneOf(lanes, held(vectors[0]), lane))));
  for (let count = laneCount / 2; count >= 1; count /= 2) {
    for (let index = 0; index < count; index++) {
      code.push(lanes.combine(values[index], held(values[2 * index]), held(values[2 * index + 1])));
    }
  }
  return [code, assign(target, held(values[0]))];
}

/** In the place of `prefixesInColumns` in `groupScan`: the input has them already, which leaves the join. */
export const givenInColumns: typeof prefixesInColumns = (lanes, length, step) =>
  inColumns(
    lanes,
    length,
    (elementIndex) => loadVectors(lanes, step.input, elementIndex),
    (position, source) =>
      position === length - 1
        ? storeLaneList(lanes, get(step.roots), held(source), 0, step.stride)
        : storeLaneList(lanes, get(step.columns), held(source), position * 16, step.stride),
  );
