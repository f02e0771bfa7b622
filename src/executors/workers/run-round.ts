import { type Crew, type Follower, lostInPlace, type Unplaced } from "./crew.ts";
import { type AnyJob, BOARD, type Done, type Outcome, type Task } from "./messages.ts";

/** A claim by whoever holds the pool, when it helps. No slot is that large. */
const OWN_CLAIM = 0x7fff_ffff;

/** A job as it is asked for: without a board, and without memory for a worker. */
export type Unstarted<Posted> = Posted extends AnyJob ? Omit<Posted, "region" | "board"> : never;

/** What a round needs beside its job. */
export interface RoundSetting {
  readonly crew: Crew;
  readonly job: Unstarted<AnyJob>;
  readonly regionBytes: number;
  readonly patience: number; // milliseconds without a sign of life until one helps oneself
  readonly isRepeatable: boolean; // whether a task that was begun may be begun again: not where it overwrites its input
  readonly compute: (task: Task, isStopped: () => boolean) => Outcome | undefined; // the task, here and now
  readonly stop: StopSignal;
  readonly onOutcome?: ((outcome: Outcome) => void) | undefined; // told of each task's outcome once, in the order in which they come
}

/** Why a round is to end early; looked at whenever something happens. */
export interface StopSignal {
  readonly reason: () => { readonly error: unknown } | undefined;
  readonly listen: (wake: () => void) => () => void; // gives what ends it
}

/**
 * Runs the tasks of a job on all workers and gives their outcomes in order.
 *
 * Nothing here waits for a worker that does not show any life: who waits does the work. A task has one possible outcome, so that
 * doing it twice is harmless. When this is over, be it by an error, no worker writes on the job's behalf.
 */
export async function runRound(setting: RoundSetting): Promise<readonly Outcome[]> {
  const round = new OpenRound(setting);
  try {
    return await round.run();
  } finally {
    await round.end();
  }
}

class OpenRound implements Follower {
  readonly id: number;
  readonly #setting: RoundSetting;
  readonly #board: Int32Array;
  readonly #outcomes: (Outcome | undefined)[];
  readonly #lost = new Set<number>(); // slots whose claims are void
  readonly #failed = new Map<number, string>(); // tasks that threw in a worker, and what
  readonly #suspects = new Map<number, number>(); // slots that held a task at the last look, and their beat then
  #pending = new Set<number>(); // slots that have the job and have not answered
  #missing: number;
  #wake: () => void = () => {};

  constructor(setting: RoundSetting) {
    const { job } = setting;
    this.id = job.id;
    this.#setting = setting;
    this.#board = new Int32Array(new SharedArrayBuffer(4 * (BOARD.claims + job.tasks.length)));
    this.#outcomes = new Array(job.tasks.length).fill(undefined);
    this.#missing = job.tasks.length;
  }

  async run(): Promise<readonly Outcome[]> {
    const { crew, job, regionBytes, stop } = this.#setting;
    this.#pending = crew.send(this, { ...job, board: this.#board } as Unplaced<AnyJob>, regionBytes);
    const unlisten = stop.listen(() => this.#wake());
    try {
      while (this.#missing > 0) {
        this.#checkStop();
        if (this.#pending.size === 0) await this.#computeRest();
        else if (!(await this.#somethingHappens())) {
          this.#checkStop();
          await this.#dropSilent();
          await this.#help();
        }
      }
    } finally {
      unlisten();
    }
    return this.#outcomes as readonly Outcome[];
  }

  /** Sees to it that nobody works on this round any more. */
  async end(): Promise<void> {
    const { crew, patience, job } = this.#setting;
    Atomics.store(this.#board, BOARD.isStopped, 1);
    const isWriting = job.output.length > 0 || this.#missing > 0;
    // After a complete reduce whoever is late reads at most, and nobody reads what that one says.
    for (let silence = 0; isWriting && this.#claimers().length > 0 && silence < 2; ) {
      if (!(await this.#somethingHappens(patience))) silence++;
    }
    if (isWriting) await Promise.all(this.#claimers().map((slot) => crew.end(slot)));
    crew.forget(this);
  }

  onDone(slot: number, { results }: Done): void {
    this.#pending.delete(slot);
    for (const { task, outcome, reason } of results) {
      if (outcome !== undefined) this.#settle(task, outcome);
      // What failed there is tried here, where an error can be thrown to whom it concerns.
      else if (reason !== undefined) this.#failed.set(task, reason);
    }
    this.#wake();
  }

  onLost(slot: number): void {
    this.#lost.add(slot);
    this.#pending.delete(slot);
    this.#wake();
  }

  #settle(task: number, outcome: Outcome): void {
    if (this.#outcomes[task] !== undefined) return;
    this.#outcomes[task] = outcome;
    this.#missing--;
    this.#setting.onOutcome?.(outcome);
  }

  /** Slots at work on a task of which nothing is known yet. */
  #claimers(): readonly number[] {
    return [...this.#pending].filter((slot) =>
      this.#outcomes.some((outcome, task) => outcome === undefined && this.#claimOf(task) === slot + 1),
    );
  }

  #claimOf(task: number): number {
    return Atomics.load(this.#board, BOARD.claims + task);
  }

  #checkStop(): void {
    const stopped = this.#setting.stop.reason();
    if (stopped !== undefined) throw stopped.error;
  }

  /** Whether anything was heard of a worker, or of whoever called, in time. */
  #somethingHappens(patience = this.#setting.patience): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), patience);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  /** Gives up on workers that hold a task and have not finished a chunk since the last look. */
  async #dropSilent(): Promise<void> {
    const { crew, job } = this.#setting;
    for (const slot of this.#claimers()) {
      const beat = Atomics.load(crew.beats, slot);
      const isSilent = this.#suspects.get(slot) === beat;
      this.#suspects.set(slot, beat);
      if (!isSilent) continue;
      // One that only reads may go on: it is late, and its answer will not be missed.
      if (job.output.length > 0) await crew.end(slot);
      this.onLost(slot);
    }
  }

  /** Computes tasks that nobody has until something is heard again, so that workers that are busy elsewhere hold nobody up. */
  async #help(): Promise<void> {
    for (const task of this.#outcomes.keys()) {
      if (this.#outcomes[task] !== undefined || !this.#isFree(task)) continue;
      this.#compute(task);
      if (await this.#somethingHappens(0)) return;
    }
  }

  async #computeRest(): Promise<void> {
    for (const task of this.#outcomes.keys()) {
      if (this.#outcomes[task] !== undefined) continue;
      this.#checkStop();
      this.#compute(task);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  #isFree(task: number): boolean {
    const claim = this.#claimOf(task);
    return claim === 0 || this.#lost.has(claim - 1) || this.#failed.has(task);
  }

  #compute(task: number): void {
    const { job, compute, isRepeatable } = this.#setting;
    const former = this.#claimOf(task);
    if (former !== 0 && !isRepeatable) {
      throw lostInPlace(this.#failed.get(task) ?? `worker ${former - 1} was lost in the middle of one`);
    }
    const claimed = Atomics.compareExchange(this.#board, BOARD.claims + task, former, OWN_CLAIM);
    if (claimed !== former) return;
    const outcome = compute(job.tasks[task], () => false);
    if (outcome !== undefined) this.#settle(task, outcome);
  }
}
