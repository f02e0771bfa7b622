import type { Scalar } from "../values/element-types.ts";
import type { LawEvaluator } from "./law-evaluator.ts";

type Operands = readonly (readonly Scalar[])[];

/** Sides of floats that are closer than this, of their magnitude, differ by rounding to whoever looks at them. */
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
