// The scalar types, and what everybody needs to know of each.

import { checkInteger, checkRoom } from "./check-arguments.ts";
import { checkName } from "./check-name.ts";
import { OutOfMemoryError } from "./errors.ts";
import { frozen } from "./frozen.ts";

/** The six scalar types whose arithmetic every executor agrees on. */
export type ElementType = "f64" | "f32" | "i64" | "u64" | "i32" | "u32";

/** Types that elements are stored in and never computed with: on its way in each element widens to an element type, exactly. */
export type NarrowType = "f16" | "bf16" | "u8" | "i8" | "u16" | "i16";

/** A type that elements come in: what they are computed in, or a narrow type. */
export type StorageType = ElementType | NarrowType;

/** A type of the scalar language: an element type, or the bool that comparisons give and columns of flags hold. */
export type ScalarType = ElementType | "bool";

/** One value of an element type: a number for f64, f32, i32, u32; a bigint for i64, u64; a bool is 0 or 1. */
export type Scalar = number | bigint;

interface ElementArrays {
  readonly f64: Float64Array;
  readonly f32: Float32Array;
  readonly i64: BigInt64Array;
  readonly u64: BigUint64Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
}

interface NarrowArrays {
  readonly f16: Uint16Array;
  readonly bf16: Uint16Array;
  readonly u8: Uint8Array;
  readonly i8: Int8Array;
  readonly u16: Uint16Array;
  readonly i16: Int16Array;
}

interface ElementScalars {
  readonly f64: number;
  readonly f32: number;
  readonly i64: bigint;
  readonly u64: bigint;
  readonly i32: number;
  readonly u32: number;
}

/** The typed array that holds elements of type `T`. */
export type ElementArray<T extends ElementType = ElementType> = ElementArrays[T];

/** The typed array that holds narrow elements; f16 and bf16 as their bits. */
export type NarrowArray<T extends NarrowType = NarrowType> = NarrowArrays[T];

/** The typed array that elements of type `T` come in. */
export type StorageArray<T extends StorageType = StorageType> = T extends ElementType
  ? ElementArray<T>
  : T extends NarrowType
    ? NarrowArray<T>
    : never;

/** The JavaScript value of one element of type `T`. */
export type ElementScalar<T extends ElementType = ElementType> = ElementScalars[T];

export const NARROW_TYPES: readonly NarrowType[] = frozen(["f16", "bf16", "u8", "i8", "u16", "i16"]);

/** The types that are computed in. */
export const ELEMENT_TYPES: readonly ElementType[] = frozen(["f64", "f32", "i64", "u64", "i32", "u32"]);

/** The types that elements may come in: those, and narrow ones. */
export const STORAGE_TYPES: readonly StorageType[] = frozen([...ELEMENT_TYPES, ...NARROW_TYPES]);

interface ElementTypeFacts<Bytes extends number = 4 | 8> {
  readonly bytes: Bytes; // in an array
  readonly isFloat: boolean;
  readonly isSigned: boolean;
  readonly isBigInt: boolean; // one element is a bigint in JavaScript
}

export const ELEMENT_TYPE_FACTS: Readonly<Record<ElementType, ElementTypeFacts>> = {
  f64: { bytes: 8, isFloat: true, isSigned: true, isBigInt: false },
  f32: { bytes: 4, isFloat: true, isSigned: true, isBigInt: false },
  i64: { bytes: 8, isFloat: false, isSigned: true, isBigInt: true },
  u64: { bytes: 8, isFloat: false, isSigned: false, isBigInt: true },
  i32: { bytes: 4, isFloat: false, isSigned: true, isBigInt: false },
  u32: { bytes: 4, isFloat: false, isSigned: false, isBigInt: false },
};

/** The same for every scalar type: a column of bools is bytes, 0 or 1. */
export const SCALAR_TYPE_FACTS: Readonly<Record<ScalarType, ElementTypeFacts<1 | 4 | 8>>> = {
  ...ELEMENT_TYPE_FACTS,
  bool: { bytes: 1, isFloat: false, isSigned: false, isBigInt: false },
};

/** The same for every type of a column: a narrow element is a number in JavaScript. */
export const COLUMN_TYPE_FACTS: Readonly<Record<StorageType | "bool", ElementTypeFacts<1 | 2 | 4 | 8>>> = {
  ...SCALAR_TYPE_FACTS,
  f16: { bytes: 2, isFloat: true, isSigned: true, isBigInt: false },
  bf16: { bytes: 2, isFloat: true, isSigned: true, isBigInt: false },
  u8: { bytes: 1, isFloat: false, isSigned: false, isBigInt: false },
  i8: { bytes: 1, isFloat: false, isSigned: true, isBigInt: false },
  u16: { bytes: 2, isFloat: false, isSigned: false, isBigInt: false },
  i16: { bytes: 2, isFloat: false, isSigned: true, isBigInt: false },
};

