// Slurm's own programs, which are all that is used of it: sbatch, squeue, scancel, scontrol.

import { execFile } from "node:child_process";
import { EngineError } from "../../../values/errors.ts";
import { askPatiently, type Patience } from "../patience.ts";

/** What they say while the controller is restarted, or has too much to do. */
const MAY_PASS =
  /unable to contact|connect failure|connection (refused|failure|reset)|timed? ?out|zero bytes|temporarily|try again|not responding|communication/i;

export type SlurmPatience = Pick<Patience, "signal" | "pausesMs">;

export interface Slurm {
  /** Submits a script, under a name. */
  submit(script: string, options: readonly string[]): Promise<string>;
  /** The states and reasons of what is left of the jobs of a name. */
  queued(name: string): Promise<readonly Waiting[]>;
  cancel(name: string): Promise<void>;
  /** How many tasks an array may have. */
  mostTasks(): Promise<number>;
}

interface Waiting {
  readonly isWaiting: boolean;
  readonly reason: string;
}

export const SLURM = "slurm";

export function slurmPrograms(patience: SlurmPatience): Slurm {
  const run = (program: string, args: readonly string[]): Promise<string> =>
    askPatiently({ engine: SLURM, mayPass, factOf, ...patience }, () => output(program, args));
  return {
    async submit(script, options) {
      const [id] = (await run("sbatch", ["--parsable", ...options, script])).trim().split(";");
      return id;
    },
    async queued(name) {
      const text = await run("squeue", ["--noheader", "--array", `--name=${name}`, "--format=%T|%r"]);
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => {
          const [state, reason] = line.trim().split("|");
          return { isWaiting: state === "PENDING", reason };
        });
    },
    async cancel(name) {
      await run("scancel", ["--quiet", `--name=${name}`]);
    },
    async mostTasks() {
      const count = Number(/^MaxArraySize\s*=\s*(\d+)/m.exec(await run("scontrol", ["show", "config"]))?.[1]);
      return count > 1 ? count : 1; // without arrays one task takes all
    },
  };
}

/** Bytes of an answer: a line for each task. */
const MOST_OUTPUT = 1 << 28;

function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      if (error.code !== "ENOENT") return reject(new Error(stderr.trim() || error.message));
      const fact = `there is no "${program}" on the PATH: run this where Slurm's programs are`;
      reject(new EngineError(SLURM, "be there", fact));
    });
  });
}

function mayPass(cause: unknown): boolean {
  return MAY_PASS.test(factOf(cause));
}

function factOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
