import { type ColumnContract, columnsOfChecked, derivedContract } from "../contracts/column-contract.ts";
import type { Observation } from "../contracts/contract.ts";
import { CONTRACT_OPTIONS, type ContractOptions } from "../contracts/resolve.ts";
import type { Request } from "../executors/executor.ts";
import {
  type ElementType,
  isNarrowType,
  type StorageArray,
  type StorageType,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import {
  type ColumnArray,
  type Columns,
  type StoredColumns,
  type StoredType,
  shapeValue,
  type ValueType,
} from "../values/value-types.ts";
import { widenColumn } from "../values/widen-column.ts";
import { type CallShape, callShape } from "./call-shape.ts";
import { typeOfInput } from "./check-input.ts";
import { checkLength } from "./move-columns.ts";
import { resolve } from "./serve.ts";

/** Options of a template: these, and those of the contract but for `type`, which is that of the input. */
export function withContract(...names: readonly string[]): readonly string[] {
  return [...names, ...CONTRACT_OPTIONS.filter((name) => name !== "type")];
}

/** An input with the contract that its elements are to be combined by, both checked. */
export interface GivenContract {
  readonly contract: ColumnContract;
  readonly shape: CallShape;
  readonly request: Request; // what a call says of it, so that an executor may refuse it
  readonly columns: readonly ColumnArray[]; // of the input
  readonly length: number;
  readonly type: ValueType; // of one result
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
  const named = resolve(options, observation, typeOfInput(input, options));
  const shape = callShape(named, argument);
  const given = shape.columnsOf(input);
  const { length } = given[0];
  checkLength(length, argument);
  const { contract, columns } = widened(columnsOfChecked(named), given);
  const request = { contract, observation, allowQuadratic: options.allowQuadratic ?? false };
  const type = named.kind === "record" ? named.type : named.accumulate;
  return { contract, shape, request, columns, length, type };
}

/** Narrow elements as those that they are combined as: what moves columns about knows no others. */
function widened(
  contract: ColumnContract,
  given: StoredColumns,
): Pick<GivenContract, "contract" | "columns"> {
  const { types, sums } = contract;
  // Of several columns all are: what moves records about knows no two types of one column.
  const isWidened = types.map((type, i) => isNarrow(type) || (sums.length > 1 && type !== sums[i]));
  if (!isWidened.includes(true)) return { contract, columns: given as Columns };
  const columns = given.map((column, i) =>
    isWidened[i]
      ? widenColumn(types[i] as StorageType, column as StorageArray, sums[i] as ElementType)
      : (column as ColumnArray),
  );
  return { contract: derivedContract(contract, { types: sums }), columns };
}

function isNarrow(type: StoredType): boolean {
  return type !== "bool" && isNarrowType(type);
}

/** One value in the shape of a type, of columns that have one element each; bools as booleans. */
export function shapeScalars(type: ValueType, columns: readonly ColumnArray[]): unknown {
  return shapeValue(type, columns, (column, scalar) => (scalar === "bool" ? column[0] !== 0 : column[0]));
}
