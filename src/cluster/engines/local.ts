// The engine `local:N`: processes of this machine. A process that is lost is started anew, and its piece with it; one that does not answer for long is not waited
// for where another is free, as a piece that is done twice has the same bits.

import { EngineError } from "../../values/errors.ts";
import type { Engine, EngineJob } from "../engine.ts";
import { startWorker, type WorkerCommand, type WorkerProcess } from "./worker-process.ts";

interface LocalOptions {
  readonly count: number; // of processes
  readonly worker: (run: string) => WorkerCommand;
  readonly now: () => number; // milliseconds
  readonly patienceMs?: number | undefined; // no piece is started once more before; default: 10 s
}

/** Processes that a piece may take with it before it counts as failed: killed at random, or out of memory. */
const MOST_LOSSES = 10;

/** Processes that end before their first answer, one after the other. */
const MOST_FALSE_STARTS = 3;

/** A piece that takes so many times longer than the slowest is started once more where a process is free. */
const PATIENCE = 4;
const LEAST_PATIENCE_MS = 10_000;

const LOOK_MS = 1000;

export function localEngine({ count, worker, now, patienceMs = LEAST_PATIENCE_MS }: LocalOptions): Engine {
  const name = `local:${count}`;
  let slots = Array.from({ length: count }, freeSlot);
  let run: string | undefined;
  const end = (isEnded: (slot: Slot) => boolean): void => {
    for (const slot of slots) if (isEnded(slot)) slot.process?.kill();
    slots = slots.map((slot) => (isEnded(slot) ? freeSlot() : slot));
  };
  return {
    name,
    async run(job) {
      if (run !== job.run) end(() => true); // processes are of one run
      run = job.run;
      try {
        await runJob(job, slots, { name, worker: worker(job.run), now, patienceMs });
      } finally {
        end(({ isBusy }) => isBusy); // whoever is still at a piece is late or stopped: it is done without it
      }
    },
    async stop() {
      end(() => true);
    },
  };
}

function freeSlot(): Slot {
  return { process: undefined, id: undefined, isBusy: false };
}

/** A place for a process, one after the other. */
interface Slot {
  process: WorkerProcess | undefined;
  id: string | undefined; // of the process, as it calls itself
  isBusy: boolean;
}

interface Setting {
  readonly name: string;
  readonly worker: WorkerCommand;
  readonly now: () => number;
  readonly patienceMs: number;
}

/** A piece that is being computed, by one process or more. */
interface Begun {
  readonly at: number;
  runners: number;
}

function runJob(
  job: EngineJob,
  slots: readonly Slot[],
  { name, worker, now, patienceMs }: Setting,
): Promise<void> {
  const { indices, step, again, signal } = job;
  const queue = [...indices];
  const begun = new Map<number, Begun>();
  const losses = new Map<number, number>();
  const open = new Set(indices); // neither done nor failed
  let slowest = 0;
  let falseStarts = 0;
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => assign(), Math.min(LOOK_MS, patienceMs));
    const settle = (end: () => void): void => {
      clearInterval(timer);
      signal?.removeEventListener("abort", aborted);
      end();
    };
    const aborted = (): void => settle(() => reject(signal?.reason));
    const close = (index: number, event: Parameters<EngineJob["tell"]>[0]): void => {
      if (!open.delete(index)) return;
      begun.delete(index);
      job.tell(event);
      if (open.size === 0) settle(resolve);
    };
    const lose = (index: number, slot: Slot): void => {
      const state = begun.get(index);
      job.tell({ kind: "lost", index, worker: slot.id ?? "a process that had not answered yet" });
      const lost = (losses.get(index) ?? 0) + 1;
      losses.set(index, lost);
      falseStarts = slot.id === undefined ? falseStarts + 1 : 0;
      const words = slot.process?.lastWords() ?? "";
      slot.process = undefined;
      slot.id = undefined;
      if (falseStarts >= MOST_FALSE_STARTS * slots.length) {
        settle(() => reject(new EngineError(name, "start workers", words)));
      } else if (lost >= MOST_LOSSES) {
        const message = `its process was lost ${lost} times, the last time: ${words}`;
        close(index, { kind: "failed", index, error: { name: "WorkerLostError", message } });
      } else if (state !== undefined && --state.runners === 0) {
        begun.delete(index);
        queue.unshift(index);
      }
    };
    const ask = async (slot: Slot, index: number): Promise<void> => {
      const state = begun.get(index) ?? { at: now(), runners: 0 };
      state.runners++;
      begun.set(index, state);
      slot.isBusy = true;
      if (slot.process?.isAlive() !== true) {
        slot.process = startWorker(worker);
        slot.id = undefined;
      }
      const asked = slot.process;
      const answer = await asked.ask({ step, index, again });
      if (slot.process !== asked) return; // given up by now
      slot.isBusy = false;
      if (answer === undefined) lose(index, slot);
      else {
        falseStarts = 0;
        slot.id = answer.worker;
        slowest = Math.max(slowest, 1000 * answer.seconds);
        const { error, worker: by, seconds } = answer;
        close(index, error ? { kind: "failed", index, error } : { kind: "done", index, worker: by, seconds });
      }
      assign();
    };
    /** The next piece for a process: one that it has not made itself, if there is another process. */
    const take = (slot: Slot): number | undefined => {
      const isOther = (index: number): boolean => {
        const maker = job.avoid.get(index);
        return maker === undefined || maker !== slot.id;
      };
      const at = queue.findIndex(isOther);
      if (at >= 0) return queue.splice(at, 1)[0];
      if (queue.length > 0 && slots.every((each) => each === slot || !each.isBusy)) return queue.shift();
      const late = Math.max(patienceMs, PATIENCE * slowest);
      for (const [index, state] of begun) if (state.runners === 1 && now() - state.at > late) return index;
      return undefined;
    };
    const assign = (): void => {
      if (signal?.aborted || open.size === 0) return;
      for (const slot of slots) {
        if (slot.isBusy || (job.inOrder && begun.size > 0)) continue;
        const index = take(slot);
        if (index !== undefined) void ask(slot, index);
      }
    };
    signal?.addEventListener("abort", aborted);
    if (signal?.aborted) aborted();
    else if (open.size === 0) settle(resolve);
    else assign();
  });
}