const ARRAY_CONSTRUCTORS = {
  f64: Float64Array,
  f32: Float32Array,
  i64: BigInt64Array,
  u64: BigUint64Array,
  i32: Int32Array,
  u32: Uint32Array,
} as const;

/** The element type of a typed array, or undefined for any other value. */
export function elementTypeOf(value: unknown): ElementType | undefined {
  if (value instanceof Float64Array) return "f64";
  if (value instanceof Float32Array) return "f32";
  if (value instanceof BigInt64Array) return "i64";
  if (value instanceof BigUint64Array) return "u64";
  if (value instanceof Int32Array) return "i32";
  if (value instanceof Uint32Array) return "u32";
  return undefined;
}

const NARROW_CONSTRUCTORS = {
  f16: Uint16Array,
  bf16: Uint16Array,
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
} as const;

/** Engines of 2025 and later have it; TypeScript's library of this target does not. */
const Float16ArrayHere = (globalThis as { readonly Float16Array?: abstract new () => ArrayBufferView })
  .Float16Array;

/** Whether a value is a Float16Array: an array of f16 that knows its type. Engines without them have none. */
function isFloat16Array(value: unknown): value is ArrayBufferView & ArrayLike<number> {
  return Float16ArrayHere !== undefined && value instanceof Float16ArrayHere;
}

/**
 * The narrow type that an array has by itself, or undefined for any other value. A Uint16Array has none: it may be integers, or the bits of
 * either half float.
 */
export function narrowTypeOf(value: unknown): NarrowType | undefined {
  if (value instanceof Uint8Array) return "u8";
  if (value instanceof Int8Array) return "i8";
  if (value instanceof Int16Array) return "i16";
  return isFloat16Array(value) ? "f16" : undefined;
}

/** An array of narrow elements as the one that their type has, over the same memory; undefined for any other value. */
export function narrowArrayOf(type: NarrowType, value: unknown): NarrowArray | undefined {
  if (value instanceof NARROW_CONSTRUCTORS[type]) return value;
  if (type !== "f16" || !isFloat16Array(value)) return undefined;
  return new Uint16Array(value.buffer as ArrayBuffer, value.byteOffset, value.length);
}

/** Whether a storage type is a narrow one. */
export function isNarrowType(type: string): type is NarrowType {
  return type in NARROW_CONSTRUCTORS;
}

/** A view of `length` narrow elements of `buffer`, from `byteOffset` on. */
export function viewNarrow(
  type: NarrowType,
  buffer: ArrayBufferLike,
  byteOffset: number,
  length: number,
): NarrowArray {
  return new NARROW_CONSTRUCTORS[type](buffer as ArrayBuffer, byteOffset, length);
}

/** A new array of `length` zeros, owned by JavaScript. @throws InvalidArgumentError, OutOfMemoryError */
export function newElementArray<T extends ElementType>(type: T, length: number): ElementArray<T> {
  checkName("type", ELEMENT_TYPES, type);
  checkRoom(checkInteger("length", length) * ELEMENT_TYPE_FACTS[type].bytes);
  try {
    return newArray(type, length) as ElementArray<T>;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new OutOfMemoryError(length * ELEMENT_TYPE_FACTS[type].bytes, "the memory of this host");
  }
}

// One constructor each, because engines allocate faster where they know which one it is.
function newArray(type: ElementType, length: number): ElementArray {
  switch (type) {
    case "f64":
      return new Float64Array(length);
    case "f32":
      return new Float32Array(length);
    case "i64":
      return new BigInt64Array(length);
    case "u64":
      return new BigUint64Array(length);
    case "i32":
      return new Int32Array(length);
    case "u32":
      return new Uint32Array(length);
    default:
      return type satisfies never;
  }
}

/** A view of `length` elements of `buffer`, from `byteOffset` on. */
export function viewElements<T extends ElementType>(
  type: T,
  buffer: ArrayBufferLike,
  byteOffset: number,
  length: number,
): ElementArray<T> {
  return new ARRAY_CONSTRUCTORS[type](buffer as ArrayBuffer, byteOffset, length) as ElementArray<T>;
}

/** The largest and the smallest value of a type, in the order that min and max use. */
export function extremes(type: ElementType): { readonly smallest: Scalar; readonly largest: Scalar } {
  switch (type) {
    case "f64":
    case "f32":
      return { smallest: -Infinity, largest: Infinity };
    case "i64":
      return { smallest: -(2n ** 63n), largest: 2n ** 63n - 1n };
    case "u64":
      return { smallest: 0n, largest: 2n ** 64n - 1n };
    case "i32":
      return { smallest: -(2 ** 31), largest: 2 ** 31 - 1 };
    case "u32":
      return { smallest: 0, largest: 2 ** 32 - 1 };
    default:
      return type satisfies never;
  }
}
