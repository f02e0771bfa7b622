import {
  type Code,
  doWhile,
  get,
  i32,
  i64,
  i64Const,
  type Local,
  load,
  loadSplat,
  set,
  store,
  tee,
  when,
  whileLoop,
} from "../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../codegen/wasm/module.ts";
import { splatConst } from "../../../codegen/wasm/term.ts";
import { pushRoot } from "./block-roots.ts";
import type { BlockJoin } from "./dyadic-element.kernel.ts";
import { gatherCarries, sumGuard } from "./guard.ts";
import {
  carryOrIdentity,
  identityOf,
  type KernelSubject,
  type Lanes,
  lanesOf,
  observed,
  offsetBy,
} from "./lanes.ts";
import { prefixesAlong, prefixesInColumns, transpose } from "./prefixes.ts";
import { SLOT_BYTES, STATE } from "./state.ts";

/*
 * Whole blocks of a power-of-two length, GROUP blocks at a time, one block a lane; for operators with an identity.
 *
 *   for step = 0 … groupCount:
 *     local(step):      the prefixes of each block of the group alone, as columns in scratch; its roots to the root list
 *     join(step − 1):   output = carry · column, back in rows; the next carry at each block's last element
 *     carries(step):    the prefixes of the root list, then the block roots of all earlier groups, smallest innermost
 *
 * Tricks: (1) columns waste no lane and need no shuffle for roots; (2) the carries of a group are folded together, in lanes, over a
 * fixed number of slots, empty ones holding the identity; (3) join runs one group behind, so that the long chain of `carries`
 * overlaps with the next group's local work instead of stalling it (f32, blocks of 32: 19 → 24 GB/s).
 */

/** Blocks whose carries are found together: best of 4, 8, 16, 32 in cache. */
export const GROUP = 16;
const GROUP_LEVEL = Math.log2(GROUP);

// Scratch: the roots of a group; the carry before its first block and after each; two buffers of columns.
const CARRIES_OFFSET = 256;
const COLUMNS_OFFSET = 512;

/** Bytes of scratch that a kernel for blocks of `blockLength` elements needs. */
export function groupScratchBytes(blockLength: number, bytes: number): number {
  return COLUMNS_OFFSET + 2 * GROUP * blockLength * bytes;
}

