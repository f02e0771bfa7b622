// Why: a page, a document or a reader at a prompt steps through the protocol that our kernels follow, and can try to break it.

import { checkFunction, checkInteger } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";

import { UnsupportedError } from "../values/errors.ts";
import { type Exploration, explore } from "./explore.ts";
import { freshMemory, LookBackRun, memoryAfter, poisonedMemory } from "./look-back-run.ts";
import { choicesOf, type LookBackChoice, type LookBackState, stateOf } from "./look-back-state.ts";
import { checkLookBack, checkSchedule, checkStep, type LookBackOptions } from "./options.ts";
import { type ScheduleOptions, scheduleOf } from "./schedules.ts";
import { Setting } from "./setting.ts";
import type { LookBackStep } from "./simulation.ts";
import { FreeMagma, seeded } from "./values.ts";

/** Steps of one call of `run`, unless said: a second or so. */
const STEP_LIMIT = 1_000_000;

/** States that an exploration meets, unless said: a minute or so, and some 100 MB. */
const STATE_LIMIT = 200_000;

/** The epoch before that of a first run over a table with old words: they may carry it, or none. */
const OLD_EPOCH = 1;

/** What the next run on the table of one that has ended may differ in. */
export interface NextRunOptions {
  readonly tiles?: number | undefined; // at most as many as the table was made for. Default: as before
  readonly lateStores?: "none" | "all" | undefined; // stores of this run that land after its table was cleared. Default: "none"
}

/** A run of dyadic look-back that goes on by single steps. Made by `simulateLookBack`. */
export class LookBackSimulation {
  private current: LookBackRun;
  private readonly magma: FreeMagma;

  /** @internal */
  constructor(run: LookBackRun, magma: FreeMagma) {
    this.current = run;
    this.magma = magma;
  }

  /** Whether every workgroup is done, or something went wrong, so that nothing more can happen. */
  get isOver(): boolean {
    return this.current.fault !== undefined || this.current.simulation.live().length === 0;
  }

  /** Every atomic operation that may come next: one for each lane that can go on. Empty when the run is over. */
  choices(): readonly LookBackChoice[] {
    return this.isOver ? [] : choicesOf(this.current);
  }

  /**
   * Does one atomic operation, and all that its workgroup does by itself after it. Gives what was done.
   *
   * @throws InvalidArgumentError when that workgroup, lane or age is not among `choices()`
   */
  step(step: LookBackStep): LookBackChoice {
    const checked = checkStep(this.current.simulation, step);
    const done = choicesOf(this.current, checked.workgroup)[checked.lane] as LookBackChoice;
    this.current.step(checked);
    return done;
  }

  /**
   * Makes steps by a schedule until its workgroups are done, something is wrong, or `stepLimit` steps are made (default: a million). Gives their number.
   * `onStep` is told of each step once it is done, and may look at `state()`.
   *
   * @throws InvalidArgumentError
   */
  run(
    schedule: ScheduleOptions = {},
    stepLimit: number = STEP_LIMIT,
    onStep?: (done: LookBackChoice) => void,
  ): number {
    const checked = checkSchedule(schedule, this.current.setting.size.workgroupCount);
    const limit = checkInteger("stepLimit", stepLimit);
    const next = scheduleOf(checked);
    if (onStep === undefined) return this.current.run(next, limit);
    checkFunction("onStep", onStep);
    for (let count = 0; count < limit; count++) {
      const step = this.isOver ? undefined : next(this.current.simulation, count);
      if (step === undefined) return count;
      onStep(this.step(step));
    }
    return limit;
  }

  /** All that there is to see now: workgroups, the table, what has been written. A value, which later steps do not change. */
  state(): LookBackState {
    return stateOf(this.current, this.magma);
  }

  /**
   * Goes on to the next run on the same table, as the next dispatch of a kernel does: an epoch later, no word cleared but by the protocol.
   *
   * @throws InvalidArgumentError
   * @throws UnsupportedError while a workgroup of this run is not done
   */
  nextRun(options: NextRunOptions = {}): void {
    checkOptionNames(options, ["tiles", "lateStores"]);
    const { setting, simulation } = this.current;
    const { tiles = setting.size.tileCount, lateStores = "none" } = options;
    const most = setting.size.isPersistent
      ? setting.size.capacity
      : Math.min(setting.size.capacity, setting.size.workgroupCount);
    const tileCount = checkInteger("tiles", tiles, 1, most);
    const isLate = checkName("lateStores", ["none", "all"], lateStores) === "all";
    if (simulation.live().length > 0) {
      const reason = `workgroups ${simulation.live().join(", ")} of this one are not done`;
      throw new UnsupportedError("the next run", reason, "run this one to its end");
    }
    const size = { ...setting.size, tileCount, run: setting.size.run + 1 };
    const memory = memoryAfter(this.current, isLate);
    this.current = new LookBackRun(new Setting(size, setting.rules, this.magma), memory);
  }
}

/**
 * Dyadic look-back, the one-pass scan of `samebits/webgpu`, as a machine that does one atomic operation at a time, of any lane, in any order.
 *
 * It walks the tables that the kernels are printed from. A load may return any value that its word has held in this run, which is less than WGSL promises. Values
 * are brackets (`((t0 t1) t2)`), and every one that is found is judged. A step takes microseconds, memory grows with tiles and steps.
 *
 * @throws InvalidArgumentError
 */
export function simulateLookBack(options: LookBackOptions): LookBackSimulation {
  const magma = new FreeMagma();
  return new LookBackSimulation(runOf(options, magma, []), magma);
}

/** How much is searched. */
export interface ExploreOptions extends LookBackOptions {
  readonly stateLimit?: number | undefined; // states that may be met. Default: 200,000
}

/**
 * Every schedule of a small setting: every interleaving, every lane, every age of every load.
 *
 * Four tiles on two workgroups, in groups of two with `pollLimit: 1`, have 46,349 states, which take seconds; each tile or workgroup more multiplies them.
 * A verdict that is not "ends" comes with the steps that lead there, for `step` of a simulation of the same setting.
 *
 * @throws InvalidArgumentError
 */
export function exploreLookBack(options: ExploreOptions): Exploration {
  const run = runOf(options, new FreeMagma(), ["stateLimit"]);
  const stateLimit = checkInteger("stateLimit", options.stateLimit ?? STATE_LIMIT, 1);
  return explore(run.simulation, (simulation) => run.faultAfter(simulation), stateLimit);
}

function runOf(options: LookBackOptions, magma: FreeMagma, otherNames: readonly string[]): LookBackRun {
  const { size, rules, oldWords } = checkLookBack(options, otherNames);
  const setting = new Setting(size, rules, magma);
  const isOld = oldWords !== undefined;
  return new LookBackRun(
    setting,
    isOld ? poisonedMemory(setting, OLD_EPOCH, seeded(oldWords)) : freshMemory(setting),
  );
}
