// The functions that have programs for lanes, and the tables of all.

import { expLanes, expLanes32, powers } from "./exp.ts";
import type { LanePrograms, LaneTable } from "./lane-code.ts";
import { logarithms, logLanes, logLanes32 } from "./log.ts";

export const POWERS: LaneTable = { start: 0, rowBytes: 16 };
export const LOGARITHMS: LaneTable = { start: 8192, rowBytes: 32 };

export const LANES: LanePrograms = {
  programs: {
    exp_f64: (on, x) => expLanes(on, x, POWERS),
    exp_f32: (on, x) => expLanes32(on, x, POWERS),
    log_f64: (on, x) => logLanes(on, x, LOGARITHMS),
    log_f32: (on, x) => logLanes32(on, x, LOGARITHMS),
  },
  tables: () => Float64Array.from([powers().map(({ high, low }) => [high, low]), logarithms()].flat(2)),
};
