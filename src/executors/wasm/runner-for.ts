import type { Expression } from "../../expressions/expression.ts";
import type { Root, State } from "../../summaries/summary.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { Arena } from "./arena.ts";
import { dyadicRunner } from "./dyadic-runner.ts";
import { foldRunner } from "./fold-runner.ts";
import { laneRunner } from "./lane-runner.ts";
import type { OnlineTables } from "./online-tables.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";

/** The runner of an expression's kernels; for an online pass with its tables. */
export function runnerFor(
  arena: Arena,
  setting: RunnerSetting,
  expression: Expression,
  tables?: OnlineTables,
): OnlineRunner {
  switch (expression.kind) {
    case "iteratedPairwise":
      return dyadicRunner(arena, setting, { length: Number.POSITIVE_INFINITY, join: "dyadic" }, tables);
    case "blockDyadic":
      return dyadicRunner(arena, setting, { length: expression.blockLength, join: "dyadic" }, tables);
    case "linearCarry":
      return dyadicRunner(arena, setting, { length: expression.blockLength, join: "linear" }, tables);
    case "interleaved":
      return expression.laneCount === 1
        ? inOneLane(
            dyadicRunner(arena, setting, { length: Number.POSITIVE_INFINITY, join: "dyadic" }, tables),
          )
        : laneRunner(arena, setting, expression.laneCount, tables);
    case "leftFold":
      return foldRunner(arena, setting);
    default: {
      const refused: "bisection" | "custom" | "network" | "exact" | "binned" = expression.kind;
      throw new InternalError(`no runner for ${refused}`);
    }
  }
}

/** One interleaved lane is the canonical tree; only its state is written as that of a lane. */
function inOneLane(runner: OnlineRunner): OnlineRunner {
  return {
    ...runner,
    save() {
      const state = runner.save();
      if (state.kind !== "roots") throw new InternalError(`one lane was saved as ${state.kind}`);
      return { kind: "lanes", lanes: state.roots.length === 0 ? [] : [state.roots] };
    },
    load(state: State<readonly Scalar[]>, position: number) {
      const roots: readonly Root<readonly Scalar[]>[] = state.kind === "lanes" ? (state.lanes[0] ?? []) : [];
      runner.load({ kind: "roots", roots }, position);
    },
  };
}
