// Elementary functions as callers have them: of a number, or of each element of an array.

import { checkColumn, checkOverlap } from "../values/check-arrays.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { elementTypeOf } from "../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../values/errors.ts";
import { binaryFunction, unaryFunction } from "./functions.ts";
import type { BinaryFunction, FloatType, UnaryFunction } from "./names.ts";
import type { OnFloat, OnFloats } from "./provided.ts";

/** Arrays of floats: results have the type of the operands. */
type FloatArray = Float64Array | Float32Array;

/** Where the values of an array go. */
export interface ElementaryOptions<Of extends FloatArray> {
  readonly output?: Of | undefined; // written and returned; as long as the operands, which may be it
}

/**
 * A function of one number: of an f64, or of each element of an array of f64 or f32, whose values go to `output` or a new array.
 *
 * The value is the real one, rounded once to the type of the operand, to nearest, ties to even, so that there is one answer. NaN gives NaN.
 *
 * @throws InvalidArgumentError for other operands, an output of another type, or one that shares some bytes with the operand
 * @throws LengthMismatchError for an output of another length
 */
export interface UnaryElementary {
  (x: number): number;
  <Of extends FloatArray>(x: Of, options?: ElementaryOptions<Of>): Of;
}

/** A function of two numbers likewise: of two f64, or of two arrays of one type and length, element by element. */
export interface BinaryElementary {
  (first: number, second: number): number;
  <Of extends FloatArray>(first: Of, second: Of, options?: ElementaryOptions<Of>): Of;
}

const EXPECTED = "a number, a Float64Array or a Float32Array";

/** Writes all values to the output by other means than a loop, if it can: whether it has. */
type FillArray = (name: UnaryFunction, type: FloatType, array: FloatArray, output: FloatArray) => boolean;

/** A function over numbers and arrays: by a loop where nothing faster fills an array. */
export function unaryElementary(name: UnaryFunction, fillFast?: FillArray): UnaryElementary {
  const functions = { f64: unaryFunction(name, "f64"), f32: unaryFunction(name, "f32") };
  return ofNumbersAndArrays(functions.f64, (type, array, output) => {
    if (fillFast?.(name, type, array, output) !== true) fill(functions[type], array, output);
  });
}

/**
 * The square root over numbers and arrays, which every engine rounds correctly. That of an f32 is rounded to f64 first: 53 bits are more than
 * twice 24 and two, so that this changes nothing (Figueroa, When is double rounding innocuous?, 1995).
 */
export function rootElementary(): UnaryElementary {
  return ofNumbersAndArrays(root, (_, array, output) => fill(root, array, output));
}

/** The engine's root has the bits of its own NaN. */
function root(x: number): number {
  return x >= 0 ? Math.sqrt(x) : Number.NaN;
}

function ofNumbersAndArrays(
  ofNumber: OnFloat,
  fillArray: (type: FloatType, array: FloatArray, output: FloatArray) => void,
): UnaryElementary {
  const apply = (given: unknown, options: unknown = {}): number | FloatArray => {
    if (typeof given === "number") return ofNumber(given);
    const { type, array } = floatsOf("x", given);
    const output = outputOf(options, type, array, { x: array });
    fillArray(type, array, output);
    return output;
  };
  return apply as UnaryElementary;
}

export function binaryElementary(name: BinaryFunction): BinaryElementary {
  const functions = { f64: binaryFunction(name, "f64"), f32: binaryFunction(name, "f32") };
  const apply = (first: unknown, second: unknown, options: unknown = {}): number | FloatArray => {
    if (typeof first === "number") {
      if (typeof second !== "number") throw new InvalidArgumentError("second", "a number", describe(second));
      return functions.f64(first, second);
    }
    const { type, array } = floatsOf("first", first);
    const other = checkColumn("second", type, second) as FloatArray;
    if (other.length !== array.length) throw new LengthMismatchError("second", array.length, other.length);
    const output = outputOf(options, type, array, { first: array, second: other });
    fillFromTwo(functions[type], array, other, output);
    return output;
  };
  return apply as BinaryElementary;
}

function floatsOf(
  argument: string,
  given: unknown,
): { readonly type: FloatType; readonly array: FloatArray } {
  const type = elementTypeOf(given);
  if (type !== "f64" && type !== "f32") throw new InvalidArgumentError(argument, EXPECTED, describe(given));
  return { type, array: checkColumn(argument, type, given) as FloatArray };
}

/** The output that was given, of the operands' type and length, or a new one. */
function outputOf(
  options: unknown,
  type: FloatType,
  { length }: FloatArray,
  operands: Readonly<Record<string, FloatArray>>,
): FloatArray {
  checkOptionNames(options, ["output"]);
  const { output: given } = options as ElementaryOptions<FloatArray>;
  if (given === undefined) return type === "f64" ? new Float64Array(length) : new Float32Array(length);
  const output = checkColumn("output", type, given) as FloatArray;
  if (output.length !== length) throw new LengthMismatchError("output", length, output.length);
  for (const [argument, operand] of Object.entries(operands)) checkOverlap(operand, output, argument);
  return output;
}

function fill(apply: OnFloat, array: FloatArray, output: FloatArray): void {
  for (let i = 0; i < array.length; i++) output[i] = apply(array[i]);
}

function fillFromTwo(apply: OnFloats, first: FloatArray, second: FloatArray, output: FloatArray): void {
  for (let i = 0; i < first.length; i++) output[i] = apply(first[i], second[i]);
}
