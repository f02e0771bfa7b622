import { type Crew, type Follower, lostInPlace, type Unplaced } from "./crew.ts";
import {
  type AnyJob,
  BOARD,
  DONE,
  type Done,
  type Outcome,
  openTaskRows,
  POSTED,
  type Task,
  type TaskRows,
} from "./messages.ts";

/** The claim of the calling thread, when it helps. No slot is that large. */
const OWN_CLAIM = 0x7fff_ffff;

/** Milliseconds to wait for what others have begun, when it is all that is missing: two pieces of a sum take so long. */
const SHORT_WAIT = 0.5;

const WRITTEN: Outcome = { kind: "written" };

/** A job as it is asked for: without a board, and without memory for a worker. */
export type Unstarted<Posted> = Posted extends AnyJob ? Omit<Posted, "region" | "board"> : never;

/** What a round needs beside its job. */
export interface RoundSetting {
  readonly crew: Crew;
  readonly job: Unstarted<AnyJob>;
  readonly regionBytes: number;
  readonly patience: number; // milliseconds without a sign of life before the calling thread takes over
  readonly isRepeatable: boolean; // whether a task that was begun may be begun again: not where it overwrites its input
  readonly compute: (task: Task, isAgain: boolean) => Outcome | undefined; // the task, here and now; again where another had begun it
  readonly ownLength: number; // how much of the tasks, by their lengths, this thread takes at once, before it waits
  readonly stop: StopSignal;
  readonly onOutcome?: ((outcome: Outcome) => void) | undefined; // told of each task's outcome once, in the order in which they come
}

/** Why a round is to end early; looked at whenever something happens. */
export interface StopSignal {
  readonly check: () => void; // throws it, once there is one
  readonly listen: (wake: () => void) => () => void; // returns the function that stops listening
}

/**
 * One round: the tasks of a job on all workers.
 *
 * Nothing here waits for a worker that shows no sign of life: the waiting thread does the work itself. A task has one possible outcome, so that
 * doing it twice is harmless. Once this is over, even by an error, no worker writes on the job's behalf.
 */
