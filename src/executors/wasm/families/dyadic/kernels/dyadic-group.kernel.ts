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
} from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { decrement, increaseBy, offsetBy } from "../../../kernels/counters.ts";
import { type Guard, openGuard } from "../../../kernels/guard.ts";
import {
  assign,
  held,
  isOneOperation,
  type KernelSubject,
  type Lanes,
  lanesOf,
  type Slot,
} from "../../../kernels/lanes.ts";
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
} from "../../../kernels/load-store.ts";
import { prefixesAlong, prefixesInColumns, transposer } from "../../../kernels/prefixes.ts";
import { SLOT_BYTES, STATE } from "../../../kernels/state.ts";
import { clearSlot, eachRoot, pushRoot } from "./block-roots.ts";
import type { BlockJoin } from "./dyadic-element.kernel.ts";

/*
 * Whole blocks of a power-of-two length, GROUP blocks at a time, one block a lane.
 *
 *   for step = 0 … groupCount:
 *     local(step):      the prefixes of each block of the group alone, as columns in scratch; its roots to the root list
 *     join(step − 1):   output = carry · column, back in rows; the next carry at each block's last element
 *     carries(step):    the prefixes of the root list, then the block roots of all earlier groups, smallest innermost
 *
 * Tricks: (1) columns waste no lane and need no shuffle for roots; (2) the carries of a group are folded together, in lanes, over a
 * fixed number of slots, empty ones holding the identity (without one, over the set bits: one branch in 512 elements); (3) join runs one
 * group behind, so that the long chain of `carries` overlaps with the next group's local work instead of stalling it (f32, blocks of 32:
 * 19 → 24 GB/s); (4) two lanes leave registers enough to take local and join in turns, a step of each: the one waits for the adders, the
 * other for loads and stores (f64, blocks of 32: 25 → 26.5 GB/s; with four lanes registers spill, and so they would with longer operators).
 *
 * Without an identity the first block of all has no carry to be joined with: it is joined with what happens to be there, and its
 * outputs are written once more from scratch. No combine traps, so garbage is harmless.
 */

/** Blocks whose carries are found together: best of 4, 8, 16, 32 in cache. */
export const GROUP = 16;
/** The same where memory is the limit and GROUP blocks fill a page of 4 KiB: see LONG_BYTES. */
export const NARROW_GROUP = 8;

// Scratch, a region for each column: the roots of a group; the carry before its first block and after each; two buffers of columns.
const CARRIES_OFFSET = 256;
const COLUMNS_OFFSET = 512;

/** Between the two buffers. Without it they lie a multiple of 4,096 bytes apart, and loads wait for stores that they do not need. */
const BUFFER_GAP = 256;

/** Bytes of scratch that a kernel for blocks of `blockLength` elements needs for each column. */
export function groupScratchBytes(blockLength: number, laneBytes: number): number {
  return COLUMNS_OFFSET + 2 * bufferBytesOf(blockLength, laneBytes);
}

function bufferBytesOf(blockLength: number, laneBytes: number): number {
  return GROUP * blockLength * laneBytes + BUFFER_GAP;
}

/**
 * `groupScan(state, input, output, groupCount, scratch)`: every inclusive prefix of whole groups; inBlock is 0, blockIndex a multiple of
 * `size`. That of narrow groups is `narrowGroupScan`.
 *
 * `inColumns` makes the prefixes of blocks alone: those of the canonical tree, or of a network.
 */
