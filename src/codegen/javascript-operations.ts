// Operations as JavaScript expressions, to be pasted into generated loops. Only what one expression says, fast: no 64-bit integers, no calls of
// functions of our own. Closures serve the rest.
import { type BinaryFunction, isBinaryFunction } from "../elementary/names.ts";
import {
  type BinaryOperation,
  type Comparison,
  isComparison,
  type Term,
  type UnaryOperation,
} from "../operators/term.ts";
import type { ScalarType } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";

/** One operation as JavaScript: an expression that stands anywhere an operand may. */
interface OperationSource {
  readonly text: string;
  readonly repeats?: true; // writes an operand more than once
}

/** Types whose values are numbers; bools are 0 and 1. */
type NarrowType = Exclude<ScalarType, "i64" | "u64">;

export function isNarrow(type: ScalarType): type is NarrowType {
  return type !== "i64" && type !== "u64";
}

/**
 * The operation at the root of a term whose operands and result are numbers; undefined for those that take more than an expression. The operands' texts must be
 * names, calls, or in parentheses.
 */
export function operationSource(term: Term, operands: readonly string[]): OperationSource | undefined {
  const [first, second, third] = operands;
  switch (term.kind) {
    case "unary":
      return isNarrow(term.type) ? unarySource(term.operation, term.type, first) : undefined;
    case "binary":
      if (isComparison(term.operation))
        return { text: `(${first}${COMPARISONS[term.operation]}${second}?1:0)` };
      if (isBinaryFunction(term.operation)) return undefined;
      return isNarrow(term.type) ? binarySource(term.operation, term.type, first, second) : undefined;
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
function wrapped(type: NarrowType, text: string): string {
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
    default:
      return type satisfies never;
  }
}

function unarySource(
  operation: UnaryOperation,
  type: NarrowType,
  operand: string,
): OperationSource | undefined {
  switch (operation) {
    case "negate":
      return { text: wrapped(type, `-${operand}`) };
    case "abs":
    case "sqrt":
      return { text: wrapped(type, `Math.${operation}(${operand})`) };
    case "floor":
    case "ceil":
      return { text: `Math.${operation}(${operand})` };
    case "truncate":
      return { text: `Math.trunc(${operand})` };
    case "not":
      return { text: type === "bool" ? `(1-${operand})` : wrapped(type, `~${operand}`) };
    case "countLeadingZeros":
      return { text: `Math.clz32(${operand})` };
    default: // by functions of our own
      return undefined;
  }
}

/** Operations of two operands that are no function of ours. */
type PlainOperation = Exclude<BinaryOperation, Comparison | BinaryFunction>;

const SYMBOLS = { add: "+", subtract: "-", and: "&", or: "|", xor: "^" } as const;

function binarySource(
  operation: PlainOperation,
  type: NarrowType,
  first: string,
  second: string,
): OperationSource {
  switch (operation) {
    case "min":
    case "max":
      return { text: `Math.${operation}(${first},${second})` };
    case "multiply": {
      const isFloat = type === "f64" || type === "f32";
      return { text: wrapped(type, isFloat ? `${first}*${second}` : `Math.imul(${first},${second})`) };
    }
    case "divide":
      return { text: wrapped(type, `${first}/${second}`) }; // of words over 0 infinite or NaN, which wraps to 0
    case "remainder": {
      const rest = type === "i32" ? `${first}%${second}|0` : `${first}%${second}`; // |0 for −0
      return { text: `(${second}===0?${first}:${rest})`, repeats: true };
    }
    // JavaScript takes the distances of shifts modulo 32 by itself.
    case "shiftLeft":
      return { text: wrapped(type, `${first}<<${second}`) };
    case "shiftRight":
      return { text: `(${first}${type === "i32" ? ">>" : ">>>"}${second})` };
    case "rotateLeft":
      return { text: wrapped(type, `${first}<<${second}|${first}>>>-${second}`), repeats: true };
    default:
      return { text: wrapped(type, `${first}${SYMBOLS[operation]}${second}`) };
  }
}

function convertSource(from: ScalarType, to: ScalarType, operand: string): OperationSource | undefined {
  const isFloat = from === "f64" || from === "f32";
  if (to === "f64" && !isNarrow(from)) return { text: `Number(${operand})` }; // rounded once, ties to even
  if (!isNarrow(from) || !isNarrow(to)) return undefined;
  switch (to) {
    case "f64":
      return { text: operand };
    case "f32":
      return { text: `Math.fround(${operand})` };
    case "i32":
      return {
        text: wrapped(to, isFloat ? `Math.max(-2147483648,Math.min(2147483647,${operand}))` : operand),
      };
    case "u32":
      return { text: wrapped(to, isFloat ? `Math.max(0,Math.min(4294967295,${operand}))` : operand) };
    default:
      throw new InternalError(`nothing converts to ${to}`);
  }
}

/** Between words of 32 bits; the bits of floats take more than an expression. */
function bitcastSource(from: ScalarType, to: ScalarType, operand: string): OperationSource | undefined {
  const isWord = (type: ScalarType): boolean => type === "i32" || type === "u32";
  return isWord(from) && isNarrow(to) && isWord(to) ? { text: wrapped(to, operand) } : undefined;
}
