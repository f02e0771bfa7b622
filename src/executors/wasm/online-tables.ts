import { dyadicState } from "./dyadic-state.ts";
import { readRoots, writeRoots } from "./root-table.ts";

/** What runners need besides their kernels to take states out and put them back. Handed in, so that plans do not load it. */
export interface OnlineTables {
  readonly dyadicState: typeof dyadicState;
  readonly readRoots: typeof readRoots;
  readonly writeRoots: typeof writeRoots;
}

export const ONLINE_TABLES: OnlineTables = { dyadicState, readRoots, writeRoots };
