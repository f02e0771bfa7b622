import type { Arena } from "../../memory/arena.ts";
import type { Runner, RunnerSetting } from "../../runner.ts";
import { laneReduce, laneScan, observeLanes, rowLanesOf, rowReduce } from "./kernels/interleaved.kernel.ts";
import { FIRST_ROWS, LaneRoom } from "./lane-room.ts";

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
