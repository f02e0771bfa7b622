// Each operation of the scalar language as JavaScript text.

import {
  type BinaryOperation,
  type Comparison,
  isComparison,
  type Term,
  type UnaryOperation,
} from "../operators/term.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import type { HelperName } from "./javascript-helpers.ts";

/** One operation as JavaScript: an expression that stands anywhere an operand may. */
interface OperationSource {
  readonly text: string;
  readonly helper?: HelperName; // a function that it calls
  readonly repeats?: true; // writes an operand more than once
}

/** The operation at the root of a term. The operands' texts must be names, calls, or in parentheses. */
export function operationSource(term: Term, operands: readonly string[]): OperationSource {
  const [first, second, third] = operands;
  switch (term.kind) {
    case "unary":
      return unarySource(term.operation, term.type, first);
    case "binary":
      if (isComparison(term.operation))
        return { text: `(${first}${COMPARISONS[term.operation]}${second}?1:0)` };
      return binarySource(term.operation, term.first.type, first, second);
    case "select":
      return { text: `(${first}?${second}:${third})` };
    case "convert":
      return convertSource(term.operand.type, term.type, first);
    case "bitcast":
      return bitcastSource(term.operand.type, term.type, first);
    default:
      throw new InternalError(`a term of kind ${term.kind} is not an operation`);
  }
}

/** A number or bigint that reads back as the same value, −0, NaN and infinities included. */
export function numberSource(value: number | bigint): string {
  const text = typeof value === "bigint" ? `${value}n` : Object.is(value, -0) ? "-0" : String(value);
  return text.startsWith("-") ? `(${text})` : text; // x--1 would be a decrement
}

const COMPARISONS: Readonly<Record<Comparison, string>> = { less: "<", lessOrEqual: "<=", equal: "===" };

/** Any result with the bits wrapped, or rounded, to its type. */
function wrapped(type: ScalarType, text: string): string {
  switch (type) {
    case "f64":
    case "bool":
      return `(${text})`;
    case "f32":
      return `Math.fround(${text})`;
    case "i32":
      return `((${text})|0)`;
    case "u32":
      return `((${text})>>>0)`;
    case "i64":
      return `BigInt.asIntN(64,${text})`;
    case "u64":
      return `BigInt.asUintN(64,${text})`;
    default:
      return type satisfies never;
  }
}

function helped(helper: HelperName, ...operands: readonly string[]): OperationSource {
  return { text: `${helper}(${operands.join(",")})`, helper };
}

function unarySource(operation: UnaryOperation, type: ScalarType, operand: string): OperationSource {
  const isWide = SCALAR_TYPE_FACTS[type].isBigInt;
  switch (operation) {
    case "negate":
      return { text: wrapped(type, `-${operand}`) };
    case "abs":
      if (isWide)
        return { text: `(${operand}<0n?${wrapped(type, `-${operand}`)}:${operand})`, repeats: true };
      return { text: wrapped(type, `Math.abs(${operand})`) };
    case "sqrt":
      return { text: wrapped(type, `Math.sqrt(${operand})`) };
    case "floor":
    case "ceil":
      return { text: `Math.${operation}(${operand})` };
    case "truncate":
      return { text: `Math.trunc(${operand})` };
    case "roundEven":
      return helped("roundEven", operand);
    case "not":
      return { text: type === "bool" ? `(1-${operand})` : wrapped(type, `~${operand}`) };
    case "countLeadingZeros":
      return isWide ? wide("countLeadingZeros64", type, operand) : { text: `Math.clz32(${operand})` };
    case "countTrailingZeros":
      return isWide ? wide("countTrailingZeros64", type, operand) : helped("countTrailingZeros32", operand);
    case "countOnes":
      return isWide ? wide("countOnes64", type, operand) : helped("countOnes32", operand);
    default:
      return operation satisfies never;
  }
}

/** A helper on 64-bit integers, whose result is wrapped to their type. */
function wide(helper: HelperName, type: ScalarType, ...operands: readonly string[]): OperationSource {
  return { text: wrapped(type, `${helper}(${operands.join(",")})`), helper };
}

const SYMBOLS = { add: "+", subtract: "-", and: "&", or: "|", xor: "^" } as const;

