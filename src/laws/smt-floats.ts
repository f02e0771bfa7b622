import type { BinaryOperation, UnaryOperation } from "../operators/term.ts";
import { CANONICAL_NAN_BITS } from "../values/bits.ts";
import type { ScalarType } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import { bitsLiteral, FLOAT_SORTS, isFloat, smtLiteral, widthOf } from "./smt-literals.ts";

/*
 * Floats as SMT-LIB's own, which are those of IEEE 754 with a single NaN: as observed here. What SMT-LIB leaves open is spelled out:
 * minimum and maximum of zeros, conversions of what is out of range, and the bits of NaN.
 */

type FloatType = "f64" | "f32";

const UNARY: Partial<Readonly<Record<UnaryOperation, string>>> = {
  negate: "fp.neg",
  abs: "fp.abs",
  sqrt: "fp.sqrt RNE",
  floor: "fp.roundToIntegral RTN",
  ceil: "fp.roundToIntegral RTP",
  truncate: "fp.roundToIntegral RTZ",
  roundEven: "fp.roundToIntegral RNE",
};

const BINARY: Partial<Readonly<Record<BinaryOperation, string>>> = {
  add: "fp.add RNE",
  subtract: "fp.sub RNE",
  multiply: "fp.mul RNE",
  divide: "fp.div RNE",
  less: "fp.lt",
  lessOrEqual: "fp.leq",
  equal: "fp.eq",
};

/** A unary operation on a float, as SMT-LIB text. */
export function unaryOnFloat(operation: UnaryOperation, operand: string): string {
  const name = UNARY[operation];
  if (name === undefined) throw new InternalError(`${operation} has no meaning on floats`);
  return `(${name} ${operand})`;
}

/** A binary operation on two floats, as SMT-LIB text. */
export function binaryOnFloats(
  operation: BinaryOperation,
  type: FloatType,
  first: string,
  second: string,
): string {
  if (operation === "min")
    return extremeOf(type, first, second, `(fp.lt ${second} ${first})`, [second, first]);
  if (operation === "max")
    return extremeOf(type, first, second, `(fp.lt ${first} ${second})`, [first, second]);
  const name = BINARY[operation];
  if (name === undefined) throw new InternalError(`${operation} has no meaning on floats`);
  return `(${name} ${first} ${second})`;
}

/** NaN if one is; the second where it wins; and of two equal ones, which may be zeros, by the sign of the first. */
function extremeOf(
  type: FloatType,
  first: string,
  second: string,
  secondWins: string,
  [ifPositive, ifNegative]: readonly [string, string],
): string {
  const nan = smtLiteral(type, Number.NaN, "bits");
  const ofEqual = `(ite (fp.isNegative ${first}) ${ifNegative} ${ifPositive})`;
  const ofNumbers = `(ite ${secondWins} ${second} (ite (fp.eq ${first} ${second}) ${ofEqual} ${first}))`;
  return `(ite (or (fp.isNaN ${first}) (fp.isNaN ${second})) ${nan} ${ofNumbers})`;
}

/** A float as another type: rounded once, or truncated and saturated. */
export function convertFloat(from: FloatType, to: ScalarType, operand: string): string {
  if (isFloat(to)) return `(${toFloat(to, "to_fp")} RNE ${operand})`;
  const width = widthOf(to);
  const isSigned = to === "i64" || to === "i32";
  const [low, high] = isSigned ? [-(2 ** (width - 1)), 2 ** (width - 1)] : [0, 2 ** width]; // floats; all between fits
  const [smallest, largest] = isSigned ? [2n ** BigInt(width - 1), 2n ** BigInt(width - 1) - 1n] : [0n, -1n]; // bits
  const inRange = `((_ ${isSigned ? "fp.to_sbv" : "fp.to_ubv"} ${width}) RTZ ${operand})`;
  const belowHigh = `(ite (fp.geq ${operand} ${smtLiteral(from, high, "bits")}) ${bitsLiteral(largest, width)} ${inRange})`;
  const numbers = `(ite (fp.leq ${operand} ${smtLiteral(from, low, "bits")}) ${bitsLiteral(smallest, width)} ${belowHigh})`;
  return `(ite (fp.isNaN ${operand}) ${bitsLiteral(0n, width)} ${numbers})`;
}

/** An integer, given as bits, as the nearest float. */
export function floatOfInteger(from: ScalarType, to: FloatType, operand: string): string {
  const isSigned = from === "i64" || from === "i32";
  return `(${toFloat(to, isSigned ? "to_fp" : "to_fp_unsigned")} RNE ${operand})`;
}

/** The float that has these bits. */
export function floatOfBits(to: FloatType, bits: string): string {
  return `(${toFloat(to, "to_fp")} ${bits})`;
}

/** What says that `bits` are those of a float: SMT-LIB has no function for them, since its NaN has no bits of its own. */
export function areBitsOf(bits: string, from: FloatType, operand: string): string {
  const nan = bitsLiteral(CANONICAL_NAN_BITS[from], widthOf(from));
  return `(ite (fp.isNaN ${operand}) (= ${bits} ${nan}) (= ${floatOfBits(from, bits)} ${operand}))`;
}

function toFloat(type: FloatType, operation: "to_fp" | "to_fp_unsigned"): string {
  return `(_ ${operation} ${FLOAT_SORTS[type].exponent} ${FLOAT_SORTS[type].significand})`;
}
