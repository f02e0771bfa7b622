// What each construct costs, in two sets of equations: those that were published, and corrected ones.

import type { ArrayFunction } from "../types/signatures.ts";

/**
 * Which equations count. Both add up what the parts of a term cost, in order, and then its own.
 *
 * - "verbatim": the published equations (Henriksen's slides, after Blelloch and Greiner 1996), number for number. Of some programs S > W.
 * - "corrected": whatever span counts is work as well, so that 1 ≤ S ≤ W and Brent's bounds hold of every program.
 */
export type CostModel = "verbatim" | "corrected";

/** What a construct costs by itself: besides its operands, and besides what its functions cost. */
interface OwnCost {
  readonly work: number;
  readonly span: number;
}

/** An own cost by the length that counts, and as text. */
interface Rule {
  readonly at: (length: number) => OwnCost;
  readonly work: string;
  readonly span: string;
}

/** Levels of a balanced tree over so many values. */
export function levels(length: number): number {
  return length <= 1 ? 0 : Math.ceil(Math.log2(length));
}

const UNIT: Rule = { at: () => ({ work: 1, span: 1 }), work: "1", span: "1" };
/** One node an element, all at once. In the verbatim equations the span's 1 has no node: iota 0 costs 1/2. */
const EACH: Rule = { at: (length) => ({ work: length, span: 1 }), work: "n", span: "1" };
const EACH_CORRECTED: Rule = { at: (length) => ({ work: length + 1, span: 1 }), work: "n + 1", span: "1" };
/** The start of a map or a reduce: its functions are counted apart. */
const NOTHING_BUT_SPAN: Rule = { at: () => ({ work: 0, span: 1 }), work: "0", span: "1" };
/** A scan of flags and a scatter. */
const COMPACTION: Rule = {
  at: (length) => ({ work: 2 * length + levels(length) + 1, span: levels(length) + 1 }),
  work: "2n + ⌈log2 n⌉ + 1",
  span: "⌈log2 n⌉ + 1",
};

/** The digits that a radix sort looks at one by one; each is a scan of bits and a scatter. */
const DIGITS = 64;
const SORT: Rule = {
  at: (length) => {
    const { work, span } = COMPACTION.at(length);
    return { work: DIGITS * work, span: DIGITS * span };
  },
  work: `${DIGITS}·(${COMPACTION.work})`,
  span: `${DIGITS}·(${COMPACTION.span})`,
};

interface Rules {
  readonly verbatim: Rule;
  readonly corrected: Rule;
  readonly length: string; // what the length of the rule is
  readonly isPublished?: true; // the slides have an equation for it
}

const unit = { verbatim: UNIT, corrected: UNIT, length: "" };
const each = (length: string): Rules => ({ verbatim: EACH, corrected: EACH_CORRECTED, length });
const functional: Rules = { verbatim: NOTHING_BUT_SPAN, corrected: UNIT, length: "" };
const compaction = { verbatim: COMPACTION, corrected: COMPACTION, length: "of the input" };

/** The constants of every function over arrays. Those without an equation in the slides are ours. */
export const ARRAY_COSTS: Readonly<Record<ArrayFunction, Rules>> = {
  iota: { ...each("made"), isPublished: true },
  replicate: each("made"),
  tabulate: each("made"),
  length: unit,
  concat: each("made"),
  flatten: each("made"),
  transpose: unit,
  reverse: unit,
  rotate: unit,
  indices: each("made"),
  head: unit,
  last: unit,
  take: unit,
  drop: unit,
  zip: unit,
  zip3: unit,
  unzip: unit,
  unzip3: unit,
  map: { ...functional, isPublished: true },
  map1: functional,
  map2: functional,
  map3: functional,
  map4: functional,
  map5: functional,
  foldl: functional,
  reduce: functional,
  reduce_comm: functional,
  scan: functional,
  exscan: functional,
  segmented_scan: each("of the input"),
  segmented_reduce: each("of the input"),
  reduce_by_index: each("of the destination and the indices together"),
  filter: compaction,
  partition: compaction,
  scatter: each("of the indices"),
  sort: { verbatim: SORT, corrected: SORT, length: "of the input" },
  any: compaction,
  all: compaction,
  assert: unit,
};

export function ownCost(model: CostModel, name: ArrayFunction, length: number): OwnCost {
  return ARRAY_COSTS[name][model].at(length);
}
