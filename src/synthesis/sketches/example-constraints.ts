import type { Step } from "../../networks/network.ts";
import { constantAffine } from "./affine.ts";
import { compareAffine, negated, type SketchConstraint } from "./sketch-constraint.ts";
import type { SketchEvaluator } from "./sketch-evaluator.ts";
import type { UnrolledThread } from "./unroll-sketch.ts";

/**
 * What makes the threads of a step work on the pairs of an example's step: thread k on pair k, pairs in the order of their destinations; the threads
 * beyond them on nothing. Nothing where no unknown can make it so.
 *
 * @throws NetworkSyntaxError where a thread that must not work has several guards with ?? (one of them would do, and which is not linear)
 */
export function exampleConstraints(
  threads: readonly UnrolledThread[],
  step: Step,
  evaluator: SketchEvaluator,
): readonly SketchConstraint[] | undefined {
  const pairs = [...step].sort(([, one], [, other]) => one - other);
  if (threads.length < pairs.length) return undefined;
  const found: SketchConstraint[] = [];
  for (const [index, thread] of threads.entries()) {
    const wanted = index < pairs.length ? workingOn(thread, pairs[index]) : idle(thread, evaluator);
    if (wanted === undefined) return undefined;
    for (const each of wanted) found.push(each);
  }
  return found;
}

function workingOn(
  { guards, source, destination }: UnrolledThread,
  pair: readonly [number, number],
): readonly SketchConstraint[] | undefined {
  const found = [...guards];
  for (const [index, value] of [source, destination].entries()) {
    const equal = compareAffine(value, "==", constantAffine(pair[index]));
    if (equal === false) return undefined;
    if (equal !== true) found.push(equal);
  }
  return found;
}

function idle(
  { guards, at }: UnrolledThread,
  evaluator: SketchEvaluator,
): readonly SketchConstraint[] | undefined {
  if (guards.length === 0) return undefined;
  if (guards.length > 1) evaluator.fail(at, "one condition with ?? around it", String(guards.length));
  const [guard] = guards;
  if (guard.relation !== "=") return [negated(guard)];
  return evaluator.fail(at, "a condition with ?? that is no equation", "==");
}
