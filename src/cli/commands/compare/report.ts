import { type ElementType, type Scalar, type StorageType, toHex } from "../../../index.ts";
import type { Comparison, DivergingNode, ElementDifference, UlpType } from "../../../reveal.ts";
import {
  asJson,
  columns,
  type Fact,
  type Facts,
  fact,
  type JsonValue,
  jsonOnly,
  jsonScalar,
  printScalar,
  type Report,
  report,
  rowsFact,
  table,
} from "../../report.ts";
import type { Compared } from "./compared.ts";
import { type GrowthRow, growthOf } from "./growth.ts";

/** What is equal and what is not, and where both sides part. */
export function compareReport(compared: Compared, plot: string | undefined): Report {
  const { what, left, right, input, differences, executor, comparison, noTrees } = compared;
  const { type, length, differentCount, zeroSignCount, payloadCount, nanCount, first, largest } = differences;
  const rows = growthOf(compared).map((row) => growthFacts(row, type));
  const isPlural = what !== "results";
  const facts = {
    equal: jsonOnly(differentCount === 0),
    left: fact(left),
    right: fact(right),
    n: fact(input.length, `${input.length} ${input.type}`),
    compared: jsonOnly(what),
    length: jsonOnly(length),
    type: jsonOnly(type),
    differentCount: jsonOnly(differentCount),
    zeroSignCount: counted(zeroSignCount, "0 against -0"),
    payloadCount: counted(payloadCount, "NaNs of other bits"),
    nanCount: counted(nanCount, "a NaN against a number"),
    first: differenceFact(first, compared, isPlural ? "first" : "results"),
    largest: isPlural ? differenceFact(largest, compared, "farthest") : jsonOnly(differenceJson(largest)),
    executor: fact(executor),
    comparison: jsonOnly(comparison && comparisonJson(comparison)),
    noTrees: fact(noTrees, noTrees, "trees"),
    growth: rows.length < 2 ? fact(undefined) : rowsFact(rows),
    plot: fact(plot),
  };
  return report(facts, () => [
    [
      ...(["left", "right", "n", "first", "largest", "zeroSignCount", "payloadCount", "nanCount"] as const),
      ...(["executor", "noTrees", "plot"] as const),
    ],
    ...(comparison === undefined ? [] : ["", ...divergenceLines(comparison)]),
    ...(rows.length < 2 ? [] : ["", ...table(growthTitles(compared), rows)]),
    "",
    verdictOf(compared),
  ]);
}

function verdictOf({ what, differences: { differentCount, length } }: Compared): string {
  const of = what === "results" ? "" : ` ${length} ${what}`;
  if (differentCount === 0) return `EQUAL  the same bits${of === "" ? "" : ` in all${of}`}`;
  return of === "" ? "DIFFERENT" : `DIFFERENT  ${differentCount} of${of}`;
}

function counted(count: number, label: string): Fact {
  return count === 0 ? jsonOnly(count) : fact(count, String(count), label);
}

const ULP_TYPES: readonly StorageType[] = ["f64", "f32", "f16", "bf16"];

/** Whether distances are counted in units of the last place. */
export function hasUlps(type: StorageType): type is UlpType {
  return ULP_TYPES.includes(type);
}

function apart(type: StorageType, distance: number | undefined): string {
  if (distance === undefined) return "not comparable";
  const size = Math.abs(distance);
  const unit = size === 1 ? " ulp" : " ulps";
  return `${size}${hasUlps(type) ? unit : ""} apart`;
}

function differenceFact(
  difference: ElementDifference | undefined,
  { what, differences: { type } }: Compared,
  label: string,
): Fact {
  if (difference === undefined) return fact(undefined);
  const { position, left, right, leftBits, rightBits, distance } = difference;
  const place = what === "results" ? "" : `${what === "prefixes" ? "prefix" : "element"} ${position}: `;
  const bits = left === right || distance === undefined ? `, ${leftBits} and ${rightBits}` : "";
  const text = `${place}${printScalar(left)} and ${printScalar(right)}, ${apart(type, distance)}${bits}`;
  return fact(differenceJson(difference), text, label);
}

function differenceJson(difference: ElementDifference | undefined): JsonValue | undefined {
  if (difference === undefined) return undefined;
  const { left, right, distance, ...rest } = difference;
  return { ...rest, left: jsonScalar(left), right: jsonScalar(right), distance: optional(distance) };
}

function optional(value: Scalar | undefined): JsonValue | undefined {
  return value === undefined ? undefined : jsonScalar(value);
}

/** Both nodes as a table: operands, what is rounded away, and what these come to. */
function divergenceLines({ divergence, sharedCount }: Comparison): readonly string[] {
  if (divergence === undefined)
    return [`All ${sharedCount} partial results over the same elements have the same bits.`];
  const { elements, left, right } = divergence;
  return [
    `They part over ${elements.text}; all that they share within it is equal.`,
    ...columns([...nodeRows("left", left), ...nodeRows("right", right)]),
  ];
}

function nodeRows(
  side: string,
  { operands, value, bits, rounding, error }: DivergingNode,
): readonly string[][] {
  const rows = operands.map((operand, i) => [
    i === 0 ? side : "",
    operand.elements.text,
    printScalar(operand.value),
    operand.bits,
    operand.elements.count === 1 ? "" : offBy(operand.error),
  ]);
  const lost = rounding === undefined ? [] : [["", "rounded", signed(rounding), "", ""]];
  return [...rows, ...lost, ["", "together", printScalar(value), bits, offBy(error)]];
}

/** How far a value is from the true sum of its elements. */
function offBy(error: number | undefined): string {
  if (error === undefined) return "";
  return error === 0 ? "true" : `off ${signed(error)}`;
}

function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${Number(value.toPrecision(3))}`;
}

function growthTitles({ what, differences: { type } }: Compared): Readonly<Record<string, string>> {
  const position = what === "prefixes" ? "prefix" : "elements";
  return { position, left: "left", right: "right", distance: `left - right${hasUlps(type) ? " (ulp)" : ""}` };
}

function growthFacts({ position, left, right, distance }: GrowthRow, type: StorageType): Facts {
  const bits = (value: Scalar): Fact => jsonOnly(toHex(type as ElementType, value));
  return {
    position: fact(position),
    left: fact(jsonScalar(left), printScalar(left)),
    right: fact(jsonScalar(right), printScalar(right)),
    leftBits: bits(left),
    rightBits: bits(right),
    distance: fact(optional(distance), distance === undefined ? "-" : String(distance)),
  };
}

function comparisonJson({ left, right, distance, divergence, ...rest }: Comparison): JsonValue {
  return {
    ...rest,
    ...{ left: jsonScalar(left), right: jsonScalar(right), distance: optional(distance) },
    divergence: divergence && {
      elements: asJson(divergence.elements),
      left: nodeJson(divergence.left),
      right: nodeJson(divergence.right),
      distance: optional(divergence.distance),
    },
  };
}

function nodeJson({ operation, operands, value, bits, rounding, error }: DivergingNode): JsonValue {
  return {
    ...{ operation, value: jsonScalar(value), bits, rounding: optional(rounding), error: optional(error) },
    operands: operands.map((operand) => ({
      elements: asJson(operand.elements),
      ...{ value: jsonScalar(operand.value), bits: operand.bits, error: optional(operand.error) },
    })),
  };
}
