import { Command } from "commander";
import { addCommands, COMMANDS } from "./commands.ts";
import type { CommandIo } from "./io.ts";
import { safeIo } from "./safe-text.ts";
import { tell } from "./tell-error.ts";

/** Parses a command line, runs the command that it names, and says what went wrong. Gives the exit status. */
export async function runProgram(
  argv: readonly string[],
  version: string,
  given: CommandIo,
): Promise<number> {
  const io = safeIo(given);
  const help: string[] = [];
  let failedChecks = false;
  const failCheck = (): void => {
    failedChecks = true;
  };
  try {
    const program = new Command("samebits")
      .description("Reduce and scan with the same bits on every machine.")
      .version(version)
      .exitOverride()
      .hook("preAction", checkFiles)
      .configureOutput({ writeOut: (text) => help.push(text), writeErr: () => {} });
    await addCommands(program, COMMANDS, argv, { io, failCheck });
    await program.parseAsync([...argv], { from: "user" });
    return failedChecks ? 1 : 0;
  } catch (error) {
    // Help is output too: what goes wrong with it is told like anything else.
    return await tell(error, help.join(""), io).catch((failure: unknown) => tell(failure, "", io));
  }
}

async function checkFiles(_: Command, command: Command): Promise<void> {
  const { checkFileArguments } = await import("./options/file-arguments.ts");
  await checkFileArguments(command);
}
