// The meaning of a program: its network at one width. Everything else that runs a program must agree with it.
import { checkWidth, defineNetwork, type Network, type Pair, type Step } from "../../networks/network.ts";
import { checkObject } from "../../values/check-arguments.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { decodeProgram } from "./decode-program.ts";
import { compileCondition, compileTerm, type IndexValues } from "./evaluate-term.ts";
import {
  type NetworkProgram,
  type ProgramPhase,
  type ProgramStatement,
  statementsOf,
} from "./network-program.ts";

/** No scan needs more steps than the serial network of the largest width. */
const MOST_STEPS = 1 << 17;

/**
 * The network that a program makes at a width, without the steps in which no thread works.
 *
 * `values` are those of further names in its terms, if there are any. Costs the threads of all steps, N times their number.
 *
 * @throws InvalidArgumentError for a bad width, naming phase, i and j where a pair is not of two wires or a wire is written twice, and for
 * what `evaluateTerm` refuses
 */
export function expandProgram(given: NetworkProgram, width: number, values: IndexValues = {}): Network {
  const program = decodeProgram(given);
  checkObject("values", values);
  checkWidth(width);
  if (width === 1) return { width, steps: [] }; // a pair has two wires; and ⌈log2 N⌉ − 1 is no counter there
  const steps = program.phases.flatMap((phase, index) => {
    const many = phase.further !== undefined;
    return stepsOfPhase(phase, width, values).map(({ counter, statement, step }) => {
      const which = many ? `statement ${statement + 1} of ` : "";
      checkPairs(step, width, `${which}phase ${index + 1} at i = ${counter}`);
      return step;
    });
  });
  return defineNetwork(
    width,
    steps.filter((step) => step.length > 0),
  );
}

/** The values of `i` in a phase, in their order. */
export function countersOf(
  phase: Pick<ProgramPhase, "first" | "count" | "direction">,
  width: number,
  values: IndexValues = {},
): readonly number[] {
  const known = { ...values, N: width };
  const first = compileTerm(phase.first)(known);
  const count = Math.max(0, compileTerm(phase.count)(known));
  if (count > MOST_STEPS) {
    throw new InvalidArgumentError("count", `at most ${MOST_STEPS} steps of a phase`, String(count));
  }
  const counters = Array.from({ length: count }, (_, index) => first + index);
  return phase.direction === "up" ? counters : counters.reverse();
}

/** A step of a phase: of which counter and statement it is, and its pairs, not looked at yet. */
interface PhaseStep {
  readonly counter: number;
  readonly statement: number;
  readonly step: Step;
}

/** The steps of a phase, those without a pair as well. */
export function stepsOfPhase(
  phase: ProgramPhase,
  width: number,
  values: IndexValues = {},
): readonly PhaseStep[] {
  const makers = statementsOf(phase).map((each) => compileStatement(each, width, values));
  return countersOf(phase, width, values).flatMap((counter) =>
    makers.map((stepOf, statement) => ({ counter, statement, step: stepOf(counter) })),
  );
}

/** The pairs of a step as a function of `i`, in the order of `j`; not looked at yet. */
export function compileStatement(
  statement: ProgramStatement,
  width: number,
  values: IndexValues = {},
): (counter: number) => Step {
  const guard = compileCondition(statement.guard);
  const source = compileTerm(statement.source);
  const destination = compileTerm(statement.destination);
  return (counter) => {
    const known = { ...values, N: width, i: counter, j: 0 };
    const pairs: Pair[] = [];
    for (known.j = 0; known.j < width; known.j++) {
      if (guard(known)) pairs.push([source(known), destination(known)]);
    }
    return pairs;
  };
}

function checkPairs(step: Step, width: number, place: string): void {
  const written = new Set<number>();
  for (const [source, destination] of step) {
    const isPair = [source, destination].every((wire) => wire >= 0 && wire < width) && source !== destination;
    if (isPair && !written.has(destination)) {
      written.add(destination);
      continue;
    }
    const expected = `a program whose pairs in ${place} are of two wires from 0 to ${width - 1}, each written once`;
    throw new InvalidArgumentError("program", expected, `(${source}, ${destination})`);
  }
}
