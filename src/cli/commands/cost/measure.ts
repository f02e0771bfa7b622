// The cost model against the clock: times are fitted to work, span and burdens, so that predictions can be held against measurements.

import {
  type ArrayProgram,
  type EvaluationOptions,
  fitTimes,
  predictedSeconds,
  type TimedCost,
  type TimeModel,
} from "../../../language.ts";
import { type AskedExecutor, withExecutor } from "../../executors/executors.ts";
import type { Advance } from "../../progress.ts";
import { machineName, sampleRuns } from "../../timing.ts";
import type { SizedCost } from "./sizes.ts";

/** Times against costs. */
export interface MeasuredCosts {
  readonly groups: readonly MeasuredGroup[];
  readonly machine: string;
}

/** Executors that differ in their processors only, and the constants that serve all of them. */
export interface MeasuredGroup {
  readonly name: string; // "workers"
  readonly model: TimeModel;
  readonly runs: readonly MeasuredRun[];
}

interface MeasuredRun extends TimedCost {
  readonly executor: string; // "workers:2"
  readonly size: number;
  readonly predicted: number; // seconds
}

interface MeasureQuestion {
  readonly costs: readonly SizedCost[];
  readonly executors: readonly AskedExecutor[];
  readonly evaluation: EvaluationOptions;
  readonly now: () => number;
  readonly advance: Advance;
}

type Timed = Omit<MeasuredRun, "predicted">;

/** The least time of so many runs, in so many milliseconds: what else the machine does only adds to it. */
const SAMPLE = { leastRuns: 10, leastMs: 200 };

/** Times a definition on every executor over the sizes of its costs, and fits c1·W/p + c2·S + burdens. @throws UnsupportedError where one lacks a construct */
export async function measureCosts(
  program: ArrayProgram,
  entry: string,
  { costs, executors, evaluation, now, advance }: MeasureQuestion,
): Promise<MeasuredCosts> {
  const groups = new Map<string, Timed[]>();
  let done = 0;
  for (const asked of executors) {
    const { name } = asked.offered;
    const timed = groups.get(name) ?? [];
    groups.set(name, timed);
    // Threads that take part whatever the length: the model is of them.
    await withExecutor(asked, "check", async (executor) => {
      // From the largest down, so that the smallest do not pay for what is compiled once.
      for (let index = costs.length - 1; index >= 0; index--) {
        const { size = 0, work, span, operands } = costs[index];
        const use = await executor.useOf(program, entry, operands, evaluation);
        const run = () => executor.runProgram(program, entry, operands, evaluation);
        const { least } = await sampleRuns(run, { now, ...SAMPLE });
        const processors = name === "workers" ? Number(asked.argument) : 1;
        timed.push({ executor: asked.name, size, work, span, ...use, processors, seconds: least });
        done++;
        advance(done, executors.length * costs.length);
      }
    });
  }
  return { groups: [...groups].map(([name, timed]) => fittedGroup(name, timed)), machine: machineName() };
}

function fittedGroup(name: string, timed: readonly Timed[]): MeasuredGroup {
  const model = fitTimes(timed);
  const runs = timed
    .map((run) => ({ ...run, predicted: predictedSeconds(model, run) }))
    .sort((left, right) => left.processors - right.processors || left.size - right.size);
  return { name, model, runs };
}

/** Speed-ups over one processor, at the greatest size, in the manner of Cilkscale. */
export interface SpeedUp {
  readonly processors: number;
  readonly measured: number | undefined; // undefined: not run on so many
  readonly burdened: number; // what the fitted constants say
  readonly brent: number; // W/(W/p + S): no greedy schedule is slower
  readonly bound: number; // min(p, W/S): none is faster
}

/** For some numbers of processors; empty where one processor alone was not measured. */
export function speedUpsOf(group: MeasuredGroup, processorCounts: readonly number[]): readonly SpeedUp[] {
  const size = Math.max(...group.runs.map((run) => run.size));
  const runs = group.runs.filter((run) => run.size === size);
  const alone = runs.find(({ processors }) => processors === 1);
  if (alone === undefined) return [];
  const { work, span } = alone;
  return processorCounts.map((processors) => {
    const found = runs.find((run) => run.processors === processors);
    return {
      processors,
      measured: found && alone.seconds / found.seconds,
      burdened: alone.predicted / predictedSeconds(group.model, { ...alone, processors }),
      brent: work / (work / processors + span),
      bound: Math.min(processors, work / span),
    };
  });
}
