// Where terms of elements are made: over the columns that a map goes over, or over an operator's two operands.

import { done, type Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, left, replaceLeaves, type Term } from "../../operators/term.ts";
import type { Scalar } from "../../values/element-types.ts";
import { ProgramError } from "../program-error.ts";
import { columnsOver, isSameSource } from "./columns.ts";
import { type HostScalar, look } from "./recorder.ts";
import type { StageContext } from "./stage-context.ts";
import {
  type Elements,
  leavesOf,
  type Source,
  type Staged,
  type StagedArray,
  type TermScalar,
  withLeaves,
} from "./staged.ts";

/** The operands of an operator: its terms look at them alone, so that what is known is a constant. */
export class Operands implements Elements {
  readonly guard: undefined;

  term(scalar: HostScalar | TermScalar): Term {
    return scalar.kind === "term" ? scalar.term : constant(scalar.type, look(scalar));
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
export class Frame implements Elements {
  readonly sources: Source[] = [];
  readonly length: number;
  guard: Term | undefined;
  private readonly bySlot = new Map<number, number>(); // places of columns, of which loops of many turns add many

  constructor(length: number) {
    this.length = length;
  }

  /** An array's element over the sources of this frame; a source that is here already is not taken twice. */
  enter(array: StagedArray): Staged {
    const moved = leavesOf(array.element).map((leaf): HostScalar | TermScalar => {
      return leaf.kind === "host" ? leaf : { kind: "term", term: this.moved(leaf.term, array) };
    });
    return withLeaves(array.element, moved, { isInOrder: true });
  }

  /** A term over an array's sources, over those of this frame. */
  moved(term: Term, { sources }: StagedArray): Term {
    const [moved] = replaceLeaves([term], (leaf) => {
      return leaf.kind === "left" ? left(leaf.type, this.add(sources[leaf.column])) : leaf;
    });
    return moved;
  }

  /** The place of a source among those of this frame. */
  add(source: Source): number {
    if (source.kind === "column") {
      const { slot } = source.column;
      const place = this.bySlot.get(slot) ?? this.sources.push(source) - 1;
      this.bySlot.set(slot, place);
      return place;
    }
    const known = this.sources.findIndex((each) => isSameSource(each, source));
    return known >= 0 ? known : this.sources.push(source) - 1;
  }

  /** What is known only when the program runs comes in as a source: a kernel of its own for each value would cost more. */
  term(scalar: HostScalar | TermScalar): Term {
    if (scalar.kind === "term") return scalar.term;
    const { type, isLiteral, current } = scalar;
    return isLiteral ? constant(type, current) : left(type, this.add({ kind: "value", scalar }));
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

/**
 * Thrown where a function over arrays of elements stands in a branch: it has no mask, and so whoever chose the branch lays it out again, over
 * the elements alone that take it.
 */
export class PartNeeded extends Error {}

/*
 * A function is laid out once for all elements, both sides of its choices as well. What has no value there is an error of the program only
 * where some element asks for it: of a map over nothing, and within a branch that no element takes, none does.
 */

/** What steps give for the elements of which a condition holds; undefined where they have no value, and there are no such elements. */
export function* givenWhereAsked<Result>(
  steps: () => Steps<Result>,
  { elements, condition }: { readonly elements: Elements | undefined; readonly condition?: Term },
  context: StageContext,
): Steps<Result | undefined> {
  try {
    return yield* steps();
  } catch (error) {
    if (!(error instanceof ProgramError) || error.limit !== undefined) throw error;
    if (!(elements instanceof Frame)) throw error;
    if (yield* isAskedFor(elements, condition, context)) throw error;
    return undefined;
  }
}

function* isAskedFor(
  { guard, sources, length }: Frame,
  condition: Term | undefined,
  context: StageContext,
): Steps<boolean> {
  if (length === 0) return false;
  const both =
    guard === undefined || condition === undefined ? (guard ?? condition) : binary("and", guard, condition);
  if (both === undefined) return true;
  const flags = yield* columnsOver([both], sources, length, context);
  const [count] = yield* context.recorder.scalars(["u32"], flags, countFlags);
  return look(count) !== 0;
}

/** How many flags are set. */
export function* countFlags(on: Primitives<unknown>, [flags]: readonly unknown[]): Steps<readonly Scalar[]> {
  const places = yield* done(on.flagIndices(flags, false));
  const [count] = yield* done(on.take(yield* done(on.lengthOf(places))));
  return [count];
}
