import { runCallOn } from "../../../src/algorithms/run-call.ts";
import { fusingJavascriptExecutor } from "../../../src/executors/javascript/primitives/fusing-javascript-executor.ts";
import { fusingWasmExecutor } from "../../../src/executors/wasm/primitives/fusing-wasm-executor.ts";
import { ProgramError } from "../../../src/language/program-error.ts";
import { compile } from "../../../src/language.ts";

const EXECUTORS = [fusingJavascriptExecutor, fusingWasmExecutor(undefined, 0)];

/** What `main` of a program gives, or the message of its error: of the interpreter, and twice of each executor. */
export function outcomes(
  text: string,
  input: readonly unknown[],
): { readonly interpreted: unknown; readonly staged: readonly unknown[] } {
  const program = compile(text);
  const staged = EXECUTORS.flatMap((executor) =>
    // The second run follows what the first has kept.
    [1, 2].map(() => outcome(() => runCallOn(executor, program.callOf("main", input)))),
  );
  return { interpreted: outcome(() => program.interpret("main", input)), staged };
}

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return error.message;
  }
}
