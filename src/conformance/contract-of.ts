import { type ColumnContract, columnContract } from "../contracts/column-contract.ts";
import { CONTRACT_VERSION, type ElementContract, type RecordContract } from "../contracts/contract.ts";

export type Given = Pick<ElementContract, "operator" | "type" | "expression"> & Partial<ElementContract>;

/** A contract from its telling parts; the rest is what a caller who says nothing gets: own type, forward, no initial value. */
export function contractOf(given: Given): ElementContract {
  return {
    kind: "typed",
    accumulate: given.type,
    direction: "forward",
    initial: undefined,
    version: CONTRACT_VERSION,
    ...given,
  };
}

type GivenRecord = Pick<RecordContract, "operator" | "expression"> & Partial<RecordContract>;

/** The same over records. */
export function recordContractOf(given: GivenRecord): RecordContract {
  return {
    kind: "record",
    type: given.operator.type,
    direction: "forward",
    initial: undefined,
    version: CONTRACT_VERSION,
    ...given,
  };
}

/** Either as executors compute it. */
export function columnContractOf(given: Given | GivenRecord): ColumnContract {
  return columnContract(isOfRecords(given) ? recordContractOf(given) : contractOf(given));
}

function isOfRecords(given: Given | GivenRecord): given is GivenRecord {
  return given.operator.kind === "record-operator";
}
