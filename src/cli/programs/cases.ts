// Test blocks of array programs: the operands of a case, and whether what came is what the block expects.

import {
  printTestValue,
  type TestCase,
  type TestData,
  type TestValue,
  type WrittenTestValue,
} from "../../formats.ts";
import { InvalidArgumentError, SamebitsError, UnsupportedError } from "../../index.ts";
import { type ArrayProgram, type Data, ProgramError, randomTestValues } from "../../language.ts";
import { readTestFile } from "./program.ts";

/** When what a program gave, or how it failed, is what a test expects. */
export interface Comparison {
  readonly isSame: (expected: TestValue, value: TestValue) => boolean;
  /** Whether the words of an error have to match those of the test. */
  readonly readsErrors: boolean;
}

/** As Futhark's own tests are held: floats within its tolerance, and any error where one is expected, since its words are another compiler's. */
export const AS_FUTHARK: Comparison = { isSame: isClose, readsErrors: false };

/** Every bit, and an error's words. */
export const EXACTLY: Comparison = { isSame: isEqual, readsErrors: true };

/** As text: every value but the payload of a NaN comes back from it. */
function isEqual(expected: TestValue, value: TestValue): boolean {
  return printTestValue(expected) === printTestValue(value);
}

/** Of the largest number that is expected, but at least that itself. */
const TOLERANCE = 0.002;

/**
 * Floats may be off by 0.002, or by 0.002 of the largest finite number that is expected; infinities and NaNs are what they are, and all
 * other values the same.
 *
 * @see Compare.hs of futhark-data, which `futhark test` uses
 */
function isClose(expected: TestValue, value: TestValue): boolean {
  if (expected.type !== "f64" && expected.type !== "f32") return isEqual(expected, value);
  if (expected.type !== value.type || String(expected.shape) !== String(value.shape)) return false;
  const wanted = Array.from(expected.elements, Number);
  const given = Array.from(value.elements, Number);
  const most = wanted.reduce(
    (sum, each) => (Number.isFinite(each) ? Math.max(sum, TOLERANCE * each) : sum),
    TOLERANCE,
  );
  return wanted.every((each, index) => {
    return Object.is(each, given[index]) || each === given[index] || Math.abs(each - given[index]) <= most;
  });
}

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

/** What came of one case: it holds, is wrong in some way, or the executor does not support it. */
type Verdict = { readonly kind: "holds" } | { readonly kind: "fault" | "refused"; readonly reason: string };

/** Runs one case and looks at what it gives. An executor that refuses shows nothing, neither for the program nor against it. */
export async function verdictOf(asked: CaseRun, comparison: Comparison = AS_FUTHARK): Promise<Verdict> {
  let data: Data;
  try {
    data = await asked.run();
  } catch (error) {
    if (error instanceof UnsupportedError) return { kind: "refused", reason: error.message };
    return verdictBy(faultOfThrown(error, asked, comparison));
  }
  return verdictBy(await faultOf(data, asked, comparison));
}

function verdictBy(fault: string | undefined): Verdict {
  return fault === undefined ? { kind: "holds" } : { kind: "fault", reason: fault };
}

function faultOfThrown(
  error: unknown,
  { test: { output } }: Pick<CaseRun, "test">,
  comparison: Comparison,
): string | undefined {
  if (!(error instanceof SamebitsError)) throw error;
  return output.kind === "error" ? faultOfError(error, output.pattern, comparison) : sentenceOf(error);
}

/** What is wrong with what a case gave; undefined when it holds. */
export async function faultOf(
  data: Data,
  asked: Omit<CaseRun, "run">,
  comparison: Comparison = AS_FUTHARK,
): Promise<string | undefined> {
  const { file, program, entry, test, operands } = asked;
  const { output } = test;
  let values: readonly TestValue[];
  try {
    values = program.testValuesOf(entry, data);
  } catch (error) {
    return faultOfThrown(error, asked, comparison);
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
  return data.kind === "file" ? readTestFile(data.path, file) : [];
}

/** What went wrong, on one line. */
function sentenceOf(error: SamebitsError): string {
  return error instanceof ProgramError ? error.sentence : error.message;
}

/** A test may expect an error that the program itself causes, but not a lack of fuel or of support by the executor. */
function faultOfError(
  error: SamebitsError,
  pattern: string,
  { readsErrors }: Comparison,
): string | undefined {
  if (!(error instanceof ProgramError) || error.limit !== undefined) return sentenceOf(error);
  if (!readsErrors) return undefined;
  try {
    return new RegExp(pattern).test(error.sentence) ? undefined : error.sentence;
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
