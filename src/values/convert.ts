// Exact conversions between element types; what would round is refused.

import { describe } from "./describe.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  newElementArray,
  type Scalar,
  type ScalarType,
} from "./element-types.ts";

import { InvalidArgumentError, LengthMismatchError } from "./errors.ts";

/** The accumulation types that an element type may widen to, itself first. Every conversion is exact. */
export const ACCUMULATION_TYPES: Readonly<Record<ElementType, readonly ElementType[]>> = {
  f64: ["f64"],
  f32: ["f32", "f64"],
  i64: ["i64"],
  u64: ["u64"],
  i32: ["i32", "i64"],
  u32: ["u32", "u64"],
};

/** Converts one element to an accumulation type it may widen to; exact by construction of the legal pairs. */
export function widen(value: Scalar, accumulate: ElementType): Scalar {
  return ELEMENT_TYPE_FACTS[accumulate].isBigInt ? BigInt(value) : Number(value);
}

/** Whether `value` is an element of `type` exactly: right kind, in range, and representable. */
export function isElement(type: ScalarType, value: unknown): value is Scalar {
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
export function readElements<T extends ElementType>(
  type: T,
  source: ElementSource,
  argument = "input",
): ElementArray<T> {
  if (source instanceof DataView) return readBytes(type, source, argument);
  const elements = newElementArray(type, source.length);
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
    slots[i] = element;
  }
  return elements;
}

/** The element of `type` that equals `value`, a number or a bigint; undefined when there is none. */
export function convertExactly(type: ElementType, value: unknown): Scalar | undefined {
  if (isElement(type, value)) return value;
  if (typeof value === "number" && ELEMENT_TYPE_FACTS[type].isBigInt && Number.isInteger(value)) {
    const whole = BigInt(value);
    return isElement(type, whole) ? whole : undefined;
  }
  if (typeof value === "bigint" && !ELEMENT_TYPE_FACTS[type].isBigInt) {
    const nearest = Number(value);
    const isExact = Number.isFinite(nearest) && BigInt(nearest) === value;
    return isExact && isElement(type, nearest) ? nearest : undefined;
  }
  return undefined;
}

function readBytes<T extends ElementType>(type: T, view: DataView, argument: string): ElementArray<T> {
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  const length = Math.floor(view.byteLength / bytes);
  if (length * bytes !== view.byteLength) {
    throw new LengthMismatchError(`${argument}.byteLength`, length * bytes, view.byteLength);
  }
  const elements = newElementArray(type, length);
  const slots = elements as unknown as Scalar[];
  for (let i = 0; i < length; i++) slots[i] = readElement(type, view, i * bytes);
  return elements;
}

function readElement(type: ElementType, view: DataView, byteOffset: number): Scalar {
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
    default:
      return type satisfies never;
  }
}
