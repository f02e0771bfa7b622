// Why: results are compared between machines, so that inputs must be the same on every one: integers and powers of two, no library function.
import { checkInteger, checkSeed } from "../../values/check-arguments.ts";
import { checkColumnList } from "../../values/check-arrays.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";

import {
  ELEMENT_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementArray,
  type ElementType,
  newElementArray,
} from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";

import { frozen } from "../../values/frozen.ts";
import { type Column, type ColumnArray, newColumn } from "../../values/value-types.ts";
import { type DrawStream, productHigh, splitmix64 } from "./splitmix64.ts";

/** The hostile data sets: floats that separate the trees, special values among them, and raw bits for integers. */
export type DataSet = "wide" | "narrow" | "special" | "bits";

/** The hostile data sets, by name. */
export const DATA_SETS: readonly DataSet[] = frozen(["wide", "narrow", "special", "bits"]);

const FLOAT_DATA_SETS: readonly DataSet[] = ["wide", "narrow", "special"];
const INTEGER_DATA_SETS: readonly DataSet[] = ["bits"];

/** The data sets that exist for a type: wide, narrow and special for floats, bits for integers. */
export function dataSetsOf(type: ElementType): readonly DataSet[] {
  return ELEMENT_TYPE_FACTS[checkName("type", ELEMENT_TYPES, type)].isFloat
    ? FLOAT_DATA_SETS
    : INTEGER_DATA_SETS;
}

/** A hostile data set, named in full: the same request gives the same bits everywhere. */
export interface DataRequest<T extends ElementType = ElementType> {
  readonly data: DataSet;
  readonly type: T;
  readonly length: number;
  readonly seed: bigint;
}

/** Elements per chunk where the caller names no other: large enough to amortise a call, small enough for the second cache. */
const CHUNK_LENGTH = 1 << 16;

/**
 * A hostile data set as one array: element i is made from draw i of splitmix64 and is the same on every machine.
 *
 * Costs about 25 ns an element. `special` depends on the length (+∞ stands at `floor(3n/4)`, NaN at `floor(7n/8)`).
 *
 * @throws InvalidArgumentError for a data set that does not exist, or not for this type
 */
export function generateData<T extends ElementType>(request: DataRequest<T>): ElementArray<T> {
  checkRequest(request);
  const whole = newElementArray(request.type, request.length);
  let start = 0;
  for (const chunk of generateChunks(request)) {
    whole.set(chunk as never, start);
    start += chunk.length;
  }
  return whole;
}

/**
 * The same elements as `generateData`, in order, as chunks of at most `chunkLength`: for lengths that fit no memory.
 *
 * Each chunk is a fresh array. @throws InvalidArgumentError as `generateData`
 */
export function generateChunks<T extends ElementType>(
  request: DataRequest<T>,
  chunkLength: number = CHUNK_LENGTH,
): Generator<ElementArray<T>, void, undefined> {
  checkRequest(request);
  checkInteger("chunkLength", chunkLength, 1);
  return chunksOf(request, chunkLength);
}

function* chunksOf<T extends ElementType>(
  request: DataRequest<T>,
  chunkLength: number,
): Generator<ElementArray<T>, void, undefined> {
  const draw = splitmix64(request.seed);
  for (let start = 0; start < request.length; start += chunkLength) {
    const chunk = newElementArray(request.type, Math.min(chunkLength, request.length - start));
    fill(request, draw, chunk, start);
    yield chunk;
  }
}

function checkRequest(request: DataRequest): void {
  checkOptionNames(request, ["data", "type", "length", "seed"], "request");
  const { data, type, length, seed } = request;
  checkName("data", DATA_SETS, data);
  const possible = dataSetsOf(type);
  if (!possible.includes(data)) {
    throw new InvalidArgumentError("data", `one of ${possible.join(", ")} for ${type}`, `"${data}"`);
  }
  checkInteger("length", length);
  checkSeed(seed);
}

function fill(request: DataRequest, draw: DrawStream, chunk: ElementArray, start: number): void {
  const high = new Uint32Array(chunk.length);
  const low = new Uint32Array(chunk.length);
  draw(high, low);
  const words = new Uint32Array(chunk.buffer);
  switch (request.type) {
    case "f64":
      for (let i = 0; i < high.length; i++) {
        words[2 * i] = low[i];
        words[2 * i + 1] =
          (high[i] & 0x8000_0000) | (exponentOf(F64, request.data, high[i]) << 20) | (high[i] & 0xf_ffff);
      }
      break;
    case "f32":
      for (let i = 0; i < high.length; i++) {
        words[i] =
          (high[i] & 0x8000_0000) | (exponentOf(F32, request.data, high[i]) << 23) | (low[i] & 0x7f_ffff);
      }
      break;
    case "i64":
    case "u64":
      for (let i = 0; i < high.length; i++) {
        words[2 * i] = low[i];
        words[2 * i + 1] = high[i];
      }
      break;
    case "i32":
    case "u32":
      words.set(low);
      break;
    default:
      request.type satisfies never;
  }
  if (request.data === "special") placeSpecials(request, chunk, words, start);
}

