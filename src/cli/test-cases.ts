import {
  printTestValue,
  type TestCase,
  type TestData,
  type TestValue,
  type WrittenTestValue,
} from "../formats.ts";
import { InvalidArgumentError, SamebitsError } from "../index.ts";
import { type ArrayProgram, type Data, randomTestValues } from "../language.ts";
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
export async function faultOf({
  file,
  program,
  entry,
  test: { output },
  operands,
  run,
}: CaseRun): Promise<string | undefined> {
  let values: readonly TestValue[];
  try {
    values = program.testValuesOf(entry, await run());
  } catch (error) {
    if (!(error instanceof SamebitsError)) throw error;
    const isExpected = output.kind === "error" && new RegExp(output.pattern).test(error.message);
    return isExpected ? undefined : error.message;
  }
  if (output.kind === "error") return `expected an error, got ${values.map(printTestValue).join(" ")}`;
  if (output.kind === "none" || output.kind === "random") return undefined;
  if (output.kind === "auto") {
    return faultBetween(program.testValuesOf(entry, program.interpret(entry, operands)), values);
  }
  const written = await valuesOf(output, file);
  try {
    return faultBetween(program.expectedOf(entry, written, "output"), values);
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.message;
    throw error;
  }
}

async function valuesOf(data: TestData, file: string): Promise<readonly WrittenTestValue[]> {
  if (data.kind === "values") return data.values;
  return data.kind === "file" ? readValues([`@${data.path}`], file) : [];
}

function faultBetween(expected: readonly TestValue[], values: readonly TestValue[]): string | undefined {
  return areSame(expected, values) ? undefined : `expected ${shown(expected)}, got ${shown(values)}`;
}

function areSame(one: readonly TestValue[], other: readonly TestValue[]): boolean {
  // As text: every value but the payload of a NaN comes back from it.
  return (
    one.length === other.length &&
    one.every((value, index) => printTestValue(value) === printTestValue(other[index]))
  );
}

function shown(values: readonly TestValue[]): string {
  const text = values.map(printTestValue).join(" ");
  return text.length <= 200 ? text : `${text.slice(0, 197)}…`;
}
