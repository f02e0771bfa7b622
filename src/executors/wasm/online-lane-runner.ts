import { InternalError } from "../../values/errors.ts";
import type { Arena } from "./arena.ts";
import { SLOT_BYTES } from "./kernels/state.ts";
import { LaneRoom } from "./lane-room.ts";
import { laneRunner } from "./lane-runner.ts";
import { type RootTable, readRoots, writeRoots } from "./root-table.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";

/** Rows that a pass has room for at first; the room doubles its levels when they are used up. */
const FIRST_ROWS = 2 ** 16;

/** `laneRunner` without a known end. */
export function onlineLaneRunner(arena: Arena, setting: RunnerSetting, semanticLanes: number): OnlineRunner {
  const room = new LaneRoom(arena, setting);
  const runner = laneRunner(arena, setting, semanticLanes, room);
  const { heap } = arena;
  const { columns } = setting.subject.terms;
  let isTreeCurrent = true; // a reduce leaves the tree over the lanes alone

  const open = (rowCount: number): void => {
    room.open(semanticLanes, rowCount);
    isTreeCurrent = true;
  };
  /** Room for `length` more elements: a row count beyond what there is room for moves everything. */
  const makeRoom = (length: number): void => {
    const rowCount = Math.ceil((room.position + length) / room.laneCount);
    if (rowCount < 2 ** room.levels) return;
    const { held: former, levels } = room;
    const rootBytes = levels * room.laneCount * room.slotBytes;
    room.take(2 * Math.max(levels, Math.ceil(Math.log2(rowCount + 1))));
    if (former !== undefined) {
      const from = former.address + room.stateBytes;
      heap.view("bool").copyWithin(room.roots, from, from + rootBytes);
      heap.release(former.address, former.bytes);
    }
    room.writePosition();
    isTreeCurrent = false;
  };
  const tableOf = (lane: number): RootTable => ({
    heap,
    columns,
    first: room.roots + lane * room.slotBytes,
    slotBytes: room.laneCount * room.slotBytes,
    columnBytes: SLOT_BYTES,
  });

  return {
    state: runner.state,
    begin: runner.begin,
    open: () => open(FIRST_ROWS),
    save() {
      const { laneCount, position } = room;
      const lanes = Array.from({ length: Math.min(position, laneCount) }, (_, lane) =>
        readRoots(tableOf(lane), Math.ceil((position - lane) / laneCount)),
      );
      return { kind: "lanes", lanes };
    },
    load(given, taken) {
      if (given.kind !== "lanes") throw new InternalError(`interleaved lanes were given ${given.kind}`);
      open(Math.max(FIRST_ROWS, 2 * Math.ceil(taken / semanticLanes)));
      room.position = taken;
      room.writePosition();
      given.lanes.forEach((roots, lane) => {
        writeRoots(tableOf(lane), roots, undefined);
      });
      isTreeCurrent = false;
    },
    scan(input, output, length) {
      makeRoom(length);
      if (!isTreeCurrent && room.position > 0) runner.observe();
      isTreeCurrent = true;
      runner.scan(input, output, length);
    },
    reduce(input, length) {
      makeRoom(length);
      isTreeCurrent = false;
      runner.reduce(input, length);
    },
    observe() {
      runner.observe();
      isTreeCurrent = true;
    },
    end: runner.end,
  };
}
