import type { ArrayProgram, Data, EvaluationOptions } from "../../language.ts";
import {
  type AskedExecutor,
  EXECUTOR_SPELLINGS,
  parseExecutor,
  withExecutor,
} from "../executors/executors.ts";

/** What computes a program besides the executors: it has every construct. */
export const INTERPRETER = "interpreter";

export const EVALUATOR_SPELLINGS = [INTERPRETER, ...EXECUTOR_SPELLINGS].join(", ");

/** The interpreter, or an executor. @throws InvalidArgumentError */
export function parseEvaluator(text: string): AskedExecutor | typeof INTERPRETER {
  return text === INTERPRETER ? INTERPRETER : parseExecutor(text, [INTERPRETER]);
}

/** Computes a definition, wherever it was asked for. */
type Evaluate = (
  program: ArrayProgram,
  entry: string,
  operands: readonly unknown[],
  options?: EvaluationOptions,
) => Promise<Data>;

/** Opens what was asked for while `run` runs. */
export async function withEvaluator(
  on: AskedExecutor | typeof INTERPRETER,
  run: (name: string, evaluate: Evaluate) => Promise<void>,
): Promise<void> {
  if (on === INTERPRETER) {
    await run(INTERPRETER, async (program, entry, operands, options) =>
      program.interpret(entry, operands, options),
    );
    return;
  }
  await withExecutor(on, "compute", (executor) =>
    run(executor.name, (...given) => executor.runProgram(...given)),
  );
}
