import type { State } from "../../../../summaries/summary.ts";
import { InternalError } from "../../../../values/errors.ts";
import type { Row } from "../../../../values/value-types.ts";
import type { Family } from "../../family.ts";
import { SLOT_BYTES } from "../../kernels/state.ts";
import type { Arena } from "../../memory/arena.ts";
import { type RootTable, readRoots, writeRoots } from "../../memory/root-table.ts";
import type { OnlineRunner, RunnerSetting } from "../../runner.ts";
import { NO_BLOCKS } from "../dyadic/dyadic-kernels.ts";
import { onlineDyadicRunner } from "../dyadic/online-runner.ts";
import { lanes } from "./family.ts";
import { FIRST_ROWS, LaneRoom, laneRunner } from "./lane-runner.ts";

/** Interleaved lanes, of sequences that keep arriving too. */
export const onlineLanes: Family = {
  serve(expression) {
    if (expression.kind !== "interleaved") return undefined;
    const { laneCount } = expression;
    return {
      ...lanes.serve(expression),
      openOnline(arena, setting) {
        if (laneCount > 1) return onlineLaneRunner(arena, setting, laneCount);
        return asOneLane(onlineDyadicRunner(arena, setting, NO_BLOCKS));
      },
    };
  },
};

/** The runner with the way to its state: of each lane the roots of a binary counter. */
function onlineLaneRunner(arena: Arena, setting: RunnerSetting, semanticLanes: number): OnlineRunner {
  const room = new LaneRoom(arena, setting);
  const tableOf = (lane: number): RootTable => ({
    heap: arena.heap,
    columns: setting.subject.terms.columns,
    first: room.roots + lane * room.slotBytes,
    slotBytes: room.laneCount * room.slotBytes,
    columnBytes: SLOT_BYTES,
  });
  return {
    ...laneRunner(arena, setting, semanticLanes, room),
    save() {
      const { laneCount, position } = room;
      const lanes = Array.from({ length: Math.min(position, laneCount) }, (_, lane) =>
        readRoots(tableOf(lane), Math.ceil((position - lane) / laneCount)),
      );
      return { kind: "lanes", lanes };
    },
    load(given, taken) {
      if (given.kind !== "lanes") throw new InternalError(`interleaved lanes were given ${given.kind}`);
      room.open(semanticLanes, Math.max(FIRST_ROWS, 2 * Math.ceil(taken / semanticLanes)));
      room.position = taken;
      room.writePosition();
      given.lanes.forEach((roots, lane) => {
        writeRoots(tableOf(lane), roots, undefined);
      });
      room.isTreeCurrent = false;
    },
  };
}

/** The state of the dyadic tree, written as that of a lane. */
function asOneLane(runner: OnlineRunner): OnlineRunner {
  return {
    ...runner,
    save() {
      const state = runner.save();
      if (state.kind !== "roots") throw new InternalError(`one lane was saved as ${state.kind}`);
      return { kind: "lanes", lanes: state.roots.length === 0 ? [] : [state.roots] };
    },
    load(state: State<Row>, position: number) {
      const roots = state.kind === "lanes" ? (state.lanes[0] ?? []) : [];
      runner.load({ kind: "roots", roots }, position);
    },
  };
}
