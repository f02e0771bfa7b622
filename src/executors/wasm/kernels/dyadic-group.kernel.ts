import {
  type Code,
  doWhile,
  get,
  i32,
  i32Const,
  i64,
  i64Const,
  type Local,
  load,
  set,
  store,
  tee,
  when,
} from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { eachRoot, pushRoot } from "./block-roots.ts";
import type { BlockJoin } from "./dyadic-element.kernel.ts";
import { type Guard, laneGuard } from "./guard.ts";
import {
  assign,
  decrement,
  held,
  type KernelSubject,
  type Lanes,
  lanesOf,
  offsetBy,
  type Slot,
} from "./lanes.ts";
import {
  type ArrayCursor,
  advance,
  canonical,
  cursor,
  loadCarry,
  loadLaneEntry,
  loadLaneList,
  observe,
  splatConsts,
  splatSlots,
  storeElements,
  storeLaneEntry,
  storeLaneList,
  storeSlots,
  storeVectors,
} from "./memory.ts";
import { prefixesAlong, prefixesInColumns, transposer } from "./prefixes.ts";
import { SLOT_BYTES, STATE } from "./state.ts";

/*
 * Whole blocks of a power-of-two length, GROUP blocks at a time, one block a lane.
 *
 *   for step = 0 … groupCount:
 *     local(step):      the prefixes of each block of the group alone, as columns in scratch; its roots to the root list
 *     join(step − 1):   output = carry · column, back in rows; the next carry at each block's last element
 *     carries(step):    the prefixes of the root list, then the block roots of all earlier groups, smallest innermost
 *
 * Tricks: (1) columns waste no lane and need no shuffle for roots; (2) the carries of a group are folded together, in lanes, over a
 * fixed number of slots, empty ones holding the identity (without one, over the set bits: one branch in 512 elements); (3) join runs one group behind, so that the long chain of `carries`
 * overlaps with the next group's local work instead of stalling it (f32, blocks of 32: 19 → 24 GB/s).
 *
 * Without an identity the first block of all has no carry to be joined with: it is joined with what happens to be there, and its
 * outputs are written once more from scratch. No combine traps, so garbage is harmless.
 */

/** Blocks whose carries are found together: best of 4, 8, 16, 32 in cache. */
export const GROUP = 16;
const GROUP_LEVEL = Math.log2(GROUP);

// Scratch, a region for each column: the roots of a group; the carry before its first block and after each; two buffers of columns.
const CARRIES_OFFSET = 256;
const COLUMNS_OFFSET = 512;

/** Bytes of scratch that a kernel for blocks of `blockLength` elements needs for each column. */
export function groupScratchBytes(blockLength: number, laneBytes: number): number {
  return COLUMNS_OFFSET + 2 * GROUP * blockLength * laneBytes;
}

/**
 * `groupScan(state, input, output, groupCount, scratch)`: every inclusive prefix of whole groups; inBlock is 0, blockIndex a multiple of GROUP.
 *
 * `inColumns` makes the prefixes of blocks alone: those of the canonical tree, or of a network.
 */
