import { provideElementary } from "../../../src/elementary/provide.ts";
import type { OperatorBody } from "../../../src/operators/operator.ts";
import {
  BINARY_OPERATIONS,
  BITCASTS,
  type BinaryOperation,
  binary,
  bitcast,
  constant,
  convert,
  isComparison,
  left,
  right,
  select,
  type Term,
  UNARY_OPERATIONS,
  type UnaryOperation,
  unary,
} from "../../../src/operators/term.ts";
import { fromBits, toHex } from "../../../src/values/bits.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../../src/values/element-types.ts";
import {
  type Column,
  columnsOf,
  pathText,
  type RecordType,
  SCALAR_TYPES,
  type ValueType,
} from "../../../src/values/value-types.ts";

/*
 * Support for tests of the evaluator and of code generators: values where they go wrong, every operation on its own, and random terms.
 */

provideElementary(); // for terms that no operator is made of

/** One operation over single elements: `left` and `right` are of `operandType`; the term may look at one of them only. */
export interface OperationCase {
  readonly name: string;
  readonly operandType: ScalarType;
  readonly term: Term;
}

/** A whole number from 0 to below `length`, however it is chosen: `(length) => generate(fc.nat, { max: length - 1 })`. */
export type Pick = (length: number) => number;

/** Every operation on every type, each conversion and bitcast, and a select of each type. */
export function everyOperation(): readonly OperationCase[] {
  const cases: OperationCase[] = [];
  const add = (name: string, operandType: ScalarType, term: Term): void => {
    cases.push({ name: `${name} ${operandType}`, operandType, term });
  };
  for (const operation of Object.keys(UNARY_OPERATIONS) as UnaryOperation[]) {
    for (const type of UNARY_OPERATIONS[operation]) add(operation, type, unary(operation, left(type)));
  }
  for (const operation of Object.keys(BINARY_OPERATIONS) as BinaryOperation[]) {
    for (const type of BINARY_OPERATIONS[operation]) {
      add(operation, type, binary(operation, left(type), right(type)));
    }
  }
  for (const from of SCALAR_TYPES) {
    for (const to of SCALAR_TYPES) {
      if (to !== from && to !== "bool") add(`convert to ${to} from`, from, convert(to, left(from)));
    }
    for (const to of BITCASTS[from]) add(`bitcast to ${to} from`, from, bitcast(to, left(from)));
    const condition = from === "bool" ? left(from) : binary("less", left(from), right(from));
    add("select", from, select(condition, right(from), left(from)));
  }
  return cases;
}

// Ties of roundEven and their neighbours, ends of the integer types and their neighbours, signed zeros, subnormals, infinities, NaN.
const FLOATS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  0.5,
  -0.5,
  0.49999999999999994,
  -0.7,
  1.5,
  2.5,
  -2.5,
  -3.5,
  8388609.5,
  2 ** 51 + 1.5,
  1e16,
  -1e16,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 0.5,
  -(2 ** 31) - 1,
  2 ** 32 - 0.5,
  2 ** 32,
  2 ** 63 - 1024,
  2 ** 63,
  -(2 ** 63),
  -(2 ** 63) - 2048,
  2 ** 64 - 2048,
  2 ** 64,
  5e-324,
  -2.5e-310,
  1.401298464324817e-45,
  7.006492321624085e-46, // half of the smallest f32: a tie, to even
  2 ** -126 - 2 ** -150,
  3.4028234663852886e38,
  2 ** 128 - 2 ** 103, // halfway to where f32 would overflow
  1.7976931348623157e308,
  Infinity,
  -Infinity,
  Number.NaN,
];

// Bits: shift distances at and beyond the widths, ends, one bit, all bits, ties of the conversions to f32 and f64, and near ties
// that a second rounding would turn around.
const INTEGERS: readonly bigint[] = [
  0n,
  1n,
  2n,
  3n,
  7n,
  -1n,
  -2n,
  -7n,
  29n,
  31n,
  32n,
  33n,
  63n,
  64n,
  -31n,
  0x80000000n,
  0x7fffffffn,
  0xfffffffen,
  0x01000001n,
  0x01000003n,
  0x3f800000n,
  0x7f800001n,
  0x9e3779b97f4a7c15n,
  2n ** 53n + 1n,
  2n ** 53n + 3n,
  2n ** 60n + 2n ** 36n,
  2n ** 60n + 2n ** 36n + 1n,
  -(2n ** 60n + 2n ** 36n + 1n),
  2n ** 63n + 2n ** 39n + 1n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 63n + 1n,
  0x7ff0000000000001n,
];

/** Values of a type at which an operation may go wrong, without repetition. */
export function hostileScalars(type: ScalarType): readonly Scalar[] {
  return HOSTILE[type];
}

const HOSTILE = Object.fromEntries(SCALAR_TYPES.map((type) => [type, distinct(allHostile(type))])) as Record<
  ScalarType,
  readonly Scalar[]
>;

