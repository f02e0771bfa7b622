// What functions compute, rounded once to half floats: a column as its bits, one value as the number that they stand for.
import { COLUMN_TYPE_FACTS } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type ColumnArray, columnType, newColumn, type Row } from "../values/value-types.ts";
import type { Call, Folded } from "./call.ts";
import {
  checkFloats,
  givenRounding,
  isRounded,
  notOfOne,
  type Rounding,
  roundedBits,
  roundedValue,
} from "./rounded-output.ts";

/** The call of a function without contracts that computes floats, which takes half floats as its `output` too. */
export function roundable<Given extends readonly never[], Result>(
  callOf: (...given: Given) => Call<Result>,
): (...given: Given) => Call<Result> {
  return (...given) => {
    const asked = withoutRounding(given);
    if (asked === undefined) return callOf(...given);
    return roundedCall(callOf(...(asked.given as Given)), asked.rounding);
  };
}

/** Arguments without the half floats that an `output` among them names; undefined where none does. @throws InvalidArgumentError for what is none */
export function withoutRounding(
  given: readonly unknown[],
): { readonly given: readonly unknown[]; readonly rounding: Rounding } | undefined {
  const options = given.find((each) => isRounded((each as Outputs | null | undefined)?.output));
  if (options === undefined) return undefined;
  const { output, ...others } = options as Outputs;
  return {
    given: given.map((each) => (each === options ? others : each)),
    rounding: givenRounding(output),
  };
}

interface Outputs {
  readonly output?: unknown;
}

/** The same call with rounded results. @throws InvalidArgumentError where none is a float, or the caller's array has no one column to hold */
export function roundedCall<Result>(call: Call<Result>, rounding: Rounding): Call<Result> {
  const { requests = [], folded, movedCount = 0, result } = call;
  if (folded !== undefined) return roundedFold(call, folded, rounding);
  const types = requests.flatMap(({ contract }) => (contract.kind === "columns" ? contract.sums : []));
  if (types.length > 0 && !types.some(isFloat)) checkFloats(rounding, types[0]);
  if (call.isMadeLast)
    return { ...call, result: (columns) => allRounded(result(columns), rounding) as Result };
  return {
    ...call,
    result(columns) {
      const places = new Map<ColumnArray, ColumnArray>();
      const rounded = columns.map((column, i) => {
        if (i < movedCount || !isFloat(columnType(column))) return column;
        const place = column.length === 1 ? oneRounded(column, rounding) : column;
        places.set(place, column);
        return place;
      });
      if (places.size === 0) checkFloats(rounding, columnType(columns[movedCount]));
      return withBits(result(rounded), places, rounding) as Result;
    },
  };
}

function roundedFold<Result>(call: Call<Result>, folded: Folded<Result>, rounding: Rounding): Call<Result> {
  if (rounding.array !== undefined) throw notOfOne(rounding.given);
  const types = folded.fold.results.map(({ type }) => type);
  if (!types.some(isFloat)) checkFloats(rounding, types[0]);
  const value = (row: Row): Result =>
    folded.value(row.map((each, i) => (isFloat(types[i]) ? roundedValue(rounding.half, [each]) : each)));
  return {
    ...call,
    folded: { ...folded, value },
    result: (columns) => value(columns.map((column) => column[0])),
  };
}

/** What was made last, all of it floats. */
function allRounded(result: unknown, rounding: Rounding): unknown {
  if (typeof result === "number") {
    if (rounding.array !== undefined) throw notOfOne(rounding.given);
    return roundedValue(rounding.half, [result]);
  }
  if (result instanceof Float64Array) return roundedBits(rounding, result);
  const { array, shape } = result as { readonly array: ColumnArray; readonly shape: readonly number[] };
  return { array: roundedBits(rounding, array), shape };
}

function isFloat(type: keyof typeof COLUMN_TYPE_FACTS): boolean {
  return COLUMN_TYPE_FACTS[type].isFloat;
}

/** A column that stands for itself, or for one value. */
function oneRounded(column: ColumnArray, { half }: Rounding): ColumnArray {
  return newColumn(columnType(column), 1).fill(roundedValue(half, [column[0]]) as never);
}

/** A result with the bits of its columns in their places. */
function withBits(
  result: unknown,
  columns: ReadonlyMap<ColumnArray, ColumnArray>,
  rounding: Rounding,
): unknown {
  const found = columnsIn(result, columns);
  if (rounding.array !== undefined && found.length !== 1) {
    if (found.length === 0) throw notOfOne(rounding.given);
    throw new InvalidArgumentError(
      "output",
      `"${rounding.half}" for results of several columns`,
      "one array",
    );
  }
  const bits = new Map(
    found.map((place) => [place, roundedBits(rounding, columns.get(place) as ColumnArray)]),
  );
  return replaced(result, bits);
}

/** Which of the columns a result has. */
function columnsIn(result: unknown, columns: ReadonlyMap<unknown, unknown>): readonly ColumnArray[] {
  if (columns.has(result)) return [result as ColumnArray];
  return isRecord(result) ? Object.values(result).flatMap((each) => columnsIn(each, columns)) : [];
}

function replaced(result: unknown, bits: ReadonlyMap<unknown, unknown>): unknown {
  if (bits.has(result)) return bits.get(result);
  if (!isRecord(result)) return result;
  return Object.fromEntries(Object.entries(result).map(([name, each]) => [name, replaced(each, bits)]));
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value) && !Array.isArray(value);
}
