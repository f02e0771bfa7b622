// Why: summaries know roots, not types. What a value is, how it is combined, read and printed, is a table of functions, of single elements and of records.
import type { ColumnContract } from "../contracts/column-contract.ts";
import type { TypedContract } from "../contracts/contract.ts";
import { evaluateBody, evaluateTerm } from "../operators/evaluate.ts";
import { bitsOf, fromBits, fromHex, toHex } from "../values/bits.ts";
import { checkAttached } from "../values/check-arrays.ts";
import { isElement, storedValue, widen } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import {
  COLUMN_TYPE_FACTS,
  type ElementType,
  isNarrowType,
  type Scalar,
  type StorageArray,
} from "../values/element-types.ts";
import { FormatError, InvalidArgumentError, LengthMismatchError } from "../values/errors.ts";
import {
  type Column,
  type ColumnArray,
  isArrayOf,
  pathText,
  type Row,
  type StoredColumns,
  type StoredType,
} from "../values/value-types.ts";
import type { FloatType } from "./accumulators/accumulator.ts";
import type { Combine } from "./tier.ts";

/** One record by column, or the columns of many. */
export type RecordElements = readonly Scalar[] | StoredColumns;

/** The values of a contract by column: lists of scalars, one for each, bools as 0 and 1. */
export function columnValues(contract: ColumnContract): ValuesOfContract<Row, RecordElements> {
  const { columns, types, sums } = contract;
  const isWidened = types.some((type, i) => type !== sums[i]);
  const given = columns.map((column, i): GivenColumn => ({ ...column, type: types[i] }));
  return {
    sums: {
      type: sums[0] === "f32" ? "f32" : "f64",
      addend: ([value]) => value as number,
      valueOfSum: (sum) => [sum],
    },
    combine: (left, right) => evaluateBody(contract, left, right),
    read(elements) {
      const rows = readRows(given, elements);
      // Only elements widen, never bools.
      return isWidened
        ? rows.map((row) => row.map((value, i) => widen(value, sums[i] as ElementType)))
        : rows;
    },
    canonical: (row) => row.map(canonicalScalar),
    print: (row) => columns.map(({ type }, i) => toHex(type, row[i])).join(","),
    parse(text) {
      const hexes = text.split(",");
      if (hexes.length === columns.length) {
        return columns.map(({ type }, i) => fromHex(type, hexes[i], "summary"));
      }
      throw new FormatError("summary", `values of ${columns.length} columns each`, describe(text));
    },
  };
}

/** A column of what is appended, which may be narrow. */
interface GivenColumn extends Pick<Column, "path"> {
  readonly type: StoredType;
}

function readRows(columns: readonly GivenColumn[], elements: RecordElements): readonly Row[] {
  if (!Array.isArray(elements) || elements.length !== columns.length) {
    const expected = `a list of ${columns.length}: the scalars of a record, or columns`;
    throw new InvalidArgumentError("elements", expected, describe(elements));
  }
  if (!ArrayBuffer.isView(elements[0])) return [columns.map((column, i) => readScalar(column, elements[i]))];
  columns.forEach((column, i) => {
    checkColumn(column, elements[i], elements[0].length);
  });
  const arrays = elements as StoredColumns;
  // Short pieces of inner ranges come through here: 100,000 doubles take 36 ms, by the way below 85.
  const [{ type }] = columns;
  if (columns.length === 1 && type !== "bool")
    return Array.from<Scalar, Row>(arrays[0], (stored) => [storedValue(type, stored)]);
  return Array.from({ length: arrays[0].length }, (_, index) => {
    return columns.map((column, i) =>
      column.type === "bool" ? readScalar(column, arrays[i][index]) : arrays[i][index],
    );
  });
}

/** A scalar through its bits: −0 is an element of i32 and u32 too, and theirs is 0. */
function readScalar(column: GivenColumn, given: unknown): Scalar {
  if (isElement(column.type, given)) return canonicalElement(column.type, given);
  const expected = column.type === "bool" ? "0 or 1, being a bool" : `an element of ${column.type}`;
  throw new InvalidArgumentError(`elements.${pathText(column)}`, expected, describe(given));
}

/** Narrow integers have their bits in an i32. */
function canonicalElement(type: StoredType, value: Scalar): Scalar {
  const own = !isNarrowType(type) ? type : COLUMN_TYPE_FACTS[type].isFloat ? "f32" : "i32";
  return fromBits(own, bitsOf(own, value));
}

function checkColumn(column: GivenColumn, given: unknown, length: number): void {
  const name = `elements.${pathText(column)}`;
  if (!isArrayOf(column.type, given))
    throw new InvalidArgumentError(name, `a typed array of ${column.type}`, describe(given));
  const array = given as ColumnArray;
  checkAttached(name, array);
  if (array.length !== length) throw new LengthMismatchError(name, length, array.length);
}

/** The values of a contract over single elements: scalars of its accumulation type. */
export function elementValues(contract: TypedContract): ValuesOfContract<Scalar, Scalar | StorageArray> {
  const { operator, accumulate } = contract;
  const term = operator.term(accumulate);
  return {
    sums: {
      type: accumulate === "f32" ? "f32" : "f64",
      addend: (value) => value as number,
      valueOfSum: (sum) => sum,
    },
    combine: (left, right) => evaluateTerm(term, left, right),
    read: (elements) => widenElements(contract, elements),
    canonical: canonicalScalar,
    print: (value) => toHex(accumulate, value),
    parse: (text) => fromHex(accumulate, text, "summary"),
  };
}

/** The same scalar, with the NaN that is observed. */
function canonicalScalar(value: Scalar): Scalar {
  return Number.isNaN(value) ? Number.NaN : value;
}

function widenElements(
  { type, accumulate }: TypedContract,
  elements: Scalar | StorageArray,
): ArrayLike<Scalar> {
  // Through its bits: −0 is an element of i32 and u32 too, and theirs is 0.
  if (isElement(type, elements)) return [widen(canonicalElement(type, elements), accumulate)];
  if (!isArrayOf(type, elements)) {
    throw new InvalidArgumentError(
      "elements",
      `an element of ${type} or a typed array of them`,
      describe(elements),
    );
  }
  const array = elements as StorageArray;
  checkAttached("elements", array);
  if (type === accumulate) return array;
  return Array.from<Scalar, Scalar>(array, (stored) => widen(storedValue(type, stored), accumulate));
}

/** What summaries need to know of the values of a contract, be they scalars or records. `Elements` is what callers append. */
export interface ValuesOfContract<Value, Elements> {
  readonly sums: SumValues<Value>; // where the contract asks for an order-free sum
  readonly combine: Combine<Value>; // the operator's terms, read literally
  /** One element or many, as values of the accumulation type. @throws InvalidArgumentError when they are not of the contract's type */
  read(elements: Elements): ArrayLike<Value>;
  /** The value with the NaNs that are observed. */
  canonical(value: Value): Value;
  /** The bits of a value as text. */
  print(value: Value): string;
  /** The inverse of `print`. @throws InvalidArgumentError, FormatError */
  parse(text: string): Value;
}

/** Values as an order-free sum takes and gives them: such contracts are over single floats. */
export interface SumValues<Value> {
  readonly type: FloatType;
  readonly addend: (value: Value) => number;
  readonly valueOfSum: (sum: number) => Value;
}
