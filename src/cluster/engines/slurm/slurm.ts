// The engine `slurm`: arrays of tasks, each a worker on some of the pieces that are missing. A task that is lost is not run again by Slurm: what it has not
// done is in the next array.

import { mkdir, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { systemReason } from "../../../formats/open-file.ts";
import { EngineError } from "../../../values/errors.ts";
import { isAddress } from "../../data/list-files.ts";
import type { Engine, EngineJob } from "../../engine.ts";
import type { Step } from "../../folder/run-files.ts";
import { eventOf, lostError, MOST_FALSE_STARTS, MOST_LOSSES } from "../slot.ts";
import type { WorkerCommand } from "../worker-process.ts";
import { arrayScript, jobScript } from "./job-script.ts";
import { SLURM, type Slurm, type SlurmPatience, slurmPrograms } from "./programs.ts";
import { openOutputs, type TaskOutputs } from "./task-outputs.ts";

export interface SlurmOptions extends Pick<SlurmPatience, "pausesMs"> {
  readonly count: number; // of tasks at a time; 0: as many as Slurm gives
  readonly worker: (run: string) => WorkerCommand;
  readonly joiner: (run: string) => WorkerCommand; // joins a run's summaries, or its outputs
  readonly writer: string; // unlike that of any other process
  readonly warn: (text: string) => void;
}

/** Jobs that wait for others, so that a run goes on without the process that asked for it: the join, the outputs, and the receipt. */
interface Ahead {
  readonly run: string;
  readonly step: Step;
  readonly array: SentArray;
}

interface SentArray {
  readonly name: string;
  readonly folder: string; // of what its tasks print
}

export function slurmEngine(options: SlurmOptions): Engine {
  const made: SentArray[] = [];
  let ahead: Ahead | undefined;
  let calls = 0;
  const next = async (run: string): Promise<SentArray> => {
    const name = `samebits-${options.writer}-${calls++}`;
    const folder = join(isAddress(run) ? resolve(".") : run, "slurm", name);
    const array = { name, folder };
    await explained(folder, () => mkdir(folder, { recursive: true }));
    made.push(array);
    return array;
  };
  return {
    name: SLURM,
    async run(job) {
      const { pausesMs } = options;
      const slurm = slurmPrograms({ pausesMs, signal: job.signal });
      const begun = ahead?.run === job.run && ahead.step === job.step && !job.again ? ahead : undefined;
      if (begun !== undefined) ahead = undefined;
      const open = new Set(job.indices);
      if (begun !== undefined) await watch({ ...job, ...options, slurm, open }, begun.array);
      await runRounds({ ...job, ...options, slurm, open }, async (indices) => {
        const sent = await sendArray({ job, options, slurm }, indices, await next(job.run));
        if (job.next !== undefined && ahead === undefined) {
          ahead = await sendAhead({ job, options, slurm }, sent.id, next);
        }
        return sent.array;
      });
    },
    async stop() {
      const slurm = slurmPrograms({ pausesMs: [] });
      for (const { name, folder } of made.splice(0)) {
        await slurm.cancel(name).catch(() => {}); // one that cannot be reached goes on: what it does is done
        await rm(folder, { recursive: true, force: true });
        await rmdir(dirname(folder)).catch(() => {}); // others may be there
      }
    },
  };
}

interface Sending {
  readonly job: Pick<EngineJob, "run" | "step" | "inOrder" | "again" | "next">;
  readonly options: SlurmOptions;
  readonly slurm: Slurm;
}

/** Submits pieces as an array. */
async function sendArray(
  { job, options, slurm }: Sending,
  indices: readonly number[],
  array: SentArray,
  more: readonly string[] = [],
) {
  const { count, worker } = options;
  const taskCount = job.inOrder ? 1 : Math.min(indices.length, MOST_TASKS, await slurm.mostTasks());
  const atOnce = count > 0 ? `%${count}` : "";
  const tasks = taskCount === 1 ? [] : [`--array=0-${taskCount - 1}${atOnce}`];
  const script = arrayScript({ ...job, worker: worker(job.run), indices, taskCount });
  const output = taskCount === 1 ? "%j.out" : "%A_%a.out";
  return { array, id: await send(slurm, script, { array, output, more: [...tasks, ...more] }) };
}

/** More tasks are no help to anybody: Slurm starts some a second. */
const MOST_TASKS = 1000;

async function send(
  slurm: Slurm,
  script: string,
  {
    array,
    output,
    more,
  }: { readonly array: SentArray; readonly output: string; readonly more: readonly string[] },
): Promise<string> {
  const { name, folder } = array;
  const path = join(folder, "job.sh");
  await explained(path, () => writeFile(path, script));
  const outputs = `--output=${join(folder.replaceAll("%", "%%"), output)}`;
  return slurm.submit(path, [`--job-name=${name}`, outputs, "--no-requeue", ...more]);
}

/** What follows an array, as jobs that depend on one another. One whose predecessor fails is cancelled, and asked for again when its turn comes. */
async function sendAhead(
  sending: Sending,
  after: string,
  next: (run: string) => Promise<SentArray>,
): Promise<Ahead | undefined> {
  const { job, options, slurm } = sending;
  if (job.next === undefined) return undefined;
  const { run } = job;
  const follows = (id: string): readonly string[] => [
    `--dependency=afterok:${id}`,
    "--kill-on-invalid-dep=yes",
  ];
  const join = async (id: string): Promise<string> => {
    const how = { array: await next(run), output: "%j.out", more: follows(id) };
    return send(slurm, jobScript(options.joiner(run)), how);
  };
  const joined = await join(after);
  const { step, indices } = job.next;
  const outputs = { ...sending, job: { run, step, inOrder: false, again: false, next: undefined } };
  const { array, id } = await sendArray(outputs, indices, await next(run), follows(joined));
  await join(id);
  return { run, step, array };
}

interface Watching extends EngineJob {
  readonly slurm: Slurm;
  readonly warn: (text: string) => void;
  readonly open: Set<number>; // pieces that have not been told
}

/** Sends what is open until nothing is. @throws EngineError where no task ever answers */
async function runRounds(
  watching: Watching,
  sendOpen: (indices: readonly number[]) => Promise<SentArray>,
): Promise<void> {
  const { open, tell } = watching;
  let silent = 0;
  for (let round = 1; open.size > 0; round++) {
    const array = await sendOpen([...open]);
    const outputs = await watch(watching, array);
    if (open.size === 0) return;
    silent = outputs.answerCount === 0 ? silent + 1 : 0;
    const words = outputs.words() || "it left no word";
    if (silent >= MOST_FALSE_STARTS) throw new EngineError(SLURM, "start workers", words);
    for (const index of open) {
      if (round < MOST_LOSSES) tell({ kind: "lost", index, worker: `a task of ${array.name}` });
      else tell({ kind: "failed", index, error: lostError(round, words) });
    }
    if (round === MOST_LOSSES) return;
  }
}

const LEAST_LOOK_MS = 250;
const MOST_LOOK_MS = 4000;

/** Looks once more where the queue is empty and answers lack: some file systems tell late of what others have written. */
const LAST_LOOKS = 3;

/** After so long without a task that runs its reason is told. */
const WAITING_LOOKS = 5;

/** Tells what the tasks of an array answer, until each piece is told or no task is left. */
async function watch(watching: Watching, { name, folder }: SentArray): Promise<TaskOutputs> {
  const { slurm, open, tell, signal, warn } = watching;
  const outputs = openOutputs(folder);
  let lookMs = LEAST_LOOK_MS;
  let waitingLooks = 0;
  for (let emptyLooks = 0; emptyLooks < LAST_LOOKS; lookMs = Math.min(1.5 * lookMs, MOST_LOOK_MS)) {
    signal?.throwIfAborted();
    const queued = await slurm.queued(name);
    const answers = await outputs.read();
    for (const answer of answers) if (open.delete(answer.index)) tell(eventOf(answer));
    if (open.size === 0) break;
    if (queued.some(({ reason }) => HOPELESS.test(reason))) await slurm.cancel(name);
    emptyLooks = queued.length === 0 ? emptyLooks + 1 : 0;
    const [waiting] = queued.every(({ isWaiting }) => isWaiting) ? queued : [];
    waitingLooks = waiting === undefined || NO_REASON.test(waiting.reason) ? 0 : waitingLooks + 1;
    if (waitingLooks === WAITING_LOOKS) {
      warn(`${queued.length} tasks of ${name} wait in Slurm: ${waiting.reason}`);
    }
    if (answers.length > 0) lookMs = LEAST_LOOK_MS;
    await pause(lookMs, undefined, { signal }).catch(() => {});
  }
  return outputs;
}

/** Not worth telling. */
const NO_REASON = /^(None|Dependency)$/;

/** Why a task waits that will never run. */
const HOPELESS = /launch failed requeued held|DependencyNeverSatisfied|BadConstraints/;

async function explained<Result>(place: string, run: () => Promise<Result>): Promise<Result> {
  return run().catch((cause: unknown) => {
    throw new EngineError(SLURM, "have a folder for its jobs", `"${place}": ${systemReason(cause)}`);
  });
}
