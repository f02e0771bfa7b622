// Why: of thousands of counterexamples people want the one that they can check in their head: the plainest kind, then the simplest values.
import { bitsOf } from "../values/bits.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import type { LawEvaluator } from "./law-evaluator.ts";
import { specialValues } from "./sampler.ts";

type Operands = readonly (readonly Scalar[])[];

/** Sides of floats that are closer than this, of their magnitude, look as if they differ by rounding alone. */
const VISIBLE = 1e-6;

/** How plain it is that operands refute a law; the first is plainest. */
const GRADES = [
  "by numbers without bounds or rounding", // nobody can hold the machine responsible
  "visibly", // integers, or floats far apart
  "by rounding",
  "by what is not finite",
  "by the sign of a zero or by a NaN",
] as const;

/** Refuting operands of the plainest grade among some, and what tells others that are at least as plain. */
interface Plainest {
  readonly operands: Operands;
  readonly isAsPlain: (operands: Operands) => boolean;
}

/** The first operands of the plainest grade; undefined of none. */
export function plainestOf(refuting: readonly Operands[], evaluator: LawEvaluator): Plainest | undefined {
  let best: Operands | undefined;
  let least: number = GRADES.length;
  for (const operands of refuting) {
    const grade = gradeOf(operands, evaluator);
    if (grade >= least) continue;
    [best, least] = [operands, grade];
    if (grade === 0) break;
  }
  if (best === undefined) return undefined;
  const isAsPlain = (operands: Operands): boolean =>
    evaluator.isRefutedBy(operands) && gradeOf(operands, evaluator) <= least;
  return { operands: best, isAsPlain };
}

/** The place of a grade among all; of operands that are known to refute the law. */
function gradeOf(operands: Operands, evaluator: LawEvaluator): number {
  if (!evaluator.isRefutedByValue(operands)) return 4;
  const { left, right } = evaluator.sidesAt(operands);
  if (![...operands.flat(), ...left, ...right].every(isPlainNumber)) return 3;
  if (!left.some((value, column) => isVisible(value, right[column]))) return 2;
  return evaluator.isRefutedIdeallyBy(operands) === true ? 0 : 1;
}

function isPlainNumber(value: Scalar): boolean {
  return typeof value === "bigint" || (Number.isFinite(value) && !Object.is(value, -0));
}

function isVisible(left: Scalar, right: Scalar): boolean {
  if (typeof left === "bigint" || typeof right === "bigint") return left !== right;
  return Math.abs(left - right) > VISIBLE * Math.max(Math.abs(left), Math.abs(right));
}

type Values = readonly Scalar[]; // of one operand, by column

/** Operands that are tried to make a counterexample simpler: enough for a few records, and a bound for large ones. */
const MOST_TRIALS = 3000;

/**
 * Simpler operands that still refute the law: each value in turn, and then all that are equal at once, becomes the simplest special
 * value that will do.
 */
export function shrink(
  operands: readonly Values[],
  types: readonly ScalarType[],
  isRefutedBy: (operands: readonly Values[]) => boolean,
): readonly Values[] {
  const simplest = new Map(types.map((type) => [type, specialValues(type)]));
  let best = operands;
  let trials = 0;
  // Whether a simpler value was found for the one at a place, or for all equal ones.
  const improve = (index: number, column: number, isForAll: boolean): boolean => {
    const type = types[column];
    const current = bitsOf(type, best[index][column]);
    for (const value of simplest.get(type) ?? []) {
      if (bitsOf(type, value) === current || ++trials > MOST_TRIALS) return false;
      const isMeant = (at: number, where: number, other: Scalar): boolean =>
        isForAll
          ? types[where] === type && bitsOf(type, other) === current
          : at === index && where === column;
      const candidate = best.map((values, at) =>
        values.map((other, where) => (isMeant(at, where, other) ? value : other)),
      );
      if (!isRefutedBy(candidate)) continue;
      best = candidate;
      return true;
    }
    return false;
  };
  for (let isBetter = true; isBetter && trials < MOST_TRIALS; ) {
    isBetter = false;
    for (const isForAll of [false, true]) {
      best.forEach((values, index) => {
        values.forEach((_, column) => {
          isBetter = improve(index, column, isForAll) || isBetter;
        });
      });
    }
  }
  return best;
}
