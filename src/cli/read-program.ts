import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  decodeTestValues,
  isBinaryTestValue,
  parseTestValues,
  readArray,
  type WrittenTestValue,
} from "../formats.ts";
import { InvalidArgumentError } from "../index.ts";
import { type ArrayProgram, compile, type Data } from "../language.ts";

/** What errors call values of the command line. */
const INPUT = "--input";

/** A program of the array language, and its text. @throws ProgramError; InvalidArgumentError for a file that cannot be read */
export async function readProgram(
  path: string,
): Promise<{ readonly program: ArrayProgram; readonly text: string }> {
  const text = (await readBytes(path, "input")).toString("utf8");
  return { program: compile(text, { source: path }), text };
}

/**
 * Values for a program: texts such as `[1, 2, 3]`, or `@FILE` with a .npy array, Futhark's binary values or their text. Names of files in
 * test blocks are relative to the program.
 */
export async function readValues(
  texts: readonly string[],
  beside = ".",
): Promise<readonly WrittenTestValue[]> {
  const values: WrittenTestValue[] = [];
  for (const text of texts) {
    if (text.startsWith("@")) values.push(...(await readValueFile(join(dirname(beside), text.slice(1)))));
    else values.push(...parseTestValues(text, INPUT));
  }
  return values;
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

async function readBytes(path: string, argument: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new InvalidArgumentError(argument, "a file that can be read", `"${path}": ${error.code}`);
  }
}
