import type { Memory } from "./memory.ts";
import type { Operation } from "./walker.ts";

/** What a workgroup hands over for a tile: the roots that look-back found, largest first, and what they make. */
export interface Written {
  readonly tile: number;
  readonly roots: readonly number[];
  readonly prefix: number | undefined; // of tile 0 there is none
}

/** A workgroup of any protocol. Its agents (lanes) are those that have an atomic operation to do next. */
export interface Actor {
  readonly isDone: boolean;
  /** The next operation of each agent; none only when done. */
  pending(): readonly Operation[];
  resume(agent: number, result: number): void;
  /** What has been written since the last call. */
  takeWritten(): Written | undefined;
  copy(): Actor;
  /** Equal for actors that go on alike. */
  key(): string;
}

/** One atomic operation: whose, and how old a value a load is shown. */
export interface Step {
  readonly actor: number;
  readonly agent: number;
  readonly age: number;
}

/** Workgroups over one memory. Whoever holds it says which of them does its next atomic operation. */
export class Simulation {
  readonly written: Written[] = [];
  readonly memory: Memory;
  private readonly actors: Actor[];
  private readonly operations: (readonly Operation[])[];
  private readonly keys: (string | undefined)[];
  private alive: readonly number[] | undefined;

  private constructor(
    memory: Memory,
    actors: Actor[],
    operations: (readonly Operation[])[],
    keys: (string | undefined)[],
  ) {
    this.memory = memory;
    this.actors = actors;
    this.operations = operations;
    this.keys = keys;
  }

  static of(memory: Memory, actors: readonly Actor[]): Simulation {
    const operations = actors.map((actor) => actor.pending());
    return new Simulation(
      memory,
      [...actors],
      operations,
      actors.map(() => undefined),
    );
  }

  /** The actors that can go on. Nothing blocks in this model: all that are not done. */
  live(): readonly number[] {
    this.alive ??= this.actors.flatMap((actor, index) => (actor.isDone ? [] : [index]));
    return this.alive;
  }

  agentCount(actor: number): number {
    return this.operations[actor]?.length ?? 0;
  }

  operation(actor: number, agent: number): Operation {
    const operation = this.operations[actor]?.[agent];
    if (operation === undefined) throw new Error(`actor ${actor} has no agent ${agent}`);
    return operation;
  }

  ageCount(actor: number, agent: number): number {
    return this.memory.ageCount(this.operation(actor, agent));
  }

  step({ actor, agent, age }: Step): void {
    const acting = this.actors[actor];
    if (acting === undefined) throw new Error(`no actor ${actor}`);
    acting.resume(agent, this.memory.perform(this.operation(actor, agent), age));
    this.operations[actor] = acting.pending();
    this.keys[actor] = undefined;
    if (acting.isDone) this.alive = undefined;
    const written = acting.takeWritten();
    if (written !== undefined) this.written.push(written);
  }

  /** A simulation one step further; this one stays as it is. `written` is then what this step wrote. */
  after(step: Step): Simulation {
    const actors = this.actors.map((actor, index) => (index === step.actor ? actor.copy() : actor));
    const copy = new Simulation(this.memory.copy(), actors, [...this.operations], [...this.keys]);
    copy.step(step);
    return copy;
  }

  /** Equal for simulations that go on alike; what has been written is no part of it. */
  key(): string {
    const keys = this.actors.map((actor, index) => {
      this.keys[index] ??= actor.key();
      return this.keys[index];
    });
    return `${this.memory.key()}#${keys.join("#")}`;
  }
}

/** Chooses the next step; undefined when those that it lets run are done. */
export type Schedule = (simulation: Simulation, stepCount: number) => Step | undefined;

/** Runs until the schedule stops. @throws Error after `stepLimit` steps: then it hangs, or the limit is too low */
export function runSchedule(simulation: Simulation, schedule: Schedule, stepLimit = 1_000_000): number {
  for (let stepCount = 0; stepCount < stepLimit; stepCount++) {
    const step = schedule(simulation, stepCount);
    if (step === undefined) return stepCount;
    simulation.step(step);
  }
  throw new Error(`no end after ${stepLimit} steps`);
}
