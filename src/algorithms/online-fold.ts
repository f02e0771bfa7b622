import type { OnlineExecutor } from "../executors/executor.ts";
import type { Fold, Primitives } from "../executors/primitives.ts";
import { columnSummaries } from "../summaries/summary-algebra.ts";
import type { ElementArray, Scalar, StorageArray } from "../values/element-types.ts";
import { EmptyInputError, InternalError, SOME_ELEMENT, UnsupportedError } from "../values/errors.ts";
import { type ColumnArray, newColumn, type Row } from "../values/value-types.ts";
import type { Folded } from "./call.ts";
import { foldSnapshot, summariesIn } from "./fold-snapshot.ts";

/** One column: a typed array, narrow ones too, or numbers that convert exactly. */
export type FoldInput = StorageArray | readonly number[] | readonly bigint[];

/** A fold of chunks of any lengths, with the bits of one call over all of them. */
export interface OnlineFold<Result> {
  readonly position: number; // elements taken
  /** Takes a chunk of each column, all of one length. */
  push(...columns: readonly FoldInput[]): void;
  /** The result so far. @throws EmptyInputError for nothing, where the function does */
  value(): Result;
  /** The state as one line of JSON, from which `online(snapshot)` goes on: on any machine, with the same bits. */
  snapshot(): string;
  /** Gives memory back. */
  close(): void;
}

/** The results of no element. @throws EmptyInputError where there are none */
export function ofNothing({ nothing }: Folded<unknown>): Row {
  if (nothing === undefined) throw new EmptyInputError("input", SOME_ELEMENT);
  return nothing;
}

/** What an online fold begins with. */
interface Beginning {
  readonly composition: string; // by which snapshots are told apart
  readonly from: unknown; // a snapshot; undefined: the first element
}

/**
 * A fold of one pass over columns that keep arriving: a pass of the executor for each sum, and the results of what these observe.
 *
 * @throws FormatError for what is no snapshot of this fold
 * @throws UnsupportedError for more passes, and for expressions that have no summaries
 */
export function onlineFold<Result>(
  executor: OnlineExecutor,
  on: Primitives<ColumnArray>,
  folded: Folded<Result>,
  checked: (given: readonly unknown[]) => readonly ElementArray[],
  { composition, from }: Beginning,
): OnlineFold<Result> {
  const { fold, parameters, value } = folded;
  const [{ sums, made }, ...others] = fold.passes;
  if (others.length > 0) {
    throw new UnsupportedError(
      "this fold online",
      "it reads its input twice",
      "run it over all of the input",
    );
  }
  const terms = sums.flatMap(({ lift }) => lift);
  const algebras = sums.map(({ contract }) => columnSummaries(contract));
  const before = from === undefined ? undefined : summariesIn(from, composition, algebras);
  const passes = sums.map(({ contract }, i) => executor.openPass(contract, before?.[i]));
  let position = before === undefined ? 0 : before[0].end;

  /** Elements of one chunk, by sum. A number of an element is that in the whole sequence. */
  function elementsOf(columns: readonly ColumnArray[]): readonly (readonly ColumnArray[])[] {
    const numbers = Uint32Array.from({ length: columns[0].length }, (_, i) => position + i);
    const lifted = now(on.map(terms, [...columns, numbers]));
    let next = 0;
    return sums.map(({ lift }) => {
      next += lift.length;
      return lifted.slice(next - lift.length, next);
    });
  }
  return {
    get position() {
      return position;
    },
    push(...given) {
      const columns = checked(given);
      if (columns[0].length === 0) return;
      for (const [i, elements] of elementsOf(columns).entries()) passes[i].reduce(elements);
      position += columns[0].length;
    },
    value() {
      if (position === 0) return value(ofNothing(folded));
      const scalars = [position, ...parameters, ...passes.flatMap((pass) => pass.observe())];
      const more = [...scalars, ...madeOf(on, fold, made, scalars)];
      return value(madeOf(on, fold, fold.results, more));
    },
    snapshot: () => {
      const summaries = passes.map((pass, i) => algebras[i].encode(pass.summary()));
      return foldSnapshot(composition, summaries);
    },
    close() {
      for (const pass of passes) pass.close();
    },
  };
}

/** What terms make of scalars, by columns of one element. */
function madeOf(
  on: Primitives<ColumnArray>,
  { parameters, passes }: Fold,
  terms: Fold["results"],
  scalars: Row,
): readonly Scalar[] {
  if (terms.length === 0) return [];
  const [{ sums, made }] = passes;
  const ofSums = sums.flatMap(({ contract }) => contract.sums);
  const types = ["u32" as const, ...parameters, ...ofSums, ...made.map(({ type }) => type)];
  const columns = scalars.map((scalar, i) => newColumn(types[i], 1).fill(scalar as never));
  return now(on.map(terms, [], columns)).map((column) => column[0]);
}

function now<Value>(answer: Value | Promise<Value>): Value {
  if (answer instanceof Promise) throw new InternalError("a synchronous executor gave a promise");
  return answer;
}
