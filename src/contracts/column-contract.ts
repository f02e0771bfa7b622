import type { Expression } from "../expressions/expression.ts";
import { type AnyOperator, bodyOf } from "../operators/operator.ts";
import type { Term } from "../operators/term.ts";
import { type Brand, newBrand } from "../values/brand.ts";
import { describe } from "../values/describe.ts";
import { isNarrowType, type ScalarType } from "../values/element-types.ts";
import { InternalError, InvalidArgumentError } from "../values/errors.ts";
import type { Column, Row, StoredType } from "../values/value-types.ts";
import { checkContract } from "./check-contract.ts";
import type {
  CONTRACT_VERSION,
  Direction,
  InitialValue,
  RecordContract,
  SegmentRule,
  TypedContract,
} from "./contract.ts";

/**
 * A contract as executors compute it: over columns: one for single elements, one for each scalar of a record.
 *
 * Made and checked by `columnContract` alone, so that executors may write its parts into the code that they generate.
 */
export interface ColumnContract {
  readonly kind: "columns";
  readonly operator: AnyOperator;
  readonly columns: readonly Column[]; // of a value: of every combine and of the result
  readonly terms: readonly Term[]; // by column
  readonly identity: Row | undefined; // two-sided, bit for bit on everything but NaN; of single elements only
  readonly start: Row | undefined; // of the operator on these types: what an exclusive scan begins with when no initial value is given
  readonly isAssociative: boolean; // proved, on these types
  readonly types: readonly StoredType[]; // of the input, by column
  readonly sums: readonly ScalarType[]; // of the columns: those of the input, or wider
  readonly expression: Expression;
  readonly direction: Direction;
  readonly initial: InitialValue<Row> | undefined; // by column
  readonly segments?: SegmentRule; // absent without segments
  readonly version: typeof CONTRACT_VERSION;
}

/** The parts in which a contract may differ from the one that it was derived from. */
interface ColumnContractParts {
  readonly expression?: Expression;
  readonly initial?: InitialValue<Row> | undefined;
  readonly types?: readonly StoredType[];
  readonly segments?: SegmentRule | undefined;
}

const COLUMN_CONTRACTS: Brand = newBrand("column-contract");

/** The contract over columns that a contract over elements or records is computed as. @throws InvalidArgumentError for anything but a contract */
export function columnContract(given: TypedContract | RecordContract | ColumnContract): ColumnContract {
  if (COLUMN_CONTRACTS.has(given)) return given as ColumnContract;
  return columnsOfChecked(checkContract(given as TypedContract | RecordContract));
}

/** The same of a contract that was resolved or checked just now. */
export function columnsOfChecked(contract: TypedContract | RecordContract): ColumnContract {
  return contract.kind === "record" ? ofRecords(contract) : ofElements(contract);
}

/** That executors are given what `columnContract` has made. @throws InvalidArgumentError */
export function checkColumnContract(given: ColumnContract): ColumnContract {
  if (COLUMN_CONTRACTS.has(given)) return given;
  throw new InvalidArgumentError("contract", "one over columns, as columnContract makes it", describe(given));
}

/** The types of a contract's input where none is narrow, as of functions over columns: they widen their input on its way in. */
export function scalarTypesOf({ types }: ColumnContract): readonly ScalarType[] {
  return types.map((type) => {
    if (type !== "bool" && isNarrowType(type)) throw new InternalError(`columns of ${type} were not widened`);
    return type;
  });
}

/** The same contract with some of its parts replaced. Those are taken as they are: callers have them from a checked contract. */
export function derivedContract(contract: ColumnContract, parts: ColumnContractParts): ColumnContract {
  const { segments, ...rest } = { ...contract, ...parts };
  return COLUMN_CONTRACTS.mark(segments === undefined ? rest : { ...rest, segments });
}

/** The inverse of `columnContract`: the contract as callers name it, and as it prints. */
export function namedContract(contract: ColumnContract): TypedContract | RecordContract {
  const { operator, expression, direction, initial, segments, version } = contract;
  const shared = { expression, direction, ...(segments === undefined ? {} : { segments }), version };
  if (operator.kind === "record-operator") {
    const isWidened = contract.types.some((each, i) => each !== contract.sums[i]);
    const types = isWidened ? { types: contract.types } : {};
    return { kind: "record", operator, type: operator.type, ...types, initial, ...shared };
  }
  const [type] = contract.types;
  const [accumulate] = contract.sums;
  if (type === "bool" || accumulate === "bool") throw new InternalError("single elements are no bools");
  const element = initial && { ...initial, value: initial.value[0] };
  return { kind: "typed", operator, type, accumulate, initial: element, ...shared };
}

function ofElements(contract: TypedContract): ColumnContract {
  const { operator, type, accumulate, initial } = contract;
  const identity = operator.identity(accumulate);
  const start = operator.start(accumulate);
  return COLUMN_CONTRACTS.mark<ColumnContract>({
    kind: "columns",
    operator,
    ...bodyOf(operator, accumulate),
    identity: identity === undefined ? undefined : [identity],
    start: start === undefined ? undefined : [start],
    isAssociative: operator.isAssociative(accumulate),
    types: [type],
    sums: [accumulate],
    ...sharedOf(contract),
    initial: initial && { ...initial, value: [initial.value] },
  });
}

function ofRecords(contract: RecordContract): ColumnContract {
  const { operator, initial } = contract;
  const { columns, terms, start, isAssociative } = operator;
  const sums = columns.map(({ type }) => type);
  return COLUMN_CONTRACTS.mark<ColumnContract>({
    kind: "columns",
    operator,
    columns,
    terms,
    identity: undefined,
    start,
    isAssociative,
    types: contract.types ?? sums,
    sums,
    ...sharedOf(contract),
    initial,
  });
}

function sharedOf({ expression, direction, segments, version }: TypedContract | RecordContract) {
  return { expression, direction, ...(segments === undefined ? {} : { segments }), version };
}