export class Round implements Follower {
  readonly id: number;
  readonly #setting: RoundSetting;
  readonly #board: Int32Array;
  readonly #rows: TaskRows | undefined;
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
    this.#rows = job.rows === undefined ? undefined : openTaskRows(job.rows);
    this.#outcomes = new Array(job.tasks.length).fill(undefined);
    this.#missing = job.tasks.length;
  }

  /** The outcomes, in the order of the tasks. */
  async run(): Promise<readonly Outcome[]> {
    const unlisten = this.#setting.stop.listen(() => this.#wake());
    try {
      this.#share();
      for (;;) {
        this.#look();
        if (this.#missing === 0) break;
        this.#setting.stop.check();
        if (this.#pending.size === 0) await this.#computeRest();
        else if (!(await this.#finishSoon()) && this.#pending.size > 0) await this.#wait();
      }
    } finally {
      unlisten();
      await this.#end();
    }
    return this.#outcomes as readonly Outcome[];
  }

  /** Waits for a sign of life, and takes over the work when there is none. */
  async #wait(): Promise<void> {
    if (await this.#somethingHappens()) return;
    this.#setting.stop.check();
    await this.#dropSilent();
    await this.#help();
  }

  /** While this thread takes tasks it stands in for the last worker, who is asked only when tasks are left. */
  #share(): void {
    const { crew, job, ownLength } = this.#setting;
    const slots = Array.from({ length: Math.min(crew.count, job.tasks.length) }, (_, slot) => slot);
    const isTaking = job.tasks.some(({ start, end }) => end - start <= ownLength);
    const last = isTaking ? slots.splice(-1) : [];
    this.#send(slots);
    if (!isTaking) return;
    this.#takeOwn((_, claim) => claim === 0);
    if (this.#look().isAnyFree) this.#send(last);
  }

  /** Takes tasks at once, as much of them as this thread may. */
  #takeOwn(isFor: (task: number, claim: number) => boolean): void {
    const { job, ownLength } = this.#setting;
    let left = ownLength;
    for (const [task, { start, end }] of job.tasks.entries()) {
      const claim = this.#claimOf(task);
      if (end - start > left || !isFor(task, claim)) continue;
      this.#compute(task, claim);
      left -= end - start;
    }
  }

  /**
   * When all tasks are taken, waits shortly for those that workers hold; then computes the missing values itself, each of which can only be
   * one. Gives whether everything is there.
   */
  async #finishSoon(): Promise<boolean> {
    for (;;) {
      const seen = Atomics.load(this.#board, BOARD.done);
      const { isAnyFree, isAnyPosted } = this.#look();
      if (this.#missing === 0) return true;
      if (isAnyFree) return false;
      const isHeard = isAnyPosted ? undefined : waitForNext(this.#board, seen);
      if (!(isHeard ?? (await this.#somethingHappens(SHORT_WAIT)))) break;
    }
    // A task that writes is not done twice while another may still be at it.
    if (this.#setting.job.output.length === 0) this.#takeOwn((task) => this.#outcomes[task] === undefined);
    this.#look();
    return this.#missing === 0;
  }

  /** Takes note of what workers have left in shared memory; returns whether any task is free, and whether any answer is on its way. */
  #look(): { readonly isAnyFree: boolean; readonly isAnyPosted: boolean } {
    let isAnyFree = false;
    let isAnyPosted = false;
    for (const [task, outcome] of this.#outcomes.entries()) {
      if (outcome !== undefined) continue;
      const claim = this.#claimOf(task);
      if (claim === DONE) this.#settle(task, this.#outcomeLeft(task));
      else if (claim === 0) isAnyFree = true;
      else if (claim <= POSTED) isAnyPosted = true;
    }
    return { isAnyFree, isAnyPosted };
  }

  #outcomeLeft(task: number): Outcome {
    return this.#rows === undefined ? WRITTEN : { kind: "value", value: this.#rows.read(task) };
  }

  #send(slots: readonly number[]): void {
    const { crew, job, regionBytes } = this.#setting;
    const posted = { ...job, board: this.#board } as Unplaced<AnyJob>;
    for (const slot of crew.send(this, posted, regionBytes, slots)) this.#pending.add(slot);
  }

  /** Returns once no worker works on this round any more. */
  async #end(): Promise<void> {
    const { crew, patience, job } = this.#setting;
    Atomics.store(this.#board, BOARD.isStopped, 1);
    const isWriting = job.output.length > 0 || this.#missing > 0;
    // After a complete reduce a late worker only reads, and its answer is not needed.
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

  /** Slots that work on a task without a known outcome. */
  #claimers(): readonly number[] {
    return [...this.#pending].filter((slot) =>
      this.#outcomes.some((outcome, task) => outcome === undefined && holderOf(this.#claimOf(task)) === slot),
    );
  }

  #claimOf(task: number): number {
    return Atomics.load(this.#board, BOARD.claims + task);
  }

  /** Whether a worker or the caller was heard in time. */
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

  /** Computes tasks that no worker has, until something is heard again: workers that are busy elsewhere must not delay this call. */
  async #help(): Promise<void> {
    for (const task of this.#outcomes.keys()) {
      const claim = this.#claimOf(task);
      if (this.#outcomes[task] !== undefined || !this.#isVoid(task, claim)) continue;
      this.#compute(task, claim);
      if (await this.#somethingHappens(0)) return;
    }
  }

  async #computeRest(): Promise<void> {
    for (const task of this.#outcomes.keys()) {
      if (this.#outcomes[task] !== undefined) continue;
      this.#setting.stop.check();
      this.#compute(task, this.#claimOf(task));
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  /** Whether no worker will do a task: it is free, lost with a worker, or failed. */
  #isVoid(task: number, claim: number): boolean {
    return claim === 0 || this.#lost.has(holderOf(claim) ?? -1) || this.#failed.has(task);
  }

  /** Takes a task over from a claim, unless somebody was faster, and computes it here. */
  #compute(task: number, former: number): void {
    const { job, compute, isRepeatable } = this.#setting;
    if (former === DONE) return; // which will be noticed
    if (former !== 0 && !isRepeatable) {
      throw lostInPlace(this.#failed.get(task) ?? `worker ${holderOf(former)} was lost in the middle of one`);
    }
    const claimed = Atomics.compareExchange(this.#board, BOARD.claims + task, former, OWN_CLAIM);
    if (claimed !== former) return;
    const outcome = compute(job.tasks[task], former !== 0);
    if (outcome !== undefined) this.#settle(task, outcome);
  }
}

/** Waits shortly until more tasks are done than were: whether there are. Undefined where this thread may not wait, as in a page. */
function waitForNext(board: Int32Array, seen: number): boolean | undefined {
  try {
    return Atomics.wait(board, BOARD.done, seen, SHORT_WAIT) !== "timed-out";
  } catch {
    return undefined;
  }
}

/** The slot of the worker that has a task, or whose answer brings its outcome. */
function holderOf(claim: number): number | undefined {
  if (claim <= POSTED) return POSTED - claim;
  return claim > 0 ? claim - 1 : undefined;
}