interface Exponents {
  readonly wide: number; // smallest biased exponent of `wide`
  readonly narrow: number; // and of `narrow`
}

const F64: Exponents = { wide: 923, narrow: 1015 };
const F32: Exponents = { wide: 27, narrow: 119 };
const WIDE_EXPONENTS = 127;
const NARROW_EXPONENTS = 17;

/** The biased exponent that the draw's bits 52 to 62 choose. */
function exponentOf(exponents: Exponents, data: DataSet, high: number): number {
  const choice = (high >>> 20) & 0x7ff;
  return data === "wide"
    ? exponents.wide + (choice % WIDE_EXPONENTS)
    : exponents.narrow + (choice % NARROW_EXPONENTS);
}

/** Overwrites elements of `narrow` by their position in the whole; where rules meet, NaN, +∞, subnormal, −0 win in that order. */
function placeSpecials(request: DataRequest, chunk: ElementArray, words: Uint32Array, start: number): void {
  const wordsPerElement = chunk.BYTES_PER_ELEMENT / 4;
  const exponentMask = request.type === "f64" ? 0x7ff0_0000 : 0x7f80_0000;
  const infinityIndex = Math.floor((3 * request.length) / 4);
  const nanIndex = Math.floor((7 * request.length) / 8);
  for (let i = 0; i < chunk.length; i++) {
    const index = start + i;
    if (index % 13 === 5) words[(i + 1) * wordsPerElement - 1] &= ~exponentMask;
    else if (index % 11 === 3) chunk[i] = -0;
    if (index === infinityIndex) chunk[i] = Infinity;
    if (index === nanIndex) chunk[i] = Number.NaN;
  }
}

/** Hostile data for the columns of a record. */
export interface ColumnsRequest {
  readonly columns: readonly Column[];
  readonly data: DataSet; // of columns of floats; those of integers have bits
  readonly length: number;
  readonly seed: bigint; // of the first column; each has the next
}

/** Hostile data for records, column by column: what `generateData` makes of each type; one bool in eight is 1. @throws InvalidArgumentError */
export function generateColumns(request: ColumnsRequest): readonly ColumnArray[] {
  checkOptionNames(request, ["columns", "data", "length", "seed"], "request");
  const { data, length } = request;
  checkName("data", DATA_SETS, data);
  const seed = checkSeed(request.seed);
  return checkColumnList("columns", request.columns).map(({ type }, index) => {
    const request = { length, seed: seed + BigInt(index) };
    if (type !== "bool") {
      const possible = dataSetsOf(type);
      return generateData({ data: possible.includes(data) ? data : possible[0], type, ...request });
    }
    const bools = newColumn(type, length);
    generateData({ data: "bits", type: "u32", ...request }).forEach((bits, i) => {
      bools[i] = bits % 8 === 0 ? 1 : 0;
    });
    return bools;
  });
}

// x·multiplier + increment modulo 2^64, as 32-bit halves (Knuth's MMIX constants).
const MULTIPLIER_HIGH = 0x5851f42d;

const MULTIPLIER_LOW = 0x4c957f2d;

const INCREMENT_HIGH = 0x14057b7e;

const INCREMENT_LOW = 0xf767814f;

const SEED_HIGH = 0x243f6a88;

const SEED_LOW = 0x85a308d3;

const TWO_TO_21 = 0x20_0000;

const TWO_TO_32 = 0x1_0000_0000;

const TWO_TO_52 = 2 ** 52;

/**
 * The f64 data that P4229R0 (table B.8) and P4016R0 publish their values on: `((s >>> 11) − 2^52) / 2^52`, uniform in [−1, 1).
 *
 * `s` is a linear congruential generator modulo 2^64, advanced before each element: multiplier 6364136223846793005, increment
 * 1442695040888963407, seed 0x243F6A8885A308D3. Every step is exact.
 */
export function publishedData(length: number): Float64Array {
  const elements = newElementArray("f64", length);
  let high = SEED_HIGH;
  let low = SEED_LOW;
  for (let i = 0; i < length; i++) {
    const productTop = productHigh(high, low, MULTIPLIER_HIGH, MULTIPLIER_LOW);
    const sum = (Math.imul(low, MULTIPLIER_LOW) >>> 0) + INCREMENT_LOW;
    low = sum >>> 0;
    high = (productTop + INCREMENT_HIGH + (sum >= TWO_TO_32 ? 1 : 0)) >>> 0;
    elements[i] = (high * TWO_TO_21 + (low >>> 11) - TWO_TO_52) / TWO_TO_52;
  }
  return elements;
}
