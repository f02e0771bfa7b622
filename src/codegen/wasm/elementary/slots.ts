// Elementary functions for kernels: where each of them stands in the table that modules import, and how a kernel's code calls it.

import {
  BINARY_FUNCTIONS,
  type BinaryFunction,
  type FloatType,
  isBinaryFunction,
  UNARY_FUNCTIONS,
  type UnaryFunction,
} from "../../../elementary/names.ts";
import type { Code, ValueType } from "../code.ts";

/** What a function of a module takes and gives. */
export interface Signature {
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
}

/** On single values, or on the lanes of vectors. */
type ElementaryShape = "scalar" | "lanes";

/** One elementary function for one type and shape. */
export interface ElementarySlot {
  readonly name: UnaryFunction | BinaryFunction;
  readonly type: FloatType;
  readonly shape: ElementaryShape;
}

/** All of them: a function's place here is its slot. */
export const ELEMENTARY_TABLE: readonly ElementarySlot[] = (["scalar", "lanes"] as const).flatMap((shape) =>
  (["f64", "f32"] as const).flatMap((type) =>
    [...UNARY_FUNCTIONS, ...BINARY_FUNCTIONS].map((name) => ({ name, type, shape })),
  ),
);

export const ELEMENTARY_SLOTS: number = ELEMENTARY_TABLE.length;

/** In nested code, a call of the function in slot s is this + s: no byte is as large. Modules put the instructions in its place. */
export const FIRST_CALL = 0x100;

/** A call of an elementary function on operands that the code before it has pushed. */
export function elementaryCall(
  name: UnaryFunction | BinaryFunction,
  type: FloatType,
  shape: ElementaryShape,
  ...operands: readonly Code[]
): Code {
  const slot = ELEMENTARY_TABLE.findIndex(
    (each) => each.name === name && each.type === type && each.shape === shape,
  );
  return [operands, FIRST_CALL + slot];
}

export function signatureOfSlot(slot: number): Signature {
  const { name, type, shape } = ELEMENTARY_TABLE[slot];
  const operand = shape === "scalar" ? type : "v128";
  return { parameters: isBinaryFunction(name) ? [operand, operand] : [operand], results: [operand] };
}
