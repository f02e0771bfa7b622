// Why: which neighbouring roots join depends on positions alone. That is why pieces may be joined in any grouping.
import type { Scalar } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import type { PositionRange, Root } from "./summary.ts";

/** Two neighbouring values to one, in the order of positions: scalars, or records as lists of them. */
export type Combine<Value = Scalar> = (left: Value, right: Value) => Value;

/**
 * The rule by which a list of adjacent roots is kept. What joins is joined at once, so the list depends on its range and values
 * alone, not on how they came: here lives the exact associativity of concat.
 */
export interface Tier {
  joins(left: PositionRange, right: PositionRange): boolean;
  /** The ranges of a list over [start, end). */
  ranges(start: number, end: number): Iterable<PositionRange>;
}

/** Siblings of the canonical tree join, so that the maximal aligned dyadic ranges are left. */
export const dyadicTier: Tier = {
  joins(left, right) {
    const length = right.end - right.start;
    return left.end - left.start === length && left.start % (2 * length) === 0;
  },
  *ranges(start, end) {
    for (let position = start; position < end; ) {
      let length = 1;
      while (position % (2 * length) === 0 && position + 2 * length <= end) length *= 2;
      yield { start: position, end: position + length };
      position += length;
    }
  },
};

/** A left fold: what starts at position 0 joins with everything that follows, nothing else joins. */
export const carryTier: Tier = {
  joins: (left) => left.start === 0,
  *ranges(start, end) {
    if (start === 0 && end > 0) yield { start, end };
    else yield* elementTier.ranges(start, end);
  },
};

/** Elements: no two of them join. */
export const elementTier: Tier = {
  joins: () => false,
  *ranges(start, end) {
    for (let position = start; position < end; position++) yield { start: position, end: position + 1 };
  },
};

/** Adds the root of the range that follows the list's last, and joins what joins: a carry rippling through a binary counter. */
export function pushRoot<Value>(
  tier: Tier,
  combine: Combine<Value>,
  roots: Root<Value>[],
  next: Root<Value>,
): void {
  let joined = next;
  let last = roots.at(-1);
  while (last !== undefined && tier.joins(last, joined)) {
    roots.pop();
    joined = { start: last.start, end: joined.end, value: combine(last.value, joined.value) };
    last = roots.at(-1);
  }
  roots.push(joined);
}

/** The list as one value, right-nested: `s₁·(s₂·(…·sₘ))`. The list has at least one root. */
export function foldRoots<Value>(combine: Combine<Value>, roots: readonly Root<Value>[]): Value {
  return roots.map((root) => root.value).reduceRight((folded, value) => combine(value, folded));
}

/** The list over [start, end) that has these values. @throws FormatError when that range has another number of roots */
export function restoreRoots<Value>(
  tier: Tier,
  start: number,
  end: number,
  values: readonly Value[],
): Root<Value>[] {
  const roots: Root<Value>[] = [];
  for (const range of tier.ranges(start, end)) {
    if (roots.length === values.length) throw wrongCount(start, end, values.length);
    roots.push({ ...range, value: values[roots.length] });
  }
  if (roots.length !== values.length) throw wrongCount(start, end, values.length);
  return roots;
}

function wrongCount(start: number, end: number, count: number): FormatError {
  return new FormatError("summary", `values for exactly the positions [${start}, ${end})`, `${count} values`);
}
