import type { Family } from "../../family.ts";
import { NO_BLOCKS } from "../dyadic/dyadic-kernels.ts";
import { dyadicRunner } from "../dyadic/dyadic-runner.ts";
import { laneRunner } from "./lane-runner.ts";

/** Interleaved lanes: element i goes to lane i mod L, each lane is a tree, and there is one over the lanes. One lane is the dyadic tree itself. */
export const lanes: Family = {
  serve(expression) {
    if (expression.kind !== "interleaved") return undefined;
    const { laneCount } = expression;
    return {
      open: (arena, setting) =>
        laneCount === 1 ? dyadicRunner(arena, setting, NO_BLOCKS) : laneRunner(arena, setting, laneCount),
    };
  },
};
