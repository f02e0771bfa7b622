// Data that commands make themselves, under one set of names: `generate` writes them, `accuracy` and `determinism` measure them.

import type { Option } from "commander";
import { type FloatType, generateSumData, SUM_KIND_NAMES, type SumKind } from "../../accuracy.ts";
import { DATA_SETS, type DataSet, generateChunks, generateData } from "../../conformance.ts";
import { type ElementArray, type ElementType, InvalidArgumentError } from "../../index.ts";
import { choiceOf, optionOf } from "./parse.ts";

/** What data may be made: hostile sets, and terms whose sums are hard. */
export type DataKind = DataSet | SumKind;

/** Every kind; `wide` and `narrow` are both, with the same bits. */
export const DATA_KINDS: readonly DataKind[] = [...new Set([...DATA_SETS, ...SUM_KIND_NAMES])];

/** What is to be made. */
interface MadeData<Type extends ElementType = ElementType> {
  readonly kind: DataKind;
  readonly type: Type;
  readonly length: number;
  readonly seed: bigint;
  readonly condition?: number | undefined; // of gen-sum and gen-dot
}

/** A parser for the name of such data. */
export function parseKindOf(argument: string): (text: string) => DataKind {
  return choiceOf(argument, DATA_KINDS);
}

/** The condition number wanted of the kinds that have one. */
export function conditionOption(): Option {
  return optionOf(
    "--condition <number>",
    "condition number wanted of gen-sum and gen-dot (default: 2^53 for f64, 2^24 for f32)",
    parseCondition,
  );
}

function parseCondition(text: string): number {
  const condition = /^\d+(\.\d*)?(e\+?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (condition >= 1) return condition;
  throw new InvalidArgumentError("condition", "a number from 1 on, as in 1e16", JSON.stringify(text));
}

/** @throws InvalidArgumentError for a condition number of data that have none to choose */
export function checkCondition(kind: DataKind | undefined, condition: number | undefined): void {
  if (condition === undefined || kind === "gen-sum" || kind === "gen-dot") return;
  throw new InvalidArgumentError("condition", "left out but with gen-sum or gen-dot", `it with ${kind}`);
}

/** The data in chunks, a whole array where a term depends on others. @throws InvalidArgumentError where the kind has no such type */
export function madeChunks({ kind, ...request }: MadeData): Iterable<ElementArray> {
  const { type } = request;
  if (isDataSet(kind)) {
    const { length, seed } = request;
    return generateChunks({ data: kind, type, length, seed });
  }
  if (type !== "f64" && type !== "f32") {
    throw new InvalidArgumentError("type", `f64 or f32 for ${kind}`, type);
  }
  return [generateSumData({ kind, ...request, type })];
}

/** The data as one array of floats. @throws InvalidArgumentError for bits, which are integers */
export function madeFloats<Type extends FloatType>({ kind, ...request }: MadeData<Type>): ElementArray<Type> {
  if (kind === "bits") {
    throw new InvalidArgumentError("kind", "one of floats, as sums of integers are exact", '"bits"');
  }
  if (!isDataSet(kind)) return generateSumData({ kind, ...request }) as ElementArray<Type>;
  const { type, length, seed } = request;
  return generateData({ data: kind, type, length, seed });
}

function isDataSet(kind: DataKind): kind is DataSet {
  return (DATA_SETS as readonly string[]).includes(kind);
}
