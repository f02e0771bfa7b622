import { type Command, Option } from "commander";
import { type AskedExecutor, EXECUTOR_SPELLINGS, parseExecutor } from "./executors.ts";

/** Who computes. */
export interface ExecutorArgument {
  readonly on: AskedExecutor;
}

const DEFAULT_EXECUTOR = "wasm";

/** Adds `--on`. */
export function addExecutorOption(command: Command): Command {
  return command.addOption(
    new Option("--on <executor>", EXECUTOR_SPELLINGS.join(", "))
      .argParser((text) => parseExecutor(text))
      .default(parseExecutor(DEFAULT_EXECUTOR), DEFAULT_EXECUTOR),
  );
}
