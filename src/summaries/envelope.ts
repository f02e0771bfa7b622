import type { RecordContract, TypedContract } from "../contracts/contract.ts";
import { type OwnNames, parseContract } from "../contracts/parse.ts";
import type { Operator } from "../operators/operator.ts";
import { describe, describeJson } from "../values/describe.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { hashBytes } from "../values/hash.ts";

const FORMAT = "samebits-summary";

/** Version of the text format alone; the version of the bits is in the contract's line. */
const FORMAT_VERSION = 1;

const CHECKSUM = /,"checksum":"([0-9a-f]{16})"\}$/;

/** A summary as it travels: values as hexadecimal bits, list by list. Never a decimal number but the positions. */
interface Envelope {
  readonly contract: string; // canonical line
  readonly start: number; // input positions
  readonly end: number;
  readonly values: readonly (readonly string[])[];
}

/** The envelope as one line of JSON, without spaces; the checksum is FNV-1a 64 of all the text before it. */
export function sealEnvelope({ contract, start, end, values }: Envelope): string {
  const object = { format: FORMAT, version: FORMAT_VERSION, contract, start, end, values };
  const body = JSON.stringify(object).slice(0, -1);
  return `${body},"checksum":"${checksumOf(body)}"}`;
}

/** The envelope in a text, its values still unread. @throws FormatError when it is not whole, or of another format or version */
export function openEnvelope(text: string): Envelope {
  const fields = parseObject(text);
  if (fields.format !== FORMAT) {
    throw new FormatError("summary", `JSON with format "${FORMAT}"`, `format ${describeJson(fields.format)}`);
  }
  if (fields.version !== FORMAT_VERSION) {
    const actual = `version ${describeJson(fields.version)}`;
    throw new FormatError("summary", `of format version ${FORMAT_VERSION}`, actual);
  }
  checkChecksum(text);
  const { contract, start, end, values } = fields;
  if (typeof contract !== "string") throw malformed("a contract line", contract);
  if (!isPosition(start) || !isPosition(end) || start > end) {
    throw malformed("positions start ≤ end", [start, end]);
  }
  if (!isListOfLists(values)) throw malformed("lists of hexadecimal values", values);
  return { contract, start, end, values };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  if (typeof text !== "string") throw new InvalidArgumentError("text", "an encoded summary", describe(text));
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new FormatError(
      "summary",
      "a whole JSON text as encode writes it",
      `${text.length} characters that are not JSON`,
    );
  }
  if (typeof parsed === "object" && parsed !== null) return parsed as Record<string, unknown>;
  throw malformed("a JSON object", parsed);
}

function checkChecksum(text: string): void {
  const found = CHECKSUM.exec(text);
  if (found === null) throw new FormatError("summary", "text that ends in its checksum", "none there");
  const actual = checksumOf(text.slice(0, found.index));
  if (actual !== found[1])
    throw new FormatError("summary", `text of checksum ${found[1]}`, `checksum ${actual}`);
}

function checksumOf(text: string): string {
  return hashBytes(new TextEncoder().encode(text));
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isListOfLists(value: unknown): value is readonly (readonly string[])[] {
  if (!Array.isArray(value)) return false;
  return value.every((list) => Array.isArray(list) && list.every((hex) => typeof hex === "string"));
}

function malformed(expected: string, actual: unknown): FormatError {
  return new FormatError("summary", `JSON with ${expected}`, describeJson(actual));
}

/**
 * The contract of an encoded summary, so that a receiver can open its algebra: `summaryAlgebra(encodedContract(text))`.
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
