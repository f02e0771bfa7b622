// A program at one width, thread by thread, as planning and emitting see it.
import { directionIn } from "../../networks/direction.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { HierarchicalProgram } from "../hierarchical/hierarchical-program.ts";
import { compileCondition, type IndexValues } from "../programs/evaluate-term.ts";
import { expandProgram, stepsOfPhase } from "../programs/expand-program.ts";
import { type NetworkProgram, statementsOf } from "../programs/network-program.ts";
import type { Assignment, InvocationPair, InvocationStep } from "./plan-workgroup.ts";

/** Widths at which a program is looked at: powers of two, their neighbours, and what is far from them. */
const LOOKED_AT = [2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 32, 33];

/**
 * Which way the pairs of a program lead. In a scan all lead the same way, as a wire never loses what it took up.
 *
 * @throws InvalidArgumentError where pairs lead both ways, and for what `expandProgram` refuses
 */
export function programDirection(
  program: NetworkProgram,
  values: IndexValues = {},
  widths: readonly number[] = LOOKED_AT,
): "forward" | "backward" {
  const networks = widths.map((width) => expandProgram(program, width, values));
  const pairs = networks.flatMap(({ steps }) => steps.flat());
  const upward = pairs.filter(([source, destination]) => source < destination).length;
  if (upward === pairs.length) return "forward";
  const backward = networks.find((network) => directionIn(network) === "backward");
  if (upward === 0 && backward !== undefined) return "backward";
  throw new InvalidArgumentError(
    "program",
    "one of a scan: pairs that all lead up, or all down",
    "pairs that lead both ways",
  );
}

/** A step of a phase at a width: of which `i` it is, and what its threads do. */
export interface CountedStep extends InvocationStep {
  readonly counter: number;
}

/**
 * The steps of a program at a width, thread by thread, without those in which no thread works. Groups are statements, counted through all phases.
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
  const isOwned = program.phases
    .flatMap(statementsOf)
    .every(({ destination }) => destination.kind === "variable" && destination.name === "j");
  const phases = width === 1 ? [] : program.phases; // a pair has two wires
  const wires = Array.from({ length: width }, (_, j) => j);
  let before = 0;
  const steps = phases.flatMap((phase) => {
    const firstGroup = before;
    const guards = statementsOf(phase).map(({ guard }) => compileCondition(guard));
    before += guards.length;
    return stepsOfPhase(phase, width, values).flatMap(
      ({ counter, statement, step }): readonly CountedStep[] => {
        const invocations = wires.filter((j) => guards[statement]({ ...values, N: width, i: counter, j }));
        const pairs = step.map(
          ([source, destination], index): InvocationPair => ({
            invocation: invocations[index],
            source,
            destination,
          }),
        );
        return pairs.length === 0 ? [] : [{ counter, group: firstGroup + statement, pairs }];
      },
    );
  });
  return { assignment: isOwned ? "elements" : "pairs", steps };
}

/**
 * That the pairs of all three stages lead up, as those of prefixes do.
 *
 * @throws InvalidArgumentError where they do not
 */
export function checkStages(
  { first, middle, last }: HierarchicalProgram,
  widths?: readonly [block: number, middle: number],
): void {
  const [block, between] = widths ?? [undefined, undefined];
  const stages = { first, middle, last };
  for (const name of ["first", "middle", "last"] as const) {
    const width = name === "middle" ? between : block;
    const direction = programDirection(stages[name], {}, width === undefined ? undefined : [width]);
    if (direction === "forward") continue;
    throw new InvalidArgumentError(`program.${name}`, "pairs that lead up", "pairs that lead down");
  }
}
