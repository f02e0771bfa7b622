import {
  checkFunction,
  checkInteger,
  checkList,
  checkObject,
  checkSeed,
  checkSignal,
  checkText,
} from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { ELEMENT_TYPE_FACTS, ELEMENT_TYPES } from "../../values/element-types.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import { hashBytes } from "../../values/hash.ts";
import { generateData } from "../data/generate-data.ts";
import { wholeRangeData } from "../data/whole-range.ts";
import { FUNCTION_ROWS, type FunctionInputs, type FunctionRow } from "./function-rows.ts";
import { imprint } from "./imprint.ts";

/** Functions on an executor: what `algorithmsOn` and `matricesOn` give. */
export interface FunctionSubject {
  readonly executor: string; // its name
  readonly algorithms: object;
  readonly matrices?: object | undefined; // absent: only the others are asked
  readonly callLimit?: number | undefined; // how many calls, as different as possible; default: all
}

/** Options of `witnessFunctions`. */
export interface FunctionWitnessOptions {
  readonly length?: number | undefined; // elements of each column; default 97
  readonly seed?: bigint | undefined; // default 2026
  readonly signal?: AbortSignal | undefined; // looked at before every call
  readonly onRow?: ((row: FunctionWitnessRow) => void | Promise<void>) | undefined; // awaited, so that it may yield
}

/** One executor on one call: what it gave, and whether that is right to the bit. */
export interface FunctionWitnessRow {
  readonly executor: string;
  readonly call: string; // "quantile, method: 6"; of matrices "matrices.reduce, axis: 0"
  readonly input: string; // "f64, special, n = 97"
  readonly hash: string | undefined; // of the bits of all that it gave; undefined when refused
  readonly verdict: "PASS" | "FAIL" | "refused";
  readonly message: string | undefined; // why it failed or was refused
}

/** All rows of `witnessFunctions`, counted. */
export interface FunctionWitnessReport {
  readonly rows: readonly FunctionWitnessRow[];
  readonly passCount: number;
  readonly failCount: number;
  readonly refusedCount: number;
  readonly passed: boolean; // something passed and nothing failed
  readonly summary: string;
}

const DEFAULT_LENGTH = 97;
const DEFAULT_SEED = 2026n;

/** Cells of a matrix: its products by the literal reference take a tree each. */
const MOST_CELLS = 120;

/**
 * Everyday functions (mean, quantile, topK, products of matrices and their like) of every executor, on hostile columns of every type, each held to its
 * definition in a line or two over the literal reference, bit for bit.
 *
 * Floats come as `narrow`, which tell sums by other trees; `small`, from subnormals and zeros of either sign to 1; `special`, with NaN and infinities.
 * A refusal is not a failure.
 *
 * @throws the signal's reason when it is aborted
 */
export async function witnessFunctions(
  subjects: readonly FunctionSubject[],
  options: FunctionWitnessOptions = {},
): Promise<FunctionWitnessReport> {
  const { length, seed } = checkedOptions(options);
  for (const subject of checkList("subjects", subjects, "functions on an executor"))
    checkSubject(subject as FunctionSubject);
  const asked = inputsOf(length, seed).flatMap((input) => FUNCTION_ROWS.map((row) => ({ ...input, row })));
  const rows: FunctionWitnessRow[] = [];
  for (const [i, { row, title, inputs }] of asked.entries()) {
    let expected: string | undefined;
    for (const subject of subjects) {
      if (!isTried(i, asked.length, subject.callLimit) || subject[row.room] === undefined) continue;
      options.signal?.throwIfAborted();
      expected ??= imprint(row.expected(inputs));
      rows.push({
        executor: subject.executor,
        call: callOf(row, inputs),
        input: title,
        ...(await outcomeOf(subject, row, inputs, expected)),
      });
      await options.onRow?.(rows[rows.length - 1]);
    }
  }
  return reportOf(rows);
}

function checkedOptions(options: FunctionWitnessOptions) {
  checkOptionNames(options, ["length", "seed", "signal", "onRow"]);
  checkSignal(options.signal);
  if (options.onRow !== undefined) checkFunction("onRow", options.onRow, "of a row");
  return {
    length: checkInteger("length", options.length ?? DEFAULT_LENGTH, 1),
    seed: checkSeed(options.seed ?? DEFAULT_SEED),
  };
}

function checkSubject(given: FunctionSubject): void {
  const { executor, algorithms, matrices, callLimit } = checkObject(
    "subjects",
    given,
    "of functions on an executor",
  );
  checkText("subjects.executor", executor);
  checkFunctions("subjects.algorithms", algorithms, "algorithms");
  if (matrices !== undefined) checkFunctions("subjects.matrices", matrices, "matrices");
  if (callLimit !== undefined) checkInteger("subjects.callLimit", callLimit);
}

