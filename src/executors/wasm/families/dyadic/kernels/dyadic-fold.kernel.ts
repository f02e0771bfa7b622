import {
  type Code,
  call,
  get,
  i32,
  i32Const,
  type Local,
  set,
  when,
  whileLoop,
} from "../../../../../codegen/wasm/code.ts";
import { FunctionBuilder } from "../../../../../codegen/wasm/module.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../../../values/element-types.ts";
import { i32s } from "../../../kernels/column-kernel.ts";
import { decrease, increase, offsetBy, smaller } from "../../../kernels/counters.ts";
import type { KernelSubject } from "../../../kernels/lanes.ts";
import type { Lift } from "../../../kernels/lifted-elements.ts";
import { NO_BLOCKS, STATE_BYTES } from "../../../kernels/state.ts";
import { type BlockJoin, collapse, observeDyadic } from "./dyadic-element.kernel.ts";
import { foldRange } from "./dyadic-reduce.kernel.ts";
import { begin } from "./dyadic-whole.kernel.ts";

/*
 * Folds of computed elements: all sums of one pass over the same columns, each with a state of its own.
 *
 *   pieces: while elements are left: each sum takes the same piece of them, by a kernel of its own
 *   whole:  states = empty;  pieces of the complete blocks;  collapse;  pieces of the tail;  observe
 *
 * Pieces stay in a first-level cache, so that memory is read once however many sums there are, and each sum has all registers for itself. What lies in
 * library memory, or in one stage, is one call from outside.
 */

/** One sum of a pass. */
interface FoldedSum {
  readonly subject: KernelSubject;
  readonly join: BlockJoin;
  readonly lift: Lift;
  readonly key: string; // of the subject
}

/** A column that sums of a pass read. */
interface FoldedColumn {
  readonly column: number; // among all of the fold
  readonly stored: ScalarType;
}

/**
 * Elements that sums take at a time: what is cut from outside is cut into whole pieces. Of 512 to 2,048 several sums of doubles were as fast
 * (docs/notes/folds.md); two columns of so many doubles take 32 KiB.
 */
export const FOLD_PIECE = 2048;

/**
 * The functions of a module, over a state for each sum, behind which stand its scalars: `beginFold(…states)`, `foldPieces(length, scratch, …states, …columns)`,
 * `collapseFold(…states)`, `observeFold(…states)` and `foldWhole(length, complete, scratch, …states, …columns)`, where complete is length cut to whole blocks.
 */
export function foldFunctions(
  sums: readonly FoldedSum[],
  columns: readonly FoldedColumn[],
): readonly FunctionBuilder[] {
  const ranges = sums.map(({ subject, lift }, k) => foldRange(subject, lift, FOLD_PIECE, `foldRange${k}`));
  // Sums by one operator share what looks at states alone.
  const keys = sums.map(({ key, join }) => `${join} ${key}`);
  const distinct = [...new Set(keys)];
  const firsts = distinct.map((key) => sums[keys.indexOf(key)]);
  const collapseAt = sums.length;
  const observeAt = collapseAt + firsts.length;
  const beginAt = observeAt + firsts.length;
  const each = (states: readonly Local[], first: number): Code =>
    states.map((state, k) => call(first + distinct.indexOf(keys[k]), get(state)));
  const ofStates = (name: string, body: (states: readonly Local[]) => Code): FunctionBuilder => {
    const builder = new FunctionBuilder(name, i32s(sums.length));
    builder.body = body(builder.parameters);
    return builder;
  };
  return [
    ...ranges,
    ...firsts.map(({ subject }, i) => collapse(subject, `collapse${i}`)),
    ...firsts.map(({ subject, join }, i) => observeDyadic(subject, join, `observe${i}`)),
    ofStates("beginFold", (states) => states.map((state) => begin(state, NO_BLOCKS))),
    foldPieces(sums, columns),
    ofStates("collapseFold", (states) => each(states, collapseAt)),
    ofStates("observeFold", (states) => each(states, observeAt)),
    foldWhole(sums.length, columns, beginAt),
  ];
}

/** `foldPieces(length, scratch, …states, …columns)`, where the kernels of sums are the first functions. */
function foldPieces(sums: readonly FoldedSum[], columns: readonly FoldedColumn[]): FunctionBuilder {
  const builder = new FunctionBuilder("foldPieces", i32s(2 + sums.length + columns.length));
  const [length, scratch, ...others] = builder.parameters;
  const states = others.slice(0, sums.length);
  const addresses = others.slice(sums.length);
  const count = builder.local("i32");
  const addressOf = (column: number): Code =>
    get(addresses[columns.findIndex((each) => each.column === column)]);
  builder.body = whileLoop(get(length), [
    set(count, smaller(get(length), i32Const(FOLD_PIECE))),
    sums.map(({ lift }, k) => {
      const scalars = offsetBy(get(states[k]), STATE_BYTES);
      const reads = lift.reads.map(({ column }) => addressOf(column));
      return call(k, get(states[k]), i32Const(0), get(count), get(scratch), scalars, ...reads);
    }),
    goOn(columns, addresses, get(count)),
    decrease(length, get(count)),
  ]);
  return builder;
}

/** `foldWhole(length, complete, scratch, …states, …columns)`, where the other functions of a fold are from `beginAt` on. */
function foldWhole(sumCount: number, columns: readonly FoldedColumn[], beginAt: number): FunctionBuilder {
  const [piecesAt, collapseAt, observeAt] = [beginAt + 1, beginAt + 2, beginAt + 3];
  const builder = new FunctionBuilder("foldWhole", i32s(3 + sumCount + columns.length));
  const [length, complete, scratch, ...others] = builder.parameters;
  const states = others.slice(0, sumCount);
  const addresses = others.slice(sumCount);
  const take = (count: Code): Code => call(piecesAt, count, get(scratch), ...others.map(get));
  builder.body = [
    call(beginAt, ...states.map(get)),
    take(get(complete)),
    when(i32("notEqual", get(length), get(complete)), [
      when(get(complete), [call(collapseAt, ...states.map(get)), goOn(columns, addresses, get(complete))]),
      take(i32("subtract", get(length), get(complete))),
    ]),
    call(observeAt, ...states.map(get)),
  ];
  return builder;
}

/** Goes on by a number of elements. */
function goOn(columns: readonly FoldedColumn[], addresses: readonly Local[], count: Code): Code {
  return columns.map(({ stored }, i) =>
    increase(addresses[i], i32("multiply", count, i32Const(SCALAR_TYPE_FACTS[stored].bytes))),
  );
}
