import { Command, CommanderError } from "commander";
import { version } from "../../package.json";
import { errorText } from "../formats.ts";
import { addAccuracyCommand } from "./commands/accuracy/accuracy.ts";
import { addBenchCommand } from "./commands/bench/bench.ts";
import { addCostCommand } from "./commands/cost/cost.ts";
import { addDeterminismCommand } from "./commands/determinism/determinism.ts";
import { addEvalCommand } from "./commands/eval/eval.ts";
import { addExecutorsCommand } from "./commands/executors/executors.ts";
import { addFilterCommand } from "./commands/filter/filter.ts";
import { addGenerateCommand } from "./commands/generate/generate.ts";
import { addHashCommand } from "./commands/hash/hash.ts";
import { addHistogramCommand } from "./commands/histogram/histogram.ts";
import { addLawsCommand } from "./commands/laws/laws.ts";
import { addNetworkCommand } from "./commands/network/network.ts";
import { addReduceCommand } from "./commands/reduce/reduce.ts";
import { addReduceByKeyCommand } from "./commands/reduce-by-key/reduce-by-key.ts";
import { addScanCommand } from "./commands/scan/scan.ts";
import { addSortCommand } from "./commands/sort/sort.ts";
import { addUniqueCommand } from "./commands/unique/unique.ts";
import { addWitnessCommand } from "./commands/witness/witness.ts";
import { errorFrame, errorLine } from "./error-line.ts";
import { Interrupted } from "./interrupt.ts";
import type { CommandIo } from "./io.ts";
import { checkFileArguments } from "./options/file-arguments.ts";
import { printableLine, safeIo } from "./safe-text.ts";

const BAD_INPUT = 2;
const OUR_BUG = 70; // as sysexits.h has it: neither a failed check nor bad input
const NO_COMMAND = "expected a command, got none; samebits --help lists them";
const BROKEN_PIPE = ["EPIPE", "ERR_STREAM_DESTROYED"];

/**
 * Runs one command line: 0 done, 1 a check failed, 2 bad arguments or bad input, told in one line on standard error.
 *
 * Never throws, never ends the process, and touches nothing but files and `io`.
 */
export async function runCli(argv: readonly string[], given: CommandIo): Promise<number> {
  const io = safeIo(given);
  const help: string[] = [];
  let failedChecks = false;
  const program = buildProgram(io, help, () => {
    failedChecks = true;
  });
  try {
    await program.parseAsync([...argv], { from: "user" });
    return failedChecks ? 1 : 0;
  } catch (error) {
    // Help is output too: what goes wrong with it is told like anything else.
    return await tell(error, help.join(""), io).catch((failure: unknown) => tell(failure, "", io));
  }
}

function buildProgram(io: CommandIo, help: string[], failCheck: () => void): Command {
  const program = new Command("samebits")
    .description("Reduce and scan with the same bits on every machine.")
    .version(version)
    .exitOverride()
    .hook("preAction", (_, command) => checkFileArguments(command))
    .configureOutput({ writeOut: (text) => help.push(text), writeErr: () => {} });
  addGenerateCommand(program, io);
  addHashCommand(program, io);
  addReduceCommand(program, io);
  addScanCommand(program, io);
  addSortCommand(program, io);
  addFilterCommand(program, io);
  addUniqueCommand(program, io);
  addHistogramCommand(program, io);
  addReduceByKeyCommand(program, io);
  addWitnessCommand(program, io, failCheck);
  addLawsCommand(program, io, failCheck);
  addAccuracyCommand(program, io, failCheck);
  addDeterminismCommand(program, io, failCheck);
  addNetworkCommand(program, io, failCheck);
  addEvalCommand(program, io, failCheck);
  addCostCommand(program, io);
  addBenchCommand(program, io, failCheck);
  addExecutorsCommand(program, io);
  return program;
}

/** Says what went wrong, and gives the exit status. */
async function tell(error: unknown, help: string, io: CommandIo): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) {
      await io.stdout.write(help);
      return 0;
    }
    const message = error.code === "commander.help" ? NO_COMMAND : error.message.replace(/^error: /, "");
    await complain(`samebits: ${printableLine(message)}\n`, io);
    return BAD_INPUT;
  }
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
