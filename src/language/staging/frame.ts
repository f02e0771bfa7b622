import { done, type Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, left, replaceLeaves, type Term } from "../../operators/term.ts";
import {
  asMade,
  columnSource,
  isColumn,
  isSameSource,
  overUsedSources,
  type Source,
  valueSource,
  vectorOf,
} from "./source.ts";
import {
  type HostScalar,
  leavesOf,
  type Staged,
  type StagedArray,
  type TermScalar,
  termOf,
  typeOfScalar,
  withLeaves,
} from "./staged.ts";

/** Where terms of elements may be made: the function of a map, or an operator. */
export interface Elements {
  readonly guard: Term | undefined;
  /** A scalar as a term. */
  term(scalar: HostScalar | TermScalar): Steps<Term>;
  /** Runs steps that count only where a condition holds as well. */
  under<Result>(condition: Term, steps: () => Steps<Result>): Steps<Result>;
}

/** The operands of an operator: its terms look at them alone, so that what is known is a constant. */
export class Operands implements Elements {
  readonly guard: undefined;

  term(scalar: HostScalar | TermScalar): Steps<Term> {
    return done(termOf(scalar));
  }

  under<Result>(_condition: Term, steps: () => Steps<Result>): Steps<Result> {
    return steps();
  }
}

/**
 * The elements that a map goes over, while its function is laid out: columns that terms look at, to which the function may add what it needs.
 *
 * `guard` holds where the part of the function that is being laid out counts: within a branch, where its condition holds.
 */
export class Frame<Vector> implements Elements {
  readonly sources: Source<Vector>[] = [];
  readonly length: number;
  guard: Term | undefined;

  constructor(length: number) {
    this.length = length;
  }

  /** An array's element over the sources of this frame; a source that is here already is not taken twice. */
  enter(array: StagedArray<Vector>): Staged<Vector> {
    const moved = leavesOf(array.element).map((leaf): HostScalar | TermScalar => {
      return leaf.kind === "host" ? leaf : { kind: "term", term: this.moved(leaf.term, array) };
    });
    return withLeaves(array.element, moved);
  }

  /** A term over an array's sources, over those of this frame. */
  moved(term: Term, { sources }: StagedArray<Vector>): Term {
    const [moved] = replaceLeaves([term], (leaf) => {
      return leaf.kind === "left" ? left(leaf.type, this.add(sources[leaf.column])) : leaf;
    });
    return moved;
  }

  /** The place of a source among those of this frame. */
  add(source: Source<Vector>): number {
    const known = this.sources.findIndex((each) => isSameSource(each, source));
    return known >= 0 ? known : this.sources.push(source) - 1;
  }

  /** What is known only when the program runs comes in as a source: a kernel of its own for each value would cost more. */
  term(scalar: HostScalar | TermScalar): Steps<Term> {
    if (scalar.kind === "term") return done(scalar.term);
    const { type, value, isLiteral } = scalar;
    return done(isLiteral ? constant(type, value) : left(type, this.add(valueSource(type, value))));
  }

  *under<Result>(condition: Term, steps: () => Steps<Result>): Steps<Result> {
    const { guard } = this;
    this.guard = guard === undefined ? condition : binary("and", guard, condition);
    try {
      return yield* steps();
    } finally {
      this.guard = guard;
    }
  }
}

/** Terms over the sources of a frame, as columns. */
export function* columnsOver<Vector>(
  on: Primitives<Vector>,
  terms: readonly Term[],
  sources: readonly Source<Vector>[],
  length: number,
): Steps<readonly Vector[]> {
  if (terms.length === 0) return [];
  const used = overUsedSources(terms, sources);
  const collected = used.sources.every(isColumn)
    ? undefined
    : on.collectMapped?.({ terms: used.terms, sources: used.sources.map(asMade), length });
  if (collected !== undefined) return yield* done(collected);
  const over: Vector[] = [];
  for (const source of used.sources) over.push(yield* vectorOf(on, source, length));
  // A map needs something to go over, even where its terms look at nothing.
  if (over.length === 0) over.push(yield* done(on.fill("u32", 0, length)));
  return yield* done(on.map(used.terms, over));
}

/** The columns of an array, made by one map over its sources; those that are sources already are not made again. */
export function* materialize<Vector>(
  on: Primitives<Vector>,
  array: StagedArray<Vector>,
): Steps<readonly Vector[]> {
  const leaves = leavesOf(array.element);
  const terms = leaves.map((leaf) => (leaf.kind === "term" ? leaf.term : undefined));
  const isSource = (term: Term | undefined): boolean => term?.kind === "left";
  const toMake = terms.filter((term): term is Term => term !== undefined && !isSource(term));
  const made = yield* columnsOver(on, toMake, array.sources, array.length);
  const columns: Vector[] = [];
  let next = 0;
  for (const leaf of leaves) {
    if (leaf.kind === "host") columns.push(yield* done(on.fill(leaf.type, leaf.value, array.length)));
    else if (leaf.term.kind === "left") {
      columns.push(yield* vectorOf(on, array.sources[leaf.term.column], array.length));
    } else columns.push(made[next++]);
  }
  return columns;
}

/** An array whose elements are columns that are there, shaped as an element is. */
export function arrayOfColumns<Vector>(
  columns: readonly Vector[],
  shape: Staged<Vector>,
  length: number,
): StagedArray<Vector> {
  const leaves = leavesOf(shape).map((leaf, column): TermScalar => {
    return { kind: "term", term: left(typeOfScalar(leaf), column) };
  });
  return { kind: "array", sources: columns.map(columnSource), element: withLeaves(shape, leaves), length };
}

/** How many elements a vector has, which the executor alone may know. */
export function* lengthOf<Vector>(on: Primitives<Vector>, vector: Vector): Steps<number> {
  const [length] = yield* done(on.take(yield* done(on.lengthOf(vector))));
  return Number(length);
}

/** The first element of each column, now. */
export function* firstElements<Vector>(
  on: Primitives<Vector>,
  columns: readonly Vector[],
): Steps<readonly HostScalar[]> {
  const scalars: HostScalar[] = [];
  for (const column of columns) {
    const taken = yield* done(on.take(column));
    scalars.push({ kind: "host", type: on.typeOf(column), value: taken[0], isLiteral: false });
  }
  return scalars;
}
