// What a program asks for, and does not get: told beside its results, which are the same.

import type { ArrayProgram } from "../../language.ts";
import type { CommandContext } from "../io.ts";

/** A line on standard error for each thing that has no effect, at the first place where it is asked for. */
export async function tellNotes(
  file: string,
  { notes }: ArrayProgram,
  io: CommandContext["io"],
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { message } of notes) counts.set(message, (counts.get(message) ?? 0) + 1);
  for (const [message, count] of counts) {
    const { line, column } = notes.find((note) => note.message === message) ?? { line: 1, column: 1 };
    const others = count === 1 ? "" : ` (${count} times in all)`;
    await io.stderr.write(`note: ${file}:${line}:${column}: ${message}${others}\n`);
  }
}

/** Why tests of a program that was written for Futhark may fail: what `/` and `%` of integers are, and values of nothing that are not neutral. */
export async function tellDifferences(
  file: string,
  { truncatedDivision, notNeutral }: ArrayProgram,
  io: CommandContext["io"],
): Promise<void> {
  for (const note of [truncatedDivision, ...notNeutral]) {
    if (note === undefined) continue;
    await io.stderr.write(`note: ${file}:${note.line}:${note.column}: ${note.message}\n`);
  }
}
