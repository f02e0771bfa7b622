// Names in files are text of strangers. Nothing that is printed may tell a terminal to do something.

import { errorText, printableLines } from "../formats.ts";
import type { CommandIo, TextOutput } from "./io.ts";

const LINE_BREAKS = /\s*\n\s*/g;

/** A message as one line of bounded length. */
export function printableLine(message: string): string {
  return errorText(message).replace(LINE_BREAKS, " ");
}

/**
 * The same outputs, of which none can be told by a name in a file to do something to a terminal: text is escaped, bytes are data and stay.
 *
 * In JSON the escapes are JSON's own, and say the same.
 */
export function safeIo(io: CommandIo): CommandIo {
  return withTexts(io, () => printableLines);
}

/** The same outputs, with their texts changed on the way, as `changeFor` says of each output; bytes are data and stay. */
export function withTexts(
  io: CommandIo,
  changeFor: (output: TextOutput) => ((text: string) => string) | undefined,
): CommandIo {
  const changed = (output: TextOutput): TextOutput => {
    const change = changeFor(output);
    if (change === undefined) return output;
    return {
      terminal: output.terminal,
      write: (chunk) => output.write(typeof chunk === "string" ? change(chunk) : chunk),
    };
  };
  return {
    get stdin() {
      return io.stdin; // not before somebody reads it
    },
    stdout: changed(io.stdout),
    stderr: changed(io.stderr),
    now: io.now,
    interruptible: io.interruptible,
  };
}
