// A run as callers ask for it: a dataset, an observation and the options of everyday functions.

import type { Observation, TypedContract } from "../contracts/contract.ts";
import { overSegments } from "../contracts/over-segments.ts";
import { type ContractOptions, contractOf } from "../contracts/resolve.ts";
import type { AnyOperator } from "../operators/operator.ts";
import { describe } from "../values/describe.ts";
import { STORAGE_TYPES, type StorageType } from "../values/element-types.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { columnsOfDataset, type Dataset, pickColumns } from "./data/dataset.ts";
import type { Bins, Grouping } from "./groups/grouping.ts";
import type { RunRequest } from "./run-plan.ts";
import type { Sorting } from "./sorting/sorting.ts";

/** What a run may be told besides its contract. */
export interface RunSettings {
  readonly columns?: readonly string[] | undefined; // of the dataset; default: the only one, or those named as the operator's fields
  readonly groups?: GivenGroups | undefined; // of a reduce: one for each group; default: of everything
  readonly sort?: GivenSort | undefined; // of a reduce: rows are put in order, and nothing is combined
  readonly pieceLength?: number | undefined; // elements; default: some 2^24, where subtrees of the expression end; of a sort 32 MiB
  readonly hashInput?: boolean | undefined; // the receipt has hashes of the input; default: false
  readonly hashWhole?: boolean | undefined; // and one of a scan's or sort's output as `samebits hash` has it, which is read once more for it; default: false
}

/** What makes groups: columns of keys, a column of indices below a number of bins, or bins in which the elements of a column are counted. */
export type GivenGroups =
  | { readonly keys: readonly string[]; readonly splits?: number | undefined } // more keys than one process holds are split by a hash of each; default: 1
  | { readonly indices: string; readonly binCount: number }
  | { readonly bins: Bins };

/** The columns by which rows are sorted, the first deciding before the second, and whether in the reverse order, of all or of each. */
export interface GivenSort {
  readonly by?: readonly string[] | undefined; // default: all, in their order
  readonly descending?: boolean | readonly boolean[] | undefined; // default: false
}

/** Options of `createRun`: the contract, as for `reduce`, and how the data are cut into pieces. */
export type RunOptions = ContractOptions & RunSettings;

/** A run of a dataset, as it is asked for. @throws InvalidArgumentError; UnsupportedError for a plain function, and what no summary can stand for */
export function requestOf(dataset: Dataset, observation: Observation, options: RunOptions): RunRequest {
  const { columns: names, groups, sort, pieceLength, hashInput, hashWhole, ...rest } = options;
  const settings = { dataset, observation, pieceLength, hashesInput: hashInput, hashesWhole: hashWhole };
  if ((groups ?? sort) !== undefined && observation !== "reduce") {
    throw new InvalidArgumentError("observation", '"reduce", where there are groups or a sort', observation);
  }
  if (sort !== undefined) {
    if (groups !== undefined)
      throw new InvalidArgumentError("sort", "left out where there are groups", "both");
    const columns = pickColumns(dataset, names);
    const { contract } = withoutContract("a sort, which combines nothing", rest);
    return { ...settings, columns, contract, sorting: sortingOf(dataset, columns, sort) };
  }
  if (groups !== undefined && "bins" in groups) {
    const columns = pickColumns(dataset, names);
    expectOne(dataset, columns, "as it is counted in bins");
    return { ...settings, columns, ...countsIn(groups.bins, rest) };
  }
  const keyNames = groups === undefined ? [] : "keys" in groups ? groups.keys : [groups.indices];
  const keys = pickColumns(dataset, keyNames);
  const isRecord = typeof rest.operator === "object" && rest.operator?.kind === "record-operator";
  const values = valueColumns(
    dataset,
    keys,
    names ?? (isRecord ? fieldsOf(rest.operator as AnyOperator) : undefined),
  );
  if (!isRecord) expectOne(dataset, values, "as the operator is over single elements");
  const contract = contractOf(rest, observation, isRecord ? undefined : elementType(dataset, values[0]));
  if (contract.kind === "function") {
    throw new UnsupportedError(
      "a run by a plain function",
      "other machines do not have it",
      "define the operator as a term",
    );
  }
  if (groups === undefined) return { ...settings, contract, columns: values };
  const grouping: Grouping =
    "keys" in groups
      ? { kind: "key", keyCount: keys.length, ...splitsIn(groups.splits) }
      : { kind: "index", binCount: groups.binCount };
  return { ...settings, grouping, contract: overSegments(contract, {}), columns: [...keys, ...values] };
}

/** One split is none. */
function splitsIn(splits = 1): { readonly splitCount?: number } {
  return splits === 1 ? {} : { splitCount: splits };
}

/** The columns of these names; of none all that are no keys. */
function valueColumns(
  dataset: Dataset,
  keys: readonly number[],
  names: readonly string[] | undefined,
): readonly number[] {
  const columns = pickColumns(dataset, names);
  return names === undefined ? columns.filter((column) => !keys.includes(column)) : columns;
}

function expectOne(dataset: Dataset, columns: readonly number[], why: string): void {
  if (columns.length === 1) return;
  const known = columnsOfDataset(dataset).map(({ name }) => name);
  throw new InvalidArgumentError("columns", `one column, ${why}`, known.join(", "));
}

/** Counts are sums of ones. */
function countsIn(bins: Bins, options: ContractOptions): Pick<RunRequest, "grouping" | "contract"> {
  const { contract } = withoutContract("a histogram, which counts", options);
  return { grouping: { kind: "histogram", bins }, contract: overSegments(contract, {}) };
}

/** What is combined where nobody says what. @throws InvalidArgumentError for a contract of one's own */
function withoutContract(what: string, options: ContractOptions): { readonly contract: TypedContract } {
  const given = Object.entries(options).find(([, value]) => value !== undefined);
  if (given !== undefined)
    throw new InvalidArgumentError(given[0], `left out of ${what}`, describe(given[1]));
  return { contract: contractOf({ operator: "add" }, "reduce", "u64") as TypedContract };
}

/** @throws InvalidArgumentError for a column that is not there, or not sorted */
function sortingOf(
  dataset: Dataset,
  columns: readonly number[],
  { by, descending = false }: GivenSort,
): Sorting {
  const all = columnsOfDataset(dataset);
  const keys = pickColumns(dataset, by).map((index) => columns.indexOf(index));
  if (by === undefined)
    return { keys: [...columns.keys()], descending: columns.map(() => descending === true) };
  const absent = keys.indexOf(-1);
  if (absent >= 0) {
    const known = columns.map((i) => all[i].name ?? "(without a name)").join(", ");
    throw new InvalidArgumentError(
      "by",
      `of the columns that are sorted: ${known}`,
      JSON.stringify(by[absent]),
    );
  }
  return {
    keys,
    descending: keys.map((_, i) => (Array.isArray(descending) ? descending[i] : descending === true)),
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
