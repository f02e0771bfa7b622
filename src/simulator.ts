// samebits/simulator: the protocol of our one-pass GPU scan, run step by step: any schedule, every schedule, and mutants that break it.

export type { Exploration } from "./simulator/explore.ts";
export type {
  EntryState,
  LookBackChoice,
  LookBackCounts,
  LookBackState,
  TileRange,
  WaitingLane,
  WorkgroupState,
  WrittenTile,
} from "./simulator/look-back-state.ts";
export { LOOK_BACK_MUTANTS, type LookBackMutant } from "./simulator/mutants.ts";
export type { LookBackOptions } from "./simulator/options.ts";
export type { ScheduleOptions } from "./simulator/schedules.ts";
export {
  type ExploreOptions,
  exploreLookBack,
  type LookBackSimulation,
  type NextRunOptions,
  simulateLookBack,
} from "./simulator/simulate-look-back.ts";
export type { LookBackStep } from "./simulator/simulation.ts";
export type { Phase } from "./simulator/workgroup.ts";
export { InvalidArgumentError, SamebitsError, UnsupportedError } from "./values/errors.ts";
