import type { Expression } from "../../expressions/expression.ts";
import type { State } from "../../summaries/summary.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { Arena } from "./arena.ts";
import { onlineDyadicRunner } from "./online-dyadic-runner.ts";
import { onlineFoldRunner } from "./online-fold-runner.ts";
import { onlineLaneRunner } from "./online-lane-runner.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";
import { type Runners, runnerBy } from "./runner-for.ts";

const RUNNERS: Runners<OnlineRunner> = {
  dyadicRunner: onlineDyadicRunner,
  laneRunner: onlineLaneRunner,
  foldRunner: onlineFoldRunner,
};

/** The runner of an expression's kernels for an online pass. */
export function onlineRunnerFor(arena: Arena, setting: RunnerSetting, expression: Expression): OnlineRunner {
  const runner = runnerBy(RUNNERS, arena, setting, expression);
  return expression.kind === "interleaved" && expression.laneCount === 1 ? asOneLane(runner) : runner;
}

/** One interleaved lane is the canonical tree; only its state is written as that of a lane. */
function asOneLane(runner: OnlineRunner): OnlineRunner {
  return {
    ...runner,
    save() {
      const state = runner.save();
      if (state.kind !== "roots") throw new InternalError(`one lane was saved as ${state.kind}`);
      return { kind: "lanes", lanes: state.roots.length === 0 ? [] : [state.roots] };
    },
    load(state: State<readonly Scalar[]>, position: number) {
      const roots = state.kind === "lanes" ? (state.lanes[0] ?? []) : [];
      runner.load({ kind: "roots", roots }, position);
    },
  };
}
