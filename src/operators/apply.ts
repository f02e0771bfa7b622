import {
  type BinaryFunction,
  type FloatType,
  isBinaryFunction,
  isUnaryFunction,
} from "../elementary/names.ts";
import { providedFunctions } from "../elementary/provided.ts";
import { bitsOf, fromBits } from "../values/bits.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import { type BinaryOperation, type Comparison, isComparison, type UnaryOperation } from "./term.ts";

/*
 * The meaning of every operation, as literally as JavaScript can say it: integers of all types as bigints, wrapped at the end; floats as
 * f64, rounded once more for f32. Nothing here is fast, and code generators share none of it.
 *
 * Rounding the f64 result of f32 operands once more is innocuous for + − × ÷ and √ (53 ≥ 2·24 + 2), and does nothing to the others.
 */

/** A unary operation on a value of `type`; its result has the same type. */
export function applyUnary(operation: UnaryOperation, type: ScalarType, operand: Scalar): Scalar {
  if (type === "bool") return operand === 1 ? 0 : 1; // not
  if (!SCALAR_TYPE_FACTS[type].isFloat) return wrap(type, unaryOnInteger(operation, type, BigInt(operand)));
  if (isUnaryFunction(operation)) {
    return providedFunctions().definition.unary(operation, type as FloatType)(Number(operand));
  }
  const result = unaryOnFloat(operation, Number(operand));
  return type === "f32" ? Math.fround(result) : result;
}

/** A binary operation on two values of `type`; a comparison gives 0 or 1, everything else a value of the same type. */
export function applyBinary(
  operation: BinaryOperation,
  type: ScalarType,
  first: Scalar,
  second: Scalar,
): Scalar {
  if (isComparison(operation)) return compare(operation, first, second) ? 1 : 0;
  if (isBinaryFunction(operation)) {
    const apply = providedFunctions().definition.binary(operation, type as FloatType);
    return apply(Number(first), Number(second));
  }
  if (!SCALAR_TYPE_FACTS[type].isFloat) {
    return wrap(type, binaryOnIntegers(operation, type, BigInt(first), BigInt(second)));
  }
  const result = binaryOnFloats(operation, Number(first), Number(second));
  return type === "f32" ? Math.fround(result) : result;
}

/** The value as one of another type: low bits, one rounding, or truncation that saturates; a bool is 0 or 1. */
export function applyConvert(from: ScalarType, to: ScalarType, value: Scalar): Scalar {
  if (SCALAR_TYPE_FACTS[from].isFloat) {
    if (to === "f64") return value;
    return to === "f32" ? Math.fround(Number(value)) : saturate(to, Number(value));
  }
  if (to === "f64") return Number(value);
  return to === "f32" ? nearestFloat32(BigInt(value)) : wrap(to, BigInt(value));
}

/** The same bits as a value of another type of the same width; a NaN has its canonical bits. */
export function applyBitcast(from: ScalarType, to: ScalarType, value: Scalar): Scalar {
  return fromBits(to, bitsOf(from, value));
}

function unaryOnFloat(operation: UnaryOperation, operand: number): number {
  switch (operation) {
    case "negate":
      return -operand;
    case "abs":
      return Math.abs(operand);
    case "sqrt":
      return Math.sqrt(operand);
    case "floor":
      return Math.floor(operand);
    case "ceil":
      return Math.ceil(operand);
    case "truncate":
      return Math.trunc(operand);
    case "roundEven":
      return roundEven(operand);
    default:
      throw new InternalError(`${operation} has no meaning on floats`);
  }
}

/** The nearest integer, of two equally near ones the even one; with the operand's sign also where it is zero. */
function roundEven(operand: number): number {
  const whole = Math.trunc(operand);
  const rest = Math.abs(operand - whole); // exact; NaN for an infinity and for NaN
  const isAway = rest > 0.5 || (rest === 0.5 && whole % 2 !== 0);
  return isAway ? whole + Math.sign(operand) : whole;
}

function unaryOnInteger(operation: UnaryOperation, type: ScalarType, operand: bigint): bigint {
  switch (operation) {
    case "negate":
      return -operand;
    case "abs":
      return operand < 0n ? -operand : operand;
    case "not":
      return ~operand;
    case "countLeadingZeros":
    case "countTrailingZeros":
    case "countOnes":
      return BigInt(countOf(operation, digitsOf(operand, widthOf(type))));
    default:
      throw new InternalError(`${operation} has no meaning on integers`);
  }
}

/** All bits of an integer, the highest first. */
function digitsOf(value: bigint, width: number): string {
  return BigInt.asUintN(width, value).toString(2).padStart(width, "0");
}

