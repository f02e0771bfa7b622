import fc from "fast-check";
import { describe, it } from "vitest";
import type { Call } from "../../src/algorithms/call.ts";
import { runCallLaterOn } from "../../src/algorithms/run-call.ts";
import type { AlgorithmExecutor } from "../../src/executors/primitives.ts";
import { type ColumnArray, columnType } from "../../src/values/value-types.ts";
import type { HighMemory } from "../helpers/wasm/high-heap.ts";
import { ALL_CASES } from "./cases/all.ts";
import { differenceOf } from "./difference.ts";
import type { OnExecutor, OracleCase } from "./oracle-case.ts";

const SEED = 20_261_121;

/** Characters of a counterexample that are shown. */
const LONGEST_SHOWN = 1000;

/** An executor as the oracles need it. */
interface UnderTest<Vector> {
  readonly executor: AlgorithmExecutor<Vector>;
  /** Another place where arrays may lie, such as library memory: every other call takes its columns from there. */
  readonly placeElsewhere?: (columns: readonly ColumnArray[]) => Elsewhere;
  readonly isAlwaysElsewhere?: boolean; // every call does
}

interface Elsewhere {
  readonly arrays: readonly ColumnArray[];
  readonly release: () => void;
}

interface OracleSetting {
  readonly cases?: readonly OracleCase[]; // default: all
  /** How many draws a row gets: 0 for none, "telling" for one alone, at each place. Default: its `runs`. */
  readonly runsOf?: (row: OracleCase) => number | "telling";
}

/** Every row of `cases` on an executor, which is opened by the first of them. */
export function describeOracles<Vector>(
  title: string,
  open: () => Promise<UnderTest<Vector>>,
  { cases = ALL_CASES, runsOf = ({ runs }) => runs }: OracleSetting = {},
): void {
  let opened: Promise<UnderTest<Vector>> | undefined;
  describe(title, () => {
    it.each(cases.filter((row) => runsOf(row) !== 0).map((row) => [row.name, row] as const))(
      "%s",
      async (_, row) => {
        opened ??= open();
        const tested = await opened;
        const runs = runsOf(row);
        if (runs === "telling") {
          const draw = tellingDraw(row);
          for (const each of placesOf(tested)) await checkRow(onExecutor(each), row, draw);
          return;
        }
        const on = onExecutor(tested);
        const property = fc.asyncProperty(row.arguments, (given) => checkRow(on, row, given));
        await fc.assert(property, { seed: SEED, numRuns: runs, asyncReporter: report });
      },
    );
  });
}

async function report({ failed, counterexample, counterexamplePath, errorInstance }: Found): Promise<void> {
  if (!failed) return;
  const given = fc.stringify(counterexample).slice(0, LONGEST_SHOWN);
  throw new Error(`given ${given} (path ${counterexamplePath})`, { cause: errorInstance });
}

type Found = fc.RunDetails<[readonly unknown[]]>;

/** Draws that one is picked from, and how long its columns may be in all. */
const TELLING_DRAWS = 20;
const TELLING_LENGTH = 3000;

/** Of some draws the one with the most elements, below a bound. */
function tellingDraw(row: OracleCase): readonly unknown[] {
  const draws = fc.sample(row.arguments, { seed: SEED, numRuns: TELLING_DRAWS });
  const size = (given: readonly unknown[]): number =>
    lengthOf(given) > TELLING_LENGTH ? -1 : lengthOf(given);
  return draws.reduce((most, given) => (size(given) > size(most) ? given : most));
}

/** The elements of all columns in an argument. */
function lengthOf(given: unknown): number {
  if (ArrayBuffer.isView(given)) return (given as Uint8Array).length;
  if (typeof given !== "object" || given === null) return 0;
  return Object.values(given).reduce((sum: number, field) => sum + lengthOf(field), 0);
}

async function checkRow(on: OnExecutor, row: OracleCase, given: readonly unknown[]): Promise<void> {
  const before = copyOf(given);
  const actual = await outcomeOf(() => row.run(on, given));
  const written = differenceOf(given, before, "argument");
  if (written !== undefined) throw new Error(`${row.name} writes to what it is given: ${written}`);
  const expected = await outcomeOf(() => row.oracle(given));
  const difference = differenceOf(actual, expected);
  if (difference !== undefined) throw new Error(`${row.name} on ${on.name}: ${difference}`);
}

/** A result; of an error its name, unless it is none that is thrown on purpose. */
async function outcomeOf(run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error) || !ON_PURPOSE.has(error.name)) throw error;
    return { thrown: error.name };
  }
}

const ON_PURPOSE = new Set([
  "EmptyInputError",
  "InvalidArgumentError",
  "LengthMismatchError",
  "UnsupportedError",
]);

/** Calls on arrays of JavaScript's own, and those on arrays elsewhere. */
function placesOf<Vector>(tested: UnderTest<Vector>): readonly UnderTest<Vector>[] {
  const here = { executor: tested.executor };
  return tested.placeElsewhere === undefined ? [here] : [here, { ...tested, isAlwaysElsewhere: true }];
}

function onExecutor<Vector>({
  executor,
  placeElsewhere,
  isAlwaysElsewhere = false,
}: UnderTest<Vector>): OnExecutor {
  let calls = 0;
  return {
    name: executor.name,
    async call<Result>(call: Call<Result>): Promise<Result> {
      const isHere = calls++ % 2 === 0 && !isAlwaysElsewhere;
      if (placeElsewhere === undefined || isHere) return runCallLaterOn(executor, call);
      const { arrays, release } = placeElsewhere(call.input);
      try {
        return await runCallLaterOn(executor, { ...call, input: arrays });
      } finally {
        release();
      }
    },
  };
}

/** An executor's library memory as another place for columns. */
export function libraryPlace(
  allocate: (
    type: ReturnType<typeof columnType>,
    length: number,
  ) => { readonly array: unknown; readonly release: () => void },
): (columns: readonly ColumnArray[]) => Elsewhere {
  return (columns) => {
    const placed = columns.map((column) => allocate(columnType(column), column.length));
    return {
      arrays: copied(
        columns,
        placed.map(({ array }) => array as ColumnArray),
      ),
      release() {
        for (const { release } of placed) release();
      },
    };
  };
}

/** High addresses as another place. */
export function highPlace({ place }: HighMemory): (columns: readonly ColumnArray[]) => Elsewhere {
  return (columns) => {
    const types = columns.map(columnType);
    const lengths = columns.map(({ length }) => length);
    return { arrays: copied(columns, place(types, lengths)), release() {} };
  };
}

function copied(from: readonly ColumnArray[], to: readonly ColumnArray[]): readonly ColumnArray[] {
  for (const [i, column] of from.entries()) bytesOf(to[i]).set(bytesOf(column));
  return to;
}

function bytesOf({ buffer, byteOffset, byteLength }: ColumnArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Arguments as they were; what is no array or plain object is taken as it is. */
function copyOf<Value>(value: Value): Value {
  if (ArrayBuffer.isView(value)) return structuredClone(value);
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, copyOf(field)])) as Value;
}
