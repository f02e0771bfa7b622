// Functions that fold mapped elements: data, and what that means in steps over primitives.

import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Fold, FoldPass, FoldSum, Primitives } from "../../executors/primitives.ts";
import {
  binary,
  constant,
  convert,
  left,
  operandsOf,
  right,
  select,
  type Term,
} from "../../operators/term.ts";
import { ELEMENT_TYPE_FACTS, type ElementType, type ScalarType } from "../../values/element-types.ts";
import { EmptyInputError } from "../../values/errors.ts";
import type { ColumnArray, Row } from "../../values/value-types.ts";
import { type Call, done, type Folded, type Steps } from "../call.ts";

/** A call of a fold: its steps are the definition; an executor that has plans of folds runs it by one of them. */
export interface FoldCall<Result> extends Call<Result> {
  readonly folded: Folded<Result>;
}

/** What a function says of its fold for one call, whose arguments it has checked. */
interface FoldUse<Result> {
  readonly fold: Fold;
  readonly input: readonly ColumnArray[];
  readonly parameters?: Row;
  readonly nothing?: Row; // the results of no element; default: there is at least one
  readonly value: (results: Row) => Result;
}

/** The call of a fold. */
export function foldCall<Result>({
  fold,
  input,
  parameters = [],
  nothing,
  value,
}: FoldUse<Result>): FoldCall<Result> {
  const steps = nothing === undefined ? foldSteps : stepsOrNothing(nothing);
  return {
    input,
    requests: fold.passes.flatMap(({ sums }) =>
      sums.map(({ contract }) => ({ contract, observation: "reduce" as const, allowQuadratic: false })),
    ),
    steps: (on, vectors) => steps(on, fold, vectors, parameters),
    result: (columns) => value(columns.map((column) => column[0])),
    folded: { fold, parameters, nothing, value },
  };
}

/** How many elements there are: the first scalar. */
export const ELEMENT_COUNT: Term = right("u32");

/** One pass of sums by one contract each, and what is made of its scalars. */
export function pass(
  sums: readonly (readonly [ColumnContract, Term])[],
  made: readonly Term[] = [],
): FoldPass {
  return { sums: sums.map(([contract, term]): FoldSum => ({ contract, lift: [term] })), made };
}

/** Folds by their contract, one for each: executors know a fold that they have seen by its identity. */
export function perContract(
  make: (contract: ColumnContract, type: ElementType) => Fold,
): (contract: ColumnContract, type: ElementType) => Fold {
  const known = new WeakMap<ColumnContract, Map<ElementType, Fold>>();
  return (contract, type) => {
    const folds = known.get(contract) ?? new Map<ElementType, Fold>();
    known.set(contract, folds);
    const fold = folds.get(type) ?? make(contract, type);
    folds.set(type, fold);
    return fold;
  };
}

/** The definition: pass by pass what `map` makes of elements, then its reduce, then what `map` makes of scalars. */
function* foldSteps<Vector>(
  on: Primitives<Vector>,
  { passes, parameters: types, results }: Fold,
  columns: readonly Vector[],
  parameters: Row,
): Steps<readonly Vector[]> {
  const [first] = columns;
  const scalars = [yield* done(on.lengthOf(first))];
  for (const [i, type] of types.entries()) scalars.push(yield* done(on.fill(type, parameters[i], 1)));
  for (const { sums, made } of passes) {
    const elements = yield* liftSteps(on, sums, columns, scalars);
    for (const [i, { contract }] of sums.entries()) {
      scalars.push(...(yield* done(on.reduce(contract, elements[i]))));
    }
    if (made.length > 0) scalars.push(...(yield* done(on.map(made, [], scalars))));
  }
  return yield* done(on.map(results, [], scalars));
}

/** Where elements are of several folds: of each element the place of its scalars, and its number in its fold. */
export interface ElementPlaces<Vector> {
  readonly scalars: () => Vector;
  readonly numbers?: () => Vector; // absent where no term looks at them
}

/** What is combined, by sum and column. `places`: of elements of several folds; default: there is one. */
export function* liftSteps<Vector>(
  on: Primitives<Vector>,
  sums: readonly FoldSum[],
  columns: readonly Vector[],
  scalars: readonly Vector[],
  places?: ElementPlaces<Vector>,
): Steps<readonly (readonly Vector[])[]> {
  const terms = sums.flatMap(({ lift }) => lift);
  const leaves = terms.flatMap(leavesOf);
  const hasNumbers = leaves.some(({ kind, column }) => kind === "left" && column === columns.length);
  const numbers = hasNumbers ? [places?.numbers?.() ?? (yield* done(on.iota(columns[0])))] : [];
  const elements = [...columns, ...numbers];
  const spread = yield* spreadSteps(on, columns[0], leaves, scalars, places);
  const lifted = terms.filter((term) => term.kind !== "left");
  const made = lifted.length === 0 ? [] : yield* done(on.map(lifted, elements, spread));
  const vectorOf = (term: Term): Vector =>
    term.kind === "left" ? elements[term.column] : made[lifted.indexOf(term)];
  return sums.map(({ lift }) => lift.map(vectorOf));
}

/** The scalars that terms look at, as columns; the others as they are, which nobody looks at. */
function* spreadSteps<Vector>(
  on: Primitives<Vector>,
  like: Vector,
  leaves: readonly Leaf[],
  scalars: readonly Vector[],
  places: ElementPlaces<Vector> | undefined,
): Steps<readonly Vector[]> {
  const used = scalars.map((_, i) => leaves.some(({ kind, column }) => kind === "right" && column === i));
  if (!used.includes(true)) return [];
  const gathered = yield* done(
    on.gather(
      scalars.filter((_, i) => used[i]),
      places?.scalars() ?? (yield* done(on.fill("u32", 0, like))),
    ),
  );
  let next = 0;
  return scalars.map((scalar, i) => (used[i] ? gathered[next++] : scalar));
}

export type Leaf = Extract<Term, { readonly column: number }>;

/** The columns and scalars that a term looks at. */
function leavesOf(term: Term): readonly Leaf[] {
  return term.kind === "left" || term.kind === "right" ? [term] : operandsOf(term).flatMap(leavesOf);
}

/** The same where there may be no element, which may be known on a device alone. */
function stepsOrNothing(nothing: Row): typeof foldSteps {
  return function* (on, fold, columns, parameters) {
    const types = fold.results.map(({ type }) => type);
    try {
      const some = yield* foldSteps(on, fold, columns, parameters);
      const count = yield* done(on.lengthOf(columns[0]));
      return yield* done(
        on.map(
          types.map((type, i) => unlessNone(type, i, nothing[i])),
          some,
          [count],
        ),
      );
    } catch (error) {
      if (!(error instanceof EmptyInputError)) throw error;
      const made = [];
      for (const [i, type] of types.entries()) made.push(yield* done(on.fill(type, nothing[i], 1)));
      return made;
    }
  };
}

function unlessNone(type: ScalarType, column: number, nothing: Row[number]): Term {
  return select(
    binary("equal", ELEMENT_COUNT, constant("u32", 0)),
    constant(type, nothing),
    left(type, column),
  );
}

/** The zero of a type. */
export function zeroOf(type: ElementType): number | bigint {
  return ELEMENT_TYPE_FACTS[type].isBigInt ? 0n : 0;
}

/** The number of elements as a float. */
export function countAs(float: ElementType): Term {
  return convert(float, ELEMENT_COUNT);
}
