import { checkText } from "../../values/check-arguments.ts";
import { describeJson } from "../../values/describe.ts";
import { ELEMENT_TYPES, type ElementType } from "../../values/element-types.ts";
import { FormatError } from "../../values/errors.ts";
import { DATA_SETS, type DataSet } from "../data/data-sets.ts";
import type { GoldenProbe } from "./golden-vector.ts";

/** One parsed line of a vector file, and where it stands, for the errors. */
export interface Fields {
  readonly source: string; // "line 7"
  readonly values: Readonly<Record<string, unknown>>;
}

/** The lines of a JSON Lines text as objects, blank ones left out. @throws FormatError naming the line that is not an object */
export function readLines(text: string): readonly Fields[] {
  return checkText("text", text)
    .split("\n")
    .flatMap((line, i) => (line.trim() === "" ? [] : [readLine(line, i + 1)]));
}

/** A text field that may be absent. */
export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields.values[name];
  if (value === undefined || typeof value === "string") return value;
  throw wrong(fields, name, "a text");
}

/** A text field that must be there. */
export function text(fields: Fields, name: string): string {
  const value = optionalText(fields, name);
  if (value === undefined) throw wrong(fields, name, "a text");
  return value;
}

/** A length in elements. */
export function length(fields: Fields, name: string): number {
  const value = fields.values[name];
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw wrong(fields, name, "a non-negative integer");
}

/** The name of an element type. */
export function elementType(fields: Fields, field = "type"): ElementType {
  const name = text(fields, field);
  const found = ELEMENT_TYPES.find((type) => type === name);
  if (found === undefined) throw wrong(fields, field, `one of ${ELEMENT_TYPES.join(", ")}`);
  return found;
}

/** The name of a hostile data set. */
export function dataSet(fields: Fields): DataSet {
  const name = text(fields, "data");
  const found = DATA_SETS.find((data) => data === name);
  if (found === undefined) throw wrong(fields, "data", `one of ${DATA_SETS.join(", ")}`);
  return found;
}

/** The seed of a data set, written in decimal digits because a JSON number holds no 64 bits. */
export function seed(fields: Fields): bigint {
  const digits = text(fields, "seed");
  if (!/^\d+$/.test(digits)) throw wrong(fields, "seed", "decimal digits in quotation marks");
  return BigInt(digits);
}

/** Bits at some indices of a scan, in the order of the file; none where the field is absent. */
export function probes(fields: Fields): readonly GoldenProbe[] {
  const value = fields.values.probes;
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null) throw wrong(fields, "probes", "an object");
  return Object.entries(value).map(([index, bits]) => {
    if (!/^\d+$/.test(index) || typeof bits !== "string") throw wrong(fields, "probes", "index to bits");
    return { index: Number(index), bits };
  });
}

/** The error for a field that is not what it must be. */
export function wrong({ source, values }: Fields, name: string, expected: string): FormatError {
  return new FormatError(`${source}, ${name}`, expected, describeJson(values[name]));
}

function readLine(line: string, number: number): Fields {
  const source = `line ${number}`;
  let values: unknown;
  try {
    values = JSON.parse(line);
  } catch {
    throw new FormatError(source, "a JSON object", line.slice(0, 40));
  }
  if (typeof values !== "object" || values === null) {
    throw new FormatError(source, "a JSON object", line.slice(0, 40));
  }
  return { source, values: values as Record<string, unknown> };
}
