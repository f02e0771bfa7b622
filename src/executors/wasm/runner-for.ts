import type { Expression } from "../../expressions/expression.ts";
import { InternalError } from "../../values/errors.ts";
import type { Arena } from "./arena.ts";
import type { Blocks } from "./dyadic-kernels.ts";
import { dyadicRunner } from "./dyadic-runner.ts";
import { foldRunner } from "./fold-runner.ts";
import { laneRunner } from "./lane-runner.ts";
import type { Runner, RunnerSetting } from "./runner.ts";

/** The runner of an expression's kernels. */
export function runnerFor(arena: Arena, setting: RunnerSetting, expression: Expression): Runner {
  return runnerBy({ dyadicRunner, laneRunner, foldRunner }, arena, setting, expression);
}

/** The runners of this room's trees, whole or online. */
export interface Runners<Kind extends Runner> {
  readonly dyadicRunner: (arena: Arena, setting: RunnerSetting, blocks: Blocks) => Kind;
  readonly laneRunner: (arena: Arena, setting: RunnerSetting, semanticLanes: number) => Kind;
  readonly foldRunner: (arena: Arena, setting: RunnerSetting) => Kind;
}

/** That of `runners` which an expression needs. */
export function runnerBy<Kind extends Runner>(
  { dyadicRunner, laneRunner, foldRunner }: Runners<Kind>,
  arena: Arena,
  setting: RunnerSetting,
  expression: Expression,
): Kind {
  switch (expression.kind) {
    case "iteratedPairwise":
      return dyadicRunner(arena, setting, NO_BLOCKS);
    case "blockDyadic":
      return dyadicRunner(arena, setting, { length: expression.blockLength, join: "dyadic" });
    case "linearCarry":
      return dyadicRunner(arena, setting, { length: expression.blockLength, join: "linear" });
    case "interleaved":
      // One lane is the canonical tree.
      return expression.laneCount === 1
        ? dyadicRunner(arena, setting, NO_BLOCKS)
        : laneRunner(arena, setting, expression.laneCount);
    case "leftFold":
      return foldRunner(arena, setting);
    default: {
      const refused: "bisection" | "custom" | "network" | "exact" | "binned" = expression.kind;
      throw new InternalError(`no runner for ${refused}`);
    }
  }
}

const NO_BLOCKS: Blocks = { length: Number.POSITIVE_INFINITY, join: "dyadic" };
