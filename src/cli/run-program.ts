// One command line from its words to its exit status: everything that goes wrong ends here, in one line on standard error.

import { Command, CommanderError } from "commander";
import { errorText } from "../formats.ts";
import { colouredIo } from "./colour.ts";
import { addCommands, COMMANDS, describeProgram } from "./commands.ts";
import { type CommandContext, type CommandIo, Interrupted } from "./io.ts";
import { printableLine, safeIo } from "./safe-text.ts";

const DESCRIPTION = "Reduce and scan with the same bits on every machine.";

/** Parses a command line, runs the command that it names, and says what went wrong. Gives the exit status. */
export async function runProgram(
  argv: readonly string[],
  version: string,
  given: CommandIo,
): Promise<number> {
  const io = safeIo(colouredIo(given));
  const help: string[] = [];
  let failedChecks = false;
  const failCheck = (): void => {
    failedChecks = true;
  };
  try {
    const context: CommandContext = {
      ...{ io, failCheck, version },
      describeProgram: () => describeProgram(DESCRIPTION, context),
    };
    const program = new Command("samebits")
      .description(DESCRIPTION)
      .configureHelp({ minWidthToWrap: 24 }) // beside the longest of `network`, in 80 columns
      .version(version)
      .exitOverride()
      .hook("preAction", checkFiles)
      .configureOutput({ writeOut: (text) => help.push(text), writeErr: () => {} });
    await addCommands(program, COMMANDS, argv, context);
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

const BAD_INPUT = 2;
const OUR_BUG = 70; // as sysexits.h has it: neither a failed check nor bad input
const NO_COMMAND = "expected a command, got none; samebits --help lists them";
const BROKEN_PIPE = ["EPIPE", "ERR_STREAM_DESTROYED"];

/** Says what went wrong, and gives the exit status. */
export async function tell(error: unknown, help: string, io: CommandIo): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) {
      await io.stdout.write(help);
      return 0;
    }
    const message = error.code === "commander.help" ? NO_COMMAND : await meant(error.message);
    await complain(`samebits: ${printableLine(message)}\n`, io);
    return BAD_INPUT;
  }
  const { errorFrame, errorLine } = await import("./error-line.ts");
  const line = errorLine(error);
  if (line !== undefined) {
    const frame = errorFrame(error);
    await complain(`samebits: ${line}\n${frame === undefined ? "" : `${frame}\n`}`, io);
    return BAD_INPUT;
  }
  if (error instanceof Interrupted) return error.status;
  if (isBrokenPipe(error)) return 0;
  if (isSystemError(error)) {
    await complain(
      `samebits: ${printableLine(`standard output must be writable, got ${error.message}`)}\n`,
      io,
    );
    return BAD_INPUT;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const lines = text.split("\n").map(errorText).join("\n");
  await complain(`samebits has a bug, please report it:\n${lines}\n`, io);
  return OUR_BUG;
}

/** What the parser of arguments says, with the command that an unknown one is elsewhere. */
async function meant(message: string): Promise<string> {
  const text = message.replace(/^error: /, "");
  const unknown = /^unknown command '(.+?)'/.exec(text);
  if (unknown === null) return text;
  const { commandCalled } = await import("./other-names.ts");
  const command = commandCalled(unknown[1]);
  return command === undefined ? text : `${unknown[0]} (Did you mean ${command}?)`;
}

/** Writes to standard error; where that cannot be written, the exit status says what there is to say. */
async function complain(text: string, io: CommandIo): Promise<void> {
  await io.stderr.write(text).catch((failure: unknown) => {
    if (!isBrokenPipe(failure) && !isSystemError(failure)) throw failure;
  });
}

/** What the system says of a write to standard output; files have errors of their own. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && error.syscall === "write";
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && BROKEN_PIPE.includes(String(error.code));
}
