// The scalar types, and what everybody needs to know of each.

import { checkInteger, checkRoom } from "./check-arguments.ts";
import { checkName } from "./check-name.ts";
import { OutOfMemoryError } from "./errors.ts";
import { frozen } from "./frozen.ts";

/** The six scalar types whose arithmetic every executor agrees on. */
export type ElementType = "f64" | "f32" | "i64" | "u64" | "i32" | "u32";

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

/** The JavaScript value of one element of type `T`. */
export type ElementScalar<T extends ElementType = ElementType> = ElementScalars[T];

export const ELEMENT_TYPES: readonly ElementType[] = frozen(["f64", "f32", "i64", "u64", "i32", "u32"]);

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
