import { checkInputColumns, checkOutputColumns } from "../contracts/check-columns.ts";
import { checkOutput } from "../contracts/check-output.ts";
import type { ColumnContract } from "../contracts/column-contract.ts";
import { type RecordOperator, typeOf } from "../operators/operator.ts";
import { checkAttached } from "../values/check-arrays.ts";
import { describe } from "../values/describe.ts";
import { type ElementArray, type ElementType, elementTypeOf } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type Columns, type Row, shapeValue, shownScalar } from "../values/value-types.ts";

/** How a contract's chunks, prefixes and values look to the caller: one array and a scalar, or objects in the shape of a record. */
export interface ChunkShape extends ChunkChecks {
  prefixesOf(columns: Columns): unknown;
  valueOf(row: Row): unknown;
}

interface ChunkChecks {
  /** A chunk by column. @throws InvalidArgumentError, LengthMismatchError when it is not of the contract's type */
  columnsOf(chunk: unknown): Columns;
  /** A caller's output by column. @throws InvalidArgumentError, LengthMismatchError when it does not fit the chunk */
  outputOf(chunk: Columns, output: unknown): Columns;
}

export function chunkShape({ operator, types, sums }: ColumnContract): ChunkShape {
  // Operators of single elements have no bools.
  const [type, sum] = [types[0] as ElementType, sums[0] as ElementType];
  const shape = typeOf(operator, sum);
  return {
    ...(operator.kind === "record-operator" ? recordChecks(operator) : elementChecks(type, sum)),
    prefixesOf: (columns) => shapeValue(shape, columns, (column) => column),
    valueOf: (row) => shapeValue(shape, row, shownScalar),
  };
}

function elementChecks(type: ElementType, sum: ElementType): ChunkChecks {
  return {
    columnsOf(chunk) {
      if (elementTypeOf(chunk) !== type) {
        throw new InvalidArgumentError("chunk", `a typed array of ${type}`, describe(chunk));
      }
      const elements = chunk as ElementArray;
      if (elements.length === 0) checkAttached("chunk", elements);
      return [elements];
    },
    outputOf: ([chunk], output) => [checkOutput(sum, chunk as ElementArray, output, "chunk")],
  };
}

function recordChecks(operator: RecordOperator): ChunkChecks {
  return {
    columnsOf: (chunk) => checkInputColumns(operator, chunk, "chunk"),
    outputOf: (chunk, output) => checkOutputColumns(operator, chunk, output, "chunk"),
  };
}
