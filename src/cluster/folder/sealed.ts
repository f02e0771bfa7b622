// Why: the files of a run are written by many machines, and may come back truncated, flipped or from elsewhere. Each says what it is, and ends in its checksum.

import { describe } from "../../values/describe.ts";
import { FormatError } from "../../values/errors.ts";
import { hashBytes } from "../../values/hash.ts";

/** The version of every file of a run's folder. */
const RUN_FORMAT = 1;

const ENDING = /,"checksum":"([0-9a-f]{16})"\}\n?$/;

/** One line of JSON that says its kind and version, and ends in the checksum of what is before. */
export function sealJson(kind: string, body: object): string {
  const text = JSON.stringify({ samebits: kind, format: RUN_FORMAT, ...body }).slice(0, -1);
  return `${text},"checksum":"${checksumOf(text)}"}\n`;
}

/** The fields of such a line. @throws FormatError where it is damaged, or of another kind or version */
export function openSealed(text: string, kind: string, source: string): Readonly<Record<string, unknown>> {
  const found = ENDING.exec(text);
  if (found === null) {
    throw new FormatError(source, `a whole ${kind}, which ends in a checksum`, "one that does not");
  }
  const actual = checksumOf(text.slice(0, found.index));
  if (actual !== found[1]) {
    throw new FormatError(source, `a ${kind} with checksum ${found[1]}`, `one with ${actual}`);
  }
  const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (body.samebits !== kind) throw new FormatError(source, `a ${kind}`, describe(body.samebits));
  if (body.format === RUN_FORMAT) return body;
  const expected = `a ${kind} of version ${RUN_FORMAT}, which this samebits knows`;
  throw new FormatError(source, expected, `version ${describe(body.format)}`);
}

function checksumOf(text: string): string {
  return hashBytes(new TextEncoder().encode(text));
}