function binarySource(
  operation: Exclude<BinaryOperation, Comparison>,
  type: ScalarType,
  first: string,
  second: string,
): OperationSource {
  const { isBigInt, isFloat } = SCALAR_TYPE_FACTS[type];
  switch (operation) {
    case "min":
    case "max": {
      if (!isBigInt) return { text: `Math.${operation}(${first},${second})` };
      const symbol = operation === "min" ? "<" : ">";
      return { text: `(${first}${symbol}${second}?${first}:${second})`, repeats: true };
    }
    case "multiply":
      if (isBigInt || isFloat) return { text: wrapped(type, `${first}*${second}`) };
      return { text: wrapped(type, `Math.imul(${first},${second})`) };
    case "divide": {
      const quotient = wrapped(type, `${first}/${second}`); // of words over 0 infinite or NaN, which wraps to 0
      return isBigInt ? { text: `(${second}===0n?0n:${quotient})`, repeats: true } : { text: quotient };
    }
    case "remainder": {
      const zero = isBigInt ? "0n" : "0";
      const rest = type === "i32" ? `${first}%${second}|0` : `${first}%${second}`; // |0 for −0
      return { text: `(${second}===${zero}?${first}:${rest})`, repeats: true };
    }
    case "shiftLeft":
    case "shiftRight":
    case "rotateLeft":
      return isBigInt ? wideShift(operation, type, first, second) : wordShift(operation, type, first, second);
    default:
      return { text: wrapped(type, `${first}${SYMBOLS[operation]}${second}`) };
  }
}

type Shift = "shiftLeft" | "shiftRight" | "rotateLeft";

/** JavaScript takes the distances of words modulo 32 by itself. */
function wordShift(operation: Shift, type: ScalarType, first: string, second: string): OperationSource {
  switch (operation) {
    case "shiftLeft":
      return { text: wrapped(type, `${first}<<${second}`) };
    case "shiftRight":
      return { text: `(${first}${type === "i32" ? ">>" : ">>>"}${second})` };
    case "rotateLeft":
      return { text: wrapped(type, `${first}<<${second}|${first}>>>-${second}`), repeats: true };
    default:
      return operation satisfies never;
  }
}

function wideShift(operation: Shift, type: ScalarType, first: string, second: string): OperationSource {
  switch (operation) {
    case "shiftLeft":
      return { text: wrapped(type, `${first}<<BigInt.asUintN(6,${second})`) };
    case "shiftRight":
      return { text: `(${first}>>BigInt.asUintN(6,${second}))` };
    case "rotateLeft":
      return wide("rotateLeft64", type, first, second);
    default:
      return operation satisfies never;
  }
}

function convertSource(from: ScalarType, to: ScalarType, operand: string): OperationSource {
  const { isFloat, isBigInt } = SCALAR_TYPE_FACTS[from];
  switch (to) {
    case "f64":
      return { text: isBigInt ? `Number(${operand})` : operand };
    case "f32":
      return isBigInt ? helped("float32Of64", operand) : { text: `Math.fround(${operand})` };
    case "i64":
    case "u64":
      if (isFloat) return helped(to === "i64" ? "saturateI64" : "saturateU64", operand);
      return { text: wrapped(to, isBigInt ? operand : `BigInt(${operand})`) };
    case "i32":
      if (isBigInt) return { text: `Number(BigInt.asIntN(32,${operand}))` };
      return {
        text: wrapped(to, isFloat ? `Math.max(-2147483648,Math.min(2147483647,${operand}))` : operand),
      };
    case "u32":
      if (isBigInt) return { text: `Number(BigInt.asUintN(32,${operand}))` };
      return { text: wrapped(to, isFloat ? `Math.max(0,Math.min(4294967295,${operand}))` : operand) };
    default:
      throw new InternalError(`nothing converts to ${to}`);
  }
}

function bitcastSource(from: ScalarType, to: ScalarType, operand: string): OperationSource {
  if (to === "f64") return helped("f64OfBits", operand);
  if (to === "f32") return helped("f32OfBits", operand);
  if (from === "f64") return wide("bitsOfF64", to, operand);
  if (from === "f32") return wide("bitsOfF32", to, operand);
  return { text: wrapped(to, operand) };
}
