// Exact conversions between element types; what would round is refused.

import { describe } from "./describe.ts";
import {
  COLUMN_TYPE_FACTS,
  ELEMENT_TYPE_FACTS,
  type ElementType,
  type Scalar,
  type StorageArray,
  type StorageType,
} from "./element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "./errors.ts";
import { frozen } from "./frozen.ts";
import { bitsOfHalf, isHalfType, valueOfHalf } from "./halves.ts";
import { newStorageArray, type StoredType } from "./value-types.ts";

/** The accumulation types that hold each element of a type exactly: the one that is taken where none is asked for, then the others. */
export const ACCUMULATION_TYPES: Readonly<Record<StorageType, readonly ElementType[]>> = frozen({
  f64: ["f64"],
  f32: ["f32", "f64"],
  i64: ["i64"],
  u64: ["u64"],
  i32: ["i32", "i64", "f64"],
  u32: ["u32", "u64", "i64", "f64"],
  f16: ["f32", "f64"],
  bf16: ["f32", "f64"],
  u8: ["u32", "i32", "u64", "i64", "f32", "f64"],
  i8: ["i32", "i64", "f32", "f64"],
  u16: ["u32", "i32", "u64", "i64", "f32", "f64"],
  i16: ["i32", "i64", "f32", "f64"],
});

/** The value of an element as its array has it: of half floats an array has the bits. */
export function storedValue(type: StoredType, stored: Scalar): Scalar {
  return isHalfType(type) ? valueOfHalf(type, stored as number) : stored;
}

/** Converts one element to an accumulation type it may widen to; exact by construction of the legal pairs. */
export function widen(value: Scalar, accumulate: ElementType): Scalar {
  return ELEMENT_TYPE_FACTS[accumulate].isBigInt ? BigInt(value) : Number(value);
}

/** Whether `value` is an element of `type` exactly: right kind, in range, and representable. */
export function isElement(type: StoredType, value: unknown): value is Scalar {
  switch (type) {
    case "f64":
      return typeof value === "number";
    case "f32":
      return typeof value === "number" && (Number.isNaN(value) || Math.fround(value) === value);
    case "i32":
      return typeof value === "number" && (value | 0) === value;
    case "u32":
      return typeof value === "number" && value >>> 0 === value;
    case "i64":
      return typeof value === "bigint" && BigInt.asIntN(64, value) === value;
    case "u64":
      return typeof value === "bigint" && BigInt.asUintN(64, value) === value;
    case "bool":
      return value === 0 || value === 1;
    case "f16":
    case "bf16":
      return typeof value === "number" && Object.is(valueOfHalf(type, bitsOfHalf(type, value)), value);
    case "u8":
      return typeof value === "number" && (value & 0xff) === value;
    case "i8":
      return typeof value === "number" && (value << 24) >> 24 === value;
    case "u16":
      return typeof value === "number" && (value & 0xffff) === value;
    case "i16":
      return typeof value === "number" && (value << 16) >> 16 === value;
    default:
      return type satisfies never;
  }
}

/** What can be read as elements of a type that the caller names: arrays of numbers or bigints, any typed array, or bytes. */
export type ElementSource = ArrayLike<unknown> | DataView;

/**
 * A new array with the values of `source`, each converted exactly; the bytes of a DataView are read as little-endian elements.
 *
 * @throws InvalidArgumentError naming the first value that is not an element of `type`, by index
 * @throws LengthMismatchError where the bytes of a DataView are not a whole number of elements
 */
export function readElements<T extends StorageType>(
  type: T,
  source: ElementSource,
  argument = "input",
): StorageArray<T> {
  if (source instanceof DataView) return readBytes(type, source, argument);
  const elements = newStorageArray(type, source.length);
  const slots = elements as unknown as Scalar[];
  for (let i = 0; i < source.length; i++) {
    const element = convertExactly(type, source[i]);
    if (element === undefined) {
      throw new InvalidArgumentError(
        `${argument}[${i}]`,
        `a value that ${type} has exactly`,
        describe(source[i]),
      );
    }
    slots[i] = isHalfType(type) ? bitsOfHalf(type, element as number) : element;
  }
  return elements;
}

/** The element of `type` that equals `value`, a number or a bigint; undefined when there is none. */
export function convertExactly(type: StorageType, value: unknown): Scalar | undefined {
  if (isElement(type, value)) return value;
  if (typeof value === "number" && COLUMN_TYPE_FACTS[type].isBigInt && Number.isInteger(value)) {
    const whole = BigInt(value);
    return isElement(type, whole) ? whole : undefined;
  }
  if (typeof value === "bigint" && !COLUMN_TYPE_FACTS[type].isBigInt) {
    const nearest = Number(value);
    const isExact = Number.isFinite(nearest) && BigInt(nearest) === value;
    return isExact && isElement(type, nearest) ? nearest : undefined;
  }
  return undefined;
}

function readBytes<T extends StorageType>(type: T, view: DataView, argument: string): StorageArray<T> {
  const { bytes } = COLUMN_TYPE_FACTS[type];
  const length = Math.floor(view.byteLength / bytes);
  if (length * bytes !== view.byteLength) {
    throw new LengthMismatchError(`${argument}.byteLength`, length * bytes, view.byteLength);
  }
  const elements = newStorageArray(type, length);
  const slots = elements as unknown as Scalar[];
  for (let i = 0; i < length; i++) slots[i] = readElement(type, view, i * bytes);
  return elements;
}

/** As the array of a type has it: of half floats the bits. */
function readElement(type: StorageType, view: DataView, byteOffset: number): Scalar {
  switch (type) {
    case "f64":
      return view.getFloat64(byteOffset, true);
    case "f32":
      return view.getFloat32(byteOffset, true);
    case "i64":
      return view.getBigInt64(byteOffset, true);
    case "u64":
      return view.getBigUint64(byteOffset, true);
    case "i32":
      return view.getInt32(byteOffset, true);
    case "u32":
      return view.getUint32(byteOffset, true);
    case "f16":
    case "bf16":
    case "u16":
      return view.getUint16(byteOffset, true);
    case "i16":
      return view.getInt16(byteOffset, true);
    case "u8":
      return view.getUint8(byteOffset);
    case "i8":
      return view.getInt8(byteOffset);
    default:
      return type satisfies never;
  }
}
