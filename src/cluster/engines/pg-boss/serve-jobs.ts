// Worker processes that compute the jobs of a queue, of any run: what a machine does that helps. The event loop stays free, so that heartbeats go on.

import { setTimeout as pause } from "node:timers/promises";
import { EngineError } from "../../../values/errors.ts";
import type { EngineEvent } from "../../engine.ts";
import { askSlot, emptySlot, eventOf, freeSlot, lossOf, lostError, MOST_LOSSES, type Slot } from "../slot.ts";
import type { WorkerCommand } from "../worker-process.ts";
import type { JobQueue, PieceJob, TakenJob } from "./job-queue.ts";

interface Serving {
  readonly name: string; // of the engine
  readonly queue: JobQueue;
  readonly count: number; // of processes
  readonly worker: (run: string) => WorkerCommand;
  readonly isShared: boolean; // by runs of others: one whose processes cannot start here is told so, and the others are served on
  readonly signal: AbortSignal;
}

/** A place for a process, which is of one run at a time. */
type RunSlot = Slot & { run: string | undefined };

const IDLE_MS = 50;

/** Where nothing comes the pauses grow up to this. */
const MOST_IDLE_MS = 500;

const BEAT_MS = 10_000;

/** A piece that its maker should not compute twice is left to others so often. */
const MOST_PASSES = 8;

/** Serves until the signal. @throws EngineError where the queue is gone, or no process ever answers and nobody shares it */
export async function serveJobs(serving: Serving): Promise<void> {
  const slots: readonly RunSlot[] = Array.from({ length: serving.count }, () => ({
    ...freeSlot(),
    run: undefined,
  }));
  const stop = new AbortController();
  const signal = AbortSignal.any([serving.signal, stop.signal]);
  signal.addEventListener("abort", () => {
    for (const slot of slots) slot.process?.kill();
  });
  const served = slots.map((slot) => serveSlot(slot, slots, { ...serving, signal }));
  try {
    await Promise.all(served);
  } finally {
    stop.abort();
    await Promise.allSettled(served);
  }
}

async function serveSlot(slot: RunSlot, slots: readonly RunSlot[], serving: Serving): Promise<void> {
  const { queue, signal } = serving;
  for (let idleMs = IDLE_MS; !signal.aborted; ) {
    const job = await queue.take();
    if (job === undefined) {
      await pause(idleMs, undefined, { signal }).catch(() => {});
      idleMs = Math.min(2 * idleMs, MOST_IDLE_MS);
      continue;
    }
    idleMs = IDLE_MS;
    const beat = setInterval(() => void queue.keep(job).catch(() => {}), BEAT_MS);
    try {
      await serveJob(job, slot, { ...serving, places: serving.isShared ? [slot] : slots });
    } finally {
      clearInterval(beat);
    }
  }
}

interface Placed extends Serving {
  readonly places: readonly RunSlot[]; // of which one at least must have a process that answers
}

async function serveJob(job: TakenJob, slot: RunSlot, placed: Placed): Promise<void> {
  const { queue, worker, signal } = placed;
  const { piece } = job;
  if (piece.avoid !== undefined && piece.avoid === slot.id && piece.passes < MOST_PASSES) {
    await queue.send([{ ...piece, passes: piece.passes + 1 }]);
    await queue.finish(job);
    return void (await pause(2 * IDLE_MS));
  }
  moveTo(slot, piece);
  for (let losses = 1; !signal.aborted; losses++) {
    const { answer } = await askSlot(slot, piece, worker(piece.run));
    if (signal.aborted) return; // killed by us: the job waits for whoever comes next
    const event = answer === undefined ? eventOfLoss(slot, piece.index, losses, placed) : eventOf(answer);
    await queue.answer(piece, event);
    if (event.kind !== "lost") return queue.finish(job);
  }
}

/** What is told of a piece whose process is gone. @throws EngineError */
function eventOfLoss(slot: RunSlot, index: number, losses: number, placed: Placed): EngineEvent {
  const { places, name, isShared } = placed;
  const loss = lossOf(slot, index);
  try {
    const words = emptySlot(slot, places, name);
    return losses < MOST_LOSSES ? loss : { kind: "failed", index, error: lostError(losses, words) };
  } catch (error) {
    if (!isShared || !(error instanceof EngineError)) throw error;
    slot.falseStarts = 0;
    return { kind: "failed", index, error: { name: error.name, message: error.message } };
  }
}

function moveTo(slot: RunSlot, { run }: PieceJob): void {
  if (slot.run === run) return;
  slot.process?.kill();
  Object.assign(slot, freeSlot(), { run });
}