/** `groupScan(state, input, output, groupCount, scratch)`: every inclusive prefix of whole groups; inBlock is 0, blockIndex a multiple of GROUP. */
export function groupScan(subject: KernelSubject, blockLength: number, join: BlockJoin): FunctionBuilder {
  const builder = new FunctionBuilder("groupScan", ["i32", "i32", "i32", "i32", "i32"]);
  const lanes = lanesOf(subject, builder);
  const [state, input, output, groupCount, scratch] = builder.parameters;
  const bufferBytes = GROUP * blockLength * lanes.bytes;
  const local: GroupLocals = {
    state,
    input,
    output,
    roots: get(scratch),
    carries: offsetBy(get(scratch), CARRIES_OFFSET),
    buffer: builder.local("i32"),
    otherBuffer: builder.local("i32"),
    groupIndex: builder.local("i64"),
    guard: builder.local("v128"),
    slot: builder.local("i32"),
    end: builder.local("i32"),
  };
  const { buffer, otherBuffer, groupIndex, guard, carries } = local;
  const step = builder.local("i32");
  const swap = builder.local("i32");
  const lastCarry = lanes.loadElement(carries, GROUP * lanes.bytes);
  builder.body = [
    set(
      groupIndex,
      i64("shiftRight", load("i64", get(state), STATE.blockIndex), i64Const(BigInt(GROUP_LEVEL))),
    ),
    lanes.storeElement(carries, carryOrIdentity(subject, lanes, state), GROUP * lanes.bytes),
    set(guard, loadSplat(lanes.bytes, get(state), STATE.guard)),
    set(buffer, offsetBy(get(scratch), COLUMNS_OFFSET)),
    set(otherBuffer, offsetBy(get(buffer), bufferBytes)),
    doWhile(
      [
        when(i32("less", get(step), get(groupCount)), localPass(lanes, builder, blockLength, local)),
        when(get(step), joinPass(subject, lanes, builder, blockLength, local)),
        when(i32("less", get(step), get(groupCount)), [
          lanes.storeElement(carries, lastCarry),
          join === "dyadic" ? dyadicCarries(subject, lanes, builder, local) : linearCarries(lanes, local),
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
    lanes.storeElement(get(state), lastCarry, STATE.carry),
    lanes.storeElement(get(state), sumGuard(lanes, guard), STATE.guard),
  ];
  return builder;
}

interface GroupLocals {
  readonly state: Local;
  readonly input: Local;
  readonly output: Local;
  readonly roots: Code;
  readonly carries: Code;
  readonly buffer: Local;
  readonly otherBuffer: Local;
  readonly groupIndex: Local;
  readonly guard: Local;
  readonly slot: Local;
  readonly end: Local;
}

function localPass(lanes: Lanes, builder: FunctionBuilder, blockLength: number, local: GroupLocals): Code {
  const { input, slot, end, roots, buffer } = local;
  const columns = builder.local("i32");
  const runBytes = lanes.laneCount * blockLength * lanes.bytes;
  return [
    set(slot, roots),
    set(columns, get(buffer)),
    set(end, offsetBy(get(slot), GROUP * lanes.bytes)),
    doWhile(
      [
        prefixesInColumns(lanes, builder, blockLength, { input, columns, roots: slot }),
        set(input, offsetBy(get(input), runBytes)),
        set(columns, offsetBy(get(columns), runBytes)),
      ],
      i32("less", tee(slot, offsetBy(get(slot), 16)), get(end)),
    ),
  ];
}

function joinPass(
  subject: KernelSubject,
  lanes: Lanes,
  builder: FunctionBuilder,
  blockLength: number,
  local: GroupLocals,
): Code {
  const { state, output, slot, end, otherBuffer } = local;
  const columns = builder.local("i32");
  const carryLanes = builder.local("v128");
  const initialLanes = builder.local("v128");
  const rows = Array.from({ length: lanes.laneCount }, () => builder.local("v128"));
  const blockBytes = blockLength * lanes.bytes;
  const joinColumn = (position: number): Code => {
    const joined = lanes.combineLanes(get(carryLanes), load("v128", get(columns), position * 16));
    return subject.hasOutsideInitial ? lanes.combineLanes(get(initialLanes), joined) : joined;
  };
  return [
    subject.hasOutsideInitial ? set(initialLanes, loadSplat(lanes.bytes, get(state), STATE.initial)) : [],
    set(columns, get(otherBuffer)),
    set(slot, local.carries),
    set(end, offsetBy(get(slot), GROUP * lanes.bytes)),
    doWhile(
      [
        set(carryLanes, load("v128", get(slot))),
        Array.from({ length: blockLength / lanes.laneCount }, (_, index) => [
          rows.map((row, lane) => set(row, joinColumn(index * lanes.laneCount + lane))),
          transpose(lanes, builder, rows),
          rows.map((row, block) => store("v128", get(output), get(row), block * blockBytes + index * 16)),
        ]),
        rows.map((_, block) =>
          lanes.storeElement(
            get(output),
            observed(subject, lanes, state, lanes.loadElement(get(slot), (block + 1) * lanes.bytes)),
            (block + 1) * blockBytes - lanes.bytes,
          ),
        ),
        set(output, offsetBy(get(output), lanes.laneCount * blockBytes)),
        set(columns, offsetBy(get(columns), lanes.laneCount * blockBytes)),
      ],
      i32("less", tee(slot, offsetBy(get(slot), 16)), get(end)),
    ),
  ];
}

/** The carry after each block of the group, from its roots and the roots of all groups before it. */
function dyadicCarries(
  subject: KernelSubject,
  lanes: Lanes,
  builder: FunctionBuilder,
  local: GroupLocals,
): Code {
  const { state, groupIndex, guard, slot, carries } = local;
  const prefixes = Array.from({ length: GROUP / lanes.laneCount }, () => builder.local("v128"));
  const root = builder.local(lanes.valueType);
  const input = builder.local("i32");
  const neutral = builder.local("v128");
  const bits = builder.local("i64");
  const earlier = builder.local("v128");
  const groupRoots = offsetBy(get(state), STATE.blockRoots + GROUP_LEVEL * SLOT_BYTES);
  return [
    set(input, local.roots),
    set(neutral, splatConst(subject.type, identityOf(subject))),
    prefixesAlong(lanes, builder, GROUP, {
      input,
      neutral,
      root,
      emit: (index, value) => set(prefixes[index], value),
    }),
    set(slot, groupRoots),
    set(bits, get(groupIndex)),
    whileLoop(i64("notEqual", get(bits), i64Const(0n)), [
      set(earlier, loadSplat(lanes.bytes, get(slot))),
      prefixes.map((prefix) => set(prefix, lanes.combineLanes(get(earlier), get(prefix)))),
      set(slot, offsetBy(get(slot), SLOT_BYTES)),
      set(bits, i64("shiftRight", get(bits), i64Const(1n))),
    ]),
    prefixes.map((prefix, index) => [
      gatherCarries(lanes, guard, get(prefix)),
      store("v128", carries, get(prefix), lanes.bytes + index * 16),
    ]),
    pushRoot(subject, lanes, builder, { first: groupRoots, position: get(groupIndex) }, root).code,
  ];
}

function linearCarries(lanes: Lanes, local: GroupLocals): Code {
  const { carries, roots, guard } = local;
  return [
    Array.from({ length: GROUP }, (_, index) =>
      lanes.storeElement(
        carries,
        lanes.combine(
          lanes.loadElement(carries, index * lanes.bytes),
          lanes.loadElement(roots, index * lanes.bytes),
        ),
        (index + 1) * lanes.bytes,
      ),
    ),
    Array.from({ length: GROUP / lanes.laneCount }, (_, index) =>
      gatherCarries(lanes, guard, load("v128", carries, lanes.bytes + index * 16)),
    ),
  ];
}
