import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import {
  decodeTestValues,
  isBinaryTestValue,
  parseTestValues,
  readArray,
  type WrittenTestValue,
} from "../../formats.ts";
import { InvalidArgumentError } from "../../index.ts";
import { type ArrayProgram, compile, type Data, type EvaluationOptions } from "../../language.ts";
import {
  type AskedExecutor,
  EXECUTOR_NAMES,
  EXECUTOR_SPELLINGS,
  parseExecutor,
  withExecutor,
} from "../executors/executors.ts";
import { readNamedFile } from "../input/named-file.ts";
import { offering } from "../options/parse.ts";

/** What computes a program besides the executors: it has every construct. */
export const INTERPRETER = "interpreter";

export const EVALUATOR_SPELLINGS = [INTERPRETER, ...EXECUTOR_SPELLINGS].join(", ");

/** The interpreter, or an executor. @throws InvalidArgumentError */
export function parseEvaluator(text: string): AskedExecutor | typeof INTERPRETER {
  return text === INTERPRETER ? INTERPRETER : parseExecutor(text, [INTERPRETER]);
}

offering(parseEvaluator, [INTERPRETER, ...EXECUTOR_NAMES]);

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

/** What errors call values of the command line. */
const INPUT = "--input";

/** A program of the array language, and its text. @throws ProgramError; InvalidArgumentError for a file that cannot be read */
export async function readProgram(
  path: string,
): Promise<{ readonly program: ArrayProgram; readonly text: string }> {
  const text = (await readBytes(path, "input")).toString("utf8");
  return { program: compile(text, { source: path }), text };
}

/** Values for a program: texts such as `[1, 2, 3]`, or `@FILE` with a .npy array, Futhark's binary values or their text. */
async function readValues(texts: readonly string[]): Promise<readonly WrittenTestValue[]> {
  const values: WrittenTestValue[] = [];
  for (const text of texts) {
    if (text.startsWith("@")) values.push(...(await readValueFile(text.slice(1))));
    else values.push(...parseTestValues(text, INPUT));
  }
  return values;
}

/**
 * The values of a file that a test block names, relative to the program. Whoever runs the tests of a program does not thereby let it read
 * whatever they may read: links are followed first.
 *
 * @throws InvalidArgumentError for a file outside the program's folder
 */
export async function readTestFile(path: string, program: string): Promise<readonly WrittenTestValue[]> {
  const folder = await realpath(dirname(program));
  const file = resolve(folder, path);
  const real = await realpath(file).catch(() => file);
  const way = relative(folder, real);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) {
    throw new InvalidArgumentError("a file of a test block", "in the program's folder", JSON.stringify(path));
  }
  return readValueFile(real);
}

/** What `--input` says, as operands of a definition. */
export async function readOperands(
  program: ArrayProgram,
  entry: string,
  input: readonly string[] = [],
): Promise<readonly Data[]> {
  return program.operandsOf(entry, await readValues(input), INPUT);
}

async function readValueFile(path: string): Promise<readonly WrittenTestValue[]> {
  if (path.endsWith(".npy")) {
    const { type, array } = await readArray(path);
    return [{ type, shape: [array.length], elements: array }];
  }
  const bytes = await readBytes(path, INPUT);
  if (isBinaryTestValue(bytes)) return decodeTestValues(bytes, path);
  return parseTestValues(bytes.toString("utf8"), path);
}

function readBytes(path: string, argument: string): Promise<Buffer> {
  return readNamedFile(path, (code) => {
    return new InvalidArgumentError(argument, "a file that can be read", `"${path}": ${code}`);
  });
}
