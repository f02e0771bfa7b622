import type { InitialValue, Observation } from "../../contracts/contract.ts";
import { parseExpression } from "../../expressions/parse.ts";
import { operatorNamed, treeHash } from "../../operators/built-in.ts";
import type { Operator } from "../../operators/operator.ts";
import { fromHex } from "../../values/bits.ts";
import { checkText } from "../../values/check-arguments.ts";
import { describeJson } from "../../values/describe.ts";
import { ELEMENT_TYPES, type ElementType, type Scalar } from "../../values/element-types.ts";
import { FormatError } from "../../values/errors.ts";
import { contractOf } from "../contract-of.ts";
import { DATA_SETS, type DataSet } from "../data/generate-data.ts";
import type { GoldenInput, GoldenProbe, GoldenVector, PaperVector } from "./golden-vector.ts";

/**
 * The golden vectors of a JSON Lines text: `expressions.jsonl`, `order-free.jsonl` or `published.jsonl`, whose README tells the fields.
 *
 * @throws FormatError naming line and field where a line is not one; InvalidArgumentError for an unknown expression or operator
 */
export function parseVectors(text: string): readonly GoldenVector[] {
  return readLines(text).map(readVector);
}

function readVector(fields: Fields): GoldenVector {
  const type = elementType(fields);
  const accumulate = fields.values.sum === undefined ? type : elementType(fields, "sum");
  const operator = operatorOf(fields);
  const reduce = optionalText(fields, "reduce");
  const observation = observationOf(fields, reduce !== undefined);
  const contract = contractOf({
    operator,
    type,
    accumulate,
    expression: parseExpression(text(fields, "expression")),
    direction: directionOf(fields),
    initial: initialOf(fields, operator, accumulate),
  });
  const expected = {
    reduce,
    scanHash: optionalText(fields, "scan"),
    last: optionalText(fields, "last"),
    probes: probes(fields),
  };
  const name = optionalText(fields, "source") ?? fields.source;
  return { contract, observation, input: inputOf(fields), expected, name };
}

function operatorOf(fields: Fields): Operator {
  const name = text(fields, "operator");
  // The vectors' program spells its one compound name in another case.
  return name === "treeHash" ? treeHash : operatorNamed(name);
}

function observationOf(fields: Fields, isReduce: boolean): Observation {
  if (isReduce) return "reduce";
  const name = optionalText(fields, "observation");
  if (name === undefined) return "inclusive-scan";
  if (name === "exclusive") return "exclusive-scan";
  throw wrong(fields, "observation", `"exclusive" or nothing`);
}

function directionOf(fields: Fields): "forward" | "backward" {
  const name = optionalText(fields, "direction");
  if (name === undefined) return "forward";
  if (name === "backward") return "backward";
  throw wrong(fields, "direction", `"backward" or nothing`);
}

function initialOf(fields: Fields, operator: Operator, type: ElementType): InitialValue<Scalar> | undefined {
  const bits = optionalText(fields, "initial");
  if (bits === undefined) return undefined;
  if (bits === "start") {
    const start = operator.start(type);
    if (start === undefined) throw wrong(fields, "initial", `bits, because ${operator.name} has no start`);
    return { value: start, placement: "outside" };
  }
  const placement = text(fields, "initialPlacement");
  if (placement !== "outside" && placement !== "first") {
    throw wrong(fields, "initialPlacement", `"outside" or "first"`);
  }
  return { value: fromHex(type, bits, `${fields.source}, initial`), placement };
}

function inputOf(fields: Fields): GoldenInput {
  const shared = { length: length(fields, "n"), hash: optionalText(fields, "input") };
  const { data } = fields.values;
  if (data === "published") return { data, seed: 0n, ...shared };
  if (data === "whole-range" || data === "mirrored") return { data, seed: seed(fields), ...shared };
  return { data: dataSet(fields), seed: seed(fields), ...shared };
}

/** The vectors of `vectors/paper-witness.jsonl`, f64 sums all of them. @throws FormatError naming line and field */
export function parsePaperVectors(lines: string): readonly PaperVector[] {
  return readLines(lines).map((fields) => ({
    data: dataSet(fields),
    length: length(fields, "n"),
    seed: seed(fields),
    inputHash: text(fields, "input"),
    expression: parseExpression(text(fields, "expression")),
    back: text(fields, "back"),
    reduce: text(fields, "reduce"),
    scanHash: text(fields, "scan"),
    probes: probes(fields),
  }));
}

/** One parsed line of a vector file, and where it stands, for the errors. */
interface Fields {
  readonly source: string; // "line 7"
  readonly values: Readonly<Record<string, unknown>>;
}

/** The lines of a JSON Lines text as objects, blank ones left out. @throws FormatError naming the line that is not an object */
function readLines(text: string): readonly Fields[] {
  return checkText("text", text)
    .split("\n")
    .flatMap((line, i) => (line.trim() === "" ? [] : [readLine(line, i + 1)]));
}

/** A text field that may be absent. */
function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields.values[name];
  if (value === undefined || typeof value === "string") return value;
  throw wrong(fields, name, "a text");
}

/** A text field that must be there. */
function text(fields: Fields, name: string): string {
  const value = optionalText(fields, name);
  if (value === undefined) throw wrong(fields, name, "a text");
  return value;
}

/** A length in elements. */
function length(fields: Fields, name: string): number {
  const value = fields.values[name];
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw wrong(fields, name, "a non-negative integer");
}

/** The name of an element type. */
function elementType(fields: Fields, field = "type"): ElementType {
  const name = text(fields, field);
  const found = ELEMENT_TYPES.find((type) => type === name);
  if (found === undefined) throw wrong(fields, field, `one of ${ELEMENT_TYPES.join(", ")}`);
  return found;
}

/** The name of a hostile data set. */
function dataSet(fields: Fields): DataSet {
  const name = text(fields, "data");
  const found = DATA_SETS.find((data) => data === name);
  if (found === undefined) throw wrong(fields, "data", `one of ${DATA_SETS.join(", ")}`);
  return found;
}

/** The seed of a data set, written in decimal digits because a JSON number holds no 64 bits. */
function seed(fields: Fields): bigint {
  const digits = text(fields, "seed");
  if (!/^\d+$/.test(digits)) throw wrong(fields, "seed", "decimal digits in quotation marks");
  return BigInt(digits);
}

/** Bits at some indices of a scan, in the order of the file; none where the field is absent. */
function probes(fields: Fields): readonly GoldenProbe[] {
  const value = fields.values.probes;
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null) throw wrong(fields, "probes", "an object");
  return Object.entries(value).map(([index, bits]) => {
    if (!/^\d+$/.test(index) || typeof bits !== "string") throw wrong(fields, "probes", "index to bits");
    return { index: Number(index), bits };
  });
}

/** The error for a field that is not what it must be. */
function wrong({ source, values }: Fields, name: string, expected: string): FormatError {
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
