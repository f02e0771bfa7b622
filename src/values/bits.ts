// Bits are what this library promises: values as their bits and back, with one NaN for each float type.

import { checkText } from "./check-arguments.ts";
import { checkName } from "./check-name.ts";
import { isElement } from "./convert.ts";
import { describe } from "./describe.ts";
import {
  COLUMN_TYPE_FACTS,
  type ElementArray,
  SCALAR_TYPE_FACTS,
  type Scalar,
  type ScalarType,
} from "./element-types.ts";
import { InvalidArgumentError } from "./errors.ts";
import { bitsOfHalf, valueOfHalf } from "./halves.ts";
import { type ColumnArray, STORED_TYPES, type StoredType } from "./value-types.ts";

const view = new DataView(new ArrayBuffer(8));

/** The canonical quiet NaN of each float type: what an observed NaN is, whatever its payload was. */
export const CANONICAL_NAN_BITS = { f64: 0x7ff8000000000000n, f32: 0x7fc00000n } as const;

/** The bits of one element as an unsigned bigint; a NaN gives the canonical quiet NaN. */
export function bitsOf(type: StoredType, value: Scalar): bigint {
  switch (type) {
    case "f64":
      if (Number.isNaN(value)) return CANONICAL_NAN_BITS.f64;
      view.setFloat64(0, value as number);
      return view.getBigUint64(0);
    case "f32":
      if (Number.isNaN(value)) return CANONICAL_NAN_BITS.f32;
      view.setFloat32(0, value as number);
      return BigInt(view.getUint32(0));
    case "i64":
    case "u64":
      return BigInt.asUintN(64, value as bigint);
    case "i32":
    case "u32":
      return BigInt((value as number) >>> 0);
    case "bool":
      return value === 0 ? 0n : 1n;
    case "f16":
    case "bf16":
      return BigInt(bitsOfHalf(type, value as number));
    case "u8":
    case "i8":
    case "u16":
    case "i16":
      return BigInt.asUintN(8 * COLUMN_TYPE_FACTS[type].bytes, BigInt(value));
    default:
      return type satisfies never;
  }
}

/** The element that has these bits. The inverse of `bitsOf` on everything but non-canonical NaNs. */
export function fromBits(type: StoredType, bits: bigint): Scalar {
  switch (type) {
    case "f64":
      view.setBigUint64(0, bits);
      return view.getFloat64(0);
    case "f32":
      view.setUint32(0, Number(bits));
      return view.getFloat32(0);
    case "i64":
      return BigInt.asIntN(64, bits);
    case "u64":
      return BigInt.asUintN(64, bits);
    case "i32":
      return Number(bits) | 0;
    case "u32":
      return Number(bits) >>> 0;
    case "bool":
      return bits === 0n ? 0 : 1;
    case "f16":
    case "bf16":
      return valueOfHalf(type, Number(bits));
    case "u8":
    case "u16":
      return Number(bits);
    case "i8":
    case "i16":
      return Number(BigInt.asIntN(8 * COLUMN_TYPE_FACTS[type].bytes, bits));
    default:
      return type satisfies never;
  }
}

/** The bits of one element as lower-case hexadecimal: 16 digits for 64-bit types, 8 for 32-bit ones, 2 for bool; of a narrow type two for each byte. */
export function toHex(type: StoredType, value: Scalar): string {
  checkName("type", STORED_TYPES, type);
  if (!isElement(type, value))
    throw new InvalidArgumentError("value", `an element of ${type}`, describe(value));
  return bitsOf(type, value)
    .toString(16)
    .padStart(COLUMN_TYPE_FACTS[type].bytes * 2, "0");
}

/** The bytes of one element, the lowest first; a NaN gives the canonical quiet NaN. */
export function littleEndian(type: ScalarType, value: Scalar): readonly number[] {
  const bits = bitsOf(type, value);
  const byteAt = (_: unknown, index: number) => Number(BigInt.asUintN(8, bits >> BigInt(8 * index)));
  return Array.from({ length: SCALAR_TYPE_FACTS[type].bytes }, byteAt);
}

/** The element whose bits `hex` spells. @throws InvalidArgumentError when the digits are not exactly those of `type` */
export function fromHex(type: StoredType, hex: string, argument = "bits"): Scalar {
  checkText("argument", argument);
  const digits = COLUMN_TYPE_FACTS[checkName("type", STORED_TYPES, type)].bytes * 2;
  if (checkText(argument, hex).length !== digits || !/^[0-9a-f]+$/.test(hex)) {
    throw new InvalidArgumentError(
      argument,
      `${digits} lower-case hexadecimal digits (${type})`,
      describe(hex),
    );
  }
  if (type === "bool" && hex !== "00" && hex !== "01") {
    throw new InvalidArgumentError(argument, "00 or 01 (bool)", `"${hex}"`);
  }
  return fromBits(type, BigInt(`0x${hex}`));
}

/** Overwrites every NaN of `array` with the canonical quiet NaN; other types are left alone. */
export function canonicalizeNaNs(array: ElementArray): void {
  if (!(array instanceof Float64Array || array instanceof Float32Array)) return;
  for (let i = 0; i < array.length; i++) {
    if (Number.isNaN(array[i])) array[i] = Number.NaN;
  }
}

const CANONICAL_WORDS = {
  f64: new Uint32Array(Float64Array.of(Number.NaN).buffer),
  f32: new Uint32Array(Float32Array.of(Number.NaN).buffer),
} as const;

/** The same elements with every NaN the canonical quiet one: the array itself, which is never changed, where they are that already. */
export function withCanonicalNaNs<Column extends ColumnArray>(column: Column): Column {
  if (!(column instanceof Float64Array || column instanceof Float32Array)) return column;
  const words = new Uint32Array(column.buffer, column.byteOffset, column.byteLength / 4);
  const canonical = CANONICAL_WORDS[column instanceof Float64Array ? "f64" : "f32"];
  for (let i = 0; i < column.length; i++) {
    if (!Number.isNaN(column[i])) continue;
    if (canonical.every((word, k) => word === words[i * canonical.length + k])) continue;
    const copy = column.slice();
    canonicalizeNaNs(copy);
    return copy as Column;
  }
  return column;
}
