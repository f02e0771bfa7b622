// Follows a proof lemma by lemma and remembers what each follows from. It shares nothing with a solver, so that it can contradict one.
import { type Cnf, checkCnf } from "../sat.ts";
import { ClauseBase, type ClauseId, indexOfLiteral, NO_CLAUSE } from "./clause-base.ts";
import { checkProof, type ProofStep } from "./proof.ts";

/** A proof that was followed to its end, or to the step that does not hold. */
export type ProofRun =
  | {
      readonly holds: true;
      readonly base: ClauseBase;
      readonly lemmas: readonly Lemma[];
      readonly conflict: Grounds; // of the clause that cannot be true
    }
  | {
      readonly holds: false;
      readonly lemmas: readonly Lemma[]; // those that hold
      readonly step: number;
      readonly lemma: readonly number[] | undefined; // that does not; undefined at the end
    };

/** A clause that a proof added, and why it may. */
interface Lemma {
  readonly id: ClauseId;
  readonly step: number;
  readonly by: "propagation" | "resolution"; // RUP or RAT
  readonly grounds: Grounds;
}

/** What a lemma follows from: clauses, and variables that have their values for good. */
export interface Grounds {
  readonly clauses: readonly ClauseId[];
  readonly variables: readonly number[];
}

const NO_GROUNDS: Grounds = { clauses: [], variables: [] };

/** Adds the clauses of a formula and the lemmas of a proof one after another, each after a look at why it may be added, until a clause cannot be true. @throws InvalidArgumentError for what is not a formula or no proof */
export function followProof(formula: Cnf, proof: readonly ProofStep[]): ProofRun {
  const { clauses } = checkCnf(formula);
  checkProof(proof);
  const { variableCount, literalOf } = denseVariables([clauses, literalsOfSteps(proof)]);
  const run = new Follower(variableCount);
  const lemmas: Lemma[] = [];
  for (const clause of clauses) {
    if (run.add(clause.map(literalOf)))
      return { holds: true, base: run.base, lemmas, conflict: run.conflict };
  }
  for (const [step, { kind, literals: given }] of proof.entries()) {
    const literals = given.map(literalOf);
    if (kind === "delete") {
      run.base.remove(literals);
      continue;
    }
    const found = run.groundsOf(literals);
    if (found === undefined) return { holds: false, lemmas, step, lemma: given };
    lemmas.push({ id: run.base.count, step, ...found });
    if (run.add(literals)) return { holds: true, base: run.base, lemmas, conflict: run.conflict };
  }
  return { holds: false, lemmas, step: proof.length, lemma: undefined };
}

class Follower {
  readonly base: ClauseBase;
  readonly #seen: Int32Array; // by variable: the question in which it was met last
  #question = 0;
  conflict: Grounds = NO_GROUNDS;

  constructor(variableCount: number) {
    this.base = new ClauseBase(variableCount);
    this.#seen = new Int32Array(variableCount + 1);
  }

  /** Whether nothing satisfies the clauses any more. */
  add(literals: readonly number[]): boolean {
    const conflict = this.base.add(literals);
    if (conflict === NO_CLAUSE) return false;
    this.conflict = this.#trace([conflict], []);
    return true;
  }

  /** Why a lemma may be added; undefined where it may not. */
  groundsOf(literals: readonly number[]): Pick<Lemma, "by" | "grounds"> | undefined {
    const { base } = this;
    const start = base.mark;
    const grounds = this.#refute(literals.map(indexOfLiteral));
    if (grounds !== undefined) {
      base.backTo(start);
      return { by: "propagation", grounds };
    }
    const resolved = literals.length === 0 ? undefined : this.#resolve(indexOfLiteral(literals[0]));
    base.backTo(start);
    return resolved && { by: "resolution", grounds: resolved };
  }

  /** Assumes the negations of literals and propagates: what leads to a conflict, or undefined, with all of it still assumed. */
  #refute(literals: readonly number[]): Grounds | undefined {
    for (const literal of literals) {
      if (this.base.isTrue(literal)) return this.#trace([], [literal >> 1]);
      if (!this.base.isTrue(literal ^ 1)) this.base.assume(literal ^ 1);
    }
    const conflict = this.base.propagate();
    return conflict === NO_CLAUSE ? undefined : this.#trace([conflict], []);
  }

  /** With a lemma's negation assumed: that every clause with the negated pivot leads to a conflict when it is resolved with the lemma. */
  #resolve(pivot: number): Grounds | undefined {
    const clauses: ClauseId[] = [];
    const variables: number[] = [];
    const mark = this.base.mark;
    for (let id = 0; id < this.base.count; id++) {
      const candidate = this.base.literalsOf(id);
      if (candidate === undefined || !candidate.includes(pivot ^ 1)) continue;
      const grounds = this.#refute(Array.from(candidate).filter((literal) => literal !== (pivot ^ 1)));
      this.base.backTo(mark);
      if (grounds === undefined) return undefined;
      clauses.push(id);
      for (const clause of grounds.clauses) clauses.push(clause);
      for (const variable of grounds.variables) variables.push(variable);
    }
    return { clauses, variables };
  }

  /** All that values were taken from on the way to some clauses and variables. */
  #trace(clauses: ClauseId[], variables: number[]): Grounds {
    this.#question++;
    const settled: number[] = [];
    const meet = (variable: number): void => {
      if (this.#seen[variable] === this.#question) return;
      this.#seen[variable] = this.#question;
      if (this.base.isSettled(variable)) settled.push(variable);
      else if (this.base.reasonOf(variable) !== NO_CLAUSE) clauses.push(this.base.reasonOf(variable));
    };
    variables.forEach(meet);
    for (let index = 0; index < clauses.length; index++) {
      for (const literal of this.base.literalsOf(clauses[index]) ?? []) meet(literal >> 1);
    }
    return { clauses, variables: settled };
  }
}

/** A variable by its literals in clauses and steps. */
type LiteralLists = Iterable<readonly number[]>;

/**
 * What to call variables so that tables by variable are no longer than the clauses: as they are where their numbers are no larger than the literals
 * are many, which those of solvers are; else by when they are met.
 */
function denseVariables(lists: readonly LiteralLists[]): {
  readonly variableCount: number;
  readonly literalOf: (literal: number) => number;
} {
  let [largest, literalCount] = [0, 0];
  for (const clauses of lists) {
    for (const literals of clauses) {
      literalCount += literals.length;
      for (const literal of literals) largest = Math.max(largest, Math.abs(literal));
    }
  }
  if (largest <= literalCount) return { variableCount: largest, literalOf: (literal) => literal };
  const numbers = new Map<number, number>();
  const literalOf = (literal: number): number => {
    const variable = Math.abs(literal);
    const number = numbers.get(variable) ?? numbers.size + 1;
    numbers.set(variable, number);
    return literal < 0 ? -number : number;
  };
  return { variableCount: literalCount, literalOf };
}

/** The literals of the steps of a proof. */
function* literalsOfSteps(proof: readonly ProofStep[]): Generator<readonly number[]> {
  for (const { literals } of proof) yield literals;
}
