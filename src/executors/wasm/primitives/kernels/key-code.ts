import {
  type Code,
  get,
  i32,
  i32Const,
  i64,
  i64Const,
  instruction,
  type Local,
  load,
  loadBool,
  lowHalf,
  select,
  store,
  storeBool,
} from "../../../../codegen/wasm/code.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../../values/element-types.ts";

/*
 * Keys as order kernels see them: bits, never floats, so that a NaN keeps its own; and the image of a key, an unsigned integer of its
 * width, whose order is that of the sort.
 *
 *   unsigned, bool   the bits
 *   signed           the bits with the sign flipped
 *   floats           a NaN all ones; negative the complement of the bits; else the bits with the sign set
 *   descending       the complement of all that
 */

/** What the kernels of an order are specialised to. */
export interface KeyOrder {
  readonly type: ScalarType;
  readonly isDescending: boolean;
  readonly hasNoNaN?: boolean; // default: false; floats that are known to be numbers have shorter code
}

export type ElementBytes = 1 | 4 | 8;

/** Bits in a register: one of eight bytes is an i64, all others are i32. */
export function bitsTypeOf(bytes: ElementBytes): "i32" | "i64" {
  return bytes === 8 ? "i64" : "i32";
}

export function keyBytesOf({ type }: KeyOrder): ElementBytes {
  return SCALAR_TYPE_FACTS[type].bytes;
}

export function loadBits(bytes: ElementBytes, address: Code, offset = 0): Code {
  return bytes === 1 ? loadBool(address, offset) : load(bitsTypeOf(bytes), address, offset);
}

export function storeBits(bytes: ElementBytes, address: Code, value: Code, offset = 0): Code {
  return bytes === 1 ? storeBool(address, value, offset) : store(bitsTypeOf(bytes), address, value, offset);
}

/** `value · factor`, a power of two. */
export function times(factor: number, value: Code): Code {
  return factor === 1 ? value : i32("shiftLeft", value, i32Const(Math.log2(factor)));
}

/** The image of the key that a local holds. */
export function imageOf({ type, isDescending, hasNoNaN = false }: KeyOrder, key: Local): Code {
  const { bytes, isFloat, isSigned } = SCALAR_TYPE_FACTS[type];
  const word = WORDS[bitsTypeOf(bytes)];
  const complemented = (value: Code): Code =>
    isDescending ? instruction(word.xor, value, type === "bool" ? i32Const(1) : word.ones) : value;
  if (!isFloat) {
    return complemented(isSigned ? instruction(word.xor, get(key), word.sign) : get(key));
  }
  // All ones where negative, and the sign.
  const flips = instruction(word.or, instruction(word.shiftRightSigned, get(key), word.signShift), word.sign);
  const image = instruction(word.xor, get(key), flips);
  return complemented(hasNoNaN ? image : select(word.ones, image, isNotNumber(type, key)));
}

/** Whether the key that a local holds is a NaN. */
export function isNotNumber(type: ScalarType, key: Local): Code {
  const { bytes, isFloat } = SCALAR_TYPE_FACTS[type];
  if (!isFloat) return i32Const(0);
  const word = WORDS[bitsTypeOf(bytes)];
  return instruction(word.greater, instruction(word.and, get(key), word.magnitude), word.infinity);
}

/** Whether one image comes before another. */
export function isLess({ type }: KeyOrder, left: Code, right: Code): Code {
  return instruction(WORDS[bitsTypeOf(SCALAR_TYPE_FACTS[type].bytes)].less, left, right);
}

/** The bits of an image that count: those above `right` after it has been shifted to the left by `left`, at the bottom. */
export function looked({ type }: KeyOrder, image: Code, left: Code, right: Code): Code {
  const word = WORDS[bitsTypeOf(SCALAR_TYPE_FACTS[type].bytes)];
  return instruction(word.shiftRight, instruction(word.shiftLeft, image, left), right);
}

/** The low 32 bits of an image that was shifted to the right; the distance is as wide as the image. */
export function lowBits({ type }: KeyOrder, image: Code, distance: Code): Code {
  const isWide = SCALAR_TYPE_FACTS[type].bytes === 8;
  return isWide ? lowHalf(i64("shiftRight", image, distance)) : i32("shiftRight", image, distance);
}

/** A distance for images of this order, from an i32. */
export function asDistance({ type }: KeyOrder, distance: Code): Code {
  return SCALAR_TYPE_FACTS[type].bytes === 8 ? instruction(0xad, distance) : distance;
}

const WORDS = {
  i32: {
    and: 0x71,
    or: 0x72,
    xor: 0x73,
    shiftLeft: 0x74,
    shiftRight: 0x76,
    shiftRightSigned: 0x75,
    less: 0x49,
    greater: 0x4b,
    ones: i32Const(-1),
    sign: i32Const(-(2 ** 31)),
    signShift: i32Const(31),
    magnitude: i32Const(2 ** 31 - 1),
    infinity: i32Const(0x7f800000),
  },
  i64: {
    and: 0x83,
    or: 0x84,
    xor: 0x85,
    shiftLeft: 0x86,
    shiftRight: 0x88,
    shiftRightSigned: 0x87,
    less: 0x54,
    greater: 0x56,
    ones: i64Const(-1n),
    sign: i64Const(-(2n ** 63n)),
    signShift: i64Const(63n),
    magnitude: i64Const(2n ** 63n - 1n),
    infinity: i64Const(0x7ff0000000000000n),
  },
} as const;
