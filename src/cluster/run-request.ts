// A run as callers ask for it: a dataset, an observation and the options of everyday functions.

import type { Observation } from "../contracts/contract.ts";
import { type ContractOptions, contractOf } from "../contracts/resolve.ts";
import type { AnyOperator } from "../operators/operator.ts";
import { STORAGE_TYPES, type StorageType } from "../values/element-types.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { columnsOfDataset, type Dataset, pickColumns } from "./data/dataset.ts";
import type { RunRequest } from "./run-plan.ts";

/** What a run may be told besides its contract. */
export interface RunSettings {
  readonly columns?: readonly string[] | undefined; // of the dataset; default: the only one, or those named as the operator's fields
  readonly pieceLength?: number | undefined; // elements; default: some 2^24, where subtrees of the expression end
  readonly hashInput?: boolean | undefined; // the receipt has hashes of the input; default: false
  readonly hashWhole?: boolean | undefined; // and one of a scan's output as `samebits hash` has it, which is read once more for it; default: false
}

/** Options of `createRun`: the contract, as for `reduce`, and how the data are cut into pieces. */
export type RunOptions = ContractOptions & RunSettings;

/** A run of a dataset, as it is asked for. @throws InvalidArgumentError; UnsupportedError for a plain function, and what no summary can stand for */
export function requestOf(dataset: Dataset, observation: Observation, options: RunOptions): RunRequest {
  const { columns: names, pieceLength, hashInput, hashWhole, ...rest } = options;
  const isRecord = typeof rest.operator === "object" && rest.operator?.kind === "record-operator";
  const columns = pickColumns(
    dataset,
    names ?? (isRecord ? fieldsOf(rest.operator as AnyOperator) : undefined),
  );
  if (columns.length !== 1 && !isRecord) {
    const known = columnsOfDataset(dataset).map(({ name }) => name);
    throw new InvalidArgumentError(
      "columns",
      "one column, as the operator is over single elements",
      known.join(", "),
    );
  }
  const contract = contractOf(rest, observation, isRecord ? undefined : elementType(dataset, columns[0]));
  if (contract.kind === "function") {
    throw new UnsupportedError(
      "a run by a plain function",
      "other machines do not have it",
      "define the operator as a term",
    );
  }
  return {
    observation,
    contract,
    dataset,
    columns,
    pieceLength,
    hashesInput: hashInput,
    hashesWhole: hashWhole,
  };
}

function fieldsOf(operator: AnyOperator): readonly string[] {
  return operator.kind === "record-operator" ? operator.columns.map(({ path }) => path.join(".")) : [];
}

function elementType(dataset: Dataset, column: number): StorageType {
  const { type } = columnsOfDataset(dataset)[column];
  const found = STORAGE_TYPES.find((each) => each === type);
  if (found !== undefined) return found;
  throw new InvalidArgumentError("dataset", "of numbers, for an operator over single elements", type);
}
