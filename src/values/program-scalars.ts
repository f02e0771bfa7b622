// The scalar types of programs and of their test files: those of the executors, and integers of 8 and 16 bits.

import { extremes, type NarrowType, type Scalar, type ScalarType } from "./element-types.ts";
import { newColumn, newStorageArray, SCALAR_TYPES, type StoredArray } from "./value-types.ts";

/** An integer type that no executor computes in. */
export type NarrowInteger = Exclude<NarrowType, "f16" | "bf16">;

/** A scalar type of a program. */
export type ProgramScalar = ScalarType | NarrowInteger;

export const NARROW_INTEGERS: readonly NarrowInteger[] = ["i8", "u8", "i16", "u16"];

export const PROGRAM_SCALARS: readonly ProgramScalar[] = [...SCALAR_TYPES, ...NARROW_INTEGERS];

export function isNarrowInteger(type: string): type is NarrowInteger {
  return type === "i8" || type === "u8" || type === "i16" || type === "u16";
}

/** How many bits a narrow integer has. */
export function bitsOfNarrow(type: NarrowInteger): number {
  return Number(type.slice(1));
}

/** The least and the greatest number of a type. */
export function endsOf(type: Exclude<ProgramScalar, "bool">): {
  readonly smallest: Scalar;
  readonly largest: Scalar;
} {
  if (!isNarrowInteger(type)) return extremes(type);
  const values = 2 ** bitsOfNarrow(type);
  return type.startsWith("i")
    ? { smallest: -values / 2, largest: values / 2 - 1 }
    : { smallest: 0, largest: values - 1 };
}

/** A new array for scalars of a type, all zero. @throws InvalidArgumentError, OutOfMemoryError */
export function newScalars(type: ProgramScalar, length: number): StoredArray {
  return isNarrowInteger(type) ? newStorageArray(type, length) : newColumn(type, length);
}
