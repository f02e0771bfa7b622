// The command that engines start as workers: it loads what computes pieces, and nothing that prints.

import type { Command } from "commander";
import { openRun } from "../../../cluster.ts";
import type { CommandContext } from "../../io.ts";

/** `samebits run serve RUN`: computes what standard input names, for engines. */
export function serveCommand(command: Command, { io }: CommandContext): void {
  command.argument("RUN", "the folder of a run").action(async (folder: string) => {
    const run = await openRun(folder);
    await run.serve(io.stdin, (line) => io.stdout.write(line));
  });
}
