// Each operation of the scalar language as a function, for pages whose policy forbids generated code.

import {
  type BinaryFunction,
  type FloatType,
  isBinaryFunction,
  isUnaryFunction,
} from "../elementary/names.ts";
import { providedFunctions } from "../elementary/provided.ts";
import type { BinaryOperation, Comparison, Term, UnaryOperation } from "../operators/term.ts";
import { bitsOf, fromBits } from "../values/bits.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import {
  countOnes,
  countTrailingZeros,
  float32OfBigInt,
  roundEven,
  saturateInt64,
  saturateUint64,
} from "./scalar-functions.ts";

type Convert = (value: Scalar) => Scalar;
type FromNumber = (value: number) => Scalar;
type FromBigInt = (value: bigint) => Scalar;

/** The conversion of values of one type to another. */
function convertClosure(from: ScalarType, to: ScalarType): Convert {
  const { isFloat, isBigInt } = SCALAR_TYPE_FACTS[from];
  if (isFloat) return lookUp(FROM_FLOAT, to) as Convert;
  return (isBigInt ? lookUp(FROM_BIGINT, to) : lookUp(FROM_WORD, to)) as Convert;
}

/** The value of another type with the same bits; a NaN gives its canonical bits. */
function bitcastClosure(from: ScalarType, to: ScalarType): Convert {
  if (SCALAR_TYPE_FACTS[from].isFloat || SCALAR_TYPE_FACTS[to].isFloat) {
    return (value) => fromBits(to, bitsOf(from, value));
  }
  return convertClosure(from, to); // between integers of one width the low bits are all bits
}

function lookUp<Apply>(table: Partial<Record<ScalarType, Apply>>, to: ScalarType): Apply {
  const apply = table[to];
  if (apply === undefined) throw new InternalError(`nothing converts to ${to}`);
  return apply;
}

const FROM_FLOAT: Partial<Record<ScalarType, FromNumber>> = {
  f64: (value) => value, // of an f32
  f32: (value) => Math.fround(value),
  i64: saturateInt64,
  u64: saturateUint64,
  i32: (value) => Math.max(-0x80000000, Math.min(0x7fffffff, value)) | 0, // NaN stays NaN up to | 0
  u32: (value) => Math.max(0, Math.min(0xffffffff, value)) >>> 0,
};

/** From i32, u32 and bool, which are all exact in f64. */
const FROM_WORD: Partial<Record<ScalarType, FromNumber>> = {
  f64: (value) => value,
  f32: (value) => Math.fround(value),
  i64: (value) => BigInt(value),
  u64: (value) => BigInt.asUintN(64, BigInt(value)),
  i32: (value) => value | 0,
  u32: (value) => value >>> 0,
};

const FROM_BIGINT: Partial<Record<ScalarType, FromBigInt>> = {
  f64: (value) => Number(value),
  f32: float32OfBigInt,
  i64: (value) => BigInt.asIntN(64, value),
  u64: (value) => BigInt.asUintN(64, value),
  i32: (value) => Number(BigInt.asIntN(32, value)),
  u32: (value) => Number(BigInt.asUintN(32, value)),
};

/** One operation as a function of its operands, in the order of `operandsOf`; what it does not have it ignores. */
export type Apply = (first: Scalar, second: Scalar, third: Scalar) => Scalar;

/** The operation at the root of a term; the operands are the caller's. */
export function operationClosure(term: Term): Apply {
  switch (term.kind) {
    case "unary":
      if (isUnaryFunction(term.operation)) {
        return providedFunctions().fast.unary(term.operation, term.type as FloatType) as Apply;
      }
      return applyIn(UNARY[term.type], term.operation, term.type);
    case "binary":
      if (isBinaryFunction(term.operation)) {
        return providedFunctions().fast.binary(term.operation, term.type as FloatType) as Apply;
      }
      return applyIn(BINARY[term.first.type], term.operation, term.first.type);
    case "select":
      return (condition, first, second) => (condition === 1 ? first : second);
    case "convert":
      return convertClosure(term.operand.type, term.type) as Apply;
    case "bitcast":
      return bitcastClosure(term.operand.type, term.type) as Apply;
    default:
      throw new InternalError(`a term of kind ${term.kind} is not an operation`);
  }
}

function applyIn<Operation extends string>(
  table: Partial<Record<Operation, unknown>>,
  operation: Operation,
  type: ScalarType,
): Apply {
  const apply = table[operation];
  if (apply === undefined) throw new InternalError(`${operation} has no meaning on ${type}`);
  return apply as Apply;
}

