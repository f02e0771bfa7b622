import type { Observation, TypedContract } from "../../../src/contracts/contract.ts";
import { type ContractOptions, resolveContract } from "../../../src/contracts/resolve.ts";
import {
  type ElementArray,
  type ElementType,
  newElementArray,
  type Scalar,
} from "../../../src/values/element-types.ts";
import { bitsView } from "../../../src/values/total-order.ts";
import { type ColumnArray, columnType, newColumn } from "../../../src/values/value-types.ts";
import { canonical } from "../canonical.ts";

// Pieces of columns, for oracles that take a column apart and put it together.

export function contractOf(
  options: ContractOptions,
  observation: Observation,
  type: ElementType,
): TypedContract {
  return resolveContract(options, observation, type) as TypedContract;
}

/** One piece after the other. */
export function joined<Type extends ElementType>(
  type: Type,
  pieces: readonly ColumnArray[],
): ElementArray<Type> {
  const output = newElementArray(
    type,
    pieces.reduce((sum, { length }) => sum + length, 0),
  );
  let end = 0;
  for (const piece of pieces) {
    (output as Float64Array).set(piece as Float64Array, end);
    end += piece.length;
  }
  return output;
}

/** Values that were computed: their NaNs are canonical. */
export function filled<Type extends ElementType>(type: Type, values: readonly Scalar[]): ElementArray<Type> {
  const output = newElementArray(type, values.length);
  for (const [i, value] of values.entries()) output.fill(value as never, i, i + 1);
  return canonical(output);
}

/** The elements of a column at some indices, bits and all. */
export function pick<Column extends ColumnArray>(column: Column, indices: readonly number[]): Column {
  const picked = newColumn(columnType(column), indices.length);
  const [from, to] = [bitsView(column), bitsView(picked) as unknown as Scalar[]];
  for (const [i, index] of indices.entries()) to[i] = from[index];
  return picked as Column;
}

/** The offsets of pieces of these lengths. */
export function offsetsOf(lengths: readonly number[]): Uint32Array {
  let end = 0;
  return Uint32Array.from([0, ...lengths.map((length) => (end += length))]);
}
