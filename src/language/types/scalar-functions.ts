// What the language's names and symbols of scalars mean, for inference, the interpreter and staging alike.

import {
  BINARY_FUNCTIONS,
  isBinaryFunction,
  isUnaryFunction,
  UNARY_FUNCTIONS,
} from "../../elementary/names.ts";
import { provideElementary } from "../../elementary/provide.ts";
import { applyBinary, applyBitcast, applyConvert, applyUnary } from "../../operators/apply.ts";
import type { BinaryOperation, UnaryOperation } from "../../operators/term.ts";
import { decimalOf, nearestFloat32 } from "../../values/decimal.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import {
  endsOf,
  isNarrowInteger,
  type NarrowInteger,
  type ProgramScalar,
} from "../../values/program-scalars.ts";
import type { InfixSymbol, LiteralTerm } from "../term.ts";
import { carrierOf, narrowed } from "./narrow.ts";
import {
  ARITIES,
  FLOATS,
  INTEGERS,
  isArrayFunction,
  isPlainScalarFunction,
  NUMBERS,
  type ScalarFunction,
} from "./signatures.ts";
import { isScalarType } from "./type.ts";

/** What an infix symbol means: an operation, whose operands are swapped or whose result is negated. */
interface InfixMeaning {
  readonly operation: BinaryOperation;
  readonly isSwapped?: true; // left > right is right < left
  readonly isNegated?: true; // left != right is not (left == right)
}

export const INFIX_MEANINGS: Readonly<Record<InfixSymbol, InfixMeaning>> = {
  "||": { operation: "or" },
  "&&": { operation: "and" },
  "==": { operation: "equal" },
  "!=": { operation: "equal", isNegated: true },
  "<": { operation: "less" },
  "<=": { operation: "lessOrEqual" },
  ">": { operation: "less", isSwapped: true },
  ">=": { operation: "lessOrEqual", isSwapped: true },
  "|": { operation: "or" },
  "^": { operation: "xor" },
  "&": { operation: "and" },
  "<<": { operation: "shiftLeft" },
  ">>": { operation: "shiftRight" },
  "+": { operation: "add" },
  "-": { operation: "subtract" },
  "*": { operation: "multiply" },
  "/": { operation: "divide" },
  "%": { operation: "remainder" },
};

/** What stands behind a name such as `i32.smallest`, `f64.sqrt` or `f32.i64`. */
export type ScalarMeaning =
  | { readonly kind: "constant"; readonly type: ScalarType; readonly value: Scalar }
  | { readonly kind: "unary"; readonly type: ScalarType; readonly operation: UnaryOperation }
  | { readonly kind: "count"; readonly type: ScalarType; readonly operation: UnaryOperation } // type -> i32
  | { readonly kind: "binary"; readonly type: ScalarType; readonly operation: BinaryOperation }
  | { readonly kind: "convert"; readonly from: ScalarType; readonly to: ScalarType }
  | { readonly kind: "bitcast"; readonly from: ScalarType; readonly to: ScalarType }
  | { readonly kind: "getBit"; readonly type: ScalarType } // i32 -> type -> i32
  | { readonly kind: "power"; readonly type: ScalarType } // of integers, wrapping; the exponent's bits have no sign
  | { readonly kind: "logicalShift"; readonly type: ScalarType; readonly bits: number } // to the right, of so many bits without a sign
  | { readonly kind: "isNonzero"; readonly from: ScalarType } // from -> bool
  | { readonly kind: "distance"; readonly type: ScalarType } // type -> type -> i64: from the first to the second
  | { readonly kind: "like"; readonly type: ScalarType } // type -> i64 -> type: the second as the type of the first
  | { readonly kind: "narrow"; readonly type: NarrowInteger; readonly of: ScalarMeaning }; // in 32 bits, and then wrapped

interface Family<Operation> {
  readonly operation: Operation;
  readonly types: readonly ScalarType[];
}

const UNARY: Readonly<Record<string, Family<UnaryOperation>>> = {
  neg: { operation: "negate", types: NUMBERS },
  abs: { operation: "abs", types: ["f64", "f32", "i64", "i32"] },
  sqrt: { operation: "sqrt", types: FLOATS },
  floor: { operation: "floor", types: FLOATS },
  ceil: { operation: "ceil", types: FLOATS },
  trunc: { operation: "truncate", types: FLOATS },
  round: { operation: "roundEven", types: FLOATS },
  ...Object.fromEntries(UNARY_FUNCTIONS.map((name) => [name, { operation: name, types: FLOATS }])),
  not: { operation: "not", types: INTEGERS },
};

/** How many bits of a kind there are. */
const COUNTS: Readonly<Record<string, UnaryOperation>> = {
  clz: "countLeadingZeros",
  ctz: "countTrailingZeros",
  popc: "countOnes",
};

