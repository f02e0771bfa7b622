// The language that invariants are made of. A new kind of network may need a word here.
import {
  add,
  and,
  COUNTER,
  compare,
  integer,
  maximum,
  minimum,
  modulo,
  multiply,
  powerOfTwo,
  shiftLeft,
  shiftRight,
  subtract,
  THREAD,
  WIDTH,
} from "../programs/build-terms.ts";
import type { IndexCondition, IndexTerm } from "../programs/network-program.ts";

/** A term that may say where intervals begin, with what it costs. */
export interface StartTerm {
  readonly term: IndexTerm;
  readonly cost: number;
}

/** A condition that may tell wires of different rules apart. */
export interface CaseCondition {
  readonly condition: IndexCondition;
  readonly cost: number;
}
const COUNT = add(THREAD, integer(1));

/** The largest power of two that divides a number. */
export function lowestBit(term: IndexTerm): IndexTerm {
  return and(term, subtract(integer(0), term));
}

/** Whole blocks before a wire's own that it may reach back over: what Knowles' networks do, 2^k − 1 of them. */
const BLOCKS_BEFORE = [1, 3];

/**
 * The language of span invariants: nothing before, nothing but itself, a dyadic block, so many elements at most, what a Fenwick tree holds; with constants, and with powers
 * with those exponents that may be named.
 */
export function startTerms(exponents: readonly IndexTerm[], moduli: readonly number[]): readonly StartTerm[] {
  return [
    { term: integer(0), cost: 1 },
    { term: THREAD, cost: 1 },
    ...exponents.flatMap((places): readonly StartTerm[] => {
      const power = powerOfTwo(places);
      return [
        { term: shiftLeft(shiftRight(THREAD, places), places), cost: 3 },
        { term: maximum(integer(0), subtract(COUNT, power)), cost: 3 },
        { term: subtract(COUNT, minimum(lowestBit(COUNT), power)), cost: 5 },
        { term: subtract(COUNT, minimum(lowestBit(THREAD), power)), cost: 5.5 },
        { term: subtract(whole(places), lowestBit(whole(places))), cost: 8 },
        ...BLOCKS_BEFORE.map((blocks): StartTerm => {
          const start = shiftLeft(shiftRight(THREAD, places), places);
          return {
            term: maximum(integer(0), subtract(start, multiply(integer(blocks), power))),
            cost: 6 + blocks,
          };
        }),
        ...moduli.map((modulus): StartTerm => {
          const reach = add(subtract(blockStart(modulus), power), integer(modulus));
          return { term: maximum(integer(0), reach), cost: 6 };
        }),
      ];
    }),
    { term: subtract(COUNT, lowestBit(COUNT)), cost: 4 },
    { term: subtract(COUNT, lowestBit(THREAD)), cost: 4.5 },
    ...moduli.flatMap((modulus): readonly StartTerm[] => [
      { term: blockStart(modulus), cost: 3.5 },
      { term: maximum(integer(0), subtract(COUNT, integer(modulus))), cost: 3.5 },
      { term: maximum(integer(0), subtract(blockStart(modulus), integer(modulus))), cost: 7 },
      { term: subtract(COUNT, minimum(lowestBit(COUNT), integer(modulus))), cost: 5 },
      { term: subtract(COUNT, minimum(lowestBit(THREAD), integer(modulus))), cost: 5.5 },
    ]),
    { term: maximum(integer(0), subtract(THREAD, integer(1))), cost: 4 },
  ];
}

/** The width without its low bits. */
function whole(places: IndexTerm): IndexTerm {
  return shiftLeft(shiftRight(WIDTH, places), places);
}

function blockStart(modulus: number): IndexTerm {
  return subtract(THREAD, modulo(THREAD, integer(modulus)));
}

/** The conditions between cases; `lines` are slopes and offsets of wires that a counter points at. */
export function caseConditions(
  exponents: readonly IndexTerm[],
  moduli: readonly number[],
  lines: readonly { readonly slope: number; readonly offset: number }[],
): readonly CaseCondition[] {
  const zero = integer(0);
  return [
    { condition: compare(THREAD, "equal", zero), cost: 1 },
    { condition: compare(COUNT, "equal", WIDTH), cost: 4 },
    ...moduli.flatMap((modulus): readonly CaseCondition[] => [
      { condition: compare(modulo(COUNT, integer(modulus)), "equal", zero), cost: 2 },
      { condition: compare(modulo(THREAD, integer(modulus)), "equal", zero), cost: 2.5 },
      { condition: compare(THREAD, "less", integer(modulus)), cost: 3 },
      { condition: compare(integer(modulus), "lessOrEqual", lowestBit(COUNT)), cost: 4 },
      ...[...new Set([0, 1, 2, modulus - 2])]
        .filter((rest) => rest < modulus - 1)
        .map((rest) => ({
          condition: compare(modulo(THREAD, integer(modulus)), "lessOrEqual", integer(rest)),
          cost: 3.5,
        })),
    ]),
    ...exponents.map(powerOfTwo).flatMap((power): readonly CaseCondition[] => [
      { condition: compare(power, "lessOrEqual", lowestBit(COUNT)), cost: 3 },
      { condition: compare(power, "lessOrEqual", lowestBit(THREAD)), cost: 3.5 },
      { condition: compare(THREAD, "less", power), cost: 3 },
      { condition: compare(modulo(COUNT, power), "equal", zero), cost: 3 },
      { condition: compare(modulo(THREAD, power), "equal", zero), cost: 3.5 },
    ]),
    ...lines.map(({ slope, offset }) => ({
      condition: compare(THREAD, "lessOrEqual", add(multiply(integer(slope), COUNTER), integer(offset))),
      cost: 3,
    })),
  ];
}
