import { InternalError } from "../../values/errors.ts";
import type { Arena } from "./arena.ts";
import { writeSlots } from "./elements.ts";
import {
  INTERLEAVED_STATE,
  laneReduce,
  laneScan,
  observeLanes,
  rowReduce,
  rowSlotBytes,
} from "./kernels/interleaved.kernel.ts";
import { SLOT_BYTES, STATE, STATE_BYTES } from "./kernels/state.ts";
import type { OnlineTables } from "./online-tables.ts";
import { requireTables } from "./require-tables.ts";
import type { RootTable } from "./root-table.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";

/** Rows that an online pass has room for at first; the room doubles its levels when they are used up. */
const FIRST_ROWS = 2 ** 16;

/** Runs interleaved(L): memory for log2 of the row count rows of min(L, n) lanes, and a tree over them, is held from begin to end. */
export function laneRunner(
  arena: Arena,
  setting: RunnerSetting,
  semanticLanes: number,
  tables?: OnlineTables,
): OnlineRunner {
  const { subject } = setting;
  const { heap } = arena;
  const { columns, laneBytes } = subject.terms;
  const stateBytes = columns.length * STATE_BYTES;
  const slotBytes = rowSlotBytes(subject);
  const rowLanes = columns.length === 1 && laneBytes !== undefined ? 16 / laneBytes : undefined; // of the row kernel, where it fits
  const kernels = arena.kernels(`${setting.key} lanes`, () => [
    laneScan(subject),
    laneReduce(subject),
    observeLanes(subject),
    ...(rowLanes === undefined ? [] : [rowReduce(subject)]),
  ]);
  let held: { readonly address: number; readonly bytes: number } | undefined;
  let state = 0;
  let laneCount = 0;
  let levels = 0; // rows of roots that there is room for
  let position = 0;
  let isTreeCurrent = true; // a reduce leaves the tree over the lanes alone

  const end = (): void => {
    if (held !== undefined) heap.release(held.address, held.bytes);
    held = undefined;
  };
  const field = (offset: number, value: number): void => {
    heap.view("u32")[(state + offset) / 4] = value;
  };
  const rootsAt = (): number => state + stateBytes;
  const treeAt = (): number => rootsAt() + levels * laneCount * slotBytes;
  const writePosition = (): void => {
    field(INTERLEAVED_STATE.lane, position % laneCount);
    field(INTERLEAVED_STATE.row, Math.floor(position / laneCount));
  };

  /** Takes memory for rows of so many levels, and puts the fixed fields there. */
  const allocate = (levelCount: number): void => {
    levels = levelCount;
    const treeBytes = (2 * laneCount + 64) * slotBytes;
    const total = stateBytes + levels * laneCount * slotBytes + treeBytes;
    held = { address: heap.allocate(total), bytes: total };
    state = held.address;
    field(INTERLEAVED_STATE.laneCount, laneCount);
    field(INTERLEAVED_STATE.roots, rootsAt());
    field(INTERLEAVED_STATE.tree, treeAt());
    if (setting.initial !== undefined) writeSlots(heap, columns, state + STATE.initial, setting.initial);
  };
  const openFor = (lanes: number, rowCount: number): void => {
    end();
    position = 0;
    isTreeCurrent = true;
    laneCount = lanes;
    allocate(Math.floor(Math.log2(Math.max(1, rowCount))) + 1);
    writePosition();
  };

  /** Room for `length` more elements: a row count beyond what there is room for moves everything. */
  const makeRoom = (length: number): void => {
    const rowCount = Math.ceil((position + length) / laneCount);
    if (rowCount < 2 ** levels) return;
    const former = held;
    const rootBytes = levels * laneCount * slotBytes;
    allocate(2 * Math.max(levels, Math.ceil(Math.log2(rowCount + 1))));
    const bytes = heap.view("bool");
    if (former !== undefined) {
      bytes.copyWithin(rootsAt(), former.address + stateBytes, former.address + stateBytes + rootBytes);
      heap.release(former.address, former.bytes);
    }
    writePosition();
    isTreeCurrent = false;
  };
  const updateTree = (): void => {
    if (!isTreeCurrent && position > 0) kernels.observe(state);
    isTreeCurrent = true;
  };
  const tableOf = (lane: number): RootTable => ({
    heap,
    columns,
    first: rootsAt() + lane * slotBytes,
    slotBytes: laneCount * slotBytes,
    columnBytes: SLOT_BYTES,
  });
  const lengthOf = (lane: number): number => Math.ceil((position - lane) / laneCount);

  return {
    state: () => state,
    begin(_purpose, length) {
      // With at most L elements the lanes beyond them are never reached: the tree over the present ones is the same.
      const lanes = Math.max(1, Math.min(semanticLanes, length));
      openFor(lanes, Math.ceil(length / lanes));
    },
    open: () => openFor(semanticLanes, FIRST_ROWS),
    save() {
      const lanes = Math.min(position, laneCount);
      return {
        kind: "lanes",
        lanes: Array.from({ length: lanes }, (_, lane) =>
          requireTables(tables).readRoots(tableOf(lane), lengthOf(lane)),
        ),
      };
    },
    load(given, taken) {
      if (given.kind !== "lanes") throw new InternalError(`interleaved lanes were given ${given.kind}`);
      openFor(semanticLanes, Math.max(FIRST_ROWS, 2 * Math.ceil(taken / semanticLanes)));
      position = taken;
      writePosition();
      given.lanes.forEach((roots, lane) => {
        requireTables(tables).writeRoots(tableOf(lane), roots, undefined);
      });
      isTreeCurrent = false;
    },
    scan(input, output, length) {
      makeRoom(length);
      updateTree();
      kernels.laneScan(state, input, output, length);
      setting.counts.lane += length;
      position += length;
    },
    reduce(input, length) {
      makeRoom(length);
      isTreeCurrent = false;
      const canUseRows = rowLanes !== undefined && laneCount % rowLanes === 0;
      for (let done = 0; done < length; ) {
        const offset = position % laneCount;
        const rowCount = canUseRows && offset === 0 ? Math.floor((length - done) / laneCount) : 0;
        const count = rowCount > 0 ? rowCount * laneCount : Math.min(length - done, laneCount - offset);
        if (rowCount > 0) kernels.rowReduce(state, input + done * setting.stride, rowCount);
        else kernels.laneReduce(state, input + done * setting.stride, count);
        if (rowCount > 0) setting.counts.row += count;
        else setting.counts.lane += count;
        done += count;
        position += count;
      }
    },
    observe() {
      kernels.observe(state);
      isTreeCurrent = true;
    },
    end,
  };
}
