import type { LookBackStep, Simulation } from "./simulation.ts";

/** Steps of a run, far beyond those of the small cases that can be explored. */
const DEPTH_LIMIT = 1000;

/** What an exhaustive search found. */
export interface Exploration {
  /**
   * Whether every schedule ends rightly, some schedule goes on for ever, some schedule goes wrong, or there is too much to search: more states than
   * the limit, or runs of more than 1,000 steps.
   */
  readonly verdict: "ends" | "loops" | "wrong" | "unfinished";
  readonly stateCount: number;
  readonly endCount: number; // states in which all workgroups are done
  readonly longestRun: number; // steps, from the start to an end
  /** From the start to the state that "loops" comes back to, to what is "wrong", or to where the search stopped; none for "ends". */
  readonly steps: readonly LookBackStep[];
  readonly fault: string | undefined; // what is "wrong"
}

/**
 * Every interleaving of atomic operations, every lane and every value that a load may return; states that are alike are met once.
 *
 * `faultAfter` is asked after each step, of a simulation whose `written` is what that step wrote. A search without loops shows that every schedule ends, with
 * any workgroups starved from any step on: in no state is a workgroup blocked, so that those that are scheduled get to their end.
 */
export function explore(
  start: Simulation,
  faultAfter: (simulation: Simulation) => string | undefined,
  stateLimit: number,
): Exploration {
  const heights = new Map<string, number>(); // steps to the farthest end; -1 while open
  const path: LookBackStep[] = [];
  let endCount = 0;
  let found: Pick<Exploration, "verdict" | "steps" | "fault"> | undefined;
  const stop = (verdict: Exploration["verdict"], fault?: string): number => {
    found ??= { verdict, steps: [...path], fault };
    return 0;
  };
  const visit = (simulation: Simulation): number => {
    const key = simulation.key();
    const known = heights.get(key);
    if (known === -1) stop("loops");
    if (known !== undefined) return known;
    if (heights.size >= stateLimit || path.length >= DEPTH_LIMIT) return stop("unfinished");
    heights.set(key, -1);
    const steps = stepsOf(simulation);
    if (steps.length === 0) endCount++;
    let height = 0;
    for (const step of steps) {
      path.push(step);
      const next = simulation.after(step);
      const fault = faultAfter(next);
      if (fault !== undefined) stop("wrong", fault);
      if (found === undefined) height = Math.max(height, 1 + visit(next));
      path.pop();
      if (found !== undefined) break;
    }
    heights.set(key, height);
    return height;
  };
  const longestRun = visit(start);
  const { verdict, steps, fault } = found ?? { verdict: "ends", steps: [], fault: undefined };
  return { verdict, stateCount: heights.size, endCount, longestRun, steps, fault };
}

function stepsOf(simulation: Simulation): readonly LookBackStep[] {
  return simulation
    .live()
    .flatMap((workgroup) =>
      upTo(simulation.laneCount(workgroup)).flatMap((lane) =>
        upTo(simulation.ageCount(workgroup, lane)).map((age) => ({ workgroup, lane, age })),
      ),
    );
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}