function countOf(
  operation: "countLeadingZeros" | "countTrailingZeros" | "countOnes",
  digits: string,
): number {
  const width = digits.length;
  switch (operation) {
    case "countLeadingZeros":
      return digits.includes("1") ? digits.indexOf("1") : width;
    case "countTrailingZeros":
      return digits.includes("1") ? width - 1 - digits.lastIndexOf("1") : width;
    case "countOnes":
      return digits.replaceAll("0", "").length;
    default:
      return operation satisfies never;
  }
}

function binaryOnFloats(operation: BinaryOperation, first: number, second: number): number {
  switch (operation) {
    case "add":
      return first + second;
    case "subtract":
      return first - second;
    case "multiply":
      return first * second;
    case "divide":
      return first / second;
    case "min":
      return Math.min(first, second);
    case "max":
      return Math.max(first, second);
    default:
      throw new InternalError(`${operation} has no meaning on floats`);
  }
}

function binaryOnIntegers(
  operation: Exclude<BinaryOperation, Comparison | BinaryFunction>,
  type: ScalarType,
  first: bigint,
  second: bigint,
): bigint {
  switch (operation) {
    case "add":
      return first + second;
    case "subtract":
      return first - second;
    case "multiply":
      return first * second;
    case "divide":
      return second === 0n ? 0n : first / second; // towards zero, as bigints divide
    case "remainder":
      return second === 0n ? first : first % second; // with the sign of `first`
    case "min":
      return first < second ? first : second;
    case "max":
      return first > second ? first : second;
    case "and":
      return first & second;
    case "or":
      return first | second;
    case "xor":
      return first ^ second;
    case "shiftLeft":
    case "shiftRight":
    case "rotateLeft":
      return shifted(operation, BigInt(widthOf(type)), first, second);
    default:
      return operation satisfies never;
  }
}

function shifted(
  operation: "shiftLeft" | "shiftRight" | "rotateLeft",
  width: bigint,
  first: bigint,
  second: bigint,
): bigint {
  const distance = BigInt.asUintN(64, second) % width;
  switch (operation) {
    case "shiftLeft":
      return first << distance;
    case "shiftRight":
      return first >> distance; // of a signed operand with its sign
    case "rotateLeft": {
      const unsigned = BigInt.asUintN(Number(width), first);
      return (unsigned << distance) | (unsigned >> (width - distance));
    }
    default:
      return operation satisfies never;
  }
}

function compare(operation: Comparison, first: Scalar, second: Scalar): boolean {
  switch (operation) {
    case "less":
      return first < second;
    case "lessOrEqual":
      return first <= second;
    case "equal":
      return first === second;
    default:
      return operation satisfies never;
  }
}

function saturate(to: ScalarType, value: number): Scalar {
  if (Number.isNaN(value)) return wrap(to, 0n);
  const { smallest, largest } = rangeOf(to);
  if (value <= Number(smallest)) return wrap(to, smallest);
  // Of the 64-bit types the largest value rounds to the power of two above it, which is out of range as well.
  if (value >= Number(largest)) return wrap(to, largest);
  return wrap(to, BigInt(Math.trunc(value)));
}

/** The f32 nearest to an integer, of two equally near ones the one with an even last bit. Not through f64, which would round twice. */
function nearestFloat32(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const excess = BigInt(Math.max(0, magnitude.toString(2).length - 24)); // bits beyond the 24 of an f32
  const kept = magnitude >> excess;
  const rest = magnitude - (kept << excess);
  const half = (1n << excess) / 2n;
  const isUp = rest > half || (excess > 0n && rest === half && kept % 2n === 1n);
  const rounded = Number((isUp ? kept + 1n : kept) << excess);
  return value < 0n ? -rounded : rounded;
}

/** The value of an integer type or bool that has these low bits. */
function wrap(type: ScalarType, value: bigint): Scalar {
  switch (type) {
    case "i64":
      return BigInt.asIntN(64, value);
    case "u64":
      return BigInt.asUintN(64, value);
    case "i32":
      return Number(BigInt.asIntN(32, value));
    case "u32":
      return Number(BigInt.asUintN(32, value));
    case "bool":
      return Number(BigInt.asUintN(1, value));
    default:
      throw new InternalError(`${type} does not wrap`);
  }
}

function rangeOf(type: ScalarType): { readonly smallest: bigint; readonly largest: bigint } {
  const width = BigInt(widthOf(type));
  if (!SCALAR_TYPE_FACTS[type].isSigned) return { smallest: 0n, largest: 2n ** width - 1n };
  return { smallest: -(2n ** (width - 1n)), largest: 2n ** (width - 1n) - 1n };
}

function widthOf(type: ScalarType): number {
  return SCALAR_TYPE_FACTS[type].bytes * 8;
}
