// Indices that are proved to be within their array, so that no element is asked: by the least and the largest that a term can be.

import { operandsOf, type Term } from "../../operators/term.ts";
import { SCALAR_TYPE_FACTS, type Scalar } from "../../values/element-types.ts";
import { computed, type HostScalar, look } from "./recorder.ts";
import type { Source } from "./staged.ts";

type Range = readonly [least: number, largest: number];

/** What terms look at, without columns: a tape keeps this. */
type Seen = { readonly kind: "numbers" } | { readonly kind: "value"; readonly index: number } | undefined;

/** Whether an index is from 0 to length − 1 for all of so many elements, whatever columns hold: what the run knows is asked, and not what it is. */
export function isSurelyInside(
  terms: readonly [index: Term, length: Term],
  { sources, length }: { readonly sources: readonly Source[]; readonly length: number },
): boolean {
  if (length === 0) return true;
  const scalars: HostScalar[] = [];
  const seen = new Map<number, Seen>();
  for (const place of columnsIn(terms)) {
    const source = sources[place];
    if (source.kind === "value") seen.set(place, { kind: "value", index: scalars.push(source.scalar) - 1 });
    else if (source.kind === "numbers") seen.set(place, { kind: "numbers" });
  }
  return look(computed("bool", scalars, insideFor(terms, seen, length))) === 1;
}

function columnsIn(terms: readonly Term[]): ReadonlySet<number> {
  const found = new Set<number>();
  const open = new Set<Term>(terms); // which grows while it is gone through
  for (const term of open) {
    if (term.kind === "left") found.add(term.column);
    for (const operand of operandsOf(term)) open.add(operand);
  }
  return found;
}

function insideFor(
  [index, length]: readonly [Term, Term],
  seen: ReadonlyMap<number, Seen>,
  count: number,
): (values: readonly Scalar[]) => Scalar {
  return (values) => {
    const known = new Map<Term, Range | undefined>();
    const rangeOf = (term: Term): Range | undefined => {
      if (!known.has(term)) known.set(term, fitting(rangeOfTerm(term, rangeOf, leafRange), term));
      return known.get(term);
    };
    const leafRange = (column: number): Range | undefined => {
      const source = seen.get(column);
      if (source?.kind === "numbers") return [0, count - 1];
      const value = source && Number(values[source.index]);
      return value === undefined ? undefined : [value, value];
    };
    const [places, lengths] = [rangeOf(index), rangeOf(length)];
    return places !== undefined && lengths !== undefined && places[0] >= 0 && places[1] < lengths[0] ? 1 : 0;
  };
}

/** What a whole number's type lets it be; undefined where a term may go beyond, and wrap. */
function fitting(range: Range | undefined, { type }: Term): Range | undefined {
  if (SCALAR_TYPE_FACTS[type].isFloat || type === "bool") return undefined;
  const isSigned = type === "i32" || type === "i64";
  const bits = SCALAR_TYPE_FACTS[type].bytes * 8 - (isSigned ? 1 : 0);
  const most = Math.min(2 ** bits - 1, Number.MAX_SAFE_INTEGER);
  if (range === undefined) return undefined;
  return range[0] >= (isSigned ? -most : 0) && range[1] <= most ? range : undefined;
}

function rangeOfTerm(
  term: Term,
  rangeOf: (term: Term) => Range | undefined,
  leafRange: (column: number) => Range | undefined,
): Range | undefined {
  switch (term.kind) {
    case "constant":
      return [Number(term.value), Number(term.value)];
    case "left":
      return leafRange(term.column);
    case "convert":
      return rangeOf(term.operand);
    case "select": {
      const [one, other] = [rangeOf(term.first), rangeOf(term.second)];
      return one && other && [Math.min(one[0], other[0]), Math.max(one[1], other[1])];
    }
    case "binary": {
      const [one, other] = [rangeOf(term.first), rangeOf(term.second)];
      return other && combined(term, one, other);
    }
    default:
      return undefined;
  }
}

function combined(
  { operation, type }: Extract<Term, { kind: "binary" }>,
  one: Range | undefined,
  other: Range,
): Range | undefined {
  if (operation === "remainder" && other[0] > 0) {
    const most = other[1] - 1;
    if (one === undefined) return [type === "u32" || type === "u64" ? 0 : -most, most];
    return [one[0] < 0 ? -most : 0, Math.min(most, Math.max(one[1], 0))];
  }
  if (one === undefined) return undefined;
  const ends = (of: (first: number, second: number) => number): Range => {
    const all = one.flatMap((first) => other.map((second) => of(first, second)));
    return [Math.min(...all), Math.max(...all)];
  };
  switch (operation) {
    case "add":
      return ends((first, second) => first + second);
    case "subtract":
      return ends((first, second) => first - second);
    case "multiply":
      return ends((first, second) => first * second);
    case "divide":
      return other[0] > 0 ? ends((first, second) => Math.trunc(first / second)) : undefined;
    case "min":
      return ends(Math.min);
    case "max":
      return ends(Math.max);
    default:
      return undefined;
  }
}