export function groupScan(
  subject: KernelSubject,
  blockLength: number,
  join: BlockJoin,
  inColumns: typeof prefixesInColumns = prefixesInColumns,
  size = GROUP,
): FunctionBuilder {
  const name = size === GROUP ? "groupScan" : "narrowGroupScan";
  const builder = new FunctionBuilder(name, ["i32", "i32", "i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, output, groupCount, scratch] = builder.parameters;
  const buffer = builder.local("i32");
  const toggle = builder.local("i32"); // turns the address of one buffer to that of the other
  const group: Group = {
    lanes,
    size,
    level: Math.log2(size),
    blockLength,
    state,
    from: cursor(lanes, state, input, "input"),
    to: cursor(lanes, state, output, "output"),
    stride: groupScratchBytes(blockLength, lanes.laneBytes),
    scratch,
    buffer,
    otherBuffer: i32("xor", get(buffer), get(toggle)),
    groupIndex: builder.local("i64"),
    guard: openGuard(lanes, "lanes"),
    slot: builder.local("i32"),
    end: builder.local("i32"),
  };
  const { groupIndex, guard, from, to, stride, level } = group;
  const step = builder.local("i32");
  const carry = lanes.slot();
  const lastOffset = CARRIES_OFFSET + size * lanes.laneBytes;
  const lastCarry = loadLaneEntry(lanes, get(scratch), lastOffset, stride);
  const hasMore = i32("less", get(step), get(groupCount));
  builder.body = [
    from.open,
    to.open,
    set(groupIndex, i64("shiftRight", load("i64", get(state), STATE.blockIndex), i64Const(BigInt(level)))),
    loadCarry(lanes, state, carry),
    storeLaneEntry(lanes, get(scratch), held(carry), lastOffset, stride),
    set(buffer, offsetBy(get(scratch), COLUMNS_OFFSET)),
    set(toggle, i32("xor", get(buffer), offsetBy(get(buffer), bufferBytesOf(blockLength, lanes.laneBytes)))),
    doWhile(
      [
        passes(group, inColumns, hasMore, get(step)),
        when(hasMore, [
          storeLaneEntry(lanes, get(scratch), lastCarry, CARRIES_OFFSET, stride),
          join === "dyadic" ? dyadicCarries(group) : linearCarries(group),
          set(groupIndex, i64("add", get(groupIndex), i64Const(1n))),
        ]),
        set(buffer, group.otherBuffer),
        increaseBy(step, 1),
      ],
      i32("less", get(step), offsetBy(get(groupCount), 1)),
    ),
    store("i64", get(state), i64("shiftLeft", get(groupIndex), i64Const(BigInt(level))), STATE.blockIndex),
    storeSlots(lanes, get(state), lastCarry, STATE.carry),
    // No group writes the lowest slots, which single blocks after it fold.
    Array.from({ length: level }, (_, lower) =>
      clearSlot(lanes, state, STATE.blockRoots + lower * SLOT_BYTES),
    ),
    guard.close(state),
  ];
  return builder;
}

/** The local work of one group and the join of the group before it, where there are such. */
function passes(group: Group, inColumns: typeof prefixesInColumns, hasMore: Code, hasEarlier: Code): Code {
  const local = localWork(group, inColumns);
  const join = joinWork(group);
  const joined = (works: readonly StripWork[]): Code => afterFirst(group, pass(group, works));
  const interleaves = group.lanes.laneCount === 2 && isOneOperation(group.lanes.subject);
  return interleaves
    ? when(hasMore, when(hasEarlier, joined([local, join]), pass(group, [local])), joined([join]))
    : [when(hasMore, pass(group, [local])), when(hasEarlier, joined([join]))];
}

interface Group {
  readonly lanes: Lanes;
  readonly size: number; // blocks
  readonly level: number; // log2 of it
  readonly blockLength: number;
  readonly state: Local;
  readonly from: ArrayCursor;
  readonly to: ArrayCursor;
  readonly scratch: Local;
  readonly stride: number; // between the columns' regions of scratch
  readonly buffer: Local;
  readonly otherBuffer: Code; // its address
  readonly groupIndex: Local;
  readonly guard: Guard;
  readonly slot: Local;
  readonly end: Local;
}

/** Work on one strip of `laneCount` neighbouring blocks after the other; `slot` is at the strip's entry of the root list. */
interface StripWork {
  readonly open: Code; // before the first strip
  readonly steps: readonly Code[]; // for each `laneCount` columns, in order
  readonly close: Code; // goes on to the next strip
}

/** Goes through the strips of a group, the steps of all `works` in turn. */
function pass({ lanes, size, scratch, slot, end }: Group, works: readonly StripWork[]): Code {
  const [{ steps }] = works;
  return [
    works.map(({ open }) => open),
    set(slot, get(scratch)),
    set(end, offsetBy(get(slot), size * lanes.laneBytes)),
    doWhile(
      [steps.map((_, index) => works.map((work) => work.steps[index])), works.map(({ close }) => close)],
      i32("less", tee(slot, offsetBy(get(slot), 16)), get(end)),
    ),
  ];
}

function localWork(group: Group, inColumns: typeof prefixesInColumns): StripWork {
  const { lanes, blockLength, from, stride, slot, buffer } = group;
  const { builder } = lanes;
  const columns = builder.local("i32");
  const strip = lanes.laneCount * blockLength;
  return {
    open: set(columns, get(buffer)),
    steps: inColumns(lanes, blockLength, { input: from, columns, roots: slot, stride }),
    close: [advance(lanes, from, strip), increaseBy(columns, strip * lanes.laneBytes)],
  };
}

function joinWork(group: Group): StripWork {
  const { lanes, blockLength, state, to, stride, slot, otherBuffer } = group;
  const { subject, builder } = lanes;
  const columns = builder.local("i32");
  const carryLanes = lanes.laneSlot();
  const initialLanes = lanes.laneSlot();
  const ofBlock = lanes.slot();
  const rows = Array.from({ length: lanes.laneCount }, () => lanes.laneSlot());
  const turn = transposer(lanes);
  const strip = lanes.laneCount * blockLength;
  const stepCount = blockLength / lanes.laneCount;
  const joinColumn = (row: Slot, position: number): Code => [
    lanes.combineLanes(row, held(carryLanes), loadLaneList(lanes, get(columns), position * 16, stride)),
    subject.hasOutsideInitial ? lanes.combineLanes(row, held(initialLanes), held(row)) : [],
  ];
  const lastOfBlocks = rows.map((_, block) => {
    const after = CARRIES_OFFSET + (block + 1) * lanes.laneBytes;
    return [
      assign(ofBlock, loadLaneEntry(lanes, get(slot), after, stride)),
      observe(lanes, state, ofBlock),
      storeElements(lanes, to, held(ofBlock), (block + 1) * blockLength - 1),
    ];
  });
  return {
    open: [
      subject.hasOutsideInitial ? assign(initialLanes, splatSlots(lanes, get(state), STATE.initial)) : [],
      set(columns, otherBuffer),
    ],
    steps: Array.from({ length: stepCount }, (_, index) => [
      index === 0 ? assign(carryLanes, loadLaneList(lanes, get(slot), CARRIES_OFFSET, stride)) : [],
      rows.map((row, lane) => joinColumn(row, index * lanes.laneCount + lane)),
      turn(rows),
      rows.map((row, block) =>
        storeVectors(lanes, to, held(row), block * blockLength + index * lanes.laneCount),
      ),
      index === stepCount - 1 ? lastOfBlocks : [],
    ]),
    close: [advance(lanes, to, strip), increaseBy(columns, strip * lanes.laneBytes)],
  };
}

/** `strips`, and without an identity after those of the very first group its first block once more, from its columns alone. */
function afterFirst(group: Group, strips: Code): Code {
  const { lanes, blockLength, state, to, stride, otherBuffer } = group;
  const { subject, builder } = lanes;
  if (subject.identity !== undefined) return strips;
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
      set(column, otherBuffer),
      set(left, i32Const(blockLength - 1)),
      doWhile(
        [
          assign(value, loadLaneEntry(lanes, get(column), 0, stride)),
          observe(lanes, state, value),
          storeElements(lanes, start, canonical(lanes, value)),
          advance(lanes, start, 1),
          increaseBy(column, 16),
          decrement(left),
        ],
        get(left),
      ),
    ]),
  ];
}

