import type { Affine } from "./affine.ts";
import { addMultiple, constantAffine } from "./affine.ts";
import type { SketchLoop } from "./sketch.ts";
import { compareAffine, type SketchConstraint } from "./sketch-constraint.ts";
import type { SketchEvaluator, SketchValues } from "./sketch-evaluator.ts";
import type { SketchPart, SketchPhase } from "./sketch-phase.ts";

/** The steps of a sketch at one width, with unknowns in them. */
export interface UnrolledSketch {
  readonly constraints: readonly SketchConstraint[]; // that each phase takes as many steps as were asked for
  readonly steps: readonly (readonly UnrolledThread[])[]; // threads that may work, in the order of their counter
}

/** a[destination] takes up a[source], if the guards hold. */
export interface UnrolledThread {
  readonly guards: readonly SketchConstraint[]; // those with unknowns; of the others all hold
  readonly source: Affine;
  readonly destination: Affine;
  readonly at: number;
}

const MOST_THREADS = 1 << 16;

/** Phases written out, the k-th with `counts[k]` steps; nothing where their counters cannot take so many, whatever the unknowns are. */
export function unrollSketch(
  phases: readonly SketchPhase[],
  counts: readonly number[],
  evaluator: SketchEvaluator,
): UnrolledSketch | undefined {
  const constraints: SketchConstraint[] = [];
  const steps: (readonly UnrolledThread[])[] = [];
  for (const [index, phase] of phases.entries()) {
    const turns = counts[index] / phase.parts.length;
    const counted = Number.isInteger(turns) ? countersOf(phase.counter, turns, evaluator) : undefined;
    if (counted === undefined) return undefined;
    for (const each of counted.constraints) constraints.push(each);
    for (const values of counted.values) {
      for (const part of phase.parts) steps.push(threadsOf(part, values, evaluator));
    }
  }
  return { constraints, steps };
}

/** The values of a phase's counter over its steps, and what makes it take so many. */
function countersOf(
  loop: SketchLoop | undefined,
  count: number,
  evaluator: SketchEvaluator,
):
  | { readonly constraints: readonly SketchConstraint[]; readonly values: readonly SketchValues[] }
  | undefined {
  if (loop === undefined) return count === 1 ? { constraints: [], values: [{}] } : undefined;
  const isUp = loop.direction === "up";
  const [known, other] = isUp ? [loop.start, loop.bound] : [loop.bound, loop.start];
  const base = evaluator.number(known, {});
  const isIncluded = loop.comparison.endsWith("=");
  const lowest = isUp || isIncluded ? base : base + 1;
  // One beyond the highest: the bound of i < bound, and the start of a loop downwards plus 1.
  const end = addMultiple(evaluator.term(other, {}), 1, constantAffine(isUp && !isIncluded ? 0 : 1));
  const equal = compareAffine(end, "==", constantAffine(lowest + count));
  if (equal === false) return undefined;
  const values = Array.from({ length: count }, (_, place) => ({
    [loop.variable]: lowest + (isUp ? place : count - 1 - place),
  }));
  return { constraints: equal === true ? [] : [equal], values };
}

/** How many steps each phase has where no hole says so. */
export function knownStepCounts(
  phases: readonly SketchPhase[],
  evaluator: SketchEvaluator,
): readonly number[] {
  return phases.map(({ counter, parts }) => {
    const turns = counter === undefined ? 1 : turnCount(counter, {}, evaluator);
    return turns * parts.length;
  });
}

function threadsOf(
  { threads, conditions, update }: SketchPart,
  counter: SketchValues,
  evaluator: SketchEvaluator,
): readonly UnrolledThread[] {
  const found: UnrolledThread[] = [];
  for (const values of threads === undefined ? [counter] : threadValues(threads, counter, evaluator)) {
    const guards: SketchConstraint[] = [];
    const works = conditions.every((condition) => {
      const guard = evaluator.comparison(condition, values);
      if (typeof guard !== "boolean") guards.push(guard);
      return guard !== false;
    });
    if (!works) continue;
    const source = evaluator.term(update.source, values);
    const destination = evaluator.term(update.destination, values);
    found.push({ guards, source, destination, at: update.at });
  }
  return found;
}

function threadValues(
  loop: SketchLoop,
  counter: SketchValues,
  evaluator: SketchEvaluator,
): readonly SketchValues[] {
  const count = turnCount(loop, counter, evaluator);
  if (count > MOST_THREADS) evaluator.fail(loop.at, `at most ${MOST_THREADS} threads`, String(count));
  const start = evaluator.number(loop.start, counter);
  const sign = loop.direction === "up" ? 1 : -1;
  return Array.from({ length: count }, (_, index) => ({ ...counter, [loop.variable]: start + sign * index }));
}

function turnCount(loop: SketchLoop, values: SketchValues, evaluator: SketchEvaluator): number {
  const [start, bound] = [evaluator.number(loop.start, values), evaluator.number(loop.bound, values)];
  const offset = loop.comparison.endsWith("=") ? 1 : 0;
  return Math.max(0, (loop.direction === "up" ? bound - start : start - bound) + offset);
}
