// A worker as its engine sees it: a process that is asked for one piece at a time, and may be gone at any moment.

import { spawn } from "node:child_process";
import type { PieceStep } from "../steps/piece-steps.ts";
import { type Answer, linesOf, printAsked } from "./worker-lines.ts";

/** How a worker of a run is started: a command that reads lines, as `samebits run serve` does. */
export interface WorkerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

export interface WorkerProcess {
  /** Asks for a piece; undefined where the process ends before it answers. One at a time. */
  ask(asked: PieceStep): Promise<Answer | undefined>;
  /** Ends it at once. */
  kill(): void;
  readonly isAlive: () => boolean;
  /** The end of what it wrote to standard error. */
  readonly lastWords: () => string;
}

/** Characters of standard error that are kept. */
const MOST_KEPT = 2000;

export function startWorker({ command, args }: WorkerCommand): WorkerProcess {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
  let isAlive = true;
  let words = "";
  let waiting: ((answer: Answer | undefined) => void) | undefined;
  const settle = (answer: Answer | undefined): void => {
    const resolve = waiting;
    waiting = undefined;
    resolve?.(answer);
  };
  const end = (why: string): void => {
    if (isAlive && why !== "") words = `${words}\n${why}`.trim();
    isAlive = false;
    settle(undefined);
  };
  child.on("error", (cause) => end(cause.message));
  child.on("exit", (code, signal) =>
    end(signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`),
  );
  child.stdin.on("error", () => {}); // told by the end of the process
  child.stderr.on("data", (chunk: Uint8Array) => {
    words = (words + new TextDecoder().decode(chunk)).slice(-MOST_KEPT);
  });
  const listen = async (): Promise<void> => {
    for await (const line of linesOf(child.stdout)) settle(JSON.parse(line) as Answer);
  };
  listen().catch(() => child.kill("SIGKILL")); // what it says is no answer
  return {
    ask(asked) {
      if (!isAlive) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        waiting = resolve;
        child.stdin.write(printAsked(asked));
      });
    },
    kill() {
      child.kill("SIGKILL");
    },
    isAlive: () => isAlive,
    lastWords: () => words.trim(),
  };
}
