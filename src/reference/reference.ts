// Why: the oracle must be right by being read. It builds the tree, evaluates each node once, and shares no code with anything that it judges.
import {
  type Observation,
  type RecordContract,
  reduceOfNothing,
  type TypedContract,
} from "../contracts/contract.ts";

import { isOrderFree } from "../expressions/expression.ts";
import { evaluateBody, evaluateTerm } from "../operators/evaluate.ts";
import { storedValue, widen } from "../values/convert.ts";
import {
  type ElementArray,
  newElementArray,
  type Scalar,
  type StorageArray,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type ColumnArray, newColumn } from "../values/value-types.ts";
import { literalExclusiveScan, literalInclusiveScan, literalReduce, type Question } from "./literal.ts";
import { orderFreeReduce, orderFreeScan } from "./order-free.ts";

/** Told of every combine that the reference evaluates. */
export type CombineObserver = () => void;

type Row = readonly Scalar[];
type Columns = readonly ColumnArray[];

/**
 * The reduce of a contract, literally: build the tree, evaluate each of its nodes once. The oracle for every executor.
 *
 * Over records, input and value are by column.
 *
 * @throws EmptyInputError for nothing without an initial value
 */
export function referenceReduce(
  contract: TypedContract,
  input: StorageArray,
  onCombine?: CombineObserver,
): Scalar;
export function referenceReduce(contract: RecordContract, input: Columns, onCombine?: CombineObserver): Row;
export function referenceReduce(
  contract: TypedContract | RecordContract,
  input: StorageArray | Columns,
  onCombine: CombineObserver = () => {},
): Scalar | Row {
  if (contract.kind === "record") {
    return reduce(onRecords(contract, input as Columns, onCombine));
  }
  if (isOrderFree(contract.expression)) return orderFreeReduce(contract, input as StorageArray);
  return reduce(onElements(contract, input as StorageArray, onCombine));
}

/**
 * A scan of a contract, literally: the tree of every prefix, each distinct node evaluated once.
 *
 * Memory and work are those of the distinct nodes. Over records, input and output are by column.
 *
 * @throws InvalidArgumentError for an exclusive scan of a contract without an initial value
 */
export function referenceScan(
  contract: TypedContract,
  observation: Exclude<Observation, "reduce">,
  input: StorageArray,
  onCombine?: CombineObserver,
): ElementArray;
export function referenceScan(
  contract: RecordContract,
  observation: Exclude<Observation, "reduce">,
  input: Columns,
  onCombine?: CombineObserver,
): Columns;
export function referenceScan(
  contract: TypedContract | RecordContract,
  observation: Exclude<Observation, "reduce">,
  input: StorageArray | Columns,
  onCombine: CombineObserver = () => {},
): ElementArray | Columns {
  if (contract.kind === "record") {
    const rows = scan(onRecords(contract, input as Columns, onCombine), observation);
    const { columns } = contract.operator;
    return columns.map(({ type }, i) => {
      const column = newColumn(type, rows.length);
      fill(
        column,
        rows.map((row) => row[i]),
      );
      return column;
    });
  }
  const output = newElementArray(contract.accumulate, input.length);
  const values = isOrderFree(contract.expression)
    ? orderFreeScan(contract, observation, input as StorageArray)
    : scan(onElements(contract, input as StorageArray, onCombine), observation);
  fill(output, values);
  return output;
}

function reduce<Value>(question: Question<Value>): Value {
  return question.input.length === 0 ? reduceOfNothing(question) : literalReduce(question);
}

function scan<Value>(
  question: Question<Value>,
  observation: Exclude<Observation, "reduce">,
): readonly Value[] {
  if (observation === "inclusive-scan") return literalInclusiveScan(question);
  if (question.initial !== undefined) return literalExclusiveScan(question, question.initial.value);
  throw new InvalidArgumentError("contract", "one with an initial value for an exclusive scan", "none");
}

function onElements(
  contract: TypedContract,
  input: StorageArray,
  onCombine: CombineObserver,
): Question<Scalar> {
  const { operator, accumulate } = contract;
  const term = operator.term(accumulate);
  return {
    expression: contract.expression,
    direction: contract.direction,
    initial: contract.initial,
    input: Array.from<Scalar, Scalar>(input, (stored) =>
      widen(storedValue(contract.type, stored), accumulate),
    ),
    combine(left, right) {
      onCombine();
      return evaluateTerm(term, left, right);
    },
  };
}

function onRecords(contract: RecordContract, input: Columns, onCombine: CombineObserver): Question<Row> {
  return {
    expression: contract.expression,
    direction: contract.direction,
    initial: contract.initial,
    input: Array.from({ length: input[0].length }, (_, i) => input.map((column) => column[i])),
    combine(left, right) {
      onCombine();
      return evaluateBody(contract.operator, left, right);
    },
  };
}

function fill(array: ColumnArray, values: readonly Scalar[]): void {
  values.forEach((value, index) => {
    (array as { [index: number]: Scalar })[index] = Number.isNaN(value) ? Number.NaN : value;
  });
}
