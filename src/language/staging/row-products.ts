// Matrix products: a reduce of each row whose elements are products of the elements of two grids, found whatever maps, indices and transposes say so.

import { done, type Steps } from "../../algorithms/call.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { GridProducts, Primitives } from "../../executors/primitives.ts";
import { left, replaceLeaves, right, type Term } from "../../operators/term.ts";
import { type ByDigits, type PlaceByDigits, placesByDigits } from "./digits.ts";
import { type Column, look } from "./recorder.ts";
import type { Opened } from "./rows.ts";
import type { StageContext } from "./stage-context.ts";
import type { Source, Staged } from "./staged.ts";
import type { Work } from "./tape.ts";
import { overUsedSources } from "./used-sources.ts";

/** Fewer products are segments: kernels of products take as long to begin with. */
const FEWEST_PRODUCTS = 2 ** 12;

/** The reduces of rows as cells of a product, by the executor's own way; undefined where they are none, or it has none. */
export function* cellsOfRows(
  { length, outer, total }: Opened,
  sources: readonly Source[],
  element: Staged,
  contract: ColumnContract,
  { recorder }: StageContext,
): Steps<readonly Column[] | undefined> {
  if (total < FEWEST_PRODUCTS || length.kind === "term" || element.kind !== "term") return undefined;
  const used = overUsedSources([element.term], sources);
  const sides = used.sources.map(sideOf);
  const { sums } = contract;
  if (sides.length > 2 || sides.every((side) => side?.place === undefined) || sums.length > 1)
    return undefined;
  const columns = sides.flatMap((side) => side?.column ?? []);
  if (columns.length < sides.length) return undefined;
  const places = sides.map((side) => ({ term: side?.place, sources: side?.sources ?? [] }));
  const found = placesByDigits(places, [outer.length, Number(look(length))]);
  const grid = found && gridOf(found);
  if (grid === undefined || !isOver(used.terms[0], sums[0])) return undefined;
  const { isSwapped, ...shape } = grid;
  if (total < FEWEST_PRODUCTS * shape.batch.extent) return undefined;
  const [product] = replaceLeaves(used.terms, (leaf) => {
    if (leaf.kind !== "left") return leaf;
    return (leaf.column === 1) === isSwapped ? left(leaf.type) : right(leaf.type);
  });
  const [one, other = one] = isSwapped ? [...columns].reverse() : columns;
  return yield* recorder.attempt([one, other], [], cells(contract, { ...shape, product }));
}

/** What a side of a product is taken from: elements of a column where they are, or at places. */
function sideOf(
  source: Source,
): { readonly column: Column; readonly place?: Term; readonly sources: readonly Source[] } | undefined {
  if (source.kind === "column") return { column: source.column, sources: [] };
  if (source.kind !== "gathered") return undefined;
  if (source.made !== undefined) return { column: source.made, sources: [] };
  const { column, passage } = source;
  return { column, place: passage.place, sources: passage.to.sources };
}

/** Whether all leaves of a term are of a type. */
function isOver(term: Term, type: Term["type"]): boolean {
  let isAll = true;
  replaceLeaves([term], (leaf) => {
    if (leaf.kind === "left" && leaf.type !== type) isAll = false;
    return leaf;
  });
  return isAll;
}

type Shape = Omit<GridProducts<unknown>, "product" | "left" | "right"> & {
  readonly batch: Digit; // of products one after the other
  readonly left: Omit<GridProducts<unknown>["left"], "vector">;
  readonly right: Omit<GridProducts<unknown>["right"], "vector">;
};

function cells(
  contract: ColumnContract,
  { left: one, right: other, batch, ...rest }: Shape & Pick<GridProducts<unknown>, "product">,
): Work<readonly unknown[] | undefined> {
  return function* (on, [first, second]) {
    const made: unknown[] = [];
    for (let k = 0; k < batch.extent; k++) {
      const [ofLeft, ofRight] = batch.strides.map((stride) => k * stride);
      const product = on.reduceProducts?.(contract, {
        ...rest,
        left: { ...one, offset: one.offset + ofLeft, vector: first },
        right: { ...other, offset: other.offset + ofRight, vector: second },
      });
      if (product === undefined) return undefined;
      made.push(yield* done(product));
    }
    return [yield* concatenated(on, made)];
  };
}

/** Vectors one after another, each copied a logarithm of times. */
function* concatenated(on: Primitives<unknown>, vectors: readonly unknown[]): Steps<unknown> {
  let parts = vectors;
  while (parts.length > 1) {
    const pairs: unknown[] = [];
    for (let k = 0; k < parts.length; k += 2) {
      pairs.push(k + 1 < parts.length ? yield* done(on.concat(parts[k], parts[k + 1])) : parts[k]);
    }
    parts = pairs;
  }
  return parts[0];
}

/** Rows, columns and steps, where one side is the same for all columns and the other for all rows. */
function gridOf({
  extents,
  innerCount,
  places,
}: ByDigits): (Shape & { readonly isSwapped: boolean }) | undefined {
  const [one, other = { offset: 0, strides: extents.map(() => 0) }] = places;
  const outerCount = extents.length - innerCount;
  const outer = joined(extents.slice(0, outerCount), [one, other].map(part(0, outerCount)));
  const inner = joined(extents.slice(outerCount), [one, other].map(part(outerCount)));
  if (inner.length > 1 || outer.length > 3) return undefined;
  const [step = { extent: 1, strides: [0, 0] }] = inner;
  const [batch = ONCE] = outer.length > 2 ? outer : [];
  const [row = ONCE, column = ONCE] = outer.slice(-2);
  for (const isSwapped of [false, true]) {
    const [ofRow, ofColumn] = isSwapped ? [1, 0] : [0, 1];
    if (row.strides[ofColumn] !== 0 || column.strides[ofRow] !== 0) continue;
    const [first, second] = isSwapped ? [other, one] : [one, other];
    return {
      isSwapped,
      batch: { extent: batch.extent, strides: [batch.strides[ofRow], batch.strides[ofColumn]] },
      rows: row.extent,
      columns: column.extent,
      depth: step.extent,
      left: { offset: first.offset, strides: [row.strides[ofRow], step.strides[ofRow]] },
      right: { offset: second.offset, strides: [step.strides[ofColumn], column.strides[ofColumn]] },
    };
  }
  return undefined;
}

interface Digit {
  readonly extent: number;
  readonly strides: readonly number[]; // of both sides
}

const ONCE: Digit = { extent: 1, strides: [0, 0] };

function part(start: number, end?: number): (place: PlaceByDigits) => readonly number[] {
  return ({ strides }) => strides.slice(start, end);
}

/** Digits, those as one that both sides go through as through one. */
function joined(extents: readonly number[], strides: readonly (readonly number[])[]): readonly Digit[] {
  const digits: Digit[] = [];
  for (const [k, extent] of extents.entries()) {
    const own = { extent, strides: strides.map((side) => side[k]) };
    const before = digits.at(-1);
    if (extent === 1) continue;
    if (before?.strides.every((stride, side) => stride === extent * own.strides[side])) {
      digits[digits.length - 1] = { extent: before.extent * extent, strides: own.strides };
    } else digits.push(own);
  }
  return digits;
}
