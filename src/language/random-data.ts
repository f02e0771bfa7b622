// Random operands of a type, the same for a seed on every machine.

import type { RandomType } from "../formats/parse-test-blocks.ts";
import type { TestValue } from "../formats/test-value.ts";
import { type Draws, drawsFrom } from "../laws/sampler.ts";
import { checkInteger, checkObject, checkSeed } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { newScalars, PROGRAM_SCALARS, type ProgramScalar } from "../values/program-scalars.ts";
import type { StoredArray } from "../values/value-types.ts";
import { type Data, dataOfParts } from "./evaluation/data.ts";
import { printType } from "./types/print-type.ts";
import { resolved, resolvedSize, type Type } from "./types/type.ts";

/**
 * Operands of these types in which everything is of one size, the same for a seed on every machine.
 *
 * Arrays have that length unless their type says another, and whole-number operands that value. Elements are random: i64, which indices are,
 * from 0 below the size; other whole numbers over all of their type; floats in [0, 1).
 *
 * @throws InvalidArgumentError for a type that data do not have, and for more elements than 2^27 in all
 */
export function randomOperands(types: readonly Type[], size: number, seed: bigint): readonly Data[] {
  const count = types.reduce((sum, type) => sum + countOf(type, size), 0);
  if (!(count <= MOST_RANDOM_VALUES)) {
    const expected = `such that there are at most ${MOST_RANDOM_VALUES} elements`;
    throw new InvalidArgumentError("size", expected, String(count));
  }
  const draws = drawsFrom(checkSeed(seed));
  return types.map((type) => operandOf(type, size, draws));
}

/** Values that operands may have in all, or a line of a test file ask for of one type: a gigabyte of f64. */
const MOST_RANDOM_VALUES = 2 ** 27;

/**
 * Arrays of these types as a test file's values: whole numbers over all of their type, floats in [0, 1).
 *
 * @throws InvalidArgumentError for more than 2^27 values of one type
 */
export function randomTestValues(types: readonly RandomType[], seed: bigint): readonly TestValue[] {
  if (!Array.isArray(types)) throw new InvalidArgumentError("types", "an array of types", describe(types));
  const draws = drawsFrom(checkSeed(seed));
  return Array.from(types as readonly RandomType[], (each, index) => {
    const place = `types[${index}]`;
    const { type, shape } = checkObject(place, each);
    checkName(`${place}.type`, PROGRAM_SCALARS, type);
    if (!Array.isArray(shape)) throw new InvalidArgumentError(`${place}.shape`, "lengths", describe(shape));
    for (const length of shape) checkInteger(`${place}.shape`, length, 0, MOST_RANDOM_VALUES);
    const length = shape.reduce((product, each) => product * each, 1);
    if (!(length <= MOST_RANDOM_VALUES)) {
      throw new InvalidArgumentError("shape", `of at most ${MOST_RANDOM_VALUES} values`, shape.join(" × "));
    }
    return { type, shape, elements: randomColumn(type, length, draws) };
  });
}

/** How many elements the arrays of an operand have, rows included. */
function countOf(type: Type, size: number): number {
  const known = resolved(type);
  if (known.kind === "record") return known.fields.reduce((sum, field) => sum + countOf(field.type, size), 0);
  if (known.kind !== "array") return 1;
  const of = resolvedSize(known.size);
  const length = of.kind === "constant" ? of.value : size;
  return length === 0 ? 0 : length * countOf(known.element, size);
}

function operandOf(type: Type, size: number, draws: Draws): Data {
  const known = resolved(type);
  switch (known.kind) {
    case "scalar":
      return scalarOf(known.type, size, draws);
    case "array": {
      const of = resolvedSize(known.size);
      return arrayOf(known.element, of.kind === "constant" ? of.value : size, size, draws);
    }
    case "record":
      return dataOfParts(known.fields, (_, of) => operandOf(of, size, draws));
    default:
      throw new InvalidArgumentError("entry", "a definition whose operands are data", printType(type));
  }
}

function scalarOf(type: ProgramScalar, size: number, draws: Draws): Data {
  switch (type) {
    case "i64":
    case "u64":
      return BigInt(size);
    case "i32":
    case "u32":
      return size;
    case "bool":
      return draws.below(2) === 1;
    default: {
      const [value] = randomColumn(type, 1, draws);
      return value;
    }
  }
}

/** Arrays of records are records of arrays. */
function arrayOf(element: Type, length: number, size: number, draws: Draws): Data {
  const known = resolved(element);
  if (known.kind === "scalar") return randomColumn(known.type, length, draws, size);
  if (known.kind === "record") return dataOfParts(known.fields, (_, of) => arrayOf(of, length, size, draws));
  return Array.from({ length }, () => operandOf(known, size, draws));
}

/** Elements of a type; i64 below a limit, if there is one. */
function randomColumn(type: ProgramScalar, length: number, draws: Draws, limit?: number): StoredArray {
  const column = newScalars(type, length);
  for (let index = 0; index < length; index++) column[index] = elementOf(type, draws, limit);
  return column;
}

function elementOf(type: ProgramScalar, draws: Draws, limit: number | undefined): number | bigint {
  switch (type) {
    case "f64":
      return (draws.next() * 2 ** 21 + (draws.next() >>> 11)) / 2 ** 53;
    case "f32":
      return (draws.next() >>> 8) / 2 ** 24;
    case "bool":
      return draws.below(2);
    case "i32":
      return draws.next() | 0;
    case "u32":
    case "i8":
    case "u8":
    case "i16":
    case "u16":
      return draws.next(); // an array keeps the low bits
    case "i64":
      if (limit !== undefined) return BigInt(draws.below(limit));
      return BigInt.asIntN(64, wide(draws));
    case "u64":
      return wide(draws);
    default:
      return type satisfies never;
  }
}

function wide(draws: Draws): bigint {
  return (BigInt(draws.next()) << 32n) | BigInt(draws.next());
}
