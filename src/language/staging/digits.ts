// Places of elements as sums of digits of an element's number: what says that gathered elements are those of a grid.

import type { Spread } from "../../executors/primitives.ts";
import type { Term } from "../../operators/term.ts";
import { SCALAR_TYPE_FACTS } from "../../values/element-types.ts";
import { knownNow } from "./recorder.ts";
import type { Passage, Source } from "./staged.ts";

/** `offset + Σ strides[k] · digit k`. */
export interface PlaceByDigits {
  readonly offset: number;
  readonly strides: readonly number[];
}

/** An element's number is written with digits, the first of which counts most; digit k is below `extents[k]`. */
export interface ByDigits {
  readonly extents: readonly number[];
  readonly innerCount: number; // digits of the last one that was asked for
  readonly places: readonly PlaceByDigits[];
}

/** A term over sources; undefined: the element's number itself. */
interface PlaceTerm {
  readonly term: Term | undefined;
  readonly sources: readonly Source[];
}

/** Digits that are told apart at most: more have no grid. */
const MOST_DIGITS = 8;

/**
 * Places of the elements of rows × width as sums of digits: more than those two where a place divides by what lies between. Undefined where one is
 * no such sum.
 */
export function placesByDigits(
  given: readonly PlaceTerm[],
  [rows, width]: readonly [number, number],
): ByDigits | undefined {
  let extents: readonly number[] = [rows, width];
  let innerCount = 1;
  while (extents.length <= MOST_DIGITS) {
    const reading = new Reading(extents);
    const places = given.map(({ term, sources }) =>
      term === undefined ? reading.number() : reading.place(term, sources),
    );
    const { split } = reading;
    if (split === undefined) {
      const found = places.flatMap((place) => place ?? []);
      return found.length === places.length ? { extents, innerCount, places: found } : undefined;
    }
    const { digit, width: below } = split;
    if (digit >= extents.length - innerCount) innerCount++;
    extents = [...extents.slice(0, digit), extents[digit] / below, below, ...extents.slice(digit + 1)];
  }
  return undefined;
}

/** How a place goes through a column where it is one number after another, each so many times, and over again; undefined for others. */
export function spreadOf({ place, to }: Passage): Spread | undefined {
  if (to.length === 0) return undefined;
  const found = placesByDigits([{ term: place, sources: to.sources }], [1, to.length]);
  if (found?.places[0].offset !== 0) return undefined;
  const { extents, places } = found;
  const [{ strides }] = places;
  let [times, count, digit] = [1, 1, extents.length - 1];
  for (; digit >= 0 && strides[digit] === 0; digit--) times *= extents[digit];
  const isNext = (): boolean => extents[digit] === 1 || strides[digit] === count;
  for (; digit >= 0 && isNext(); digit--) count *= extents[digit];
  const isRest = strides.every((stride, k) => k > digit || stride === 0 || extents[k] === 1);
  return isRest ? { times, count } : undefined;
}

/** One reading of terms with digits of these extents; `split` says which digit is to be two. */
class Reading {
  split: { readonly digit: number; readonly width: number } | undefined;
  private readonly extents: readonly number[];

  constructor(extents: readonly number[]) {
    this.extents = extents;
  }

  number(): PlaceByDigits {
    let weight = 1;
    const strides = this.extents.map(() => 0);
    for (let digit = strides.length - 1; digit >= 0; digit--) {
      strides[digit] = weight;
      weight *= this.extents[digit];
    }
    return { offset: 0, strides };
  }

  place(term: Term, sources: readonly Source[]): PlaceByDigits | undefined {
    switch (term.kind) {
      case "constant":
        return this.constant(Number(term.value));
      case "left": {
        const source = sources[term.column];
        if (source.kind === "numbers") return this.number();
        const known = source.kind === "value" ? knownNow(source.scalar) : undefined;
        return known === undefined ? undefined : this.constant(Number(known));
      }
      case "convert": {
        const { isFloat } = SCALAR_TYPE_FACTS[term.operand.type];
        return isFloat ? undefined : this.fitting(this.place(term.operand, sources), term);
      }
      case "binary": {
        const [one, other] = [this.place(term.first, sources), this.place(term.second, sources)];
        return one && other && this.fitting(this.combined(term.operation, one, other), term);
      }
      default:
        return undefined;
    }
  }

  private constant(offset: number): PlaceByDigits {
    return { offset, strides: this.extents.map(() => 0) };
  }

  /** A sum that no type wraps; undefined for one that may be negative, or is too large. */
  private fitting(place: PlaceByDigits | undefined, { type }: Term): PlaceByDigits | undefined {
    if (place === undefined || SCALAR_TYPE_FACTS[type].isFloat) return undefined;
    const isSmall = place.strides.every((stride) => stride >= 0) && place.offset >= 0;
    return isSmall && this.last(place) < (type === "i32" ? 2 ** 31 : 2 ** 32) ? place : undefined;
  }

  private last({ offset, strides }: PlaceByDigits): number {
    return strides.reduce((sum, stride, digit) => sum + stride * (this.extents[digit] - 1), offset);
  }

  private combined(operation: string, one: PlaceByDigits, other: PlaceByDigits): PlaceByDigits | undefined {
    const factor = [one, other].find(({ strides }) => strides.every((stride) => stride === 0));
    switch (operation) {
      case "add":
        return weighted(one, 1, other, 1);
      case "subtract":
        return weighted(one, 1, other, -1);
      case "multiply":
        return factor && weighted(factor === one ? other : one, factor.offset, factor, 0);
      case "divide":
      case "remainder":
        return factor === other && other.offset > 0 ? this.divided(operation, one, other.offset) : undefined;
      default:
        return undefined;
    }
  }

  private divided(
    operation: "divide" | "remainder",
    place: PlaceByDigits,
    by: number,
  ): PlaceByDigits | undefined {
    const rest = {
      offset: place.offset % by,
      strides: place.strides.map((stride) => (stride % by === 0 ? 0 : stride)),
    };
    if (this.last(rest) < by) {
      const { offset, strides } = weighted(place, 1, rest, -1);
      return operation === "remainder"
        ? rest
        : { offset: offset / by, strides: strides.map((stride) => stride / by) };
    }
    for (const [digit, stride] of rest.strides.entries()) {
      const width = stride === 0 ? 0 : by / stride;
      if (!Number.isInteger(width) || width < 2 || this.extents[digit] % width > 0) continue;
      if (width < this.extents[digit]) this.split = { digit, width };
    }
    return undefined;
  }
}

function weighted(one: PlaceByDigits, times: number, other: PlaceByDigits, more: number): PlaceByDigits {
  return {
    offset: one.offset * times + other.offset * more,
    strides: one.strides.map((stride, digit) => stride * times + other.strides[digit] * more),
  };
}
