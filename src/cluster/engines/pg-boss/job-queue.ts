// Jobs and answers of runs as pg-boss keeps them: names of pieces one way, events the other. A call that may have failed is repeated, and so may jobs be.

import type { EngineEvent } from "../../engine.ts";
import { STEPS, type Step } from "../../folder/run-files.ts";
import type { OpenBoss } from "./open-boss.ts";
import { type Reaching, untilReached } from "./reach.ts";

/** A job: a step of a piece, and where its answer goes. */
export interface PieceJob {
  readonly run: string;
  readonly step: Step;
  readonly index: number;
  readonly again: boolean;
  readonly answers: string; // a queue
  readonly avoid?: string | undefined; // the worker that made it
  readonly passes: number; // times that it was passed on by the one that should avoid it
}

export interface TakenJob {
  readonly id: string;
  readonly piece: PieceJob;
}

export interface JobQueue {
  send(pieces: readonly PieceJob[]): Promise<void>;
  /** Undefined where none waits. */
  take(): Promise<TakenJob | undefined>;
  /** Tells that its worker lives. */
  keep(job: TakenJob): Promise<void>;
  finish(job: TakenJob): Promise<void>;
  /** Nobody need listen any more. */
  answer(piece: PieceJob, event: EngineEvent): Promise<void>;
  openAnswers(answers: string): Promise<void>;
  takeAnswers(answers: string): Promise<readonly EngineEvent[]>;
  /** Of the jobs whose answers go there, 1000 at most, how many are left, and whether nobody has taken any of these. */
  left(answers: string): Promise<{ readonly count: number; readonly isUntaken: boolean }>;
  /** Ends it, and what is still to be answered there. */
  closeAnswers(answers: string): Promise<void>;
}

const PIECES = "samebits-pieces";

/** What names of queues of answers begin with. */
export const ANSWERS = "samebits-answers-";

/** A worker that is silent for so long has lost its job, which another one gets. pg-boss takes no less than 10. */
const SILENCE_SECONDS = 30;

const QUEUE = {
  retryLimit: 20,
  heartbeatSeconds: SILENCE_SECONDS,
  expireInSeconds: 86_399, // a job lives as long as its worker; pg-boss takes no day
} as const;

const BATCH = 1000;

export async function openJobQueue({ boss }: OpenBoss, reaching: Reaching): Promise<JobQueue> {
  const ask = <Result>(call: () => Promise<Result>): Promise<Result> => untilReached(reaching, call);
  await ask(() => boss.createQueue(PIECES, QUEUE));
  if (reaching.address.kind === "embedded") await ask(() => forget(boss));
  const leftFor = (answers: string) => boss.findJobs(PIECES, { data: { answers }, limit: BATCH });
  return {
    async send(pieces) {
      for (let at = 0; at < pieces.length; at += BATCH) {
        const jobs = pieces.slice(at, at + BATCH).map((data) => ({ data }));
        await ask(() => boss.insert(PIECES, jobs));
      }
    },
    async take() {
      const [job] = await ask(() => boss.fetch(PIECES));
      if (job === undefined) return undefined;
      if (isPiece(job.data)) return { id: job.id, piece: job.data };
      await ask(() => boss.deleteJob(PIECES, job.id)); // of another version, or not ours
      return undefined;
    },
    async keep({ id }) {
      await boss.touch(PIECES, id);
    },
    async finish({ id }) {
      await ask(() => boss.deleteJob(PIECES, id));
    },
    async answer({ answers }, event) {
      await ask(async () => {
        if ((await boss.getQueue(answers)) === null) return; // whoever asked has gone
        await boss.insert(answers, [{ data: event }]);
      });
    },
    async openAnswers(answers) {
      await ask(() => boss.createQueue(answers));
    },
    async takeAnswers(answers) {
      const jobs = await ask(() => boss.fetch<EngineEvent>(answers, { batchSize: BATCH }));
      if (jobs.length > 0)
        await ask(() =>
          boss.deleteJob(
            answers,
            jobs.map(({ id }) => id),
          ),
        );
      return jobs.map(({ data }) => data);
    },
    async left(answers) {
      const states = (await ask(() => leftFor(answers))).map(({ state }) => state);
      const left = states.filter((state) => state === "created" || state === "retry" || state === "active");
      return { count: left.length, isUntaken: left.every((state) => state === "created") };
    },
    async closeAnswers(answers) {
      for (;;) {
        const ids = (await ask(() => leftFor(answers))).map(({ id }) => id);
        if (ids.length === 0) break;
        await ask(() => boss.deleteJob(PIECES, ids));
      }
      await ask(() => boss.deleteQueue(answers));
    },
  };
}

/** What a process left that had the database for itself, and was killed: its runs may be gone. */
async function forget(boss: OpenBoss["boss"]): Promise<void> {
  await boss.deleteAllJobs(PIECES);
  for (const { name } of await boss.getQueues()) if (name.startsWith(ANSWERS)) await boss.deleteQueue(name);
}

function isPiece(data: unknown): data is PieceJob {
  if (typeof data !== "object" || data === null) return false;
  const { run, step, index, answers } = data as Partial<PieceJob>;
  return (
    typeof run === "string" &&
    STEPS.includes(step as Step) &&
    Number.isInteger(index) &&
    typeof answers === "string"
  );
}