type OnNumber = (operand: number) => number;
type OnNumbers = (left: number, right: number) => number;
type OnBigInt = (operand: bigint) => bigint;
type OnBigInts = (left: bigint, right: bigint) => bigint;
type NumberOperations = Omit<Record<BinaryOperation, OnNumbers>, Comparison | BinaryFunction>;
type BigIntOperations = Omit<Record<BinaryOperation, OnBigInts>, Comparison | BinaryFunction>;

// As numbers, not by a branch: in a loop that a combine has been put into, V8 takes half the time.
const NUMBER_COMPARISONS: Record<Comparison, OnNumbers> = {
  less: (left, right) => Number(left < right),
  lessOrEqual: (left, right) => Number(left <= right),
  equal: (left, right) => Number(left === right),
};

const BIGINT_COMPARISONS: Record<Comparison, (left: bigint, right: bigint) => number> = {
  less: (left, right) => (left < right ? 1 : 0),
  lessOrEqual: (left, right) => (left <= right ? 1 : 0),
  equal: (left, right) => (left === right ? 1 : 0),
};

const FLOAT_UNARY: Partial<Record<UnaryOperation, OnNumber>> = {
  negate: (operand) => -operand,
  abs: (operand) => Math.abs(operand),
  floor: (operand) => Math.floor(operand),
  ceil: (operand) => Math.ceil(operand),
  truncate: (operand) => Math.trunc(operand),
  roundEven,
};

const ON_F64: Partial<Record<BinaryOperation, OnNumbers>> = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right,
  divide: (left, right) => left / right,
  min: (left, right) => Math.min(left, right),
  max: (left, right) => Math.max(left, right),
};

// Rounding the f64 result once more is innocuous for + − × ÷ and √ of f32 (53 ≥ 2·24 + 2).
const ON_F32: Partial<Record<BinaryOperation, OnNumbers>> = {
  add: (left, right) => Math.fround(left + right),
  subtract: (left, right) => Math.fround(left - right),
  multiply: (left, right) => Math.fround(left * right),
  divide: (left, right) => Math.fround(left / right),
  min: (left, right) => Math.min(left, right),
  max: (left, right) => Math.max(left, right),
};

const ON_I32: NumberOperations = {
  add: (left, right) => (left + right) | 0,
  subtract: (left, right) => (left - right) | 0,
  multiply: (left, right) => Math.imul(left, right),
  divide: (left, right) => (left / right) | 0, // ÷ 0 gives ±∞ or NaN, of which | 0 makes 0
  remainder: (left, right) => (right === 0 ? left : (left % right) | 0), // | 0 for −0
  min: (left, right) => Math.min(left, right),
  max: (left, right) => Math.max(left, right),
  and: (left, right) => left & right,
  or: (left, right) => left | right,
  xor: (left, right) => left ^ right,
  shiftLeft: (left, right) => left << right,
  shiftRight: (left, right) => left >> right,
  rotateLeft: (left, right) => (left << right) | (left >>> -right),
};

const ON_U32: NumberOperations = {
  add: (left, right) => (left + right) >>> 0,
  subtract: (left, right) => (left - right) >>> 0,
  multiply: (left, right) => Math.imul(left, right) >>> 0,
  divide: (left, right) => (left / right) >>> 0,
  remainder: (left, right) => (right === 0 ? left : left % right),
  min: (left, right) => Math.min(left, right),
  max: (left, right) => Math.max(left, right),
  and: (left, right) => (left & right) >>> 0,
  or: (left, right) => (left | right) >>> 0,
  xor: (left, right) => (left ^ right) >>> 0,
  shiftLeft: (left, right) => (left << right) >>> 0,
  shiftRight: (left, right) => left >>> right,
  rotateLeft: (left, right) => ((left << right) | (left >>> -right)) >>> 0,
};

// Written out for each type: closures made by one function share what the engine learns of them, and are slower.
const ON_I64: BigIntOperations = {
  add: (left, right) => BigInt.asIntN(64, left + right),
  subtract: (left, right) => BigInt.asIntN(64, left - right),
  multiply: (left, right) => BigInt.asIntN(64, left * right),
  divide: (left, right) => (right === 0n ? 0n : BigInt.asIntN(64, left / right)),
  remainder: (left, right) => (right === 0n ? left : left % right),
  min: (left, right) => (left < right ? left : right),
  max: (left, right) => (left > right ? left : right),
  and: (left, right) => left & right,
  or: (left, right) => left | right,
  xor: (left, right) => left ^ right,
  shiftLeft: (left, right) => BigInt.asIntN(64, left << BigInt.asUintN(6, right)),
  shiftRight: (left, right) => left >> BigInt.asUintN(6, right),
  rotateLeft: (left, right) => BigInt.asIntN(64, rotate64(left, right)),
};

