// What is done of a run, by whom, and how fast: read from its folder, so that anybody can ask at any time.

import type { FormatError } from "../values/errors.ts";
import { type Step, stepsOf } from "./folder/run-files.ts";
import type { RunStore } from "./folder/store.ts";
import { readReceipt } from "./receipt.ts";
import type { RunPlan } from "./run-plan.ts";
import { readRecords } from "./steps/join.ts";

/** How far one step is, over all pieces. */
export interface StepStatus {
  readonly step: Step;
  readonly done: number; // pieces
  readonly of: number;
  readonly missing: readonly number[];
  readonly damaged: readonly FormatError[]; // files that will be made again
  readonly seconds: number; // of computing, of all of them
}

/** How far a run is, and who computed what. */
export interface RunStatus {
  readonly plan: RunPlan;
  readonly steps: readonly StepStatus[];
  readonly workers: readonly {
    readonly machine: string;
    readonly worker: string;
    readonly pieces: number;
  }[];
  readonly isFinished: boolean; // there is a receipt
}

/** Reads a record for each piece that is done. */
export async function statusOf(store: RunStore, plan: RunPlan): Promise<RunStatus> {
  const steps: StepStatus[] = [];
  const workers = new Map<string, RunStatus["workers"][number]>();
  for (const step of stepsOf(plan)) {
    const { records, missing, damaged } = await readRecords(store, plan, step);
    let seconds = 0;
    for (const record of records.values()) {
      const { machine, worker } = record.made;
      workers.set(worker, { machine, worker, pieces: (workers.get(worker)?.pieces ?? 0) + 1 });
      seconds += record.seconds;
    }
    steps.push({ step, done: records.size, of: plan.pieceCount, missing, damaged, seconds });
  }
  const isFinished = (await readReceipt(store, plan).catch(() => undefined)) !== undefined;
  return { plan, steps, workers: [...workers.values()], isFinished };
}
