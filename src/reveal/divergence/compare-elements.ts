// Two results as arrays: where their bits differ, and by how much. Which addition is at fault is for `firstDivergence`.
import { checkStored } from "../../values/check-arrays.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";
import { storedValue } from "../../values/convert.ts";
import { describe } from "../../values/describe.ts";
import {
  COLUMN_TYPE_FACTS,
  elementTypeOf,
  narrowTypeOf,
  type Scalar,
  STORAGE_TYPES,
  type StorageType,
} from "../../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../../values/errors.ts";
import { placeOfBits, type UlpType } from "../../values/ulps.ts";
import type { StoredArray } from "../../values/value-types.ts";

/** Options of `compareElements`: what the bits of the elements stand for. */
export interface CompareElementsOptions {
  readonly type?: StorageType | undefined; // default: that of the arrays; of a Uint16Array it must be said
}

/** Where two arrays of one type and length differ in their bits. */
export interface ElementDifferences {
  readonly type: StorageType;
  readonly length: number;
  readonly differentCount: number; // positions; 0: all bits are equal
  readonly zeroSignCount: number; // of these, 0 against −0
  readonly payloadCount: number; // of these, NaNs of other bits
  readonly nanCount: number; // of these, NaN against a number
  readonly first: ElementDifference | undefined;
  readonly largest: ElementDifference | undefined; // the first of the largest distance; undefined where no numbers differ
}

/** One position. Bits are those in memory, a NaN's payload included. */
export interface ElementDifference {
  readonly position: number;
  readonly left: Scalar;
  readonly right: Scalar;
  readonly leftBits: string;
  readonly rightBits: string;
  readonly distance: number | undefined; // left − right, counted in floats of the type; of integers as it is; undefined beside a NaN
}

/**
 * Where two arrays differ, bit by bit: at how many positions, the first, and the one where they are farthest apart in units of the last place.
 *
 * −0 is not 0, and NaNs differ where their payloads do; both are counted apart. Half floats come as their bits. One pass, no copy.
 *
 * @throws LengthMismatchError for arrays of different lengths, InvalidArgumentError for different types
 */
export function compareElements(
  left: StoredArray,
  right: StoredArray,
  options: CompareElementsOptions = {},
): ElementDifferences {
  const { type, one, other } = checkedPair(left, right, options);
  const counts = { differentCount: 0, zeroSignCount: 0, payloadCount: 0, nanCount: 0 };
  let [first, farthest, magnitude] = [-1, -1, -1n];
  for (let i = 0; i < one.length; i++) {
    if (one.hasBitsOf(other, i)) continue;
    if (counts.differentCount++ === 0) first = i;
    const nans = Number(Number.isNaN(one.valueAt(i))) + Number(Number.isNaN(other.valueAt(i)));
    if (nans === 2) counts.payloadCount++;
    if (nans === 1) counts.nanCount++;
    if (nans > 0) continue;
    const distance = one.placeAt(i) - other.placeAt(i);
    if (distance === 0n) counts.zeroSignCount++;
    const size = distance < 0n ? -distance : distance;
    if (size > magnitude) [farthest, magnitude] = [i, size];
  }
  const at = (position: number): ElementDifference | undefined =>
    position < 0 ? undefined : differenceAt(one, other, position);
  return { type, length: one.length, ...counts, first: at(first), largest: at(farthest) };
}

function checkedPair(left: StoredArray, right: StoredArray, options: CompareElementsOptions) {
  checkOptionNames(options, ["type"]);
  const type =
    options.type === undefined ? typeOf("left", left) : checkName("type", STORAGE_TYPES, options.type);
  const [one, other] = [checkStored("left", type, left), checkStored("right", type, right)];
  if (one.length !== other.length) throw new LengthMismatchError("right", one.length, other.length);
  return { type, one: new Elements(type, one), other: new Elements(type, other) };
}

function typeOf(argument: string, array: unknown): StorageType {
  const type = elementTypeOf(array) ?? narrowTypeOf(array);
  if (type !== undefined) return type;
  const expected = 'a typed array; of a Uint16Array "type" says what its elements are';
  throw new InvalidArgumentError(argument, expected, describe(array));
}

/** An array with its bits beside its values. */
class Elements {
  readonly length: number;
  readonly #type: StorageType;
  readonly #array: StoredArray;
  readonly #words: Uint8Array | Uint16Array | Uint32Array;
  readonly #isWide: boolean; // two words for each element, the lower one first

  constructor(type: StorageType, array: StoredArray) {
    const { buffer, byteOffset, length, BYTES_PER_ELEMENT: bytes } = array;
    const Words = bytes === 1 ? Uint8Array : bytes === 2 ? Uint16Array : Uint32Array;
    this.length = length;
    this.#type = type;
    this.#array = array;
    this.#isWide = bytes === 8;
    this.#words = new Words(buffer as ArrayBuffer, byteOffset, this.#isWide ? 2 * length : length);
  }

  hasBitsOf(other: Elements, index: number): boolean {
    const [own, theirs] = [this.#words, other.#words];
    if (!this.#isWide) return own[index] === theirs[index];
    return own[2 * index] === theirs[2 * index] && own[2 * index + 1] === theirs[2 * index + 1];
  }

  valueAt(index: number): Scalar {
    return storedValue(this.#type, this.#array[index]);
  }

  bitsAt(index: number): bigint {
    if (!this.#isWide) return BigInt(this.#words[index]);
    return (BigInt(this.#words[2 * index + 1]) << 32n) | BigInt(this.#words[2 * index]);
  }

  hexAt(index: number): string {
    return this.bitsAt(index)
      .toString(16)
      .padStart(2 * COLUMN_TYPE_FACTS[this.#type].bytes, "0");
  }

  /** Of a number among all values of its type. */
  placeAt(index: number): bigint {
    return COLUMN_TYPE_FACTS[this.#type].isFloat
      ? placeOfBits(this.#type as UlpType, this.bitsAt(index))
      : BigInt(this.valueAt(index));
  }
}

function differenceAt(one: Elements, other: Elements, position: number): ElementDifference {
  const [left, right] = [one.valueAt(position), other.valueAt(position)];
  const hasNan = Number.isNaN(left) || Number.isNaN(right);
  return {
    ...{ position, left, right, leftBits: one.hexAt(position), rightBits: other.hexAt(position) },
    distance: hasNan ? undefined : Number(one.placeAt(position) - other.placeAt(position)),
  };
}
