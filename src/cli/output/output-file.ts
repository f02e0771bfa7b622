// Files are written beside their place and then renamed, so that nobody ever sees half of one.

import { expectWritable, writeBytes } from "../../formats.ts";
import { FormatError, InvalidArgumentError } from "../../index.ts";
import type { CommandIo } from "../io.ts";

/** Checks before any long work that a file can be written; where - stands for standard output it is not asked. @throws InvalidArgumentError naming `option` */
export async function expectOutputFile(path: string, option = "output"): Promise<void> {
  if (path === "-") throw new InvalidArgumentError(option, "a file (./- is one of that name)", '"-"');
  await toldAs(option, () => expectWritable(path));
}

/** Writes a whole file: beside its place and then renamed, or not at all. @throws InvalidArgumentError naming `option` */
export async function writeOutputFile(
  path: string,
  content: string | Uint8Array,
  io: CommandIo,
  option = "output",
): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await toldAs(option, () =>
    io.interruptible((signal) => writeBytes(path, () => [bytes], bytes.length, { signal })),
  );
}

/** What is wrong with the place of an output is told as the option's fault, so that data are always FILE's. */
export async function toldAs(option: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const actual = `${JSON.stringify(error.source)}: ${error.actual}`;
    throw new InvalidArgumentError(option, error.expected, actual);
  }
}
