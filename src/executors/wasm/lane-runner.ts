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
import { STATE, STATE_BYTES } from "./kernels/state.ts";
import type { Runner, RunnerSetting } from "./runner.ts";

/** Runs interleaved(L): memory for log2 of the row count rows of min(L, n) lanes, and a tree over them, is held from begin to end. */
export function laneRunner(arena: Arena, setting: RunnerSetting, semanticLanes: number): Runner {
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
  let position = 0;

  const end = (): void => {
    if (held !== undefined) heap.release(held.address, held.bytes);
    held = undefined;
  };

  const begin = (length: number): void => {
    end();
    position = 0;
    // With at most L elements the lanes beyond them are never reached: the tree over the present ones is the same.
    laneCount = Math.max(1, Math.min(semanticLanes, length));
    const rowCount = Math.ceil(length / laneCount);
    const rootBytes = (Math.floor(Math.log2(Math.max(1, rowCount))) + 1) * laneCount * slotBytes;
    const treeBytes = (2 * laneCount + 64) * slotBytes;
    const total = stateBytes + rootBytes + treeBytes;
    held = { address: heap.allocate(total), bytes: total };
    state = held.address;
    const words = heap.view("u32");
    const field = (offset: number, value: number): void => {
      words[(state + offset) / 4] = value;
    };
    field(INTERLEAVED_STATE.laneCount, laneCount);
    field(INTERLEAVED_STATE.lane, 0);
    field(INTERLEAVED_STATE.row, 0);
    field(INTERLEAVED_STATE.roots, state + stateBytes);
    field(INTERLEAVED_STATE.tree, state + stateBytes + rootBytes);
    if (setting.initial !== undefined) {
      writeSlots(heap, columns, state + STATE.initial, setting.initial);
    }
  };

  return {
    state: () => state,
    begin: (_purpose, length) => begin(length),
    scan(input, output, length) {
      kernels.laneScan(state, input, output, length);
      setting.counts.lane += length;
    },
    reduce(input, length) {
      const canUseRows = rowLanes !== undefined && laneCount % rowLanes === 0;
      for (let done = 0; done < length; ) {
        const offset = position % laneCount;
        const rowCount = canUseRows && offset === 0 ? Math.floor((length - done) / laneCount) : 0;
        if (rowCount > 0) kernels.rowReduce(state, input + done * setting.stride, rowCount);
        const count = rowCount > 0 ? rowCount * laneCount : Math.min(length - done, laneCount - offset);
        if (rowCount === 0) kernels.laneReduce(state, input + done * setting.stride, count);
        if (rowCount > 0) setting.counts.row += count;
        else setting.counts.lane += count;
        done += count;
        position += count;
      }
    },
    observe() {
      kernels.observe(state);
    },
    end,
  };
}
