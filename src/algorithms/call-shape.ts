import { checkInputColumns, checkOutput, checkOutputColumns } from "../contracts/check-columns.ts";

import type { RecordContract, TypedContract } from "../contracts/contract.ts";
import { type ElementArray, type ElementType, elementTypeOf } from "../values/element-types.ts";
import {
  type Columns,
  type Row,
  type StoredColumns,
  shapeValue,
  shownScalar,
} from "../values/value-types.ts";
import { checkInput } from "./check-input.ts";

/** How a contract's inputs, outputs and values look to the caller of a function: arrays and scalars, or objects in the shape of a record. */
export interface CallShape {
  /** An input by column; `own` is its element type where the caller has asked already. @throws InvalidArgumentError, LengthMismatchError when it is not of the contract's type */
  columnsOf(input: unknown, own?: ElementType): StoredColumns;
  /** A caller's output by column. @throws InvalidArgumentError, LengthMismatchError when it does not fit the input */
  outputOf(input: StoredColumns, output: unknown): Columns;
  prefixesOf(columns: Columns): unknown;
  valueOf(row: Row): unknown;
}

/** See CallShape; errors name the input as `argument`. */
export function callShape(contract: TypedContract | RecordContract, argument = "input"): CallShape {
  return contract.kind === "record" ? recordShape(contract, argument) : elementShape(contract, argument);
}

function elementShape({ type, accumulate }: TypedContract, argument: string): CallShape {
  return {
    columnsOf(input, own = elementTypeOf(input)) {
      const isReady = own === type && (input as ElementArray).length > 0;
      return [isReady ? (input as ElementArray) : checkInput(type, input, argument)];
    },
    // No patterns: the iterator of one takes as long as the sum of a few elements.
    outputOf: (input, output) => [checkOutput(accumulate, input[0], output, argument)],
    prefixesOf: (columns) => columns[0],
    valueOf: (row) => row[0],
  };
}

function recordShape({ operator, type, types }: RecordContract, argument: string): CallShape {
  return {
    columnsOf: (input) => checkInputColumns(operator, input, argument, types),
    outputOf: (input, output) => checkOutputColumns(operator, input, output, argument),
    prefixesOf: (columns) => shapeValue(type, columns, (column) => column),
    valueOf: (row) => shapeValue(type, row, shownScalar),
  };
}
