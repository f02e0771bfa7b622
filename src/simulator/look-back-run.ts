import { epochOf, PAYLOAD_BITS, rootsOf } from "../look-back/protocol.ts";
import { ARRIVED, EPOCH, Memory, TICKET } from "./memory.ts";
import { random } from "./schedules.ts";
import { RULES, type Rules, Setting, type Size, wordCountOf } from "./setting.ts";
import { runSchedule, type Schedule, Simulation, type Written } from "./simulation.ts";
import { HASHED, type Values } from "./values.ts";
import { Workgroup } from "./workgroup.ts";

/** A run of the dyadic look-back, ready to be scheduled, and its judge. */
export class DyadicRun {
  readonly setting: Setting;
  readonly simulation: Simulation;
  private readonly truth: Setting; // no mutant's
  private readonly storedBefore: number;

  constructor(size: Size, rules: Rules = RULES, values: Values = HASHED, memory: Memory = freshMemory(size)) {
    this.setting = new Setting(size, rules, values);
    this.truth = new Setting(size, RULES, values);
    this.storedBefore = memory.newest(EPOCH);
    const actors = Array.from({ length: size.workgroupCount }, () => new Workgroup(this.setting));
    this.simulation = Simulation.of(memory, actors);
  }

  /** @throws Error if roots or prefix of a tile are not the canonical ones */
  judge({ tile, roots, prefix }: Written): void {
    const expected = rootsOf(tile).map((range) => this.truth.root(range));
    if (expected.join() !== roots.join()) throw new Error(`tile ${tile} found wrong roots`);
    if (this.truth.prefix(expected) !== prefix) throw new Error(`tile ${tile} made a wrong prefix`);
  }

  /** Runs to the end, judging. @throws Error if something is wrong, or if it takes too long */
  finish(schedule: Schedule): void {
    this.run(schedule);
    this.judgeEnd();
  }

  /** Runs as long as the schedule goes on, judging what is written. @throws Error if something is wrong, or if it takes too long */
  run(schedule: Schedule): number {
    const steps = runSchedule(this.simulation, (simulation, stepCount) => {
      if (simulation.written.length > this.setting.size.tileCount)
        throw new Error("a tile was written twice");
      return schedule(simulation, stepCount);
    });
    for (const written of this.simulation.written) this.judge(written);
    return steps;
  }

  /** What must hold of a run in which every workgroup got to its end. @throws Error if it does not */
  judgeEnd(): void {
    const { size } = this.setting;
    const { written } = this.simulation;
    const tiles = written.map(({ tile }) => tile).sort((left, right) => left - right);
    if (tiles.length !== size.tileCount || tiles.some((tile, index) => tile !== index))
      throw new Error(`tiles ${tiles} were written`);
    this.judgeCounters();
  }

  /** @throws Error if the last finisher left counters or the epoch wrong */
  judgeCounters({ memory }: Simulation = this.simulation): void {
    if (memory.newest(TICKET) !== 0 || memory.newest(ARRIVED) !== 0)
      throw new Error("counters were not reset");
    if (memory.newest(EPOCH) !== epochOf(this.storedBefore) % this.setting.size.lastEpoch)
      throw new Error("the epoch went wrong");
  }
}

/** A table that nobody has written. */
function freshMemory(size: Size): Memory {
  return Memory.of(Array.from({ length: wordCountOf(size) }, () => 0));
}

/** A table full of what runs of earlier epochs may have left, and then some. */
export function poisonedMemory(size: Size, stored: number, choose: (count: number) => number): Memory {
  const poison = (): number => choose(stored + 1) * 2 ** PAYLOAD_BITS + choose(2 ** PAYLOAD_BITS);
  return Memory.of(Array.from({ length: wordCountOf(size) }, poison), stored);
}

/**
 * Several runs on one table, one after the other, of as many tiles as `choose` says; of a table cleared, any word of the run's own epoch
 * may land after the clearing.
 *
 * @throws Error at the first wrong result
 */
export function runEpochs(
  size: Size,
  rules: Rules,
  runCount: number,
  choose: (count: number) => number,
): void {
  let memory = freshMemory(size);
  for (let run = 0; run < runCount; run++) {
    const epoch = epochOf(memory.newest(EPOCH));
    const tileCount = 1 + choose(size.capacity);
    const dyadic = new DyadicRun({ ...size, tileCount, run }, rules, HASHED, memory);
    dyadic.finish(random(choose, 30));
    const isLate = choose(2) === 0;
    memory = memory.afterRun((_, word) => isLate && word >>> PAYLOAD_BITS === epoch);
  }
}
