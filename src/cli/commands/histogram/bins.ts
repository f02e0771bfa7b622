// Which bins are asked for, and where they begin and end if nobody says.

import { parseElement } from "../../../formats.ts";
import { type ElementArray, type ElementType, InvalidArgumentError } from "../../../index.ts";
import { parseElementFunction } from "../../../operators.ts";
import type { ColumnFunctions } from "../../executors/offered-executor.ts";
import { wholeNumber } from "../../options/parse.ts";

/** Which bins were asked for. */
export type AskedBins =
  | {
      readonly kind: "even";
      readonly binCount: number;
      readonly range: readonly [number, number] | undefined;
    }
  | { readonly kind: "edges"; readonly edges: readonly number[] }
  | { readonly kind: "categories"; readonly categories: number };

export interface BinArguments {
  readonly bins?: number;
  readonly range?: readonly [number, number];
  readonly edges?: readonly number[];
  readonly categories?: number;
}

const DEFAULT_BINS = 20;

/** The bins of these options, of which no two kinds go together. @throws InvalidArgumentError */
export function askedBins({ bins, range, edges, categories }: BinArguments): AskedBins {
  const isEven = bins !== undefined || range !== undefined;
  if (edges !== undefined) {
    if (isEven || categories !== undefined) throw alone("edges");
    return { kind: "edges", edges };
  }
  if (categories !== undefined) {
    if (isEven) throw alone("categories");
    return { kind: "categories", categories };
  }
  return { kind: "even", binCount: bins ?? DEFAULT_BINS, range };
}

/** Texts and bools are their own bins. @throws InvalidArgumentError for others that are asked for */
export function expectOwnBins(what: string, { bins, range, edges, categories }: BinArguments): void {
  const asked = Object.entries({ bins, range, edges, categories }).find(([, value]) => value !== undefined);
  if (asked === undefined) return;
  throw new InvalidArgumentError(asked[0], `left out for a column of ${what}, each of which is a bin`, "it");
}

function alone(name: string): InvalidArgumentError {
  const expected =
    "given alone, as --bins and --range, --edges and --categories are three ways to say one thing";
  return new InvalidArgumentError(name, expected, "others");
}

/** A number of bins, 1 or more. */
export function parseBins(argument: "bins" | "categories"): (text: string) => number {
  return wholeNumber(argument, 1, Number.MAX_SAFE_INTEGER, "a number of bins in digits, 1 or more");
}

/** `LOW,HIGH`: two numbers, the first less. */
export function parseRange(text: string): readonly [number, number] {
  const ends = numbersOf(text, "range", "LOW,HIGH, two numbers");
  if (ends.length === 2 && ends[0] < ends[1]) return [ends[0], ends[1]];
  throw new InvalidArgumentError(
    "range",
    "LOW,HIGH, two numbers with LOW less than HIGH",
    JSON.stringify(text),
  );
}

/** `0,1.5,inf`: numbers that increase. */
export function parseEdges(text: string): readonly number[] {
  const edges = numbersOf(text, "edges", "numbers with commas between them, as in 0,15,60,inf");
  const place = edges.findIndex((edge, i) => i > 0 && !(edges[i - 1] < edge));
  if (edges.length >= 2 && place === -1) return edges;
  const expected = "two or more numbers that increase";
  const fact = place === -1 ? JSON.stringify(text) : `${edges[place]} after ${edges[place - 1]}`;
  throw new InvalidArgumentError("edges", expected, fact);
}

function numbersOf(text: string, argument: string, expected: string): readonly number[] {
  return text.split(",").map((part) => {
    const parsed = parseElement("f64", part.trim());
    if (parsed.kind === "element" && !Number.isNaN(parsed.value)) return Number(parsed.value);
    throw new InvalidArgumentError(argument, expected, JSON.stringify(part.trim()));
  });
}

/** A range for bins where none is asked for: from the least to the largest finite element, [0, 1] of none. It has all of them. */
export async function dataRange(
  functions: ColumnFunctions,
  array: ElementArray,
  type: ElementType,
): Promise<readonly [low: number, high: number]> {
  const found = await finiteRange(functions, array, type);
  return found === undefined ? [0, 1] : rangeBetween(found);
}

/** The least and the largest finite element; undefined of none. */
export async function finiteRange(
  functions: ColumnFunctions,
  array: ElementArray,
  type: ElementType,
): Promise<MinMax | undefined> {
  if (array.length === 0) return undefined;
  const all = await functions.minMax(array); // a NaN where there is one
  if (typeof all.min === "bigint" || (Number.isFinite(all.min) && Number.isFinite(all.max))) return all;
  const finite = await finiteOf(functions, array, type);
  return finite.length === 0 ? undefined : functions.minMax(finite);
}

interface MinMax {
  readonly min: number | bigint;
  readonly max: number | bigint;
}

/** A range for bins that has all between a least and a largest finite element. */
export function rangeBetween({ min, max }: MinMax): readonly [low: number, high: number] {
  const low = nearby(min, "below");
  const high = nearby(max, "above");
  return low < high ? [low, high] : [low, Math.max(low + 1, beside(low, "above"))];
}

function finiteOf(functions: ColumnFunctions, array: ElementArray, type: ElementType): Promise<ElementArray> {
  return functions.filter(array, parseElementFunction("value - value == 0", { type }));
}

/** The number itself; for a 64-bit integer that f64 cannot hold, the next f64 on that side. */
function nearby(value: number | bigint, side: "below" | "above"): number {
  if (typeof value === "number") return value;
  const near = Number(value);
  const isBeyond = side === "below" ? BigInt(near) > value : BigInt(near) < value;
  return isBeyond ? beside(near, side) : near;
}

/** The next f64. */
function beside(value: number, side: "below" | "above"): number {
  const isUp = side === "above";
  if (value === 0) return isUp ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new BigInt64Array(Float64Array.of(value).buffer);
  bits[0] += value > 0 === isUp ? 1n : -1n;
  return new Float64Array(bits.buffer)[0];
}