const BINARY: Readonly<Record<string, Family<BinaryOperation>>> = {
  min: { operation: "min", types: NUMBERS },
  max: { operation: "max", types: NUMBERS },
  ...Object.fromEntries(BINARY_FUNCTIONS.map((name) => [name, { operation: name, types: FLOATS }])),
};

/** The meaning of `type.member`; undefined when the language has no such name. */
export function scalarMeaning(name: string): ScalarMeaning | undefined {
  const [type, member] = name.split(".");
  if (member === undefined || !isScalarType(type)) return undefined;
  if (isNarrowInteger(type)) return narrowMeaning(type, member);
  if (isScalarType(member)) return conversionOf(carrierOf(member), type);
  const constant = constantOf(type, member);
  if (constant !== undefined) return { kind: "constant", type, value: constant };
  if (Object.hasOwn(COUNTS, member) && INTEGERS.includes(type)) {
    return { kind: "count", type, operation: COUNTS[member] };
  }
  const unary = Object.hasOwn(UNARY, member) ? UNARY[member] : undefined;
  if (isUnaryFunction(member) || isBinaryFunction(member)) provideElementary();
  if (unary?.types.includes(type)) return { kind: "unary", type, operation: unary.operation };
  const binary = Object.hasOwn(BINARY, member) ? BINARY[member] : undefined;
  if (binary?.types.includes(type)) return { kind: "binary", type, operation: binary.operation };
  const bits = type === "f64" ? "u64" : type === "f32" ? "u32" : undefined;
  if (bits !== undefined && member === "to_bits") return { kind: "bitcast", from: type, to: bits };
  if (bits !== undefined && member === "from_bits") return { kind: "bitcast", from: bits, to: type };
  return member === "get_bit" && INTEGERS.includes(type) ? { kind: "getBit", type } : undefined;
}

/** A number is true unless it is zero. */
function conversionOf(from: ScalarType, to: ScalarType): ScalarMeaning {
  return to === "bool" && from !== "bool" ? { kind: "isNonzero", from } : { kind: "convert", from, to };
}

function narrowMeaning(type: NarrowInteger, member: string): ScalarMeaning | undefined {
  const carrier = carrierOf(type);
  if (Object.hasOwn(COUNTS, member)) return undefined; // they know how many bits there are: the prelude's
  const end = constantOf(type, member);
  if (end !== undefined) return { kind: "constant", type: carrier, value: end };
  const of = scalarMeaning(`${carrier}.${member}`);
  return of && { kind: "narrow", type, of };
}

/** `smallest` and `lowest`, `largest` and `highest` are the ends of the type; floats have `inf` and `nan` besides. */
function constantOf(type: ProgramScalar, member: string): Scalar | undefined {
  if (type === "bool") return undefined;
  if (member === "smallest" || member === "lowest") return endsOf(type).smallest;
  if (member === "largest" || member === "highest") return endsOf(type).largest;
  if (type !== "f64" && type !== "f32") return undefined;
  if (member === "inf") return Number.POSITIVE_INFINITY;
  return member === "nan" ? Number.NaN : undefined;
}

/** How many operands a meaning takes. */
export function arityOf(meaning: ScalarMeaning): number {
  if (meaning.kind === "narrow") return arityOf(meaning.of);
  if (meaning.kind === "constant") return 0;
  return ["unary", "count", "convert", "bitcast", "isNonzero"].includes(meaning.kind) ? 1 : 2;
}

/** How many operands a name of the language waits for. */
export function arityOfIntrinsic(name: string): number {
  const meaning = scalarMeaning(name);
  if (meaning !== undefined) return arityOf(meaning);
  if (isArrayFunction(name) || isPlainScalarFunction(name)) return ARITIES[name];
  throw new InternalError(`"${name}" has no value`);
}

const SHARED_BINARY: Readonly<Record<string, BinaryOperation>> = {
  min: "min",
  max: "max",
  "//": "divide",
  "%%": "remainder",
};

function logicalShift(type: ScalarType, of: ProgramScalar): ScalarMeaning {
  return { kind: "logicalShift", type, bits: Number(of.slice(1)) };
}

/** The type of the same width without a sign, in which shifts bring in zeros. */
export function unsignedOf(type: ScalarType): ScalarType {
  return type === "i64" || type === "u64" ? "u64" : "u32";
}

/** What of that type's bits a narrower one has. */
export function maskOf(type: ScalarType, bits: number): Scalar {
  return unsignedOf(type) === "u64" ? 2n ** 64n - 1n : 2 ** bits - 1;
}

function powerOf(type: ScalarType): ScalarMeaning {
  if (!FLOATS.includes(type)) return { kind: "power", type };
  provideElementary();
  return { kind: "binary", type, operation: "pow" };
}

