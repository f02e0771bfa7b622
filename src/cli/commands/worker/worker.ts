// A machine that helps: it computes pieces of whatever runs an engine is asked for, until it is interrupted.

import type { Command } from "commander";
import { serveEngine } from "../../../cluster.ts";
import type { CommandContext } from "../../io.ts";
import { processesOption, warnOn } from "../run/engine-options.ts";

interface WorkerOptions {
  readonly engine: string;
  readonly processes?: number;
}

/** `samebits worker --engine ENGINE`. */
export function workerCommand(command: Command, { io }: CommandContext): void {
  command
    .requiredOption("--engine <engine>", "pg-boss:postgres://HOST/DATABASE")
    .addOption(processesOption(1, "processes of this machine (default: one for each core)"))
    .action(async ({ engine, processes }: WorkerOptions) => {
      const tell = warnOn(io);
      const onReady = (): void => tell("ready: takes jobs until it is interrupted");
      await io.interruptible((signal) => serveEngine(engine, { processes, signal, warn: tell, onReady }));
    });
}
