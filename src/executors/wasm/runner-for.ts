import type { Expression } from "../../expressions/expression.ts";
import { InternalError } from "../../values/errors.ts";
import type { Arena } from "./arena.ts";
import { dyadicRunner } from "./dyadic-runner.ts";
import { foldRunner } from "./fold-runner.ts";
import { laneRunner } from "./lane-runner.ts";
import type { Runner, RunnerSetting } from "./runner.ts";

/** The runner of an expression's kernels. */
export function runnerFor(arena: Arena, setting: RunnerSetting, expression: Expression): Runner {
  switch (expression.kind) {
    case "iteratedPairwise":
      return dyadicRunner(arena, setting, { length: Number.POSITIVE_INFINITY, join: "dyadic" });
    case "blockDyadic":
      return dyadicRunner(arena, setting, { length: expression.blockLength, join: "dyadic" });
    case "linearCarry":
      return dyadicRunner(arena, setting, { length: expression.blockLength, join: "linear" });
    case "interleaved":
      return expression.laneCount === 1
        ? dyadicRunner(arena, setting, { length: Number.POSITIVE_INFINITY, join: "dyadic" })
        : laneRunner(arena, setting, expression.laneCount);
    case "leftFold":
      return foldRunner(arena, setting);
    case "bisection":
    case "custom":
      throw new InternalError(`no runner for ${expression.kind}`);
    default:
      return expression satisfies never;
  }
}
