// An array that is too large for the host is an OutOfMemoryError, not a RangeError of the engine.

import { SCALAR_TYPE_FACTS, type ScalarType } from "./element-types.ts";
import { OutOfMemoryError } from "./errors.ts";
import { type ColumnArray, newColumn } from "./value-types.ts";

/** A new column of zeros whose length may be too large. @throws OutOfMemoryError */
export function allocateColumn(type: ScalarType, length: number): ColumnArray {
  try {
    return newColumn(type, length);
  } catch {
    throw new OutOfMemoryError(length * SCALAR_TYPE_FACTS[type].bytes, "the memory of this host");
  }
}
