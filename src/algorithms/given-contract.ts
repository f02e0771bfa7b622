import { checkInputColumns } from "../contracts/check-columns.ts";
import type { Observation, RecordContract, TypedContract } from "../contracts/contract.ts";
import { CONTRACT_OPTIONS as ALL_OPTIONS, type ContractOptions } from "../contracts/resolve.ts";
import type { Request } from "../executors/executor.ts";
import { elementTypeOf } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import {
  type Column,
  type ColumnArray,
  columnsOf,
  shapeValue,
  type ValueType,
} from "../values/value-types.ts";
import { checkInput, declaredType } from "./check-input.ts";
import { hasRecordOperator } from "./has-record-operator.ts";
import { checkLength } from "./move-columns.ts";
import { resolveRecords, resolveTyped } from "./serve.ts";

/** The names of the options that make a contract: functions over columns are of one level. */
export const CONTRACT_OPTIONS: readonly string[] = ALL_OPTIONS.filter((name) => name !== "determinism");

/** An input with the contract that its elements are to be combined by, both checked. */
export interface GivenContract {
  readonly contract: TypedContract | RecordContract;
  readonly request: Request; // what a call says of it, so that an executor may refuse it
  readonly columns: readonly ColumnArray[]; // of the input
  readonly length: number;
  readonly type: ValueType; // of one result
  readonly sums: readonly Column[]; // its columns
}

/**
 * The contract that options ask for over an input: single elements, or for an operator over records their columns.
 *
 * @throws InvalidArgumentError for a plain function, which executors cannot take apart, and from the options
 * @throws LengthMismatchError for columns of different lengths
 */
export function givenContract(
  input: unknown,
  options: ContractOptions,
  observation: Observation,
  argument = "input",
): GivenContract {
  if (typeof options.operator === "function") {
    const expected = "a built-in operator or a typed one, such as op`(left: f64, right) => left + right`";
    throw new InvalidArgumentError("operator", expected, "a function");
  }
  if (hasRecordOperator(options)) {
    const contract = resolveRecords(options, observation);
    const columns = checkInputColumns(contract.operator, input, argument);
    return given(contract, options, observation, columns, contract.type, argument);
  }
  const type = elementTypeOf(input) ?? declaredType(input, options.type);
  const contract = resolveTyped(options, observation, type);
  const columns = [checkInput(type, input, argument)];
  return given(contract, options, observation, columns, contract.accumulate, argument);
}

/** One value in the shape of a type, of columns that have one element each; bools as booleans. */
export function shapeScalars(type: ValueType, columns: readonly ColumnArray[]): unknown {
  return shapeValue(type, columns, (column, scalar) => (scalar === "bool" ? column[0] !== 0 : column[0]));
}

function given(
  contract: TypedContract | RecordContract,
  { allowQuadratic = false }: ContractOptions,
  observation: Observation,
  columns: readonly ColumnArray[],
  type: ValueType,
  argument: string,
): GivenContract {
  const { length } = columns[0];
  checkLength(length, argument);
  const request = { contract, observation, allowQuadratic };
  return { contract, request, columns, length, type, sums: columnsOf(type) };
}
