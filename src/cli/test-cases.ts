import {
  printTestValue,
  type TestCase,
  type TestData,
  type TestValue,
  type WrittenTestValue,
} from "../formats.ts";
import { InvalidArgumentError, SamebitsError } from "../index.ts";
import { type ArrayProgram, type Data, ProgramError, randomTestValues } from "../language.ts";
import { AS_FUTHARK, type Comparison, isEqual } from "./compare-values.ts";
import { readValues } from "./read-program.ts";

/** The operands of a case of a test block; random ones by a seed. */
export async function operandsOfCase(
  program: ArrayProgram,
  entry: string,
  { input }: TestCase,
  { file, seed = 0n }: { readonly file: string; readonly seed?: bigint },
): Promise<readonly Data[]> {
  const values = input.kind === "random" ? randomTestValues(input.types, seed) : await valuesOf(input, file);
  return program.operandsOf(entry, values);
}

/** One case, and how it is run. */
export interface CaseRun {
  readonly file: string;
  readonly program: ArrayProgram;
  readonly entry: string;
  readonly test: TestCase;
  readonly operands: readonly Data[];
  readonly run: () => Promise<Data>;
}

/** What is wrong with one case; undefined when it holds. */
export async function faultOf(
  { file, program, entry, test: { output }, operands, run }: CaseRun,
  comparison: Comparison = AS_FUTHARK,
): Promise<string | undefined> {
  let values: readonly TestValue[];
  try {
    values = program.testValuesOf(entry, await run());
  } catch (error) {
    if (!(error instanceof SamebitsError)) throw error;
    return output.kind === "error" ? faultOfError(error, output.pattern, comparison) : error.message;
  }
  if (output.kind === "error") return `expected an error, got ${values.map(printTestValue).join(" ")}`;
  if (output.kind === "none" || output.kind === "random") return undefined;
  if (output.kind === "auto") {
    // Another executor's own bits: they are the interpreter's, whatever a test would let pass.
    return faultBetween(program.testValuesOf(entry, program.interpret(entry, operands)), values, isEqual);
  }
  const written = await valuesOf(output, file);
  try {
    return faultBetween(program.expectedOf(entry, written, "output"), values, comparison.isSame);
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.message;
    throw error;
  }
}

async function valuesOf(data: TestData, file: string): Promise<readonly WrittenTestValue[]> {
  if (data.kind === "values") return data.values;
  return data.kind === "file" ? readValues([`@${data.path}`], file) : [];
}

/** What a program cannot do is an error that a test may expect; what an executor lacks, or fuel, is none. */
function faultOfError(
  error: SamebitsError,
  pattern: string,
  { readsErrors }: Comparison,
): string | undefined {
  if (!(error instanceof ProgramError) || error.limit !== undefined) return error.message;
  if (!readsErrors) return undefined;
  try {
    return new RegExp(pattern).test(error.message) ? undefined : error.message;
  } catch {
    return `an error is expected of ${JSON.stringify(pattern)}, which is no regular expression`;
  }
}

function faultBetween(
  expected: readonly TestValue[],
  values: readonly TestValue[],
  isSame: Comparison["isSame"],
): string | undefined {
  const holds =
    expected.length === values.length && expected.every((value, index) => isSame(value, values[index]));
  return holds ? undefined : `expected ${shown(expected)}, got ${shown(values)}`;
}

function shown(values: readonly TestValue[]): string {
  const text = values.map(printTestValue).join(" ");
  return text.length <= 200 ? text : `${text.slice(0, 197)}…`;
}
