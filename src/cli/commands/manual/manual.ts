import type { Command } from "commander";
import type { CommandContext } from "../../io.ts";
import { manualPage } from "../../shell/manual.ts";

/** `samebits manual`: the manual page; `samebits manual | man -l -` shows it where none is installed. */
export function manualCommand(command: Command, { io, version, describeProgram }: CommandContext): void {
  command.action(async () => io.stdout.write(manualPage(await describeProgram(), version)));
}
