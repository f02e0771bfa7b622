import {
  add,
  COUNTER,
  compare,
  integer,
  modulo,
  multiply,
  powerOfTwo,
  shiftRight,
  THREAD,
} from "../programs/build-terms.ts";
import type { IndexCondition, IndexTerm } from "../programs/index-term.ts";
import type { PhaseSamples, Thread } from "./phase-samples.ts";

/** One condition that a guard may ask, as a function for fitting and as a condition for the program. */
export interface GuardAtom {
  readonly makeCondition: () => IndexCondition;
  readonly holds: (thread: Thread) => boolean;
  readonly cost: number;
}

/** The conditions that a guard may be made of. Those whose exponents would be negative at a counter of the samples are left out. */
export function guardAtoms(samples: PhaseSamples, moduli: readonly number[]): readonly GuardAtom[] {
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
