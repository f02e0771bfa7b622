import * as t from "../programs/build-terms.ts";
import type { IndexCondition, IndexTerm } from "../programs/index-term.ts";

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

const { COUNTER, THREAD, integer } = t;
const COUNT = t.add(THREAD, integer(1));

/** The largest power of two that divides a number. */
export function lowestBit(term: IndexTerm): IndexTerm {
  return t.and(term, t.subtract(integer(0), term));
}

/**
 * The language of span invariants: nothing before, nothing but itself, a dyadic block, so many elements at most, what a Fenwick tree holds; with constants, and with powers
 * with those exponents that may be named.
 */
export function startTerms(exponents: readonly IndexTerm[], moduli: readonly number[]): readonly StartTerm[] {
  return [
    { term: integer(0), cost: 1 },
    { term: THREAD, cost: 1 },
    ...exponents.flatMap((places): readonly StartTerm[] => {
      const power = t.powerOfTwo(places);
      return [
        { term: t.shiftLeft(t.shiftRight(THREAD, places), places), cost: 3 },
        { term: t.maximum(integer(0), t.subtract(COUNT, power)), cost: 3 },
        { term: t.subtract(COUNT, t.minimum(lowestBit(COUNT), power)), cost: 5 },
        { term: t.subtract(COUNT, t.minimum(lowestBit(THREAD), power)), cost: 5.5 },
        ...moduli.map((modulus): StartTerm => {
          const reach = t.add(t.subtract(blockStart(modulus), power), integer(modulus));
          return { term: t.maximum(integer(0), reach), cost: 6 };
        }),
      ];
    }),
    { term: t.subtract(COUNT, lowestBit(COUNT)), cost: 4 },
    { term: t.subtract(COUNT, lowestBit(THREAD)), cost: 4.5 },
    ...moduli.flatMap((modulus): readonly StartTerm[] => [
      { term: blockStart(modulus), cost: 3.5 },
      { term: t.maximum(integer(0), t.subtract(COUNT, integer(modulus))), cost: 3.5 },
      { term: t.subtract(COUNT, t.minimum(lowestBit(COUNT), integer(modulus))), cost: 5 },
      { term: t.subtract(COUNT, t.minimum(lowestBit(THREAD), integer(modulus))), cost: 5.5 },
    ]),
    { term: t.maximum(integer(0), t.subtract(THREAD, integer(1))), cost: 4 },
  ];
}

function blockStart(modulus: number): IndexTerm {
  return t.subtract(THREAD, t.modulo(THREAD, integer(modulus)));
}

/** The conditions between cases; `lines` are slopes and offsets of wires that a counter points at. */
export function caseConditions(
  exponents: readonly IndexTerm[],
  moduli: readonly number[],
  lines: readonly { readonly slope: number; readonly offset: number }[],
): readonly CaseCondition[] {
  const zero = integer(0);
  return [
    { condition: t.compare(THREAD, "equal", zero), cost: 1 },
    ...moduli.flatMap((modulus): readonly CaseCondition[] => [
      { condition: t.compare(t.modulo(COUNT, integer(modulus)), "equal", zero), cost: 2 },
      { condition: t.compare(t.modulo(THREAD, integer(modulus)), "equal", zero), cost: 2.5 },
      { condition: t.compare(THREAD, "less", integer(modulus)), cost: 3 },
      { condition: t.compare(integer(modulus), "lessOrEqual", lowestBit(COUNT)), cost: 4 },
      ...[...new Set([0, 1, 2, modulus - 2])]
        .filter((rest) => rest < modulus - 1)
        .map((rest) => ({
          condition: t.compare(t.modulo(THREAD, integer(modulus)), "lessOrEqual", integer(rest)),
          cost: 3.5,
        })),
    ]),
    ...exponents.map(t.powerOfTwo).flatMap((power): readonly CaseCondition[] => [
      { condition: t.compare(power, "lessOrEqual", lowestBit(COUNT)), cost: 3 },
      { condition: t.compare(power, "lessOrEqual", lowestBit(THREAD)), cost: 3.5 },
      { condition: t.compare(THREAD, "less", power), cost: 3 },
      { condition: t.compare(t.modulo(COUNT, power), "equal", zero), cost: 3 },
      { condition: t.compare(t.modulo(THREAD, power), "equal", zero), cost: 3.5 },
    ]),
    ...lines.map(({ slope, offset }) => ({
      condition: t.compare(
        THREAD,
        "lessOrEqual",
        t.add(t.multiply(integer(slope), COUNTER), integer(offset)),
      ),
      cost: 3,
    })),
  ];
}
