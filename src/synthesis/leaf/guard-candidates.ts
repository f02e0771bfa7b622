// The language of guards, and the cheapest conditions that tell the threads that worked from those that did not.
import {
  add,
  all,
  COUNTER,
  compare,
  integer,
  modulo,
  multiply,
  powerOfTwo,
  shiftRight,
  THREAD,
} from "../programs/build-terms.ts";
import type { IndexCondition, IndexTerm } from "../programs/network-program.ts";
import type { PhaseSamples, Thread } from "./phase-samples.ts";

/** One condition that a guard may ask, as a function for fitting and as a condition for the program. */
interface GuardAtom {
  readonly makeCondition: () => IndexCondition;
  readonly holds: (thread: Thread) => boolean;
  readonly cost: number;
}

/** The conditions that a guard may be made of. Those whose exponents would be negative at a counter of the samples are left out. */
function guardAtoms(samples: PhaseSamples, moduli: readonly number[]): readonly GuardAtom[] {
  const least = Math.min(...samples.counters);
  const shifts = (from: number, to: number): readonly number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((shift) => least + shift >= 0);
  return [
    ...lowerBounds(samples),
    ...shifts(0, 1).map(aboveAPower),
    ...shifts(-1, 1).flatMap(bits),
    ...shifts(0, 1).flatMap(dyadicPlaces),
    ...moduli.flatMap((modulus) => withinBlocks(samples, modulus)),
    ...moduli.flatMap((modulus) => shifts(0, 1).map((shift) => aboveAPowerInBlocks(modulus, shift))),
    ...moduli.flatMap((modulus) => atTheCounter(samples, modulus)),
    ...onALine(samples),
  ];
}

function power(shift: number): IndexTerm {
  return powerOfTwo(add(COUNTER, integer(shift)));
}

/** `j + 1`: how many elements a prefix that ends here has. */
const COUNT = add(THREAD, integer(1));

function lowerBounds(samples: PhaseSamples): readonly GuardAtom[] {
  const least = Math.min(...samples.positives.map(({ j }) => j));
  return [...new Set([1, least])]
    .filter((bound) => bound >= 1 && bound <= least)
    .map((bound) => ({
      makeCondition: () => compare(integer(bound), "lessOrEqual", THREAD),
      holds: ({ j }) => j >= bound,
      cost: bound === 1 ? 1 : 1.5 + Math.log2(bound) / 4,
    }));
}

function aboveAPower(shift: number): GuardAtom {
  return {
    makeCondition: () => compare(power(shift), "lessOrEqual", THREAD),
    holds: ({ i, j }) => j >= 2 ** (i + shift),
    cost: 2 + Math.abs(shift),
  };
}

function bits(shift: number): readonly GuardAtom[] {
  const bit = (): IndexTerm => modulo(shiftRight(THREAD, add(COUNTER, integer(shift))), integer(2));
  return [1, 0].map((value) => ({
    makeCondition: () => compare(bit(), "equal", integer(value)),
    holds: ({ i, j }) => Math.floor(j / 2 ** (i + shift)) % 2 === value,
    cost: 3 + Math.abs(shift) - value,
  }));
}

/** Where j, or j + 1, stands among the multiples of a power: on one, not on one, half-way between two. */
function dyadicPlaces(shift: number): readonly GuardAtom[] {
  return [0, 1].flatMap((offset) => {
    const place = offset === 1 ? COUNT : THREAD;
    const rest = (scale: number): IndexTerm => modulo(place, power(shift + scale));
    const restOf = ({ i, j }: Thread): number => (j + offset) % 2 ** (i + shift);
    const cost = 2 + shift / 2 + (1 - offset) / 4;
    return [
      {
        makeCondition: () => compare(rest(0), "equal", integer(0)),
        holds: (thread: Thread) => restOf(thread) === 0,
        cost,
      },
      {
        makeCondition: () => compare(rest(0), "notEqual", integer(0)),
        holds: (thread: Thread) => restOf(thread) !== 0,
        cost: cost + 1,
      },
      {
        makeCondition: () => compare(rest(1), "equal", power(shift)),
        holds: ({ i, j }: Thread) => (j + offset) % 2 ** (i + shift + 1) === 2 ** (i + shift),
        cost: cost + 1,
      },
    ];
  });
}

/** The place of j in its block of a constant length, where all that worked have the same; not the first, not the last. */
function withinBlocks({ positives }: PhaseSamples, modulus: number): readonly GuardAtom[] {
  const isLast = (): IndexTerm => modulo(COUNT, integer(modulus));
  const place = (): IndexTerm => modulo(THREAD, integer(modulus));
  const residue = positives[0].j % modulus;
  const equal = (value: number): IndexCondition =>
    value === modulus - 1
      ? compare(isLast(), "equal", integer(0))
      : compare(place(), "equal", integer(value));
  return [
    {
      makeCondition: () => equal(residue),
      holds: ({ j }) => j % modulus === residue,
      cost: 2 + (residue === modulus - 1 || residue === 0 ? 0 : 1),
    },
    {
      makeCondition: () => compare(isLast(), "notEqual", integer(0)),
      holds: ({ j }) => (j + 1) % modulus !== 0,
      cost: 2,
    },
    {
      makeCondition: () => compare(place(), "notEqual", integer(0)),
      holds: ({ j }) => j % modulus !== 0,
      cost: 2,
    },
  ];
}

function aboveAPowerInBlocks(modulus: number, shift: number): GuardAtom {
  return {
    makeCondition: () => compare(power(shift), "lessOrEqual", modulo(THREAD, integer(modulus))),
    holds: ({ i, j }) => j % modulus >= 2 ** (i + shift),
    cost: 4 + shift,
  };
}

/** In every block the thread that the counter points at. */
function atTheCounter({ positives }: PhaseSamples, modulus: number): readonly GuardAtom[] {
  const offset = (positives[0].j % modulus) - positives[0].i;
  return [
    {
      makeCondition: () => compare(modulo(THREAD, integer(modulus)), "equal", add(COUNTER, integer(offset))),
      holds: ({ i, j }) => j % modulus === i + offset,
      cost: 4 + Math.abs(offset) / 4,
    },
  ];
}

/** One thread a step, on a line: `j == 4 * i + 7`. */
function onALine(samples: PhaseSamples): readonly GuardAtom[] {
  const { positives, mostPerStep } = samples;
  if (mostPerStep !== 1 || positives.length < 2) return [];
  const [first, second] = positives;
  const slope = (second.j - first.j) / (second.i - first.i);
  const offset = first.j - slope * first.i;
  if (!Number.isInteger(slope) || slope === 0) return [];
  return [
    {
      makeCondition: () => compare(THREAD, "equal", add(multiply(integer(slope), COUNTER), integer(offset))),
      holds: ({ i, j }) => j === slope * i + offset,
      cost: 2 + (slope === 1 ? 0 : 1),
    },
  ];
}

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
