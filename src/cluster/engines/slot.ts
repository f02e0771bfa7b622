// A place for worker processes, one after the other: what engines that keep processes of their own do where one is lost, or none ever answers.

import { EngineError } from "../../values/errors.ts";
import type { EngineEvent, ToldError } from "../engine.ts";
import type { PieceStep } from "../steps/piece-steps.ts";
import type { Answer } from "./worker-lines.ts";
import { startWorker, type WorkerCommand, type WorkerProcess } from "./worker-process.ts";

export interface Slot {
  process: WorkerProcess | undefined;
  id: string | undefined; // of the process, as it calls itself
  isBusy: boolean;
  falseStarts: number; // processes that ended before their first answer, one after the other
}

/** Processes that a piece may take with it before it counts as failed: killed at random, or out of memory. */
export const MOST_LOSSES = 10;

/** Processes in each place that may end before their first answer. */
export const MOST_FALSE_STARTS = 3;

export function freeSlot(): Slot {
  return { process: undefined, id: undefined, isBusy: false, falseStarts: 0 };
}

/** Asks a place's process for a piece; starts one where there is none. */
export async function askSlot(slot: Slot, { step, index, again }: PieceStep, worker: WorkerCommand) {
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

/** The place's process is gone. Gives its last words. @throws EngineError where none of these places ever has one that answers */
export function emptySlot(slot: Slot, slots: readonly Slot[], engine: string): string {
  const words = slot.process?.lastWords() ?? "";
  if (slot.id === undefined) slot.falseStarts++;
  slot.process = undefined;
  slot.id = undefined;
  if (slots.every(({ falseStarts }) => falseStarts >= MOST_FALSE_STARTS)) {
    throw new EngineError(engine, "start workers", words);
  }
  return words;
}

/** What is told of a piece whose process is gone. */
export function lossOf(slot: Slot, index: number): EngineEvent {
  return { kind: "lost", index, worker: slot.id ?? "a process that had not answered yet" };
}

/** What a piece failed with that took too many processes with it. */
export function lostError(losses: number, words: string): ToldError {
  return {
    name: "WorkerLostError",
    message: `its process was lost ${losses} times, the last time: ${words}`,
  };
}

export function eventOf({
  index,
  error,
  worker,
  seconds,
}: Answer): Extract<EngineEvent, { readonly kind: "done" | "failed" }> {
  return error === undefined ? { kind: "done", index, worker, seconds } : { kind: "failed", index, error };
}
