import { add, ceilLog2, integer, shiftRight, WIDTH } from "../programs/build-terms.ts";
import type { IndexTerm } from "../programs/index-term.ts";

/** Which counters a phase runs over, as terms over N, with what it costs to say that. */
export interface PhaseRange {
  readonly first: IndexTerm;
  readonly count: IndexTerm;
  readonly cost: number;
}

interface Bound {
  readonly term: IndexTerm;
  readonly cost: number;
}

/** Levels that a count may lack of ⌈log2 N⌉ or have beyond it. */
const MOST_LACKING = 6;

const LEVELS = ceilLog2(WIDTH);

/** The ranges that begin at `first` and have `count` counters where N is `width`: constants, and what depends on N as that does. */
export function phaseRanges(first: number, count: number, width: number): readonly PhaseRange[] {
  const levels = Math.ceil(Math.log2(width));
  return firsts(first, levels).flatMap((one) =>
    counts(count, width, levels).map((other) => ({
      first: one.term,
      count: other.term,
      cost: one.cost + other.cost,
    })),
  );
}

function firsts(value: number, levels: number): readonly Bound[] {
  const constant = { term: integer(value), cost: value / 4 };
  const lacking = levels - value;
  if (value < 1 || lacking < 0 || lacking > 2) return [constant];
  return [constant, { term: add(LEVELS, integer(-lacking)), cost: 1.5 + lacking / 2 }];
}

function counts(value: number, width: number, levels: number): readonly Bound[] {
  const lacking = levels - value;
  const byLevels = { term: add(LEVELS, integer(-lacking)), cost: 1.5 + Math.abs(lacking) / 2 };
  const constant = { term: integer(value), cost: value };
  return [
    ...(value <= levels ? [constant] : []),
    ...(lacking >= -1 && lacking <= MOST_LACKING ? [byLevels] : []),
    ...(value >= 3 || value > levels ? byWidth(value, width) : []),
  ];
}

/** `N`, `N − 1`, `(N >> 2) − 1`: as many as there are blocks of a power of two. */
function byWidth(value: number, width: number): readonly Bound[] {
  const found: Bound[] = [];
  for (let places = 0; 2 ** places <= width; places++) {
    const offset = value - Math.floor(width / 2 ** places);
    if (Math.abs(offset) > 1) continue;
    found.push({
      term: add(shiftRight(WIDTH, integer(places)), integer(offset)),
      cost: 2.5 + places / 4 + Math.abs(offset) / 2,
    });
  }
  return found;
}
