import { type Code, instruction, unsigned, vector } from "../../../codegen/wasm/code.ts";
import { splatConst } from "../../../codegen/wasm/vector-operations.ts";

/*
 * The instructions that the kernels of order-free sums are made of, by name. They compute on floats as bits as often as on floats.
 */

const VECTOR = {
  not: 0x4d,
  and: 0x4e,
  or: 0x50,
  xor: 0x51,
  anyTrue: 0x53,
  promoteLow: 0x5f, // the first two f32 of four to f64
  demote: 0x5e, // two f64 to f32, the other lanes zero
  splatI32: 0x11,
  splatI64: 0x12,
  splatF32: 0x13,
  splatF64: 0x14,
  greaterU32: 0x3c,
  lessU32: 0x3a,
  addI32: 0xae,
  subtractI32: 0xb1,
  minU32: 0xb7,
  maxU32: 0xb9,
  shiftLeftI32: 0xab,
  equalI64: 0xd6,
  shiftRightI64: 0xcd, // of bits
  addI64: 0xce,
  subtractI64: 0xd1,
  addF32: 0xe4,
  subtractF32: 0xe5,
  multiplyF32: 0xe6,
  notEqualF64: 0x48,
  lessF64: 0x49,
  atLeastF64: 0x4c,
  addF64: 0xf0,
  subtractF64: 0xf1,
  multiplyF64: 0xf2,
  pseudoMinF64: 0xf6, // second < first ? second : first
  pseudoMaxF64: 0xf7, // first < second ? second : first
} as const;

/** An instruction on vectors. */
export function lanes(operation: keyof typeof VECTOR, ...operands: readonly Code[]): Code {
  return vector(VECTOR[operation], ...operands);
}

const SCALAR = {
  extendSigned: 0xac, // i32 to i64
  extendUnsigned: 0xad,
  wrap: 0xa7, // i64 to i32
  shiftRightSigned: 0x87, // of i64
  countLeadingZeros: 0x79, // of i64
  lessSigned: 0x53, // of i64
  lessSigned32: 0x48,
  atLeast32: 0x4f, // unsigned i32
  bitsOfF64: 0xbd,
  f64OfBits: 0xbf,
  bitsOfF32: 0xbc,
  f32OfBits: 0xbe,
  demote: 0xb6,
  promote: 0xbb,
  fromI64: 0xb9, // to f64
  addF64: 0xa0,
  subtractF64: 0xa1,
  multiplyF64: 0xa2,
  absF64: 0x99,
  copySignF64: 0xa6,
  equalF64: 0x61,
  lessF64: 0x63,
  atLeastF64: 0x66,
} as const;

/** An instruction on single values. */
export function scalar(operation: keyof typeof SCALAR, ...operands: readonly Code[]): Code {
  return instruction(SCALAR[operation], ...operands);
}

/** One lane as a single value. */
export function lane(type: "i32" | "i64" | "f64", value: Code, index: number): Code {
  return [value, 0xfd, { i32: 0x1b, i64: 0x1d, f64: 0x21 }[type], index];
}

/** `v128.load64_zero`: eight bytes, and zeros after them. */
export function loadHalf(address: Code, offset = 0): Code {
  return [address, 0xfd, unsigned(0x5d), 0x00, unsigned(offset)];
}

/** `v128.store64_lane`: the first eight bytes. */
export function storeHalf(address: Code, value: Code, offset = 0): Code {
  return [address, value, 0xfd, unsigned(0x5b), 0x00, unsigned(offset), 0x00];
}

/** The start of a smallest magnitude: min of a NaN and anything is the NaN. */
export const INFINITIES = splatConst("f64", Number.POSITIVE_INFINITY, 8);

export const ZEROS = splatConst("f64", 0, 8);
