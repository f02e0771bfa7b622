import type { Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import type { Expression } from "../../expressions/expression.ts";
import type { Scalar } from "../../values/element-types.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { RecentMap } from "../../values/recent-map.ts";
import type { TypedProgram } from "../types/infer-program.ts";

/** All that staging depends on, but for the scalars that it looks at. */
interface RunShape {
  readonly entry: string;
  readonly fuel: number;
  readonly expression: Expression;
  readonly lengths: readonly number[]; // of the operands' columns, whose types the entry says
}

/** Shapes of runs whose tapes a program has. */
const MOST_SHAPES = 16;

/** The tapes of a program, and how often its runs followed one to the end, or were staged. */
class Tapes {
  readonly counts = { followed: 0, staged: 0 };
  private readonly byShape = new RecentMap<string, Tape>(MOST_SHAPES);

  /** The tape of a shape on executors of a name that have the same primitives. */
  of({ entry, fuel, expression, lengths }: RunShape, on: Primitives<unknown>): Tape {
    const optional = [on.foldMapped, on.collectMapped, on.view].map((member) => Number(member !== undefined));
    const key = [entry, fuel, numberOf(expression), ...optional, ...lengths, on.executor].join(" ");
    return this.byShape.getOrMake(key, newTape);
  }
}

function newTape(): Tape {
  return new Tape();
}

const byProgram = new WeakMap<TypedProgram, Tapes>();

export function tapesOf(typed: TypedProgram): Tapes {
  const known = byProgram.get(typed) ?? new Tapes();
  byProgram.set(typed, known);
  return known;
}

const numbers = new WeakMap<Expression, number>();
let lastNumber = 0;

/** A number for an expression: two of a caller's own may have one name. */
function numberOf(expression: Expression): number {
  const known = numbers.get(expression) ?? ++lastNumber;
  numbers.set(expression, known);
  return known;
}

/*
 * A tape is what staging asked of an executor, kept so that a run with operands of the same shape stages nothing: steps over the columns and
 * scalars of a run, by number, each of which adds some. Where staging looked at a scalar the tape forks: what follows holds for those bits alone.
 *
 * A run follows the tape to its end. Where a scalar has bits that were not seen before, or the executor refuses a step, the program is staged,
 * and what was computed so far stands for the first calls of staging. So errors of programs are found by staging alone, which knows their places.
 */

/**
 * What a step does, over columns as an executor holds them. It is kept with the tape, and must hold no column of a run: functions that are
 * written within staging's own hold all that those do, so that each is made by a function of its own.
 */
export type Work<Made> = (
  on: Primitives<unknown>,
  columns: readonly unknown[],
  scalars: readonly Scalar[],
) => Steps<Made>;

/** The number of a scalar of the run, or one that is the same in every run. */
type ScalarAt = { readonly slot: number } | { readonly value: Scalar };

export type Step =
  | StepOf<"columns", Work<readonly unknown[]>>
  /** Columns that an executor may not have for these operands; a scalar says whether it has. */
  | StepOf<"attempt", Work<readonly unknown[] | undefined>>
  | StepOf<"scalars", Work<readonly Scalar[]>>
  | StepOf<"compute", (scalars: readonly Scalar[]) => Scalar>;

interface StepOf<Kind, Run> {
  readonly kind: Kind;
  readonly columns: readonly number[];
  readonly scalars: readonly ScalarAt[];
  readonly run: Run;
}

/** Steps up to a look at a scalar, or to the columns of the result. */
export interface Segment {
  readonly steps: readonly Step[];
  readonly next: Fork | readonly number[];
}

/** How it goes on, by what a look at a scalar saw. */
interface Fork {
  readonly slot: number | undefined; // none where a tape begins
  readonly branches: Map<unknown, Segment>;
}

/** Steps of one tape; one that has more begins anew. */
export const MOST_STEPS = 2048;

/** All ways that runs of one shape went. */
export class Tape {
  readonly start: Fork = { slot: undefined, branches: new Map() };
  private size = 0;

  attach(fork: Fork, seen: unknown, segments: readonly Segment[]): void {
    this.size += segments.reduce((sum, { steps }) => sum + steps.length + 1, 0);
    if (this.size <= MOST_STEPS) fork.branches.set(seen, segments[0]);
    else {
      this.size = 0;
      this.start.branches.clear();
    }
  }
}

/** How far a run came along a tape. */
export interface Followed {
  readonly results: readonly unknown[]; // of its steps, in order
  readonly result: readonly unknown[] | undefined; // the columns at its end
  readonly forks: number; // that were passed
  readonly fork: Fork | undefined; // which goes on from here in no way that is known
}

/** Zeros differ by their sign. */
export function bitsSeen(scalar: Scalar | undefined): unknown {
  return Object.is(scalar, -0) ? "-0" : scalar;
}

/** Follows a tape as far as it goes for these columns and scalars. What an executor refuses it refuses again in staging, which tells where. */
export function* follow(
  tape: Tape,
  on: Primitives<unknown>,
  input: { readonly columns: readonly unknown[]; readonly scalars: readonly Scalar[] },
): Steps<Followed> {
  const columns = [...input.columns];
  const scalars = [...input.scalars];
  const results: unknown[] = [];
  let forks = 0;
  let fork = tape.start;
  try {
    for (;;) {
      const segment = fork.branches.get(fork.slot === undefined ? undefined : bitsSeen(scalars[fork.slot]));
      if (segment === undefined) return { results, result: undefined, forks, fork };
      for (const step of segment.steps) {
        const operands = step.scalars.map((at) => ("slot" in at ? scalars[at.slot] : at.value));
        if (step.kind === "compute") {
          scalars.push(step.run(operands));
          continue;
        }
        const given = step.columns.map((slot) => columns[slot]);
        const made: readonly unknown[] | undefined = yield* step.run(on, given, operands);
        results.push(made);
        if (step.kind === "attempt") scalars.push(made === undefined ? 0 : 1);
        if (step.kind === "scalars") scalars.push(...(made as readonly Scalar[]));
        else if (made !== undefined) columns.push(...made);
      }
      const { next } = segment;
      if (!("branches" in next)) {
        return { results, result: next.map((slot) => columns[slot]), forks, fork: undefined };
      }
      fork = next;
      forks++;
    }
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    return { results, result: undefined, forks, fork: undefined };
  }
}
