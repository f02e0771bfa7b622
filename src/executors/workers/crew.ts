import { OutOfMemoryError, UnsupportedError, WorkerLostError } from "../../values/errors.ts";
import type { Allocation } from "../wasm/memory/heap.ts";
import type { AnyJob, Done, FromWorker, Region } from "./messages.ts";
import type { StartWorker, WorkerLink } from "./worker-link.ts";

/** A job without the memory for its worker. */
export type Unplaced<Posted> = Posted extends AnyJob ? Omit<Posted, "region"> : never;

/** Memory that a worker has to itself, in library memory. */
type RegionMemory = Allocation<"u32">;

interface Member {
  readonly slot: number;
  link: WorkerLink | undefined; // undefined while it is lost
  regions: RegionMemory[]; // the last one is in use; its worker may still be at work in the others
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
  readonly memory: WebAssembly.Memory;
  readonly allocate: (bytes: number) => RegionMemory;
}

/** The workers of a pool: started, given jobs, started again when they were lost. Knows nothing of what they compute. */
export class Crew {
  readonly beats: Int32Array; // shared: chunks that each worker has finished
  readonly #setting: CrewSetting;
  readonly #members: Member[];
  readonly #followers = new Set<Follower>();
  #isClosed = false;

  get count(): number {
    return this.#setting.count;
  }

  constructor(setting: CrewSetting) {
    this.#setting = setting;
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

  /** Starts lost workers again; a job may be sent to them at once. */
  revive(): void {
    if (this.#isClosed) return;
    for (const member of this.#members) {
      // One that is lost again is noticed like any other.
      if (member.link === undefined) this.#start(member).catch(() => {});
    }
  }

  /** Sends a job to those workers of `asked` that live and can have a region of `bytes`; gives their slots. */
  send(
    follower: Follower,
    job: Unplaced<AnyJob>,
    bytes: number,
    asked: readonly number[],
  ): readonly number[] {
    this.#followers.add(follower);
    const slots: number[] = [];
    for (const member of asked.map((slot) => this.#members[slot])) {
      const region = member.link === undefined ? undefined : this.#regionFor(member, bytes);
      if (member.link === undefined || region === undefined) continue;
      member.link.post({ ...job, region } as AnyJob);
      member.pending++;
      member.link.setBusy(true);
      slots.push(member.slot);
    }
    return slots;
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
    let region = member.regions.at(-1);
    if (region === undefined || region.array.byteLength < bytes) {
      try {
        region = this.#setting.allocate(bytes);
      } catch (error) {
        if (error instanceof OutOfMemoryError) return undefined;
        throw error;
      }
      member.regions.push(region);
    }
    const { byteOffset, byteLength } = region.array;
    return { start: byteOffset, end: byteOffset + byteLength };
  }

  #start(member: Member): Promise<void> {
    const { start, memory } = this.#setting;
    return new Promise((resolve, reject) => {
      const fail = (fact: string): void => {
        const remedy =
          "see that threads are allowed and the worker's file is where the package put it, or give openWorkers a worker";
        reject(new UnsupportedError("a worker", fact, remedy));
      };
      const link = start({
        onMessage: (message) => {
          if (message.kind === "ready") {
            if (member.pending === 0) link.setBusy(false);
            resolve();
          } else this.#receive(member, link, message);
        },
        onLost: (fact) => {
          this.#lose(member, link, link.terminate());
          fail(fact);
        },
      });
      member.link = link;
      member.pending = 0;
      link.post({ kind: "open", slot: member.slot, memory, beats: this.beats });
    });
  }

  #receive(member: Member, link: WorkerLink, message: FromWorker): void {
    if (message.kind !== "done" || member.link !== link) return;
    member.pending--;
    if (member.pending === 0) link.setBusy(false);
    for (const follower of this.#followers) {
      if (follower.id === message.id) follower.onDone(member.slot, message);
    }
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
      if (hasEnded || wasIdle) for (const region of regions) region.release();
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
