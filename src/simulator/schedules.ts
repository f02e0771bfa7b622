import type { Schedule, Simulation, Step } from "./simulation.ts";

/** Which of `count` to take. */
type Choice = (count: number) => number;

const FIRST: Choice = () => 0;
const OLDEST: Choice = (count) => count - 1;

/** Every workgroup in turn; loads are up to date. */
export const fair: Schedule = (simulation, stepCount) => {
  const live = simulation.live();
  return stepOf(simulation, live[stepCount % live.length], FIRST, FIRST);
};

/** Every workgroup in turn, and no load ever sees a store of this run. */
export const blind: Schedule = (simulation, stepCount) => {
  const live = simulation.live();
  return stepOf(simulation, live[stepCount % live.length], FIRST, OLDEST);
};

/** The given workgroup as long as it lives, then the next. */
export const oneAfterTheOther: Schedule = (simulation) =>
  stepOf(simulation, simulation.live()[0], FIRST, FIRST);

/**
 * The seed's example: two workgroups on one multiprocessor draw their tiles; then the scheduler sticks to the one with tile 1.
 * The other goes on only once that one is done.
 */
export const stickingToTheSecond: Schedule = (simulation, stepCount) => {
  const live = simulation.live();
  const chosen = stepCount < 4 ? stepCount >> 1 : live.includes(1) ? 1 : live[0];
  return stepOf(simulation, chosen, FIRST, FIRST);
};

/** Anybody, any lane, any age, in bursts: a workgroup goes on for a while, so that others stand still between any two operations. */
export function random(choose: Choice, staleness: number): Schedule {
  let chosen: number | undefined;
  return (simulation) => {
    const live = simulation.live();
    if (chosen === undefined || !live.includes(chosen) || choose(8) === 0) chosen = live[choose(live.length)];
    const age: Choice = (count) => (count > 1 && choose(100) < staleness ? choose(count) : 0);
    return stepOf(simulation, chosen, choose, age);
  };
}

/** A schedule in which chosen workgroups do nothing more after a step. */
export function starving(starved: readonly number[], after: number, choose: Choice): Schedule {
  return (simulation, stepCount) => {
    const live = simulation.live();
    const fed = stepCount < after ? live : live.filter((actor) => !starved.includes(actor));
    return stepOf(simulation, fed[choose(Math.max(1, fed.length))], choose, FIRST);
  };
}

function stepOf(
  simulation: Simulation,
  actor: number | undefined,
  agentOf: Choice,
  ageOf: Choice,
): Step | undefined {
  if (actor === undefined) return undefined;
  const agent = agentOf(simulation.agentCount(actor));
  return { actor, agent, age: ageOf(simulation.ageCount(actor, agent)) };
}
