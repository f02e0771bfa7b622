// --snapshot and --resume: a computation stops after one file and goes on with the next, perhaps on another executor.

import type { Command } from "commander";
import { FormatError, InvalidArgumentError } from "../../index.ts";
import { readNamedFile } from "../input/named-file.ts";
import type { CommandIo } from "../io.ts";
import { expectOutputFile, writeOutputFile } from "../output/output-file.ts";

/** Where a computation's state goes and comes from. */
export interface StateArguments {
  readonly snapshot?: string;
  readonly resume?: string;
}

/** Adds those options. */
export function addStateOptions(command: Command): Command {
  return command
    .option("--snapshot <file>", "write the state after FILE's last element, for --resume to go on from")
    .option("--resume <file>", "go on where --snapshot stopped: FILE is what comes after");
}

/** Whether the state itself is asked for or given. */
export function hasState({ snapshot, resume }: StateArguments): boolean {
  return snapshot !== undefined || resume !== undefined;
}

/** Checks before any long work that the state can be written. @throws InvalidArgumentError */
export async function checkSnapshotPlace({ snapshot }: StateArguments): Promise<void> {
  if (snapshot !== undefined) await expectOutputFile(snapshot, "snapshot");
}

/** Writes the state, if it is wanted: beside its place and then renamed. @throws InvalidArgumentError */
export async function writeSnapshot(
  { snapshot }: StateArguments,
  online: { readonly snapshot: () => string },
  io: CommandIo,
): Promise<void> {
  if (snapshot !== undefined) await writeOutputFile(snapshot, `${online.snapshot()}\n`, io, "snapshot");
}

/** The state to go on from, if one is given. @throws InvalidArgumentError for a file that cannot be read */
export async function readSnapshot({ resume }: StateArguments): Promise<string | undefined> {
  if (resume === undefined) return undefined;
  const text = await readNamedFile(resume, (code) => {
    return new InvalidArgumentError("resume", "a readable file", `${JSON.stringify(resume)}: ${code}`);
  });
  return text.toString("utf8").replace(/\n$/, "");
}

/** Opens what goes on from a state: a state that does not fit is --resume's fault, not FILE's. @throws InvalidArgumentError */
export function openResumed<Opened>(open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new InvalidArgumentError("resume", error.expected, error.actual);
  }
}
