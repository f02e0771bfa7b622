import type { RecordContract, TypedContract } from "../contracts/contract.ts";
import type { OwnNames } from "../contracts/own-names.ts";
import { parseContract } from "../contracts/parse.ts";
import type { Operator } from "../operators/operator.ts";
import { openEnvelope } from "./envelope.ts";

/**
 * The contract of an encoded summary, so that whoever receives one can open its algebra: `summaryAlgebra(encodedContract(text))`.
 *
 * `own` are the caller's operators and expressions, which a line only names. Reads header and checksum, not the values.
 *
 * @throws FormatError when the text is damaged or of another version, InvalidArgumentError for an unknown contract
 */
export function encodedContract(text: string, own?: OwnNames<Operator>): TypedContract;
export function encodedContract(text: string, own: OwnNames | undefined): TypedContract | RecordContract;
export function encodedContract(text: string, own?: OwnNames): TypedContract | RecordContract {
  return parseContract(openEnvelope(text).contract, own);
}
