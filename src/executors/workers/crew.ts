import { OutOfMemoryError, UnsupportedError, WorkerLostError } from "../../values/errors.ts";
import type { Heap } from "../wasm/memory/heap.ts";
import type { AnyJob, Done, Region } from "./messages.ts";
import type { StartWorker, WorkerLink } from "./thread-link.ts";

// The threads of a pool and their memory: started, given jobs, and replaced when lost. What they compute is not known here.

/** A job without the memory for its worker. */
export type Unplaced<Posted> = Posted extends AnyJob ? Omit<Posted, "region"> : never;

interface Member {
  readonly slot: number;
  link: WorkerLink | undefined; // undefined while it is lost
  readonly regions: Region[]; // of library memory, for this worker alone: the last one is in use, and it may still be at work in the others
  pending: number; // jobs without an answer
}

/** Who follows a round: told what its workers say, and when something happened that may change its prospects. */
export interface Follower {
  readonly id: number;
  readonly onDone: (slot: number, done: Done) => void;
  readonly onLost: (slot: number) => void;
}

interface CrewSetting {
  readonly count: number;
  readonly start: StartWorker;
  readonly heap: Heap; // of library memory
}

/** The workers of a pool: started, given jobs, started again when they were lost. Knows nothing of what they compute. */
export class Crew {
  readonly count: number;
  readonly beats: Int32Array; // shared: chunks that each worker has finished
  readonly #setting: CrewSetting;
  readonly #members: Member[];
  readonly #followers = new Set<Follower>();
  #isClosed = false;

  constructor(setting: CrewSetting) {
    this.#setting = setting;
    this.count = setting.count;
    this.beats = new Int32Array(new SharedArrayBuffer(4 * setting.count));
    this.#members = Array.from({ length: setting.count }, (_, slot) => ({
      slot,
      link: undefined,
      regions: [],
      pending: 0,
    }));
  }

  /** Starts every worker and waits until each has answered. @throws UnsupportedError when one cannot be had */
  async open(): Promise<void> {
    await Promise.all(this.#members.map((member) => this.#start(member)));
  }

  /**
   * Sends a job to those workers of `asked` that can have a region of `bytes`, and gives their slots. Lost ones are started again; those that are
   * lost once more are noticed like any others.
   */
  send(
    follower: Follower,
    job: Unplaced<AnyJob>,
    bytes: number,
    asked: readonly number[],
  ): readonly number[] {
    this.#followers.add(follower);
    return asked.filter((slot) => {
      const member = this.#members[slot];
      if (member.link === undefined && !this.#isClosed) this.#start(member).catch(() => {});
      const region = member.link === undefined ? undefined : this.#regionFor(member, bytes);
      if (member.link === undefined || region === undefined) return false;
      member.link.post({ ...job, region } as AnyJob);
      member.pending++;
      member.link.setBusy(true);
      return true;
    });
  }

  /** The follower has what it wants. */
  forget(follower: Follower): void {
    this.#followers.delete(follower);
  }

  /** Ends a worker for good; it has stopped writing when this is over. */
  async end(slot: number): Promise<void> {
    const member = this.#members[slot];
    const { link } = member;
    if (link === undefined) return;
    const ending = link.terminate();
    await ending;
    this.#lose(member, link, ending);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#members.map(({ slot }) => this.end(slot)));
  }

  /** A larger region takes the place of a smaller one, which is given back with it. */
  #regionFor(member: Member, bytes: number): Region | undefined {
    const known = member.regions.at(-1);
    if (known !== undefined && known.end - known.start >= bytes) return known;
    try {
      const start = this.#setting.heap.allocate(bytes);
      const region = { start, end: start + bytes };
      member.regions.push(region);
      return region;
    } catch (error) {
      if (error instanceof OutOfMemoryError) return undefined;
      throw error;
    }
  }

  #start(member: Member): Promise<void> {
    const { start, heap } = this.#setting;
    return new Promise((resolve, reject) => {
      const fail = (fact: string): void => {
        const remedy =
          "see that threads are allowed and the worker's file is where the package put it, or give openWorkers a worker";
        reject(new UnsupportedError("a worker", fact, remedy));
      };
      const link = start({
        onMessage: (message) => {
          if (member.link !== link) return;
          if (message.kind === "done") member.pending--;
          if (member.pending === 0) link.setBusy(false);
          if (message.kind === "ready") return resolve();
          for (const follower of this.#followers) {
            if (follower.id === message.id) follower.onDone(member.slot, message);
          }
        },
        onLost: (fact) => {
          this.#lose(member, link, link.terminate());
          fail(fact);
        },
      });
      member.link = link;
      member.pending = 0;
      link.post({ kind: "open", slot: member.slot, memory: heap.memory, beats: this.beats });
    });
  }

  #lose(member: Member, link: WorkerLink, ending: Promise<boolean>): void {
    if (member.link !== link) return;
    member.link = undefined;
    // What the lost worker held it may have left in any state; a new one starts in a region of its own.
    const regions = member.regions.splice(0);
    const wasIdle = member.pending === 0;
    member.pending = 0;
    // What a thread may still write to stays taken.
    ending.then((hasEnded) => {
      if (!hasEnded && !wasIdle) return;
      for (const { start, end } of regions) this.#setting.heap.release(start, end - start);
    });
    for (const follower of this.#followers) follower.onLost(member.slot);
  }
}

/** The error of a scan that is left half done where it cannot be done again. */
export function lostInPlace(fact: string): WorkerLostError {
  return new WorkerLostError(
    "a scan in place is done",
    `${fact}: the array holds elements and prefixes mixed`,
  );
}
