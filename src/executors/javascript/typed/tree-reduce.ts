import type { Scalar } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { dyadicOnline } from "../folds/dyadic.ts";
import { type Combine, leftFoldOnline } from "../folds/online-fold.ts";
import type { Calls } from "../loops.ts";
import { valueOfNothing } from "../recipe.ts";
import { rangeRoot } from "./range-root.ts";
import { scratchOf, stageOf } from "./stage.ts";
import { STAGED_LENGTH, type TreeParts } from "./tree-parts.ts";

/** `T` over positions [start, end) of a sequence, which a "first" initial value begins. */
export type RootOf = (input: ColumnArray, start: number, end: number) => number;

/** See RootOf. */
export function treeRoots({ loops, types, recipe }: TreeParts): RootOf {
  const { step, initial, read } = recipe;
  const combine = recipe.combine as Combine<number>;
  const stage = stageOf(types, step, read);
  const roots = scratchOf(types.sum, STAGED_LENGTH / 8);
  const staged = scratchOf(types.sum, STAGED_LENGTH);
  const lead = initial?.placement === "first" ? 1 : 0;
  const isDirect = types.type === types.sum && step > 0 && lead === 0;

  /** At most a stage. */
  function partRoot(input: ColumnArray, start: number, end: number): number {
    const count = end - start;
    if (isDirect) return rangeRoot(loops, combine, input, start, count, roots());
    const values = staged();
    const skipped = start < lead ? 1 : 0;
    if (skipped === 1) values.fill(initial?.value as never, 0, 1);
    stage.fill(values, skipped, input, start + skipped - lead, count - skipped);
    return rangeRoot(loops, combine, values, 0, count, roots());
  }

  return (input, start, end) => {
    const whole = end - ((end - start) % STAGED_LENGTH);
    if (whole === start) return partRoot(input, start, end);
    const fold = dyadicOnline(combine);
    for (let i = start; i < whole; i += STAGED_LENGTH) fold.append(partRoot(input, i, i + STAGED_LENGTH));
    if (whole === end) return fold.observe();
    return fold.values()[0].reduceRight((right, root) => combine(root, right), partRoot(input, whole, end));
  };
}

/** The reduce of blocks of any length. */
export function treeReduce(parts: TreeParts): Calls<Scalar, ColumnArray>["reduce"] {
  const { blockLength, isLinear } = parts.blocks;
  const { initial, finish } = parts.recipe;
  const combine = parts.recipe.combine as Combine<number>;
  const rootOf = treeRoots(parts);
  const lead = initial?.placement === "first" ? 1 : 0;
  const isOneTree = !isLinear && Number.isInteger(Math.log2(blockLength));

  /** The roots of whole blocks, joined. */
  function joined(input: ColumnArray, end: number): number {
    if (isOneTree) return rootOf(input, 0, end);
    const fold = isLinear ? leftFoldOnline(combine) : dyadicOnline(combine);
    for (let i = 0; i < end; i += blockLength) fold.append(rootOf(input, i, i + blockLength));
    return fold.observe();
  }

  return (input) => {
    if (input.length === 0) return valueOfNothing(parts.recipe) as Scalar;
    const length = input.length + lead;
    if (length <= blockLength) return finish(rootOf(input, 0, length)) as Scalar;
    const whole = length - (length % blockLength);
    const value = joined(input, whole);
    return finish(whole === length ? value : combine(value, rootOf(input, whole, length))) as Scalar;
  };
}
