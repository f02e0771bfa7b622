import { checkInputColumns, checkOutputColumns } from "../contracts/check-columns.ts";
import { checkOutput } from "../contracts/check-output.ts";
import type { RecordContract, TypedContract } from "../contracts/contract.ts";
import { checkAttached } from "../values/check-arrays.ts";
import { describe } from "../values/describe.ts";
import { type ElementArray, elementTypeOf, type Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type ColumnArray, shapeValue, shownScalar } from "../values/value-types.ts";

type Columns = readonly ColumnArray[];

/** How a contract's chunks, prefixes and values look to the caller: one array and a scalar, or objects in the shape of a record. */
export interface ChunkShape {
  /** A chunk by column. @throws InvalidArgumentError, LengthMismatchError when it is not of the contract's type */
  columnsOf(chunk: unknown): Columns;
  /** A caller's output by column. @throws InvalidArgumentError, LengthMismatchError when it does not fit the chunk */
  outputOf(chunk: Columns, output: unknown): Columns;
  prefixesOf(columns: Columns): unknown;
  valueOf(row: readonly Scalar[]): unknown;
}

export function chunkShape(contract: TypedContract | RecordContract): ChunkShape {
  return contract.kind === "record" ? recordShape(contract) : elementShape(contract);
}

function elementShape({ type, accumulate }: TypedContract): ChunkShape {
  return {
    columnsOf(chunk) {
      if (elementTypeOf(chunk) !== type) {
        throw new InvalidArgumentError("chunk", `a typed array of ${type}`, describe(chunk));
      }
      const elements = chunk as ElementArray;
      if (elements.length === 0) checkAttached("chunk", elements);
      return [elements];
    },
    outputOf: ([chunk], output) => [checkOutput(accumulate, chunk as ElementArray, output, "chunk")],
    prefixesOf: ([prefixes]) => prefixes,
    valueOf: ([value]) => value,
  };
}

function recordShape({ operator, type }: RecordContract): ChunkShape {
  return {
    columnsOf: (chunk) => checkInputColumns(operator, chunk, "chunk"),
    outputOf: (chunk, output) => checkOutputColumns(operator, chunk, output, "chunk"),
    prefixesOf: (columns) => shapeValue(type, columns, (column) => column),
    valueOf: (row) => shapeValue(type, row, shownScalar),
  };
}
