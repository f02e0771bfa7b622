// Terms in the place of names: how programs are unrolled, reversed and lifted from blocks.
import {
  add,
  all,
  and,
  ceilLog2,
  compare,
  divide,
  integer,
  maximum,
  minimum,
  modulo,
  multiply,
  shiftLeft,
  shiftRight,
  subtract,
} from "./build-terms.ts";
import {
  type IndexCondition,
  type IndexOperation,
  type IndexTerm,
  mapStatements,
  type NetworkProgram,
  type ProgramPhase,
} from "./network-program.ts";

/** Terms for names. */
export type Substitution = Readonly<Record<string, IndexTerm>>;

const BUILDERS: Readonly<Record<IndexOperation, (left: IndexTerm, right: IndexTerm) => IndexTerm>> = {
  add: add,
  subtract: subtract,
  multiply: multiply,
  shiftLeft: shiftLeft,
  shiftRight: shiftRight,
  divide: divide,
  modulo: modulo,
  and: and,
  minimum: minimum,
  maximum: maximum,
};

/** A term with other terms in the place of names, all at once; what is constant then is worked out. */
export function substituteInTerm(term: IndexTerm, substitution: Substitution): IndexTerm {
  switch (term.kind) {
    case "integer":
      return term;
    case "variable":
      return Object.hasOwn(substitution, term.name) ? substitution[term.name] : term;
    case "ceilLog2":
      return ceilLog2(substituteInTerm(term.of, substitution));
    case "binary": {
      const left = substituteInTerm(term.left, substitution);
      return BUILDERS[term.operation](left, substituteInTerm(term.right, substitution));
    }
    default:
      return term satisfies never;
  }
}

/** The same in a condition. */
export function substituteInCondition(condition: IndexCondition, substitution: Substitution): IndexCondition {
  if (condition.kind === "all") {
    return all(condition.conditions.map((part) => substituteInCondition(part, substitution)));
  }
  const { left, comparison, right } = condition;
  return compare(substituteInTerm(left, substitution), comparison, substituteInTerm(right, substitution));
}

/** The same program, with the counter's value in the place of `i` where a phase has one step at every width. */
export function unrollSingleSteps(program: NetworkProgram): NetworkProgram {
  return { phases: program.phases.map((phase) => (isSingle(phase) ? unrolled(phase) : phase)) };
}

function isSingle({ first, count }: ProgramPhase): boolean {
  return count.kind === "integer" && count.value === 1 && first.kind === "integer";
}

function unrolled(phase: ProgramPhase): ProgramPhase {
  const substitution = { i: phase.first };
  const statements = mapStatements(phase, ({ guard, source, ...rest }) => ({
    ...rest,
    guard: substituteInCondition(guard, substitution),
    source: substituteInTerm(source, substitution),
  }));
  return { ...statements, first: integer(0), direction: "up" };
}
