import type { WorkgroupPlan } from "../../../src/synthesis/emission/plan-workgroup.ts";

/*
 * Support for tests of barriers: a workgroup whose invocations run one after another, in any order, from each barrier to the next.
 */

type Work = (invocation: number) => void;

/** A place where all wait; or what each does between two such places. */
type Action = Work | "barrier";

/** What leaves on every wire where the invocations run in this order; without barrier number `missing`, if one is named. */
export function simulate(
  plan: WorkgroupPlan,
  direction: "forward" | "backward",
  order: readonly number[],
  missing?: number,
): readonly (string | undefined)[] {
  const outputs: (string | undefined)[] = Array(plan.width).fill(undefined);
  let barrier = 0;
  let waiting: Work[] = [];
  const flush = (): void => {
    for (const invocation of order) for (const work of waiting) work(invocation);
    waiting = [];
  };
  for (const action of actionsOf(plan, direction, outputs)) {
    if (action !== "barrier") waiting.push(action);
    else if (barrier++ !== missing) flush();
  }
  flush();
  return outputs;
}

function actionsOf(
  plan: WorkgroupPlan,
  direction: "forward" | "backward",
  outputs: (string | undefined)[],
): readonly Action[] {
  return plan.assignment === "elements"
    ? byElements(plan, joinFor(direction), outputs)
    : byPairs(plan, joinFor(direction), outputs);
}

type Join = (source: string | undefined, own: string | undefined) => string;

function joinFor(direction: "forward" | "backward"): Join {
  return (source, own) => (direction === "forward" ? `(${source} ${own})` : `(${own} ${source})`);
}

function byElements(plan: WorkgroupPlan, join: Join, outputs: (string | undefined)[]): readonly Action[] {
  const { width, copies, steps } = plan;
  const memory = [0, 1].map((): (string | undefined)[] => Array(width).fill("stale"));
  const values = Array.from({ length: width }, (_, j) => `e${j}`);
  const current: number[] = Array(width).fill(0);
  const publish: Work = (j) => {
    memory[current[j]][j] = values[j];
  };
  const turn: Work = (j) => {
    current[j] = 1 - current[j];
    publish(j);
  };
  const actions: Action[] = copies === 1 ? [publish] : [];
  for (const step of steps) {
    const sources = new Map(step.pairs.map(({ invocation, source }) => [invocation, source]));
    if (step.hasBarrierBefore) actions.push(...(copies === 1 ? [] : [turn]), "barrier");
    actions.push((j) => {
      const source = sources.get(j);
      if (source !== undefined) values[j] = join(memory[current[j]][source], values[j]);
    });
    if (step.hasBarrierBetween) actions.push("barrier");
    if (copies === 1 && step.isShared) actions.push((j) => (sources.has(j) ? publish(j) : undefined));
  }
  actions.push((j) => {
    outputs[j] = values[j];
  });
  return actions;
}

function byPairs(plan: WorkgroupPlan, join: Join, outputs: (string | undefined)[]): readonly Action[] {
  const { width, invocationCount } = plan;
  const memory: (string | undefined)[] = Array(width).fill("stale");
  const pending = new Map<number, string>();
  const each =
    (work: (wire: number) => void): Work =>
    (j) => {
      for (let wire = j; wire < width; wire += invocationCount) work(wire);
    };
  const actions: Action[] = [
    each((wire) => {
      memory[wire] = `e${wire}`;
    }),
  ];
  for (const step of plan.steps) {
    const pairs = new Map(step.pairs.map((pair) => [pair.invocation, pair]));
    if (step.hasBarrierBefore) actions.push("barrier");
    actions.push((j) => {
      const pair = pairs.get(j);
      if (pair !== undefined) pending.set(j, join(memory[pair.source], memory[pair.destination]));
    });
    if (step.hasBarrierBetween) actions.push("barrier");
    actions.push((j) => {
      const pair = pairs.get(j);
      if (pair !== undefined) memory[pair.destination] = pending.get(j);
    });
  }
  if (plan.hasBarrierAtEnd) actions.push("barrier");
  actions.push(
    each((wire) => {
      outputs[wire] = memory[wire];
    }),
  );
  return actions;
}