/** The meaning of a function that scalar types share, for one of them; undefined where it gives what it is given. */
export function sharedMeaning(name: ScalarFunction, type: ProgramScalar): ScalarMeaning | undefined {
  if (isNarrowInteger(type)) {
    const of = name === ">>>" ? logicalShift(carrierOf(type), type) : sharedMeaning(name, carrierOf(type));
    return of && { kind: "narrow", type, of };
  }
  if (name === ">>>") return logicalShift(type, type);
  if (Object.hasOwn(SHARED_BINARY, name)) return { kind: "binary", type, operation: SHARED_BINARY[name] };
  if (name === "**") return powerOf(type);
  if (name === "i64.distance") return { kind: "distance", type };
  if (name === "i64.like") return { kind: "like", type };
  if (name === "i64.integer") return type === "i64" ? undefined : { kind: "convert", from: type, to: "i64" };
  if (name !== "abs" && name !== "not" && name !== "copy")
    throw new InternalError(`"${name}" has no meaning`);
  const isUnsigned = type === "u32" || type === "u64";
  if (name === "copy" || (name === "abs" && isUnsigned)) return undefined;
  return { kind: "unary", type, operation: name };
}

/** The value of a meaning for its operands, as the operators' evaluator has it. */
export function applyMeaning(meaning: ScalarMeaning, operands: readonly Scalar[]): Scalar {
  switch (meaning.kind) {
    case "constant":
      return meaning.value;
    case "unary":
      return applyUnary(meaning.operation, meaning.type, operands[0]);
    case "count":
      return applyConvert(meaning.type, "i32", applyUnary(meaning.operation, meaning.type, operands[0]));
    case "binary":
      return applyBinary(meaning.operation, meaning.type, operands[0], operands[1]);
    case "convert":
      return applyConvert(meaning.from, meaning.to, operands[0]);
    case "bitcast":
      return applyBitcast(meaning.from, meaning.to, operands[0]);
    case "getBit": {
      const distance = applyConvert("i32", meaning.type, operands[0]);
      const shifted = applyBinary("shiftRight", meaning.type, operands[1], distance);
      return Number(BigInt(shifted) & 1n);
    }
    case "power":
      return powerByBits(meaning.type, operands[0], operands[1]);
    case "logicalShift": {
      const { type, bits } = meaning;
      const wide = unsignedOf(type);
      const [value, by] = operands.map((operand) => applyConvert(type, wide, operand));
      const own = applyBinary("and", wide, value, maskOf(type, bits));
      return applyConvert(wide, type, applyBinary("shiftRight", wide, own, by));
    }
    case "isNonzero": {
      const zero = typeof operands[0] === "bigint" ? 0n : 0;
      return 1 - Number(applyBinary("equal", meaning.from, operands[0], zero));
    }
    case "distance": {
      const [from, to] = operands.map((operand) => applyConvert(meaning.type, "i64", operand));
      return applyBinary("subtract", "i64", to, from);
    }
    case "narrow":
      return narrowed(meaning.type, applyMeaning(meaning.of, operands));
    case "like":
      return applyConvert("i64", meaning.type, operands[1]);
    default:
      return meaning satisfies never;
  }
}

/** left^right by the bits of the exponent, wrapping as every product does. */
function powerByBits(type: ScalarType, left: Scalar, right: Scalar): Scalar {
  const multiply = (one: Scalar, other: Scalar): Scalar => applyBinary("multiply", type, one, other);
  let power = applyConvert("i64", type, 1n);
  let square = left;
  for (let bits = BigInt.asUintN(Number(type.slice(1)), BigInt(right)); bits > 0n; bits >>= 1n) {
    if (bits & 1n) power = multiply(power, square);
    square = multiply(square, square);
  }
  return power;
}

/** A literal as a value of the type that it was found to have. */
export function literalValue(term: LiteralTerm, type: ProgramScalar): Scalar {
  return narrowed(type, valueOfLiteral(term, carrierOf(type)));
}

function valueOfLiteral({ value, digits }: LiteralTerm, type: ScalarType): Scalar {
  switch (type) {
    case "i64":
      return BigInt.asIntN(64, BigInt(value));
    case "u64":
      return BigInt.asUintN(64, BigInt(value));
    case "i32":
      return Number(BigInt.asIntN(32, BigInt(value)));
    case "u32":
      return Number(BigInt.asUintN(32, BigInt(value)));
    case "f32":
      if (digits !== undefined) return nearestFloat32(decimalOf(value < 0 ? `-${digits}` : digits));
      return applyConvert(typeof value === "bigint" ? "i64" : "f64", type, value);
    default:
      return Number(value);
  }
}
