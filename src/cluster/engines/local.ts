// The engine `local:N`: processes of this machine. A process that is lost is started anew, and its piece with it; one that does not answer for long is not waited
// for where another is free, as a piece that is done twice has the same bits.

import type { Engine, EngineJob } from "../engine.ts";
import { type Board, openBoard } from "./board.ts";
import { askSlot, emptySlot, eventOf, freeSlot, lossOf, lostError, MOST_LOSSES, type Slot } from "./slot.ts";
import type { WorkerCommand } from "./worker-process.ts";

interface LocalOptions {
  readonly count: number; // of processes
  readonly worker: (run: string) => WorkerCommand;
  readonly now: () => number; // milliseconds
  readonly patienceMs?: number | undefined; // no piece is started once more before; default: 10 s
}

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

interface Setting {
  readonly name: string;
  readonly worker: WorkerCommand;
  readonly now: () => number;
  readonly patienceMs: number;
}

/** Runs a job on these places, and settles when every piece is told. */
function runJob(job: EngineJob, slots: readonly Slot[], setting: Setting): Promise<void> {
  const { signal } = job;
  const { now, patienceMs } = setting;
  const board = openBoard(job, now);
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (settle: () => void): void => {
      isOver = true;
      clearInterval(timer);
      signal?.removeEventListener("abort", abort);
      settle();
    };
    const abort = (): void => end(() => reject(signal?.reason));
    const work = async (slot: Slot, index: number): Promise<void> => {
      const { asked, answer } = await askSlot(slot, { ...job, index }, setting.worker);
      if (isOver || slot.process !== asked) return;
      slot.isBusy = false;
      try {
        if (answer === undefined) lose(slot, index, { job, board, slots, name: setting.name });
        else board.close(eventOf(answer));
      } catch (error) {
        return end(() => reject(error));
      }
      if (board.left === 0) end(resolve);
      else assign();
    };
    const assign = (): void => {
      for (const slot of slots) {
        if (isOver || slot.isBusy) continue;
        const isAlone = slots.every((each) => each === slot || !each.isBusy);
        const index = board.take(slot.id, { isAlone, patienceMs });
        if (index !== undefined) void work(slot, index);
      }
    };
    const timer = setInterval(assign, Math.min(LOOK_MS, patienceMs));
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    else if (board.left === 0) end(resolve);
    else assign();
  });
}

interface Losing {
  readonly job: EngineJob;
  readonly board: Board;
  readonly slots: readonly Slot[];
  readonly name: string;
}

/** A process is gone. @throws EngineError where none ever answers */
function lose(slot: Slot, index: number, { job, board, slots, name }: Losing): void {
  job.tell(lossOf(slot, index));
  const losses = board.lose(index);
  const words = emptySlot(slot, slots, name);
  if (losses >= MOST_LOSSES) board.close({ kind: "failed", index, error: lostError(losses, words) });
}
