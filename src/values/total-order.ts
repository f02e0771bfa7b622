// Sorting needs an order without ties between different bits: numbers by value, −0 before +0, NaNs last.

import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "./element-types.ts";
import { type ColumnArray, viewColumn } from "./value-types.ts";

/** Unsigned integers whose order is that of keys. */
type KeyImages = Uint8Array | Uint32Array | BigUint64Array;

/** The bits of a column, as unsigned integers over the same memory: what moves elements without touching a NaN. */
export function bitsView(column: ColumnArray): KeyImages {
  const { buffer, byteOffset, length } = column;
  if (column instanceof Uint8Array) return column;
  return viewColumn(column.BYTES_PER_ELEMENT === 8 ? "u64" : "u32", buffer, byteOffset, length) as KeyImages;
}

/**
 * The place of each key in the total order of its type, as an unsigned integer of the key's width: numbers by value, −0 before +0, NaNs, all
 * equal, last; false before true. Equal images are those of values for which `Object.is` holds.
 */
export function keyImages(type: ScalarType, keys: ColumnArray): KeyImages {
  const bits = bitsView(keys);
  if (type === "u32" || type === "u64" || type === "bool") return bits.slice();
  const imageOf = SCALAR_TYPE_FACTS[type].bytes === 8 ? imageOf64 : imageOf32;
  const images = bits.slice() as Uint32Array | BigUint64Array;
  const { isFloat } = SCALAR_TYPE_FACTS[type];
  for (let i = 0; i < images.length; i++) {
    (images as { [index: number]: number | bigint })[i] = Number.isNaN(keys[i])
      ? imageOf.nan
      : imageOf.number(images[i] as never, isFloat);
  }
  return images;
}

const imageOf32 = {
  nan: 0xffffffff,
  number: (bits: number, isFloat: boolean): number =>
    (isFloat && bits >>> 31 === 1 ? ~bits : bits ^ 0x80000000) >>> 0,
};

const SIGN_64 = 1n << 63n;

const imageOf64 = {
  nan: (1n << 64n) - 1n,
  number: (bits: bigint, isFloat: boolean): bigint =>
    isFloat && bits >= SIGN_64 ? BigInt.asUintN(64, ~bits) : bits ^ SIGN_64,
};

/** Bits of a key image: 64, 32, or 1 for bools. */
export function imageBits(type: ScalarType): number {
  return type === "bool" ? 1 : SCALAR_TYPE_FACTS[type].bytes * 8;
}

/** Whether one element comes before another in the total order of its type: numbers by value, −0 before +0, NaNs, all equal, last. */
export function comesBefore(left: Scalar, right: Scalar): boolean {
  if (left === right) return left === 0 && 1 / left < 1 / (right as number);
  return left < right || (Number.isNaN(right) && !Number.isNaN(left));
}

/** A column that records are ordered by. */
interface OrderedColumn {
  readonly column: ColumnArray;
  readonly isDescending: boolean;
}

/** The first index whose record comes before the one at the index before it: by the first column, where equal by the second, …; −1 for none. */
export function firstOutOfOrder(keys: readonly OrderedColumn[]): number {
  const [only] = keys;
  const { length } = only.column;
  for (let i = 1; i < length; i++) if (precedes(keys, i, i - 1)) return i;
  return -1;
}

function precedes(keys: readonly OrderedColumn[], index: number, other: number): boolean {
  for (const { column, isDescending } of keys) {
    const [first, second] = isDescending ? [other, index] : [index, other];
    if (comesBefore(column[first], column[second])) return true;
    if (comesBefore(column[second], column[first])) return false;
  }
  return false;
}