/** @throws InvalidArgumentError where a function that is asked for is not there */
function checkFunctions(argument: string, given: object, room: FunctionRow["room"]): void {
  const functions = checkObject(argument, given, `the functions of samebits/${room}`) as Record<
    string,
    unknown
  >;
  const absent = FUNCTION_ROWS.find(
    ({ room: of, name }) => of === room && typeof functions[name] !== "function",
  );
  if (absent === undefined) return;
  throw new InvalidArgumentError(
    `${argument}.${absent.name}`,
    "a function",
    describe(functions[absent.name]),
  );
}

/** A prime, by which as many calls as there may be are spread over functions and data. */
const SPREAD = 7919;

/** Whether a call is one of a limited number. */
function isTried(index: number, count: number, limit = count): boolean {
  return (index * SPREAD) % count < limit;
}

/** The name of a call: its function and what it is told besides its data. */
function callOf({ room, name, given }: FunctionRow, inputs: FunctionInputs): string {
  const last = given(inputs).at(-1) as object;
  const isOptions = Object.getPrototypeOf(last) === Object.prototype && !("array" in last);
  const told = isOptions ? Object.entries(last).map(([option, value]) => `, ${option}: ${value}`) : [];
  return `${room === "matrices" ? "matrices." : ""}${name}${told.join("")}`;
}

type Outcome = Pick<FunctionWitnessRow, "hash" | "verdict" | "message">;

async function outcomeOf(
  subject: FunctionSubject,
  { room, name, given }: FunctionRow,
  inputs: FunctionInputs,
  expected: string,
): Promise<Outcome> {
  const functions = subject[room] as Record<string, (...given: readonly unknown[]) => unknown>;
  try {
    const actual = imprint(await functions[name](...given(inputs)));
    const hash = hashBytes(new TextEncoder().encode(actual));
    if (actual === expected) return { hash, verdict: "PASS", message: undefined };
    return { hash, verdict: "FAIL", message: `expected ${expected}, got ${actual}` };
  } catch (error) {
    if (error instanceof UnsupportedError)
      return { hash: undefined, verdict: "refused", message: error.message };
    return { hash: undefined, verdict: "FAIL", message: String(error) };
  }
}

interface NamedInputs {
  readonly title: string;
  readonly inputs: FunctionInputs;
}

function inputsOf(length: number, seed: bigint): readonly NamedInputs[] {
  return ELEMENT_TYPES.flatMap((type) =>
    (ELEMENT_TYPE_FACTS[type].isFloat ? FLOAT_DATA : INTEGER_DATA).map((data) => ({
      title: `${type}, ${data}, n = ${length}`,
      inputs: inputsOver(columnOf(type, data, length, seed), columnOf(type, data, length, seed + 1n)),
    })),
  );
}

const FLOAT_DATA = ["narrow", "small", "special"] as const;
const INTEGER_DATA = ["bits"] as const;

type FunctionData = (typeof FLOAT_DATA | typeof INTEGER_DATA)[number];

function columnOf(type: ElementType, data: FunctionData, length: number, seed: bigint): ElementArray {
  if (data !== "small") return generateData({ type, data, length, seed });
  const isDouble = type === "f64";
  const small = wholeRangeData({ type: isDouble ? type : "f32", length, seed, count: isDouble ? 1023 : 127 });
  for (let i = 7; i < length; i += 16) small[i] = i % 32 === 7 ? -0 : 0;
  return small;
}

/** Matrices of as many elements as there are, up to a number: one as wide as the other is high. */
function inputsOver(x: ElementArray, y: ElementArray): FunctionInputs {
  const cells = Math.min(MOST_CELLS, x.length);
  const rows = Math.floor(Math.sqrt(cells));
  const columns = Math.floor(cells / rows);
  return {
    ...{ x, y },
    flags: Uint8Array.from({ length: x.length }, (_, i) => Number((i * 7919) % 5 < 2)),
    keys: Uint32Array.from({ length: x.length }, (_, i) => (i * i + 3) % 11), // six keys, of unlike numbers of values
    A: { array: x.slice(0, rows * columns), shape: [rows, columns] },
    B: { array: y.slice(0, rows * columns), shape: [columns, rows] },
  };
}

function reportOf(rows: readonly FunctionWitnessRow[]): FunctionWitnessReport {
  const count = (verdict: FunctionWitnessRow["verdict"]): number =>
    rows.filter((row) => row.verdict === verdict).length;
  const [passCount, failCount, refusedCount] = [count("PASS"), count("FAIL"), count("refused")];
  const passed = passCount > 0 && failCount === 0;
  const summary = `${passCount} PASS, ${failCount} FAIL, ${refusedCount} refused`;
  return { rows, passCount, failCount, refusedCount, passed, summary };
}
