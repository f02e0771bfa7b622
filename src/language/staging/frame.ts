import { done, type Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, left, replaceLeaves, type Term } from "../../operators/term.ts";
import { bitsOf } from "../../values/bits.ts";
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
  readonly sources: Vector[] = [];
  readonly length: number;
  guard: Term | undefined;
  private readonly on: Primitives<Vector>;
  private readonly broadcasts = new Map<string, Term>();

  constructor(on: Primitives<Vector>, length: number) {
    this.on = on;
    this.length = length;
  }

  /** An array's element over the sources of this frame; a source that is here already is not taken twice. */
  enter(array: StagedArray<Vector>): Staged<Vector> {
    const places = array.sources.map((source) => this.add(source));
    const moved = leavesOf(array.element).map((leaf): HostScalar | TermScalar => {
      if (leaf.kind === "host") return leaf;
      const [term] = replaceLeaves([leaf.term], (each) => {
        return each.kind === "left" ? left(each.type, places[each.column]) : each;
      });
      return { kind: "term", term };
    });
    return withLeaves(array.element, moved);
  }

  /** The place of a column among the sources. */
  add(source: Vector): number {
    const known = this.sources.indexOf(source);
    return known >= 0 ? known : this.sources.push(source) - 1;
  }

  /** What is known only when the program runs comes in by a column: a kernel of its own for each value would cost more. */
  *term(scalar: HostScalar | TermScalar): Steps<Term> {
    if (scalar.kind === "term") return scalar.term;
    const { type, value } = scalar;
    if (scalar.isLiteral) return constant(type, value);
    const key = `${type} ${bitsOf(type, value)}`;
    const known = this.broadcasts.get(key);
    if (known !== undefined) return known;
    const term = left(type, this.add(yield* done(this.on.fill(type, value, this.length))));
    this.broadcasts.set(key, term);
    return term;
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
  sources: readonly Vector[],
  length: number,
): Steps<readonly Vector[]> {
  if (terms.length === 0) return [];
  // A map needs something to go over, even where its terms look at nothing.
  const over = sources.length > 0 ? sources : [yield* done(on.fill("u32", 0, length))];
  return yield* done(on.map(terms, over));
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
    else if (leaf.term.kind === "left") columns.push(array.sources[leaf.term.column]);
    else columns.push(made[next++]);
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
  return { kind: "array", sources: columns, element: withLeaves(shape, leaves), length };
}

/**
 * The same value with its arrays made, where they are not columns already: for what is used more than once, or again and again by a loop,
 * whose terms would otherwise be computed as often, and grow from turn to turn.
 */
export function* settle<Vector>(on: Primitives<Vector>, value: Staged<Vector>): Steps<Staged<Vector>> {
  if (value.kind === "array") {
    const leaves = leavesOf(value.element);
    const isMade = leaves.every((leaf) => leaf.kind === "term" && leaf.term.kind === "left");
    if (isMade || value.sources.length === 0) return value;
    return arrayOfColumns(yield* materialize(on, value), value.element, value.length);
  }
  if (value.kind !== "record") return value;
  const fields: { readonly name: string; readonly value: Staged<Vector> }[] = [];
  for (const field of value.fields) fields.push({ name: field.name, value: yield* settle(on, field.value) });
  return { kind: "record", fields };
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
