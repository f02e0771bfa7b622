import type { InitialValue, Observation } from "../../contracts/contract.ts";
import { parseExpression } from "../../expressions/parse.ts";
import { operatorNamed, treeHash } from "../../operators/built-in.ts";
import type { Operator } from "../../operators/operator.ts";
import { fromHex } from "../../values/bits.ts";
import type { ElementType, Scalar } from "../../values/element-types.ts";
import { contractOf } from "../contract-of.ts";
import {
  dataSet,
  elementType,
  type Fields,
  length,
  optionalText,
  probes,
  readLines,
  seed,
  text,
  wrong,
} from "./fields.ts";
import type { GoldenInput, GoldenVector } from "./golden-vector.ts";

/**
 * The golden vectors of a JSON Lines text: `vectors/expressions.jsonl`, `order-free.jsonl` or `published.jsonl`, whose README tells the fields.
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
