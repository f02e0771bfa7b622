import { compileCondition, type IndexValues } from "../programs/compile-term.ts";
import { compilePhase, countersOf, expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import type { Assignment, InvocationPair, InvocationStep } from "./plan-workgroup.ts";

/** A step of a phase at a width: of which `i` it is, and what its threads do. */
export interface CountedStep extends InvocationStep {
  readonly counter: number;
}

/**
 * The steps of a program at a width, thread by thread, without those in which no thread works. Groups are phases.
 *
 * Where every destination is `j` itself, invocation j keeps wire j; else it does pair j of each step.
 *
 * @throws InvalidArgumentError for what `expandProgram` refuses
 */
export function programSteps(
  program: NetworkProgram,
  width: number,
  values: IndexValues,
): { readonly assignment: Assignment; readonly steps: readonly CountedStep[] } {
  expandProgram(program, width, values); // which checks every pair
  const isOwned = program.phases.every(
    ({ destination }) => destination.kind === "variable" && destination.name === "j",
  );
  const phases = width === 1 ? [] : program.phases; // a pair has two wires
  const steps = phases.flatMap((phase, group) => {
    const guard = compileCondition(phase.guard);
    const threads = (counter: number): readonly number[] =>
      Array.from({ length: width }, (_, j) => j).filter((j) => guard({ ...values, N: width, i: counter, j }));
    const pairsOf = compilePhase(phase, width, values);
    return countersOf(phase, width, values).flatMap((counter): readonly CountedStep[] => {
      const invocations = threads(counter);
      const pairs = pairsOf(counter).map(
        ([source, destination], index): InvocationPair => ({
          invocation: invocations[index],
          source,
          destination,
        }),
      );
      return pairs.length === 0 ? [] : [{ counter, group, pairs }];
    });
  });
  return { assignment: isOwned ? "elements" : "pairs", steps };
}
