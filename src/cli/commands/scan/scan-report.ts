import { type Achieved, printContract, type Scalar, type TypedContract } from "../../../index.ts";
import { achievedFields, achievedText } from "../../achieved-report.ts";
import { jsonLine } from "../../json-line.ts";
import { alignedLines, bitsOfScalar, jsonScalar, printScalar, printSpeed } from "../../report.ts";

/** What was made of elements. */
export interface Scanned {
  readonly contract: TypedContract;
  readonly achieved: Achieved;
  readonly length: number; // elements read
  readonly last: Scalar | undefined; // of the prefixes; of nothing there is none
  readonly hash: string; // of the prefixes
  readonly position: number | undefined; // where a state was kept or given: elements so far
  readonly seconds: number;
  readonly bytes: number; // read and written
  readonly output: string;
  readonly nulls: number | undefined;
  readonly nullRule: string | undefined;
}

/** One JSON object; its value is the last element, as a reader of the file would look for it. */
export function scanJson(scanned: Scanned): string {
  const { contract, achieved, length, last, hash, position, seconds, output, nulls } = scanned;
  return jsonLine({
    contract: printContract(contract),
    ...achievedFields(achieved),
    n: length,
    position,
    value: last === undefined ? null : jsonScalar(last),
    bits: last === undefined ? null : bitsOfScalar(contract.accumulate, last),
    seconds,
    output,
    hash,
    nulls,
  });
}

/** The same for a person. */
export function scanText(scanned: Scanned): string {
  const { contract, achieved, length, last, hash, position, seconds, bytes, output, nulls, nullRule } =
    scanned;
  return alignedLines({
    last: last === undefined ? "none" : printScalar(last),
    bits: last === undefined ? undefined : bitsOfScalar(contract.accumulate, last),
    hash,
    contract: printContract(contract),
    executor: achievedText(achieved, contract),
    n: `${length} ${contract.type}`,
    position: position === undefined ? undefined : String(position),
    nulls: nulls === undefined ? undefined : `${nulls} (${nullRule})`,
    time: printSpeed(seconds, bytes),
    output,
  });
}