function allHostile(type: ScalarType): readonly Scalar[] {
  switch (type) {
    case "f64":
      return FLOATS;
    case "f32":
      return FLOATS.map(Math.fround);
    case "bool":
      return [0, 1];
    default: {
      const bits = SCALAR_TYPE_FACTS[type].bytes * 8;
      return INTEGERS.map((integer) => fromBits(type, BigInt.asUintN(bits, integer)));
    }
  }
}

function distinct(values: readonly Scalar[]): readonly Scalar[] {
  return values.filter((value, index) => values.findIndex((other) => Object.is(value, other)) === index);
}

/** Whether a value is the expected element: the same bits, for integers and bools also the same JavaScript value, −0 and true being none. */
export function isSameScalar(type: ScalarType, actual: Scalar, expected: Scalar): boolean {
  if (!SCALAR_TYPE_FACTS[type].isFloat) return Object.is(actual, expected);
  return typeof actual === "number" && toHex(type, actual) === toHex(type, expected);
}

/** A record type of one to four columns, sometimes nested. */
export function randomRecordType(pick: Pick): RecordType {
  const fields: Record<string, ValueType> = {};
  const width = 1 + pick(4);
  for (let index = 0; index < width; index++) {
    const type = SCALAR_TYPES[pick(SCALAR_TYPES.length)];
    fields[`field${index}`] = pick(4) === 0 ? { inner: type } : type;
  }
  return fields;
}

/** A body over a random record type: a term for each column, which share subterms and mix columns and sides. */
export function randomBody(pick: Pick): OperatorBody {
  const columns = columnsOf(randomRecordType(pick));
  return { columns, terms: randomTerms(columns, pick) };
}

/** A term over single elements of `type`, with a value of that type. */
export function randomTerm(type: ScalarType, pick: Pick): Term {
  return randomTerms(columnsOf(type), pick)[0];
}

/** A value of some columns, hostile in each. */
export function randomValue(columns: readonly Column[], pick: Pick): readonly Scalar[] {
  return columns.map(({ type }) => hostileScalars(type)[pick(hostileScalars(type).length)]);
}

/** Some columns in one line, for messages. */
export function describeColumns(columns: readonly Column[]): string {
  return columns.map((column) => `${pathText(column)}:${column.type}`).join(" ");
}

/** One term for each column, built from one pool of subterms. */
export function randomTerms(columns: readonly Column[], pick: Pick): readonly Term[] {
  const pool = SCALAR_TYPES.map((): Term[] => []);
  const poolOf = (type: ScalarType): Term[] => pool[SCALAR_TYPES.indexOf(type)];
  const grow = (type: ScalarType, depth: number): Term => {
    const known = poolOf(type);
    if (known.length > 0 && pick(4) === 0) return known[pick(known.length)];
    const term = depth === 0 ? randomLeaf(type, columns, pick) : randomNode(type, depth, grow, pick);
    known.push(term);
    return term;
  };
  return columns.map(({ type }) => grow(type, 1 + pick(4)));
}

function randomLeaf(type: ScalarType, columns: readonly Column[], pick: Pick): Term {
  const places = columns.flatMap((column, place) => (column.type === type ? [place] : []));
  if (places.length === 0 || pick(4) === 0) {
    const values = hostileScalars(type);
    return constant(type, values[pick(values.length)]);
  }
  return (pick(2) === 0 ? left : right)(type, places[pick(places.length)]);
}

type Grow = (type: ScalarType, depth: number) => Term;

function randomNode(type: ScalarType, depth: number, grow: Grow, pick: Pick): Term {
  const inner = (operandType: ScalarType): Term => grow(operandType, depth - 1 - pick(depth));
  const other = SCALAR_TYPES[pick(SCALAR_TYPES.length)];
  const kind = pick(8);
  if (kind === 0) return select(grow("bool", depth - 1), inner(type), inner(type));
  if (kind === 1 && type !== "bool") return convert(type, inner(other));
  if (kind === 2 && BITCASTS[type].length > 0) {
    return bitcast(type, inner(BITCASTS[type][pick(BITCASTS[type].length)]));
  }
  if (kind === 3) {
    const operations = operationsOn(UNARY_OPERATIONS, type);
    return unary(operations[pick(operations.length)], inner(type));
  }
  if (type === "bool" && kind < 7) {
    const comparisons = operationsOn(BINARY_OPERATIONS, other).filter(isComparison);
    return binary(comparisons[pick(comparisons.length)], grow(other, depth - 1), inner(other));
  }
  const operations = operationsOn(BINARY_OPERATIONS, type).filter(
    (each) => type === "bool" || !isComparison(each),
  );
  return binary(operations[pick(operations.length)], grow(type, depth - 1), inner(type));
}

function operationsOn<Operation extends string>(
  table: Readonly<Record<Operation, readonly ScalarType[]>>,
  type: ScalarType,
): readonly Operation[] {
  return (Object.keys(table) as Operation[]).filter((operation) => table[operation].includes(type));
}