const ON_U64: BigIntOperations = {
  add: (left, right) => BigInt.asUintN(64, left + right),
  subtract: (left, right) => BigInt.asUintN(64, left - right),
  multiply: (left, right) => BigInt.asUintN(64, left * right),
  divide: (left, right) => (right === 0n ? 0n : BigInt.asUintN(64, left / right)),
  remainder: (left, right) => (right === 0n ? left : left % right),
  min: (left, right) => (left < right ? left : right),
  max: (left, right) => (left > right ? left : right),
  and: (left, right) => left & right,
  or: (left, right) => left | right,
  xor: (left, right) => left ^ right,
  shiftLeft: (left, right) => BigInt.asUintN(64, left << BigInt.asUintN(6, right)),
  shiftRight: (left, right) => left >> BigInt.asUintN(6, right),
  rotateLeft: (left, right) => BigInt.asUintN(64, rotate64(left, right)),
};

function rotate64(value: bigint, by: bigint): bigint {
  const distance = BigInt.asUintN(6, by);
  const unsigned = BigInt.asUintN(64, value);
  return (unsigned << distance) | (unsigned >> (64n - distance));
}

const U32_UNARY: Partial<Record<UnaryOperation, OnNumber>> = {
  negate: (operand) => -operand >>> 0,
  not: (operand) => ~operand >>> 0,
  countLeadingZeros: (operand) => Math.clz32(operand),
  countTrailingZeros,
  countOnes,
};

/** The halves of 64 bits as two counts of 32. */
const highOf = (operand: bigint): number => Number(BigInt.asUintN(32, operand >> 32n));
const lowOf = (operand: bigint): number => Number(BigInt.asUintN(32, operand));

const BIGINT_UNARY: Partial<Record<UnaryOperation, OnBigInt>> = {
  countLeadingZeros: (operand) => {
    const high = highOf(operand);
    return BigInt(high === 0 ? 32 + Math.clz32(lowOf(operand)) : Math.clz32(high));
  },
  countTrailingZeros: (operand) => {
    const low = lowOf(operand);
    return BigInt(low === 0 ? 32 + countTrailingZeros(highOf(operand)) : countTrailingZeros(low));
  },
  countOnes: (operand) => BigInt(countOnes(highOf(operand)) + countOnes(lowOf(operand))),
};

const UNARY: Readonly<Record<ScalarType, Partial<Record<UnaryOperation, OnNumber | OnBigInt>>>> = {
  f64: { ...FLOAT_UNARY, sqrt: (operand: number) => Math.sqrt(operand) },
  f32: { ...FLOAT_UNARY, sqrt: (operand: number) => Math.fround(Math.sqrt(operand)) },
  i32: {
    ...U32_UNARY,
    negate: (operand: number) => -operand | 0,
    abs: (operand: number) => Math.abs(operand) | 0,
    not: (operand: number) => ~operand,
  },
  u32: U32_UNARY,
  i64: {
    ...BIGINT_UNARY,
    negate: (operand: bigint) => BigInt.asIntN(64, -operand),
    abs: (operand: bigint) => (operand < 0n ? BigInt.asIntN(64, -operand) : operand),
    not: (operand: bigint) => ~operand,
  },
  u64: {
    ...BIGINT_UNARY,
    negate: (operand: bigint) => BigInt.asUintN(64, -operand),
    not: (operand: bigint) => BigInt.asUintN(64, ~operand),
  },
  bool: { not: (operand: number) => 1 - operand },
};

const BINARY: Readonly<Record<ScalarType, Partial<Record<BinaryOperation, unknown>>>> = {
  f64: { ...ON_F64, ...NUMBER_COMPARISONS },
  f32: { ...ON_F32, ...NUMBER_COMPARISONS },
  i32: { ...ON_I32, ...NUMBER_COMPARISONS },
  u32: { ...ON_U32, ...NUMBER_COMPARISONS },
  i64: { ...ON_I64, ...BIGINT_COMPARISONS },
  u64: { ...ON_U64, ...BIGINT_COMPARISONS },
  bool: { and: ON_I32.and, or: ON_I32.or, xor: ON_I32.xor, equal: NUMBER_COMPARISONS.equal },
};
