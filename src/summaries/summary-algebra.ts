import { checkContract } from "../contracts/check-contract.ts";
import { type ColumnContract, checkColumnContract, columnContract } from "../contracts/column-contract.ts";
import type { RecordContract, TypedContract } from "../contracts/contract.ts";
import { lineOf } from "../contracts/contract-key.ts";
import { printContract } from "../contracts/print.ts";
import type { ElementArray, Scalar } from "../values/element-types.ts";
import type { Row } from "../values/value-types.ts";
import { columnValues, elementValues, type RecordElements, type ValuesOfContract } from "./column-values.ts";

import { appendElements, concatSummaries, emptySummary, observeSummary } from "./operations.ts";
import { type ContractOver, settingOf } from "./setting.ts";
import type { Summary } from "./summary.ts";
import { decodeSummary, encodeSummary } from "./text.ts";
import type { Combine } from "./tier.ts";

/** The summaries of one contract. Every function is pure; `concat` is exactly associative, though the operator need not be. */
export interface SummaryAlgebra<Of = TypedContract, Value = Scalar, Elements = Scalar | ElementArray> {
  readonly contract: Of;
  /** The summary of [position, position). @throws InvalidArgumentError, UnsupportedError for leftFold but at 0 */
  empty(position: number): Summary<Value>;
  /** The summary followed by an element, or by typed arrays of them, of the contract's type. @throws InvalidArgumentError, LengthMismatchError */
  append(summary: Summary<Value>, elements: Elements): Summary<Value>;
  /** [start, middle) followed by [middle, end). @throws InvalidArgumentError when the ranges are not neighbours in that order */
  concat(left: Summary<Value>, right: Summary<Value>): Summary<Value>;
  /** The contract's reduce of [0, end). @throws InvalidArgumentError for an inner range, EmptyInputError */
  observe(summary: Summary<Value>): Value;
  /** The summary as one line of JSON: contract, range, values as hexadecimal bits (NaNs canonical), checksum. */
  encode(summary: Summary<Value>): string;
  /** The inverse of `encode`. @throws FormatError when the text is damaged, or is of another contract or format version */
  decode(text: string): Summary<Value>;
}

/** The same over records, whose values are lists of scalars by column; appended is one such list, or a list of columns. */
export type RecordSummaryAlgebra = SummaryAlgebra<RecordContract, readonly Scalar[], RecordElements>;

/**
 * The summaries of a contract: `observe(append(empty(0), x)) = reduce(x)`, bit for bit, for any cuts and grouping of concats.
 *
 * Positions count elements of the input from 0; backward contracts count from its end, so elements are appended last first
 * (position p is x[n−1−p]) and operands keep their order in the input. An initial value placed "first" is in the summary of every
 * range that starts at 0, and shifts no position; one placed "outside" is added by `observe`.
 * `combine` is the operator on the accumulation type (default: its terms, read literally). Appending k elements takes k + s
 * steps, concat s, where s is the size of the summaries (see `Summary`).
 *
 * @throws InvalidArgumentError for anything but a contract; UnsupportedError for bisection and custom expressions, which have no summaries
 */
export function summaryAlgebra(contract: TypedContract, combine?: Combine): SummaryAlgebra;
export function summaryAlgebra(
  contract: RecordContract,
  combine?: Combine<readonly Scalar[]>,
): RecordSummaryAlgebra;
/** Of a contract over columns, as executors take it: values are by column, texts are those of the contract that it was made of. */
export function summaryAlgebra(contract: ColumnContract): ColumnSummaries;
export function summaryAlgebra(
  given: TypedContract | RecordContract | ColumnContract,
  combine?: Combine | Combine<readonly Scalar[]>,
): SummaryAlgebra | RecordSummaryAlgebra | ColumnSummaries {
  if (given?.kind === "columns") return columnSummaries(checkColumnContract(given));
  const contract = checkContract(given);
  const line = printContract(contract);
  if (contract.kind === "typed") {
    return algebraOf(contract, line, elementValues(contract), combine as Combine | undefined);
  }
  const values = columnValues(columnContract(contract));
  return algebraOf(contract, line, values, combine as Combine<readonly Scalar[]> | undefined);
}

/** The summaries of a contract over columns: values are lists of scalars, one for each. */
export type ColumnSummaries = SummaryAlgebra<ColumnContract, Row, RecordElements>;

const known = new WeakMap<ColumnContract, ColumnSummaries>(); // made anew it costs more than opening a pass

/** See ColumnSummaries. @throws UnsupportedError where the expression has no summaries */
export function columnSummaries(contract: ColumnContract): ColumnSummaries {
  const found = known.get(contract);
  if (found !== undefined) return found;
  const made = algebraOf(contract, lineOf(contract), columnValues(contract), undefined);
  known.set(contract, made);
  return made;
}

function algebraOf<Of extends ContractOver<Value>, Value, Elements>(
  contract: Of,
  line: string,
  values: ValuesOfContract<Value, Elements>,
  combine: Combine<Value> | undefined,
): SummaryAlgebra<Of, Value, Elements> {
  const setting = settingOf(contract, line, values, combine);
  return {
    contract,
    empty: (position) => emptySummary(setting, position),
    append: (summary, elements) => appendElements(setting, summary, elements),
    concat: (left, right) => concatSummaries(setting, left, right),
    observe: (summary) => observeSummary(setting, summary),
    encode: (summary) => encodeSummary(setting, summary),
    decode: (text) => decodeSummary(setting, text),
  };
}
