import { epochOf, PAYLOAD_BITS, rootsOf } from "../look-back/protocol.ts";
import { ARRIVED, EPOCH, Memory, TICKET } from "./memory.ts";
import type { Schedule } from "./schedules.ts";
import { RULES, Setting, wordCountOf } from "./setting.ts";
import { type LookBackStep, Simulation, type Written } from "./simulation.ts";
import type { Coin } from "./values.ts";
import { Workgroup } from "./workgroup.ts";

/**
 * A run of the dyadic look-back, ready to be scheduled, and its judge: after each step it knows whether anything went wrong.
 *
 * The judge knows the one bracket of every root from the tile's number alone, and by the protocol's own rules, whatever mutant runs.
 */
export class LookBackRun {
  readonly setting: Setting;
  readonly simulation: Simulation<Workgroup>;
  stepCount = 0;
  fault: string | undefined;
  private readonly truth: Setting;
  private readonly storedBefore: number;

  constructor(setting: Setting, memory: Memory = freshMemory(setting)) {
    this.setting = setting;
    this.truth = new Setting(setting.size, RULES, setting.values);
    this.storedBefore = memory.newest(EPOCH);
    const workgroups = Array.from({ length: setting.size.workgroupCount }, () => new Workgroup(setting));
    this.simulation = Simulation.of(memory, workgroups);
  }

  get epoch(): number {
    return epochOf(this.storedBefore);
  }

  step(step: LookBackStep): void {
    const { written } = this.simulation;
    const before = written.length;
    this.simulation.step(step);
    this.stepCount++;
    this.fault ??= this.faultAfter(this.simulation, before) ?? this.countFault();
  }

  /** Goes on until the schedule ends, something is wrong, or so many steps are done. Gives the number of steps. */
  run(schedule: Schedule, stepLimit: number): number {
    for (let stepCount = 0; stepCount < stepLimit; stepCount++) {
      const step = this.fault === undefined ? schedule(this.simulation, stepCount) : undefined;
      if (step === undefined) return stepCount;
      this.step(step);
    }
    return stepLimit;
  }

  /** What is wrong after a step: with a workgroup, with what it wrote, or with what the last one left. */
  faultAfter(simulation: Simulation, writtenBefore = 0): string | undefined {
    if (simulation.fault !== undefined) return simulation.fault;
    for (let index = writtenBefore; index < simulation.written.length; index++) {
      const fault = this.judge(simulation.written[index] as Written);
      if (fault !== undefined) return fault;
    }
    return simulation.live().length === 0 ? this.leftFault(simulation) : undefined;
  }

  private judge({ tile, roots, prefix }: Written): string | undefined {
    const expected = rootsOf(tile).map((range) => this.truth.root(range));
    if (expected.join() !== roots.join()) return `tile ${tile} found wrong roots`;
    return this.truth.prefix(expected) === prefix ? undefined : `tile ${tile} made a wrong prefix`;
  }

  /** Tiles written twice, or, once all workgroups are done, not at all. */
  private countFault(): string | undefined {
    const { written } = this.simulation;
    const { tileCount } = this.setting.size;
    if (written.length > tileCount) return "a tile was written twice";
    if (this.simulation.live().length > 0) return undefined;
    const tiles = new Set(written.map(({ tile }) => tile));
    const missing = Array.from({ length: tileCount }, (_, tile) => tile).find((tile) => !tiles.has(tile));
    return missing === undefined ? undefined : `tile ${missing} was not written`;
  }

  /** Counters or an epoch that the last finisher left wrong. */
  private leftFault({ memory }: Simulation): string | undefined {
    if (memory.newest(TICKET) !== 0 || memory.newest(ARRIVED) !== 0) return "counters were not reset";
    const isRight = memory.newest(EPOCH) === this.epoch % this.setting.size.lastEpoch;
    return isRight ? undefined : "the epoch went wrong";
  }
}

/** A table that nobody has written. */
export function freshMemory({ size }: Setting): Memory {
  return Memory.of(Array.from({ length: wordCountOf(size) }, () => 0));
}

/** A table full of what runs of earlier epochs may have left, and then some. */
export function poisonedMemory({ size }: Setting, stored: number, coin: Coin): Memory {
  const poison = (): number => coin(stored + 1) * 2 ** PAYLOAD_BITS + coin(2 ** PAYLOAD_BITS);
  return Memory.of(Array.from({ length: wordCountOf(size) }, poison), stored);
}

/** The memory of the next run; `isLate` when words of this run's epoch land after a clearing of the table. */
export function memoryAfter({ simulation, epoch }: LookBackRun, isLate: boolean): Memory {
  return simulation.memory.afterRun((_, word) => isLate && word >>> PAYLOAD_BITS === epoch);
}
