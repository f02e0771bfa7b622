import type { TypedContract } from "../contracts/contract.ts";
import type { ElementArray, Scalar } from "../values/element-types.ts";
import { appendElements, concatSummaries, emptySummary, observeSummary } from "./operations.ts";
import { settingOf } from "./setting.ts";
import type { Summary } from "./summary.ts";
import { decodeSummary, encodeSummary } from "./text.ts";
import type { Combine } from "./tier.ts";

/** The summaries of one contract. Every function is pure; `concat` is exactly associative, though the operator need not be. */
export interface SummaryAlgebra {
  readonly contract: TypedContract;
  /** The summary of [position, position). @throws InvalidArgumentError, UnsupportedError for leftFold but at 0 */
  empty(position: number): Summary;
  /** The summary followed by an element, or by a typed array of them, of the contract's type. @throws InvalidArgumentError */
  append(summary: Summary, elements: Scalar | ElementArray): Summary;
  /** [start, middle) followed by [middle, end). @throws InvalidArgumentError when the ranges are not neighbours in that order */
  concat(left: Summary, right: Summary): Summary;
  /** The contract's reduce of [0, end). @throws InvalidArgumentError for an inner range, EmptyInputError */
  observe(summary: Summary): Scalar;
  /** The summary as one line of JSON: contract, range, values as hexadecimal bits (NaNs canonical), checksum. */
  encode(summary: Summary): string;
  /** The inverse of `encode`. @throws FormatError when the text is damaged, or is of another contract or format version */
  decode(text: string): Summary;
}

/**
 * The summaries of a contract: `observe(append(empty(0), x)) = reduce(x)`, bit for bit, for any cuts and grouping of concats.
 *
 * Positions count elements of the input from 0; backward contracts count from its end, so elements are appended last first
 * (position p is x[n−1−p]) and operands keep their order in the input. An initial value placed "first" is in the summary of every
 * range that starts at 0, and shifts no position; one placed "outside" is added by `observe`.
 * `combine` is the operator on the accumulation type (default: its term, read literally). Appending k elements takes k + s
 * steps, concat s, where s is the size of the summaries (see `Summary`).
 *
 * @throws UnsupportedError for bisection and custom expressions, which have no summaries
 */
export function summaryAlgebra(contract: TypedContract, combine?: Combine): SummaryAlgebra {
  const setting = settingOf(contract, combine);
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
