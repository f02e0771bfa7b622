import type { Simulation, Step } from "./simulation.ts";

/** Steps of a run, far beyond those of the small cases that can be explored. */
const DEPTH_LIMIT = 1000;

/** What an exhaustive search found. */
interface Explored {
  readonly stateCount: number;
  readonly endCount: number; // states in which all are done
  readonly longestRun: number; // steps, from the start to an end
  /** A run that comes back to where it was: whoever is scheduled so goes on for ever. */
  readonly loop: readonly Step[] | undefined;
}

/**
 * Every interleaving of atomic operations, every lane and every value that a load may return; states that are alike are met once.
 *
 * `check` is called after each step with what has been written then, and may throw. A search without loops shows that every schedule ends, with any
 * workgroups starved from any step on: in no state is a workgroup blocked, so that those that are scheduled get to their end.
 */
export function explore(
  start: Simulation,
  check: (simulation: Simulation) => void,
  stateLimit = 2_000_000,
): Explored {
  const heights = new Map<string, number>(); // steps to the farthest end; -1 while open
  let endCount = 0;
  let loop: readonly Step[] | undefined;
  const path: Step[] = [];
  const visit = (simulation: Simulation): number => {
    const key = simulation.key();
    const known = heights.get(key);
    if (known === -1) loop ??= [...path];
    if (known !== undefined) return known;
    if (heights.size >= stateLimit) throw new Error(`more than ${stateLimit} states`);
    if (path.length >= DEPTH_LIMIT) throw new Error(`no end after ${DEPTH_LIMIT} steps`);
    heights.set(key, -1);
    const steps = stepsOf(simulation);
    if (steps.length === 0) endCount++;
    let height = 0;
    for (const step of steps) {
      if (loop !== undefined) break;
      const next = simulation.after(step);
      check(next);
      path.push(step);
      height = Math.max(height, 1 + visit(next));
      path.pop();
    }
    heights.set(key, height);
    return height;
  };
  const longestRun = visit(start);
  return { stateCount: heights.size, endCount, longestRun, loop };
}

function stepsOf(simulation: Simulation): readonly Step[] {
  return simulation
    .live()
    .flatMap((actor) =>
      upTo(simulation.agentCount(actor)).flatMap((agent) =>
        upTo(simulation.ageCount(actor, agent)).map((age) => ({ actor, agent, age })),
      ),
    );
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}
