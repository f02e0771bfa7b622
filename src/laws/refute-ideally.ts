import type { Scalar } from "../values/element-types.ts";
import { counterexampleOf, type LawEvaluator, lawEvaluator } from "./law-evaluator.ts";

import type { LawQuestion } from "./question.ts";
import { samplerOf } from "./sampler.ts";
import { shrink } from "./simplest-counterexample.ts";
import type { Counterexample } from "./verdict.ts";

type Operands = readonly (readonly Scalar[])[];

/** Nodes that are evaluated, and bounds on the samples that they make: some milliseconds. */
const NODES_EVALUATED = 200_000;
const MOST_SAMPLES = 2000;
const FEWEST_SAMPLES = 100;

/** Magnitudes of numbers that rounding does little to, and how far sides of rounded numbers are apart that nobody takes for rounding. */
const PLAIN = { smallest: 2 ** -10, largest: 2 ** 10, visible: 1e-6 };

/**
 * Operands that refute a law for what it means and not for how machines compute: the sides differ on exact numbers as well.
 *
 * So sums of floats are associative here, whatever they are fields of, choices between numbers are, where a NaN would not be, and so is what
 * only fails where an integer wraps. Where exact numbers have no answer, as of most square roots, numbers near 1 have to be far apart.
 */
export function refuteIdeally(question: LawQuestion, seed = 0n): Counterexample | undefined {
  const evaluator = lawEvaluator(question);
  const sampler = samplerOf(question, seed);
  if (sampler.isEmpty) return undefined;
  const isRefutedBy = (operands: Operands): boolean => {
    if (!evaluator.isRefutedByValue(operands)) return false;
    return evaluator.isRefutedIdeallyBy(operands) ?? isPlainlyRefuted(evaluator, operands);
  };
  const wanted = Math.floor(NODES_EVALUATED / evaluator.nodeCount);
  const count = Math.max(FEWEST_SAMPLES, Math.min(MOST_SAMPLES, wanted));
  for (let tried = 0; tried < count; tried++) {
    const operands = sampler.sample(evaluator.operandCount);
    if (!isRefutedBy(operands)) continue;
    const types = question.body.columns.map(({ type }) => type);
    return counterexampleOf(question, evaluator, shrink(operands, types, isRefutedBy), "samples");
  }
  return undefined;
}

function isPlainlyRefuted(evaluator: LawEvaluator, operands: Operands): boolean {
  if (!operands.flat().every(isPlain)) return false;
  const { left, right } = evaluator.sidesAt(operands);
  if (![...left, ...right].every((value) => Number.isFinite(Number(value)))) return false;
  return left.some((value, column) => isVisible(value, right[column]));
}

function isPlain(value: Scalar): boolean {
  const magnitude = Math.abs(Number(value));
  return magnitude === 0 || (magnitude >= PLAIN.smallest && magnitude <= PLAIN.largest);
}

/** Of bools and integers every difference is. */
function isVisible(left: Scalar, right: Scalar): boolean {
  if (typeof left === "bigint" || typeof right === "bigint") return left !== right;
  return Math.abs(left - right) > PLAIN.visible * Math.max(1, Math.abs(left), Math.abs(right));
}