export function groupScan(
  subject: KernelSubject,
  blockLength: number,
  join: BlockJoin,
  inColumns: typeof prefixesInColumns = prefixesInColumns,
): FunctionBuilder {
  const builder = new FunctionBuilder("groupScan", ["i32", "i32", "i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, output, groupCount, scratch] = builder.parameters;
  const bufferBytes = GROUP * blockLength * lanes.laneBytes;
  const group: Group = {
    subject,
    lanes,
    builder,
    blockLength,
    state,
    from: cursor(lanes, builder, state, input, "input"),
    to: cursor(lanes, builder, state, output, "output"),
    stride: groupScratchBytes(blockLength, lanes.laneBytes),
    scratch,
    buffer: builder.local("i32"),
    otherBuffer: builder.local("i32"),
    groupIndex: builder.local("i64"),
    guard: laneGuard(lanes, builder),
    slot: builder.local("i32"),
    end: builder.local("i32"),
  };
  const { buffer, otherBuffer, groupIndex, guard, from, to, stride } = group;
  const step = builder.local("i32");
  const swap = builder.local("i32");
  const carry = lanes.slot();
  const lastOffset = CARRIES_OFFSET + GROUP * lanes.laneBytes;
  const lastCarry = loadLaneEntry(lanes, get(scratch), lastOffset, stride);
  const hasMore = i32("less", get(step), get(groupCount));
  builder.body = [
    from.open,
    to.open,
    set(
      groupIndex,
      i64("shiftRight", load("i64", get(state), STATE.blockIndex), i64Const(BigInt(GROUP_LEVEL))),
    ),
    loadCarry(subject, lanes, state, carry),
    storeLaneEntry(lanes, get(scratch), held(carry), lastOffset, stride),
    guard.open(state),
    set(buffer, offsetBy(get(scratch), COLUMNS_OFFSET)),
    set(otherBuffer, offsetBy(get(buffer), bufferBytes)),
    doWhile(
      [
        when(hasMore, localPass(group, inColumns)),
        when(get(step), joinPass(group)),
        when(hasMore, [
          storeLaneEntry(lanes, get(scratch), lastCarry, CARRIES_OFFSET, stride),
          join === "dyadic" ? dyadicCarries(group) : linearCarries(group),
          set(groupIndex, i64("add", get(groupIndex), i64Const(1n))),
        ]),
        set(swap, get(buffer)),
        set(buffer, get(otherBuffer)),
        set(otherBuffer, get(swap)),
        set(step, offsetBy(get(step), 1)),
      ],
      i32("less", get(step), offsetBy(get(groupCount), 1)),
    ),
    store(
      "i64",
      get(state),
      i64("shiftLeft", get(groupIndex), i64Const(BigInt(GROUP_LEVEL))),
      STATE.blockIndex,
    ),
    storeSlots(lanes, get(state), lastCarry, STATE.carry),
    guard.close(state),
  ];
  return builder;
}

interface Group {
  readonly subject: KernelSubject;
  readonly lanes: Lanes;
  readonly builder: FunctionBuilder;
  readonly blockLength: number;
  readonly state: Local;
  readonly from: ArrayCursor;
  readonly to: ArrayCursor;
  readonly scratch: Local;
  readonly stride: number; // between the columns' regions of scratch
  readonly buffer: Local;
  readonly otherBuffer: Local;
  readonly groupIndex: Local;
  readonly guard: Guard;
  readonly slot: Local;
  readonly end: Local;
}

function localPass(
  { lanes, builder, blockLength, from, scratch, stride, slot, end, buffer }: Group,
  inColumns: typeof prefixesInColumns,
): Code {
  const columns = builder.local("i32");
  const strip = lanes.laneCount * blockLength;
  return [
    set(slot, get(scratch)),
    set(columns, get(buffer)),
    set(end, offsetBy(get(slot), GROUP * lanes.laneBytes)),
    doWhile(
      [
        inColumns(lanes, blockLength, { input: from, columns, roots: slot, stride }),
        advance(lanes, from, strip),
        set(columns, offsetBy(get(columns), strip * lanes.laneBytes)),
      ],
      i32("less", tee(slot, offsetBy(get(slot), 16)), get(end)),
    ),
  ];
}

function joinPass(group: Group): Code {
  const { subject, lanes, builder, blockLength, state, to, scratch, stride, slot, end, otherBuffer } = group;
  const columns = builder.local("i32");
  const carryLanes = lanes.laneSlot();
  const initialLanes = lanes.laneSlot();
  const ofBlock = lanes.slot();
  const rows = Array.from({ length: lanes.laneCount }, () => lanes.laneSlot());
  const turn = transposer(lanes);
  const joinColumn = (row: Slot, position: number): Code => [
    lanes.combineLanes(row, held(carryLanes), loadLaneList(lanes, get(columns), position * 16, stride)),
    subject.hasOutsideInitial ? lanes.combineLanes(row, held(initialLanes), held(row)) : [],
  ];
  const strips = doWhile(
    [
      assign(carryLanes, loadLaneList(lanes, get(slot), 0, stride)),
      Array.from({ length: blockLength / lanes.laneCount }, (_, index) => [
        rows.map((row, lane) => joinColumn(row, index * lanes.laneCount + lane)),
        turn(rows),
        rows.map((row, block) =>
          storeVectors(lanes, to, held(row), block * blockLength + index * lanes.laneCount),
        ),
      ]),
      rows.map((_, block) => [
        assign(ofBlock, loadLaneEntry(lanes, get(slot), (block + 1) * lanes.laneBytes, stride)),
        observe(subject, lanes, state, ofBlock),
        storeElements(lanes, to, held(ofBlock), (block + 1) * blockLength - 1),
      ]),
      advance(lanes, to, lanes.laneCount * blockLength),
      set(columns, offsetBy(get(columns), lanes.laneCount * blockLength * lanes.laneBytes)),
    ],
    i32("less", tee(slot, offsetBy(get(slot), 16)), get(end)),
  );
  return [
    subject.hasOutsideInitial ? assign(initialLanes, splatSlots(lanes, get(state), STATE.initial)) : [],
    set(columns, get(otherBuffer)),
    set(slot, offsetBy(get(scratch), CARRIES_OFFSET)),
    set(end, offsetBy(get(slot), GROUP * lanes.laneBytes)),
    subject.identity === undefined ? firstBlock(group, strips) : strips,
  ];
}

/** `strips`, and after those of the very first group its first block once more, from its columns alone. */
function firstBlock(group: Group, strips: Code): Code {
  const { subject, lanes, builder, blockLength, state, to, stride, otherBuffer } = group;
  const start: ArrayCursor = { addresses: to.addresses.map(() => builder.local("i32")), open: [] };
  const column = builder.local("i32");
  const left = builder.local("i32");
  const value = lanes.slot();
  // The carries, and so the group's index, are one step ahead of the join.
  const isFirstGroup = i64("equal", get(group.groupIndex), i64Const(1n));
  return [
    start.addresses.map((address, index) => set(address, get(to.addresses[index]))),
    strips,
    when(isFirstGroup, [
      set(column, get(otherBuffer)),
      set(left, i32Const(blockLength - 1)),
      doWhile(
        [
          assign(value, loadLaneEntry(lanes, get(column), 0, stride)),
          observe(subject, lanes, state, value),
          storeElements(lanes, start, canonical(lanes, value)),
          advance(lanes, start, 1),
          set(column, offsetBy(get(column), 16)),
          decrement(left),
        ],
        get(left),
      ),
    ]),
  ];
}

/** The carry after each block of the group, from its roots and the roots of all groups before it. */
function dyadicCarries({
  subject,
  lanes,
  builder,
  state,
  scratch,
  stride,
  groupIndex,
  guard,
  slot,
}: Group): Code {
  const prefixes = Array.from({ length: GROUP / lanes.laneCount }, () => lanes.laneSlot());
  const root = lanes.slot();
  const neutral = subject.identity === undefined ? undefined : lanes.laneSlot();
  const bits = builder.local("i64");
  const earlier = lanes.laneSlot();
  const groupRoots = offsetBy(get(state), STATE.blockRoots + GROUP_LEVEL * SLOT_BYTES);
  return [
    neutral === undefined ? [] : assign(neutral, splatConsts(lanes, subject.identity ?? [])),
    prefixesAlong(lanes, GROUP, {
      load: (index) => loadLaneList(lanes, get(scratch), index * lanes.laneBytes, stride),
      neutral,
      root,
      emit: (index, value) => assign(prefixes[index / lanes.laneCount], held(value)),
    }),
    set(slot, groupRoots),
    set(bits, get(groupIndex)),
    eachRoot(subject, builder, slot, bits, [
      assign(earlier, splatSlots(lanes, get(slot))),
      prefixes.map((prefix) => lanes.combineLanes(prefix, held(earlier), held(prefix))),
    ]),
    prefixes.map((prefix, index) => [
      guard.gather(held(prefix)),
      storeLaneList(lanes, get(scratch), held(prefix), CARRIES_OFFSET + lanes.laneBytes + index * 16, stride),
    ]),
    pushRoot(subject, lanes, builder, { first: groupRoots, position: get(groupIndex) }, root).code,
  ];
}

function linearCarries({ subject, lanes, scratch, stride, groupIndex, guard }: Group): Code {
  const carry = lanes.slot();
  const root = (index: number) => loadLaneEntry(lanes, get(scratch), index * lanes.laneBytes, stride);
  const first =
    subject.identity === undefined
      ? when(i64("zero", get(groupIndex)), assign(carry, root(0)), lanes.combine(carry, held(carry), root(0)))
      : lanes.combine(carry, held(carry), root(0));
  return [
    assign(carry, loadLaneEntry(lanes, get(scratch), CARRIES_OFFSET, stride)),
    Array.from({ length: GROUP }, (_, index) => [
      index === 0 ? first : lanes.combine(carry, held(carry), root(index)),
      storeLaneEntry(
        lanes,
        get(scratch),
        held(carry),
        CARRIES_OFFSET + (index + 1) * lanes.laneBytes,
        stride,
      ),
    ]),
    Array.from({ length: GROUP / lanes.laneCount }, (_, index) =>
      guard.gather(loadLaneList(lanes, get(scratch), CARRIES_OFFSET + lanes.laneBytes + index * 16, stride)),
    ),
  ];
}