/** The carry after each block of the group, from its roots and the roots of all groups before it. */
function dyadicCarries({ size, level, lanes, state, scratch, stride, groupIndex, guard, slot }: Group): Code {
  const { subject, builder } = lanes;
  const prefixes = Array.from({ length: size / lanes.laneCount }, () => lanes.laneSlot());
  const root = lanes.slot();
  const neutral = subject.identity === undefined ? undefined : lanes.laneSlot();
  const bits = builder.local("i64");
  const earlier = lanes.laneSlot();
  const groupRoots = offsetBy(get(state), STATE.blockRoots + level * SLOT_BYTES);
  return [
    neutral === undefined ? [] : assign(neutral, splatConsts(lanes, subject.identity ?? [])),
    prefixesAlong(lanes, size, {
      load: (index) => loadLaneList(lanes, get(scratch), index * lanes.laneBytes, stride),
      neutral,
      root,
      emit: (index, value) => assign(prefixes[index / lanes.laneCount], held(value)),
    }),
    set(slot, groupRoots),
    set(bits, get(groupIndex)),
    eachRoot(lanes, slot, bits, [
      assign(earlier, splatSlots(lanes, get(slot))),
      prefixes.map((prefix) => lanes.combineLanes(prefix, held(earlier), held(prefix))),
    ]),
    prefixes.map((prefix, index) => [
      guard.gather(held(prefix)),
      storeLaneList(lanes, get(scratch), held(prefix), CARRIES_OFFSET + lanes.laneBytes + index * 16, stride),
    ]),
    pushRoot(lanes, { first: groupRoots, position: get(groupIndex) }, root).code,
  ];
}

function linearCarries({ size, lanes, scratch, stride, groupIndex, guard }: Group): Code {
  const { subject } = lanes;
  const carry = lanes.slot();
  const root = (index: number) => loadLaneEntry(lanes, get(scratch), index * lanes.laneBytes, stride);
  const first =
    subject.identity === undefined
      ? when(i64("zero", get(groupIndex)), assign(carry, root(0)), lanes.combine(carry, held(carry), root(0)))
      : lanes.combine(carry, held(carry), root(0));
  return [
    assign(carry, loadLaneEntry(lanes, get(scratch), CARRIES_OFFSET, stride)),
    Array.from({ length: size }, (_, index) => [
      index === 0 ? first : lanes.combine(carry, held(carry), root(index)),
      storeLaneEntry(
        lanes,
        get(scratch),
        held(carry),
        CARRIES_OFFSET + (index + 1) * lanes.laneBytes,
        stride,
      ),
    ]),
    Array.from({ length: size / lanes.laneCount }, (_, index) =>
      guard.gather(loadLaneList(lanes, get(scratch), CARRIES_OFFSET + lanes.laneBytes + index * 16, stride)),
    ),
  ];
}
