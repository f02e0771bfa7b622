// Executors by the names that users write. Each loads its entry point only when it is opened.

import type { Command } from "commander";
import { InvalidArgumentError, oneOf, UnsupportedError } from "../../index.ts";
import { offering, parsedOption } from "../options/parse.ts";
import type { ScanChoice } from "../options/scan-choice.ts";
import type { ExecutorUse, OfferedExecutor, OpenExecutor } from "./offered-executor.ts";
import { WEBGPU } from "./webgpu.ts";
import { WORKERS } from "./workers.ts";

/** Who computes. */
export interface ExecutorArgument {
  readonly on: AskedExecutor;
}

const DEFAULT_EXECUTOR = "wasm";

/** Adds `--on`. */
export function addExecutorOption(command: Command): Command {
  const names = EXECUTOR_SPELLINGS.join(", ");
  return command.addOption(parsedOption("--on <executor>", names, parseOneExecutor, DEFAULT_EXECUTOR));
}

const JAVASCRIPT: OfferedExecutor = {
  name: "javascript",
  door: "samebits/javascript",
  about: "plain loops, on any engine",
  tryHere: async () => undefined,
  open: async () => (await import("./synchronous.ts")).openJavascript(),
};

const WASM: OfferedExecutor = {
  name: "wasm",
  door: "samebits",
  about: "WebAssembly SIMD kernels made at run time",
  async tryHere() {
    const { tryWasm } = await import("./synchronous.ts");
    tryWasm();
    return undefined;
  },
  open: async () => (await import("./synchronous.ts")).openWasm(),
};

/** Every executor of the command line: `--on`, `witness --on all` and `executors` follow this table. */
export const EXECUTORS: readonly OfferedExecutor[] = [JAVASCRIPT, WASM, WORKERS, WEBGPU];

/** How they are asked for: javascript, wasm, workers:N, webgpu. */
export const EXECUTOR_SPELLINGS: readonly string[] = EXECUTORS.map(({ name, argument }) =>
  argument === undefined || argument.isOptional ? name : `${name}:${argument.name}`,
);

/** One that is asked for, not open yet. */
export interface AskedExecutor {
  readonly name: string; // "workers:2"
  readonly offered: OfferedExecutor;
  readonly argument: string; // "" where it takes none
}

/** Reads an executor as it is asked for: a name, or a name, a colon and what it takes. @throws InvalidArgumentError */
export function parseExecutor(text: string, also: readonly string[] = []): AskedExecutor {
  const [name, ...rest] = text.split(":");
  const argument = rest.join(":");
  const offered = EXECUTORS.find((each) => each.name === name);
  if (offered?.argument !== undefined) return asked(offered, offered.argument.read(argument));
  if (offered !== undefined && name === text) return asked(offered, "");
  throw new InvalidArgumentError("on", oneOf(text, [...also, ...EXECUTOR_SPELLINGS]), JSON.stringify(text));
}

/** One executor alone. */
export function parseOneExecutor(text: string): AskedExecutor {
  return parseExecutor(text);
}

/** Each of them once, as `all` has them. */
export function allExecutors(): readonly AskedExecutor[] {
  return EXECUTORS.map((offered) => asked(offered, offered.argument?.inAll ?? ""));
}

function asked(offered: OfferedExecutor, argument: string): AskedExecutor {
  return { name: argument === "" ? offered.name : `${offered.name}:${argument}`, offered, argument };
}

/** As shells complete them. */
export const EXECUTOR_NAMES: readonly string[] = allExecutors().map(({ name }) => name);

offering(parseOneExecutor, EXECUTOR_NAMES);

/** Opens the executor that is asked for while `run` runs, and closes it whatever comes. @throws UnsupportedError where it is not here, or has one way to scan */
export async function withExecutor<Result>(
  { name, offered, argument }: AskedExecutor,
  use: ExecutorUse,
  run: (executor: OpenExecutor) => Promise<Result>,
  scans?: ScanChoice,
): Promise<Result> {
  if (scans !== undefined && offered.takesScanChoice !== true) {
    const option = scans.algorithm === undefined ? "--assume-forward-progress" : "--algorithm";
    const subject = `${option} on executor "${name}"`;
    throw new UnsupportedError(subject, "it has one way to compute a contract", "use --on webgpu");
  }
  const executor = await offered.open(argument, use, scans);
  try {
    return await run(executor);
  } finally {
    await executor.close();
  }
}

/** Whether an executor runs here, found out by trying it: on what, where it does and can tell, or why not. */
export async function findHere(
  offered: OfferedExecutor,
  argument?: string,
): Promise<
  | { readonly isHere: true; readonly found: string | undefined }
  | { readonly isHere: false; readonly obstacle: UnsupportedError }
> {
  try {
    return { isHere: true, found: await offered.tryHere(argument) };
  } catch (error) {
    if (error instanceof UnsupportedError) return { isHere: false, obstacle: error };
    throw error;
  }
}
