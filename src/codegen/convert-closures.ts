import { bitsOf, fromBits } from "../values/bits.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import { float32OfBigInt, saturateInt64, saturateUint64 } from "./scalar-functions.ts";

type Convert = (value: Scalar) => Scalar;
type OnNumber = (value: number) => Scalar;
type OnBigInt = (value: bigint) => Scalar;

/** The conversion of values of one type to another. */
export function convertClosure(from: ScalarType, to: ScalarType): Convert {
  const { isFloat, isBigInt } = SCALAR_TYPE_FACTS[from];
  if (isFloat) return lookUp(FROM_FLOAT, to) as Convert;
  return (isBigInt ? lookUp(FROM_BIGINT, to) : lookUp(FROM_WORD, to)) as Convert;
}

/** The value of another type with the same bits; a NaN gives its canonical bits. */
export function bitcastClosure(from: ScalarType, to: ScalarType): Convert {
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

const FROM_FLOAT: Partial<Record<ScalarType, OnNumber>> = {
  f64: (value) => value, // of an f32
  f32: (value) => Math.fround(value),
  i64: saturateInt64,
  u64: saturateUint64,
  i32: (value) => Math.max(-0x80000000, Math.min(0x7fffffff, value)) | 0, // NaN stays NaN up to | 0
  u32: (value) => Math.max(0, Math.min(0xffffffff, value)) >>> 0,
};

/** From i32, u32 and bool, which are all exact in f64. */
const FROM_WORD: Partial<Record<ScalarType, OnNumber>> = {
  f64: (value) => value,
  f32: (value) => Math.fround(value),
  i64: (value) => BigInt(value),
  u64: (value) => BigInt.asUintN(64, BigInt(value)),
  i32: (value) => value | 0,
  u32: (value) => value >>> 0,
};

const FROM_BIGINT: Partial<Record<ScalarType, OnBigInt>> = {
  f64: (value) => Number(value),
  f32: float32OfBigInt,
  i64: (value) => BigInt.asIntN(64, value),
  u64: (value) => BigInt.asUintN(64, value),
  i32: (value) => Number(BigInt.asIntN(32, value)),
  u32: (value) => Number(BigInt.asUintN(32, value)),
};
