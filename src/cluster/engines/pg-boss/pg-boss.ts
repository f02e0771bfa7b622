// The engine `pg-boss`: jobs of a database carry the names of pieces to whoever serves them, and the answers back. What it forgets is asked for again.

import { setTimeout as pause } from "node:timers/promises";
import { EngineError } from "../../../values/errors.ts";
import type { Engine, EngineJob } from "../../engine.ts";
import type { WorkerCommand } from "../worker-process.ts";
import type { PgBossAddress } from "./address.ts";
import { ANSWERS, type JobQueue, openJobQueue, type PieceJob } from "./job-queue.ts";
import { type BossTools, type OpenBoss, openBoss } from "./open-boss.ts";
import { serveJobs } from "./serve-jobs.ts";

export interface PgBossOptions extends BossTools {
  readonly count: number; // of processes of its own
  readonly worker: (run: string) => WorkerCommand;
  readonly writer: string; // unlike that of any other process
  readonly now: () => number; // milliseconds
  readonly warn: (text: string) => void;
}

const LEAST_LOOK_MS = 20;
const MOST_LOOK_MS = 500;

/** After so long without an answer it is asked whether jobs are left at all. */
const SILENT_MS = 15_000;

/** After so long without an answer it is told where nobody takes jobs. */
const UNTAKEN_MS = 4000;

export function pgBossEngine(address: PgBossAddress, options: PgBossOptions): Engine {
  let open: Promise<Opened> | undefined;
  let calls = 0;
  return {
    name: address.name,
    async run(job) {
      open ??= openAll(address, { ...options, signal: job.signal }).catch((error) => {
        open = undefined;
        throw error;
      });
      const { queue, failure } = await open;
      const answers = `${ANSWERS}${options.writer}-${calls++}`;
      const over = new AbortController();
      const heard = AbortSignal.any([over.signal, ...(job.signal ? [job.signal] : [])]);
      const following = { ...options, job: { ...job, signal: heard }, queue, answers, name: address.name };
      const driving = drive(following);
      try {
        await Promise.race([driving, failure]);
      } finally {
        over.abort();
        await driving.catch(() => {}); // told above, unless its workers failed first
      }
    },
    async stop() {
      const opened = await open?.catch(() => undefined);
      open = undefined;
      await opened?.close();
    },
  };
}

interface Opened {
  readonly queue: JobQueue;
  readonly failure: Promise<never>; // of its own workers
  close(): Promise<void>;
}

async function openAll(address: PgBossAddress, options: PgBossOptions): Promise<Opened> {
  const opened = await openBoss(address, options);
  const queue = await queueOf(opened, address, options);
  const stop = new AbortController();
  const { count, worker } = options;
  const serving = serveJobs({
    ...{ name: address.name, isShared: address.kind === "postgres" },
    ...{ queue, count, worker, signal: stop.signal },
  });
  const failure = serving.then(() => new Promise<never>(() => {}));
  failure.catch(() => {}); // told by the run that waits for it
  const close = async (): Promise<void> => {
    stop.abort();
    await serving.catch(() => {});
    await opened.close();
  };
  return { queue, failure, close };
}

async function queueOf(opened: OpenBoss, address: PgBossAddress, { pausesMs }: BossTools): Promise<JobQueue> {
  try {
    return await openJobQueue(opened, { address, pausesMs });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

interface Following extends Pick<PgBossOptions, "now" | "warn"> {
  readonly name: string; // of the engine
  readonly job: EngineJob;
  readonly queue: JobQueue;
  readonly answers: string;
}

/** Sends a job's pieces, and settles when each is told, or none is left. */
async function drive(following: Following): Promise<void> {
  const { queue, answers } = following;
  await queue.openAnswers(answers);
  try {
    await follow(following);
  } catch (error) {
    if (!(error instanceof EngineError)) await queue.closeAnswers(answers); // else there is nobody to be asked
    throw error;
  }
  await queue.closeAnswers(answers);
}

async function follow(following: Following): Promise<void> {
  const { job, queue, answers, now } = following;
  const { indices, inOrder, signal, tell } = job;
  const open = new Set(indices);
  const waiting = indices.map((index) => pieceOf(job, index, answers));
  await queue.send(inOrder ? waiting.splice(0, 1) : waiting);
  let heardAt = now();
  let untakenAt = heardAt + UNTAKEN_MS;
  for (let lookMs = LEAST_LOOK_MS; open.size > 0; lookMs = Math.min(2 * lookMs, MOST_LOOK_MS)) {
    signal?.throwIfAborted();
    const events = await queue.takeAnswers(answers);
    for (const event of events) {
      if (event.kind !== "lost" && !open.delete(event.index)) continue; // done twice
      tell(event);
      if (inOrder && event.kind !== "lost") await queue.send(waiting.splice(0, 1));
    }
    if (events.length > 0) untakenAt = Number.POSITIVE_INFINITY;
    if (now() > untakenAt) {
      untakenAt = Number.POSITIVE_INFINITY;
      await tellOfNobody(following);
    }
    if (events.length > 0 || now() - heardAt > SILENT_MS) {
      if (events.length === 0 && (await queue.left(answers)).count === 0) return;
      heardAt = now();
      lookMs = LEAST_LOOK_MS;
    } else await pause(lookMs, undefined, { signal }).catch(() => {});
  }
}

async function tellOfNobody({ job, queue, answers, name, warn }: Following): Promise<void> {
  const { count, isUntaken } = await queue.left(answers);
  if (count === 0 || !isUntaken) return;
  const command = `samebits worker --engine ${name}`;
  warn(
    `nobody takes the jobs of this run: start "${command}" on machines that have "${job.run}" and its data, or use --processes`,
  );
}

function pieceOf({ run, step, again, avoid }: EngineJob, index: number, answers: string): PieceJob {
  const maker = avoid.get(index);
  return { run, step, index, again, answers, passes: 0, ...(maker !== undefined && { avoid: maker }) };
}

interface ServingOptions extends PgBossOptions {
  readonly signal: AbortSignal;
  readonly onReady?: (() => void) | undefined;
}

/** Serves jobs of others until the signal. @throws EngineError; UnsupportedError where a package is missing */
export async function servePgBoss(address: PgBossAddress, options: ServingOptions): Promise<void> {
  const { count, worker, signal, onReady } = options;
  const opened = await openBoss(address, options);
  try {
    const queue = await queueOf(opened, address, options);
    onReady?.();
    await serveJobs({ name: address.name, isShared: true, queue, count, worker, signal });
  } finally {
    await opened.close();
  }
}
