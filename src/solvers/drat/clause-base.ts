// Unit propagation over two watched literals: the inner loop of checking a proof.
/** Number of a clause, in the order in which clauses were added. */
export type ClauseId = number;

export const NO_CLAUSE = -1;

/** Literals as indices: 2·variable, and 1 more for its negation. */
export function indexOfLiteral(literal: number): number {
  return literal > 0 ? 2 * literal : -2 * literal + 1;
}

/**
 * Clauses with what follows from them by unit propagation.
 *
 * What follows from the clauses alone is assigned for good; on top of it literals can be assumed for a while. Two literals of every
 * clause that are not false for good are watched.
 */
export class ClauseBase {
  readonly #clauses: (Int32Array | undefined)[] = []; // literals as indices, watched ones first; undefined once removed
  readonly #watches: ClauseId[][];
  readonly #isTrue: Uint8Array; // by literal
  readonly #reasons: Int32Array; // by variable: the clause that assigned it
  readonly #trail: number[] = [];
  readonly #byName = new Map<string, ClauseId[]>();
  readonly #isSettled: Uint8Array; // by variable: assigned for good
  #propagated = 0;
  #settledCount = 0; // length of the trail that is there for good

  constructor(variableCount: number) {
    this.#watches = Array.from({ length: 2 * variableCount + 2 }, () => []);
    this.#isTrue = new Uint8Array(2 * variableCount + 2);
    this.#reasons = new Int32Array(variableCount + 1).fill(NO_CLAUSE);
    this.#isSettled = new Uint8Array(variableCount + 1);
  }

  get count(): number {
    return this.#clauses.length;
  }

  literalsOf(id: ClauseId): Int32Array | undefined {
    return this.#clauses[id];
  }

  isTrue(literal: number): boolean {
    return this.#isTrue[literal] === 1;
  }

  /** Whether a variable has its value for good. */
  isSettled(variable: number): boolean {
    return this.#isSettled[variable] === 1;
  }

  /** The clause that gave a variable its value; none where it was assumed. */
  reasonOf(variable: number): ClauseId {
    return this.#reasons[variable];
  }

  /** Adds a clause for good, with nothing assumed, and gives the clause that cannot be true any more, if there is one. */
  add(literals: readonly number[]): ClauseId {
    const id = this.#clauses.length;
    const clause = Int32Array.from(new Set(literals.map(indexOfLiteral)));
    this.#clauses.push(clause);
    const name = nameOf(clause);
    const known = this.#byName.get(name);
    if (known === undefined) this.#byName.set(name, [id]);
    else known.push(id);
    if (clause.some((literal) => this.#isTrue[literal] === 1)) return NO_CLAUSE;
    let free = 0;
    for (let index = 0; index < clause.length && free < 2; index++) {
      if (this.#isTrue[clause[index] ^ 1] === 0) swap(clause, index, free++);
    }
    if (free === 0) return id;
    if (free === 1) this.#assign(clause[0], id);
    else for (const literal of clause.subarray(0, 2)) this.#watches[literal].push(id);
    const conflict = this.propagate();
    for (; this.#settledCount < this.#trail.length; this.#settledCount++) {
      this.#isSettled[this.#trail[this.#settledCount] >> 1] = 1;
    }
    return conflict;
  }

  /**
   * Removes a clause with these literals, if there is one. One that something follows from for good stays: that is sound, since
   * a proof may only become harder to follow by it.
   */
  remove(literals: readonly number[]): void {
    const name = nameOf(Int32Array.from(new Set(literals.map(indexOfLiteral))));
    const ids = this.#byName.get(name);
    const id = ids?.pop();
    if (ids === undefined || id === undefined) return;
    const clause = this.#clauses[id];
    if (clause !== undefined && clause.length > 0 && this.#reasons[clause[0] >> 1] === id) ids.push(id);
    else this.#clauses[id] = undefined;
  }

  /** The length of what is assigned now, for `backTo`. */
  get mark(): number {
    return this.#trail.length;
  }

  assume(literal: number): void {
    this.#assign(literal, NO_CLAUSE);
  }

  backTo(mark: number): void {
    while (this.#trail.length > mark) {
      const literal = this.#trail.pop() ?? 0;
      this.#isTrue[literal] = 0;
      this.#reasons[literal >> 1] = NO_CLAUSE;
    }
    this.#propagated = mark;
  }

  /** Assigns what follows, until nothing does or a clause cannot be true any more; gives that clause. */
  propagate(): ClauseId {
    while (this.#propagated < this.#trail.length) {
      const conflict = this.#visit(this.#trail[this.#propagated++] ^ 1);
      if (conflict !== NO_CLAUSE) return conflict;
    }
    return NO_CLAUSE;
  }

  /** Looks at the clauses that watch a literal which has become false. */
  #visit(falseLiteral: number): ClauseId {
    const ids = this.#watches[falseLiteral];
    let kept = 0;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index];
      const clause = this.#clauses[id];
      if (clause === undefined) continue;
      if (clause[0] === falseLiteral) swap(clause, 0, 1);
      if (this.#isTrue[clause[0]] === 0 && this.#watchAnother(clause, id)) continue;
      ids[kept++] = id;
      if (this.#isTrue[clause[0]] === 1) continue;
      if (this.#isTrue[clause[0] ^ 1] === 1) {
        ids.copyWithin(kept, index + 1);
        ids.length -= index + 1 - kept;
        return id;
      }
      this.#assign(clause[0], id);
    }
    ids.length = kept;
    return NO_CLAUSE;
  }

  /** Watches a literal that is not false in place of the second one. */
  #watchAnother(clause: Int32Array, id: ClauseId): boolean {
    for (let index = 2; index < clause.length; index++) {
      if (this.#isTrue[clause[index] ^ 1] === 1) continue;
      swap(clause, 1, index);
      this.#watches[clause[1]].push(id);
      return true;
    }
    return false;
  }

  #assign(literal: number, reason: ClauseId): void {
    this.#isTrue[literal] = 1;
    this.#reasons[literal >> 1] = reason;
    this.#trail.push(literal);
  }
}

function nameOf(clause: Int32Array): string {
  return clause.slice().sort().join(" ");
}

function swap(clause: Int32Array, one: number, other: number): void {
  const literal = clause[one];
  clause[one] = clause[other];
  clause[other] = literal;
}
