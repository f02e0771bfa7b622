import { version } from "../../package.json";
import type { CommandIo } from "./io.ts";

const VERSION = ["--version", "-V"];

/**
 * Runs one command line: 0 done, 1 a check failed, 2 bad arguments or bad input, told in one line on standard error.
 *
 * Never throws, never ends the process, and touches nothing but files and `io`. The version needs nothing that is not here; all else is
 * loaded when it is asked for.
 */
export async function runCli(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv.length !== 1 || !VERSION.includes(argv[0])) {
    const { runProgram } = await import("./run-program.ts");
    return runProgram(argv, version, io);
  }
  try {
    await io.stdout.write(`${version}\n`);
    return 0;
  } catch (failure) {
    const { tell } = await import("./run-program.ts");
    return tell(failure, "", io);
  }
}
