// Programs that no executor was asked for run where they can: what the usual one has not is interpreted, and said.

import { type ArrayProgram, type Data, type EvaluationOptions, UnsupportedError } from "../../language.ts";
import type { CommandContext } from "../io.ts";

type Evaluate = (
  program: ArrayProgram,
  entry: string,
  operands: readonly Data[],
  options: EvaluationOptions,
) => Promise<Data>;

/** The same evaluation, and the interpreter's where it is refused: with a line on standard error, once for each reason. */
export function orInterpreted(evaluate: Evaluate, io: CommandContext["io"]): Evaluate {
  const told = new Set<string>();
  return async (program, entry, operands, options) => {
    try {
      return await evaluate(program, entry, operands, options);
    } catch (error) {
      if (!(error instanceof UnsupportedError)) throw error;
      const { subject, reason } = error;
      const line = `note: interpreted, since ${subject} is not possible: ${reason}\n`;
      if (!told.has(line)) await io.stderr.write(line);
      told.add(line);
      return program.interpret(entry, operands, options);
    }
  };
}
