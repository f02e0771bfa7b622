// The engine `local:N`: processes of this machine. A process that is lost is started anew, and its piece with it; one that does not answer for long is not waited
// for where another is free, as a piece that is done twice has the same bits.

import { EngineError } from "../../values/errors.ts";
import type { Engine, EngineJob } from "../engine.ts";
import type { PieceStep } from "../steps/piece-steps.ts";
import { type Board, openBoard } from "./board.ts";
import type { Answer } from "./worker-lines.ts";
import { startWorker, type WorkerCommand, type WorkerProcess } from "./worker-process.ts";

interface LocalOptions {
  readonly count: number; // of processes
  readonly worker: (run: string) => WorkerCommand;
  readonly now: () => number; // milliseconds
  readonly patienceMs?: number | undefined; // no piece is started once more before; default: 10 s
}

/** Processes that a piece may take with it before it counts as failed: killed at random, or out of memory. */
const MOST_LOSSES = 10;

/** Processes in each place that may end before their first answer. */
const MOST_FALSE_STARTS = 3;

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
  return { process: undefined, id: undefined, isBusy: false, falseStarts: 0 };
}

/** A place for a process, one after the other. */
interface Slot {
  process: WorkerProcess | undefined;
  id: string | undefined; // of the process, as it calls itself
  isBusy: boolean;
  falseStarts: number; // processes that ended before their first answer, one after the other
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

/** Asks a place's process for a piece; starts one where there is none. */
async function askSlot(slot: Slot, { step, index, again }: PieceStep, worker: WorkerCommand) {
  slot.isBusy = true;
  if (slot.process?.isAlive() !== true) {
    slot.process = startWorker(worker);
    slot.id = undefined;
  }
  const asked = slot.process;
  const answer = await asked.ask({ step, index, again });
  if (answer !== undefined) {
    slot.id = answer.worker;
    slot.falseStarts = 0;
  }
  return { asked, answer };
}

function eventOf({ index, error, worker, seconds }: Answer): Parameters<Board["close"]>[0] {
  return error === undefined ? { kind: "done", index, worker, seconds } : { kind: "failed", index, error };
}

interface Losing {
  readonly job: EngineJob;
  readonly board: Board;
  readonly slots: readonly Slot[];
  readonly name: string;
}

/** A process is gone. @throws EngineError where none ever answers */
function lose(slot: Slot, index: number, { job, board, slots, name }: Losing): void {
  job.tell({ kind: "lost", index, worker: slot.id ?? "a process that had not answered yet" });
  const lost = board.lose(index);
  const words = slot.process?.lastWords() ?? "";
  if (slot.id === undefined) slot.falseStarts++;
  slot.process = undefined;
  slot.id = undefined;
  if (slots.every(({ falseStarts }) => falseStarts >= MOST_FALSE_STARTS)) {
    throw new EngineError(name, "start workers", words);
  }
  if (lost < MOST_LOSSES) return;
  const message = `its process was lost ${lost} times, the last time: ${words}`;
  board.close({ kind: "failed", index, error: { name: "WorkerLostError", message } });
}
