// Why: schedules, exhaustive search and the seed's listing all run workgroups in the same way, one atomic operation at a time.
import { InternalError } from "../values/errors.ts";
import type { Memory } from "./memory.ts";
import type { Operation } from "./walker.ts";

/** What a workgroup hands over for a tile: the roots that look-back found, largest first, and what they make. */
export interface Written {
  readonly tile: number;
  readonly roots: readonly number[];
  readonly prefix: number | undefined; // tile 0 has none
}

/** A workgroup of any protocol. Its lanes are those that have an atomic operation to do next. */
export interface Actor {
  readonly isDone: boolean;
  /** What it did wrong; once set it stays. Only mutants set it. */
  readonly fault: string | undefined;
  /** The next operation of each lane; none only when done. */
  pending(): readonly Operation[];
  resume(lane: number, result: number): void;
  /** What has been written since the last call. */
  takeWritten(): Written | undefined;
  copy(): Actor;
  /** Equal for actors that go on alike. */
  key(): string;
}

/** One atomic operation: whose, and how old a value a load returns. */
export interface LookBackStep {
  readonly workgroup: number;
  readonly lane: number; // counted among the lanes that can go on
  readonly age: number; // values behind the newest; 0 for all but loads
}

/** Workgroups over one memory. Whoever holds it says which of them does its next atomic operation. */
export class Simulation<Workgroup extends Actor = Actor> {
  readonly written: Written[] = [];
  readonly memory: Memory;
  fault: string | undefined; // of the first workgroup that has one
  readonly workgroups: readonly Workgroup[];
  private readonly operations: (readonly Operation[])[];
  private readonly keys: (string | undefined)[];
  private alive: readonly number[] | undefined;

  private constructor(
    memory: Memory,
    workgroups: readonly Workgroup[],
    operations: (readonly Operation[])[],
    keys: (string | undefined)[],
  ) {
    this.memory = memory;
    this.workgroups = workgroups;
    this.operations = operations;
    this.keys = keys;
  }

  static of<Workgroup extends Actor>(
    memory: Memory,
    workgroups: readonly Workgroup[],
  ): Simulation<Workgroup> {
    const operations = workgroups.map((workgroup) => workgroup.pending());
    return new Simulation(
      memory,
      workgroups,
      operations,
      workgroups.map(() => undefined),
    );
  }

  /** The workgroups that can go on. Nothing blocks in this model: all that are not done. */
  live(): readonly number[] {
    this.alive ??= this.workgroups.flatMap(({ isDone }, index) => (isDone ? [] : [index]));
    return this.alive;
  }

  laneCount(workgroup: number): number {
    return this.operations[workgroup]?.length ?? 0;
  }

  operation(workgroup: number, lane: number): Operation {
    const operation = this.operations[workgroup]?.[lane];
    if (operation === undefined) throw new InternalError(`workgroup ${workgroup} has no lane ${lane}`);
    return operation;
  }

  ageCount(workgroup: number, lane: number): number {
    return this.memory.ageCount(this.operation(workgroup, lane));
  }

  step({ workgroup, lane, age }: LookBackStep): void {
    const result = this.memory.perform(this.operation(workgroup, lane), age);
    const acting = this.workgroups[workgroup] as Workgroup;
    acting.resume(lane, result);
    this.operations[workgroup] = acting.pending();
    this.keys[workgroup] = undefined;
    this.fault ??= acting.fault;
    if (acting.isDone) this.alive = undefined;
    const written = acting.takeWritten();
    if (written !== undefined) this.written.push(written);
  }

  /** A simulation one step further; this one stays as it is. `written` is then what this step wrote. */
  after(step: LookBackStep): Simulation {
    const workgroups = this.workgroups.map((each, index) => (index === step.workgroup ? each.copy() : each));
    const copy = new Simulation(this.memory.copy(), workgroups, [...this.operations], [...this.keys]);
    copy.step(step);
    return copy;
  }

  /** Equal for simulations that go on alike; what has been written is not part of it. */
  key(): string {
    const keys = this.workgroups.map((workgroup, index) => {
      this.keys[index] ??= workgroup.key();
      return this.keys[index];
    });
    return `${this.memory.key()}#${keys.join("#")}`;
  }
}
