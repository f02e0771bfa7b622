import { all } from "../programs/build-terms.ts";
import type { IndexCondition } from "../programs/index-term.ts";
import { type GuardAtom, guardAtoms } from "./guard-atoms.ts";
import type { PhaseSamples, Thread } from "./phase-samples.ts";

/** A guard with what it costs to say it. */
interface GuardCandidate {
  readonly condition: IndexCondition;
  readonly cost: number;
}

/** Guards that are kept of a phase: what tells them apart are widths that the example does not have. */
const MOST_GUARDS = 16;
const MOST_ATOMS = 30;

/** An atom that all threads that worked satisfy, and the threads that it keeps from working: a bit for each negative sample. */
interface Filter extends GuardAtom {
  readonly excluded: Uint32Array;
}

/**
 * The guards of at most three conditions that all working threads satisfy and no other one, cheapest first. None has a condition that it
 * could do without.
 */
export function guardCandidates(samples: PhaseSamples, moduli: readonly number[]): readonly GuardCandidate[] {
  const { positives, negatives } = samples;
  const filters = guardAtoms(samples, moduli)
    .filter(({ holds }) => positives.every(holds))
    .map((atom): Filter => ({ ...atom, excluded: excludedBy(atom, negatives) }))
    .filter(({ excluded }) => excluded.some((word) => word !== 0))
    .sort((one, other) => one.cost - other.cost)
    .slice(0, MOST_ATOMS);
  return covers(filters, negatives.length)
    .map((parts) => ({ parts, cost: parts.reduce((sum, { cost }) => sum + cost, 0) }))
    .sort((one, other) => one.cost - other.cost)
    .slice(0, MOST_GUARDS)
    .map(({ parts, cost }) => ({ condition: all(parts.map(({ makeCondition }) => makeCondition())), cost }));
}

function excludedBy({ holds }: GuardAtom, negatives: readonly Thread[]): Uint32Array {
  const excluded = new Uint32Array(Math.ceil(negatives.length / 32));
  negatives.forEach((thread, index) => {
    if (!holds(thread)) excluded[index >> 5] |= 1 << (index & 31);
  });
  return excluded;
}

/** All irredundant sets of one, two or three filters that exclude every negative between them. */
function covers(filters: readonly Filter[], negativeCount: number): readonly (readonly Filter[])[] {
  const full = fullSet(negativeCount);
  const found: (readonly Filter[])[] = [];
  const partial = filters.filter((one) => {
    if (isSame(one.excluded, full)) found.push([one]);
    return !isSame(one.excluded, full);
  });
  partial.forEach((first, one) => {
    const beside: Filter[] = []; // those that do not do it with the first alone
    for (const second of partial.slice(one + 1)) {
      if (isSame(union(first.excluded, second.excluded), full)) found.push([first, second]);
      else beside.push(second);
    }
    found.push(...triples(first, beside, full));
  });
  return found;
}

function triples(
  first: Filter,
  beside: readonly Filter[],
  full: Uint32Array,
): readonly (readonly Filter[])[] {
  return beside.flatMap((second, two) => {
    const both = union(first.excluded, second.excluded);
    return beside
      .slice(two + 1)
      .filter(({ excluded }) => isUnion(both, excluded, full) && !isUnion(second.excluded, excluded, full))
      .map((third) => [first, second, third]);
  });
}

function union(one: Uint32Array, other: Uint32Array): Uint32Array {
  return one.map((word, index) => word | other[index]);
}

function isUnion(one: Uint32Array, other: Uint32Array, full: Uint32Array): boolean {
  for (let index = 0; index < full.length; index++) {
    if ((one[index] | other[index]) >>> 0 !== full[index]) return false;
  }
  return true;
}

function isSame(one: Uint32Array, other: Uint32Array): boolean {
  return one.every((word, index) => word === other[index]);
}

function fullSet(count: number): Uint32Array {
  const set = new Uint32Array(Math.ceil(count / 32)).fill(0xffffffff);
  if (count % 32 !== 0) set[set.length - 1] = 2 ** (count % 32) - 1;
  return set;
}
