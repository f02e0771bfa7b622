// Programs of a cluster as tests keep them: started in a folder of the test, killed at any instant, and started again.

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";

export interface Service {
  readonly name: string;
  /** SIGKILL, and then the same once more. */
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
}

interface ServiceProgram {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly log: string; // a file
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined; // default: this one
  /** Whether it answers. */
  readonly isUp: () => Promise<boolean>;
}

const LOOK_MS = 100;
const MOST_LOOKS = 600;

/** Starts a program, and again where it ends before it answers: what it left when it was killed may still be in its way. */
export async function startService(program: ServiceProgram): Promise<Service> {
  let child = await started(program);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  };
  return {
    name: program.name,
    async killAndStart() {
      await end("SIGKILL");
      child = await started(program);
    },
    stop: () => end("SIGKILL"),
  };
}

async function started(program: ServiceProgram): Promise<ChildProcess> {
  let child = begin(program);
  for (let look = 0; look < MOST_LOOKS; look++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (child.exitCode !== null || child.signalCode !== null) child = begin(program);
    else if (await program.isUp()) return child;
  }
  child.kill("SIGKILL");
  throw new Error(`${program.name} does not start:\n${readFileSync(program.log, "utf8").slice(-2000)}`);
}

function begin({ command, args, log, env, user }: ServiceProgram): ChildProcess {
  const file = openSync(log, "a", 0o666);
  try {
    return spawn(command, args, {
      stdio: ["ignore", file, file],
      env: { ...process.env, ...env },
      ...user,
    });
  } finally {
    closeSync(file);
  }
}
