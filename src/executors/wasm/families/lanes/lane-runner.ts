import { STATE, STATE_BYTES } from "../../kernels/state.ts";
import type { Arena } from "../../memory/arena.ts";
import { writeSlots } from "../../memory/elements.ts";
import type { Runner, RunnerSetting } from "../../runner.ts";
import {
  INTERLEAVED_STATE,
  laneReduce,
  laneScan,
  observeLanes,
  rowLanesOf,
  rowReduce,
  rowSlotBytes,
} from "./kernels/interleaved.kernel.ts";

/** Memory that was taken from a heap. */
interface Held {
  readonly address: number;
  readonly bytes: number;
}

/** Rows that an online sequence has room for at first; the room doubles its levels when they are used up. */
export const FIRST_ROWS = 2 ** 16;

/** The state of an interleaved pass: memory for a number of levels of rows of lanes, and for a tree over the lanes. */
export class LaneRoom {
  declare readonly slotBytes: number;
  declare readonly stateBytes: number;
  readonly #arena: Arena;
  readonly #setting: RunnerSetting;
  held: Held | undefined;
  state = 0;
  laneCount = 0;
  levels = 0; // rows of roots that there is room for
  position = 0;
  isTreeCurrent = true; // a reduce leaves the tree over the lanes alone

  constructor(arena: Arena, setting: RunnerSetting) {
    this.#arena = arena;
    this.#setting = setting;
    this.slotBytes = rowSlotBytes(setting.subject);
    this.stateBytes = setting.subject.terms.columns.length * STATE_BYTES;
  }

  /** Takes room for `laneCount` lanes and `rowCount` rows; forgets everything. */
  open(laneCount: number, rowCount: number): void {
    this.release();
    this.position = 0;
    this.isTreeCurrent = true;
    this.laneCount = laneCount;
    this.take(Math.floor(Math.log2(Math.max(1, rowCount))) + 1);
    this.writePosition();
  }

  /** Takes memory for `levels` levels of rows, and writes the fixed fields. */
  take(levels: number): void {
    const { heap } = this.#arena;
    const { initial, subject } = this.#setting;
    this.levels = levels;
    const treeBytes = (2 * this.laneCount + 64) * this.slotBytes;
    const bytes = this.stateBytes + levels * this.laneCount * this.slotBytes + treeBytes;
    this.held = { address: heap.allocate(bytes), bytes };
    this.state = this.held.address;
    this.#write(INTERLEAVED_STATE.laneCount, this.laneCount);
    this.#write(INTERLEAVED_STATE.roots, this.roots);
    this.#write(INTERLEAVED_STATE.tree, this.roots + levels * this.laneCount * this.slotBytes);
    if (initial !== undefined) writeSlots(heap, subject.terms.columns, this.state + STATE.initial, initial);
  }

  /** Room for `length` more elements: a row count beyond what there is room for moves everything but the tree. */
  makeFor(length: number): void {
    const rowCount = Math.ceil((this.position + length) / this.laneCount);
    if (rowCount < 2 ** this.levels) return;
    const { heap } = this.#arena;
    const { held: former, levels } = this;
    const rootBytes = levels * this.laneCount * this.slotBytes;
    this.take(2 * Math.max(levels, Math.ceil(Math.log2(rowCount + 1))));
    if (former !== undefined) {
      const from = former.address + this.stateBytes;
      heap.view("bool").copyWithin(this.roots, from, from + rootBytes);
      heap.release(former.address, former.bytes);
    }
    this.writePosition();
    this.isTreeCurrent = false;
  }

  /** Where the rows of roots begin. */
  get roots(): number {
    return this.state + this.stateBytes;
  }

  writePosition(): void {
    this.#write(INTERLEAVED_STATE.lane, this.position % this.laneCount);
    this.#write(INTERLEAVED_STATE.row, Math.floor(this.position / this.laneCount));
  }

  release(): void {
    if (this.held !== undefined) this.#arena.heap.release(this.held.address, this.held.bytes);
    this.held = undefined;
  }

  #write(offset: number, value: number): void {
    this.#arena.heap.view("u32")[(this.state + offset) / 4] = value;
  }
}

/** Runs interleaved(L): memory for log2 of the row count rows of min(L, n) lanes, and a tree over them, is held from begin to end. */
export function laneRunner(
  arena: Arena,
  setting: RunnerSetting,
  semanticLanes: number,
  room: LaneRoom = new LaneRoom(arena, setting),
): Runner {
  const { subject, counts, stride } = setting;
  const rowLanes = rowLanesOf(subject);
  const kernels = arena.kernels(`${setting.key} lanes`, () => [
    laneScan(subject),
    laneReduce(subject),
    observeLanes(subject),
    ...(rowLanes === undefined ? [] : [rowReduce(subject)]),
  ]);
  const observe = (): void => {
    kernels.observe(room.state);
    room.isTreeCurrent = true;
  };
  return {
    state: () => room.state,
    begin(purpose, length) {
      if (purpose === "online") return room.open(semanticLanes, FIRST_ROWS);
      // With at most L elements the lanes beyond them are never reached: the tree over the present ones is the same.
      const lanes = Math.max(1, Math.min(semanticLanes, length));
      room.open(lanes, Math.ceil(length / lanes));
    },
    scan(input, output, length) {
      room.makeFor(length);
      if (!room.isTreeCurrent && room.position > 0) observe();
      room.isTreeCurrent = true;
      kernels.laneScan(room.state, input, output, length);
      counts.lane += length;
      room.position += length;
    },
    reduce(input, length) {
      room.makeFor(length);
      room.isTreeCurrent = false;
      const { laneCount, state } = room;
      const canUseRows = rowLanes !== undefined && laneCount % rowLanes === 0;
      for (let done = 0; done < length; ) {
        const offset = room.position % laneCount;
        const rowCount = canUseRows && offset === 0 ? Math.floor((length - done) / laneCount) : 0;
        const count = rowCount > 0 ? rowCount * laneCount : Math.min(length - done, laneCount - offset);
        if (rowCount > 0) kernels.rowReduce(state, input + done * stride, rowCount);
        else kernels.laneReduce(state, input + done * stride, count);
        if (rowCount > 0) counts.row += count;
        else counts.lane += count;
        done += count;
        room.position += count;
      }
    },
    observe,
    end: () => room.release(),
  };
}
