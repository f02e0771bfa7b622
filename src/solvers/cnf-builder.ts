// Clauses with names for what they say, so that encodings read like the rules that they encode.
import type { Cnf } from "./sat.ts";

/** A literal that is true exactly where one of these is; one alone is itself. */
export function anyOf(builder: CnfBuilder, literals: readonly number[]): number {
  if (literals.length === 1) return literals[0];
  const gate = builder.variable();
  builder.add(-gate, ...literals);
  for (const literal of literals) builder.add(gate, -literal);
  return gate;
}

/** A literal that is true exactly where all of these are. */
export function allOf(builder: CnfBuilder, literals: readonly number[]): number {
  return -anyOf(
    builder,
    literals.map((literal) => -literal),
  );
}

/** Up to this many, every two exclude each other by a clause of their own; beyond, by a ladder of new variables. */
const LARGEST_PAIRWISE = 6;

export function atMostOne(builder: CnfBuilder, literals: readonly number[]): void {
  if (literals.length > LARGEST_PAIRWISE) {
    addLadder(builder, literals);
    return;
  }
  literals.forEach((one, index) => {
    for (const other of literals.slice(index + 1)) builder.add(-one, -other);
  });
}

export function exactlyOne(builder: CnfBuilder, literals: readonly number[]): void {
  builder.add(...literals);
  atMostOne(builder, literals);
}

/** `seen` is true from the first true literal on. */
function addLadder(builder: CnfBuilder, literals: readonly number[]): void {
  let seen: number | undefined;
  for (const literal of literals) {
    const next = builder.variable();
    if (seen !== undefined) {
      builder.add(-seen, -literal);
      builder.add(-seen, next);
    }
    builder.add(-literal, next);
    seen = next;
  }
}

/** What `build` makes, or undefined where the time of one of its builders is over first. */
export function unlessLate<Made>(build: () => Made): Made | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof BuiltTooLong) return undefined;
    throw error;
  }
}

/**
 * When to give up writing a formula down: after a third of the time that is left, as printing and reading it takes as long again each. Without
 * this, a question for 1 s about 1,024 elements took minutes, before the solver was asked.
 */
export function lateAfterThird(leftMs: () => number): () => boolean {
  const least = (leftMs() * 2) / 3;
  return () => leftMs() < least;
}

class BuiltTooLong extends Error {}

/** Clauses between two looks at the time. */
const CLAUSES_PER_LOOK = 4096;

/** A formula in the making: variables are numbered from 1 in the order in which they are asked for. `isLate` is asked now and then, for `unlessLate`. */
export class CnfBuilder {
  #variableCount = 0;
  readonly #clauses: (readonly number[])[] = [];
  readonly #isLate: () => boolean;

  constructor(isLate: () => boolean = () => false) {
    this.#isLate = isLate;
  }

  #push(clause: readonly number[]): void {
    this.#clauses.push(clause);
    if (this.#clauses.length % CLAUSES_PER_LOOK === 0 && this.#isLate()) throw new BuiltTooLong();
  }

  /** A new variable, as its positive literal. */
  variable(): number {
    return ++this.#variableCount;
  }

  /** One of these literals is true. */
  add(...literals: readonly number[]): void {
    this.#push(literals);
  }

  /** `premises` together imply that one of `conclusions` holds. */
  imply(premises: readonly number[], conclusions: readonly number[]): void {
    this.#push([...premises.map((literal) => -literal), ...conclusions]);
  }

  /**
   * At most `bound` of the literals are true: a totalizer, a balanced tree of sorted counts that are cut off above the bound.
   *
   * @see Bailleux, Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, 2003
   */
  atMost(bound: number, literals: readonly number[]): void {
    this.atMostInGroups(bound, [literals]);
  }

  /**
   * The same with the tree of one's choice: a balanced one for each group, and a running total from group to group. Where groups are the
   * parts of a structure in order, a solver can learn how much its beginnings take.
   */
  atMostInGroups(bound: number, groups: readonly (readonly number[])[]): void {
    if (bound < 0) {
      this.add();
      return;
    }
    const total = groups
      .map((group) => this.#countsOf(group, bound))
      .reduce((sum, counts) => this.#merge(sum, counts, bound), []);
    if (total.length > bound) this.add(-total[bound]);
  }

  /** Literal c is implied where more than c of the given ones are true, for c up to the bound. */
  #countsOf(literals: readonly number[], bound: number): readonly number[] {
    if (literals.length <= 1) return literals;
    const middle = literals.length >> 1;
    const left = this.#countsOf(literals.slice(0, middle), bound);
    const right = this.#countsOf(literals.slice(middle), bound);
    return this.#merge(left, right, bound);
  }

  #merge(left: readonly number[], right: readonly number[], bound: number): readonly number[] {
    if (left.length === 0 || right.length === 0) return left.length === 0 ? right : left;
    const length = Math.min(left.length + right.length, bound + 1);
    const sums = Array.from({ length }, () => this.variable());
    for (let fromLeft = 0; fromLeft <= left.length; fromLeft++) {
      const isLeft = fromLeft === 0 ? [] : [left[fromLeft - 1]];
      for (let fromRight = 0; fromRight <= right.length && fromLeft + fromRight <= length; fromRight++) {
        if (fromLeft + fromRight === 0) continue;
        const isRight = fromRight === 0 ? [] : [right[fromRight - 1]];
        this.imply([...isLeft, ...isRight], [sums[fromLeft + fromRight - 1]]);
      }
    }
    return sums;
  }

  /** What was added so far. */
  formula(): Cnf {
    return { variableCount: this.#variableCount, clauses: [...this.#clauses] };
  }
}
