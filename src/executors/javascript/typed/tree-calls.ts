import type { Scalar } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { dyadicOnline } from "../folds/dyadic.ts";
import { type Combine, leftFoldOnline } from "../folds/online-fold.ts";
import type { Calls } from "../loops.ts";
import { type ColumnRecipe, initialOf, valueOfNothing } from "../recipe.ts";
import type { BlockState, TreeLoops } from "./loop-types.ts";
import { rangeRoot } from "./range-root.ts";
import { canonicalise, type StagedTypes, scratchOf, stageOf } from "./stage.ts";

/** Elements that are staged at a time, a power of two: with what they come from and go to they lie in the second-level cache. */
const STAGED_LENGTH = 2048;

/** Slots for fewer than 2^31 blocks. */
const ROOT_SLOTS = 32;

/** Blocks that are canonical trees, and what joins them. */
export interface Blocks {
  readonly blockLength: number; // Infinity: one tree over all elements
  readonly isLinear: boolean; // joined by a running value, not by one more tree
}

/** What calls over trees are made of. */
interface TreeParts {
  readonly loops: TreeLoops;
  readonly blocks: Blocks;
  readonly types: StagedTypes;
  readonly recipe: ColumnRecipe;
}

/** The reduce of blocks of any length. */
export function treeReduce({
  loops,
  blocks,
  types,
  recipe,
}: TreeParts): Calls<Scalar, ColumnArray>["reduce"] {
  const { blockLength, isLinear } = blocks;
  const { step, initial, finish, read } = recipe;
  const combine = recipe.combine as Combine<number>;
  const stage = stageOf(types, step, read);
  const roots = scratchOf(types.sum, STAGED_LENGTH / 8);
  const staged = scratchOf(types.sum, STAGED_LENGTH);
  const lead = initial?.placement === "first" ? 1 : 0;
  const isDirect = types.type === types.sum && step > 0 && lead === 0;

  /** T over [start, end) of the sequence, which a "first" initial value begins: at most a stage of it. */
  function partRoot(input: ColumnArray, start: number, end: number): number {
    const count = end - start;
    if (isDirect) return rangeRoot(loops, combine, input, start, count, roots());
    const values = staged();
    const skipped = start < lead ? 1 : 0;
    if (skipped === 1) values.fill(initial?.value as never, 0, 1);
    stage.fill(values, skipped, input, start + skipped - lead, count - skipped);
    return rangeRoot(loops, combine, values, 0, count, roots());
  }

  /** The same of any length. */
  function tree(input: ColumnArray, start: number, end: number): number {
    const whole = end - ((end - start) % STAGED_LENGTH);
    if (whole === start) return partRoot(input, start, end);
    const fold = dyadicOnline(combine);
    for (let i = start; i < whole; i += STAGED_LENGTH) fold.append(partRoot(input, i, i + STAGED_LENGTH));
    if (whole === end) return fold.observe();
    return fold.values()[0].reduceRight((right, root) => combine(root, right), partRoot(input, whole, end));
  }

  /** The roots of whole blocks, joined. */
  function joined(input: ColumnArray, end: number): number {
    const isOneTree = !isLinear && Number.isInteger(Math.log2(blockLength));
    if (isOneTree) return tree(input, 0, end);
    const fold = isLinear ? leftFoldOnline(combine) : dyadicOnline(combine);
    for (let start = 0; start < end; start += blockLength)
      fold.append(tree(input, start, start + blockLength));
    return fold.observe();
  }

  return (input) => {
    if (input.length === 0) return valueOfNothing(recipe) as Scalar;
    const length = input.length + lead;
    if (length <= blockLength) return finish(tree(input, 0, length)) as Scalar;
    const whole = length - (length % blockLength);
    const value = joined(input, whole);
    return finish(whole === length ? value : combine(value, tree(input, whole, length))) as Scalar;
  };
}

/** The scans of blocks of 8, 16 or 32 elements. */
export function treeScans(
  parts: TreeParts,
): Pick<Calls<Scalar, ColumnArray>, "inclusiveScan" | "exclusiveScan"> {
  const { types, recipe } = parts;
  const { step, initial } = recipe;
  const lead = initial?.placement === "first" ? 1 : 0;
  const isDirect = types.type === types.sum && step > 0 && lead === 0;
  const { begin, scan } = blockScan(parts);
  const stage = stageOf(types, step, recipe.read);
  const staged = scratchOf(types.sum, STAGED_LENGTH + 1);

  function direct(input: ColumnArray, output: ColumnArray): void {
    begin();
    for (let start = 0; start < input.length; start += STAGED_LENGTH) {
      scan(input, output, start, Math.min(input.length, start + STAGED_LENGTH));
    }
  }

  /**
   * By way of the stage. With P the prefixes of the sequence, which a "first" initial value begins, `out[k] = P[k + shift]`: shift −1 is an exclusive scan,
   * whose stage has the prefix before it in front; shift 1 an inclusive one behind a "first" initial value; an exclusive one there has shift 0, and
   * keeps the element that its chunk writes over.
   */
  function shifted(input: ColumnArray, output: ColumnArray, shift: -1 | 0 | 1): void {
    begin();
    const values = staged();
    const length = shift === 1 ? input.length + 1 : input.length;
    let before = shift === -1 ? initialOf(recipe) : 0;
    let kept = lead === 1 ? initial?.value : undefined;
    for (let start = 0; start < length; start += STAGED_LENGTH) {
      const count = Math.min(STAGED_LENGTH, length - start);
      const skipped = kept === undefined ? 0 : 1;
      if (skipped === 1) values.fill(kept as never, 1, 2);
      stage.fill(values, 1 + skipped, input, start + skipped - lead, count - skipped);
      kept = undefined;
      if (shift === 0 && lead === 1 && start + count < length) {
        stage.fill(values, 0, input, start + count - lead, 1);
        kept = values[0];
      }
      scan(values, values, 1, 1 + count);
      const last = values[count];
      values.fill(before as never, 0, 1);
      before = last;
      if (shift === -1) stage.empty(values, 0, output, start, count);
      else if (shift === 0) stage.empty(values, 1, output, start, count);
      else stage.empty(values, 1 + skipped, output, start + skipped - 1, count - skipped);
    }
  }

  return {
    inclusiveScan(input, output) {
      if (isDirect) direct(input, output);
      else shifted(input, output, lead === 1 ? 1 : 0);
    },
    exclusiveScan: (input, output) => shifted(input, output, lead === 1 ? 0 : -1),
  };
}

/** Scans of ranges that follow each other, each but the last of whole blocks, as they leave the executor. */
interface BlockScan {
  begin(): void;
  scan(input: ColumnArray, output: ColumnArray, start: number, end: number): void;
}

function blockScan({ loops, blocks, recipe }: TreeParts): BlockScan {
  const { identity } = loops;
  const outside = recipe.initial?.placement === "outside" ? Number(recipe.initial.value) : undefined;
  const state: BlockState = {
    octets: blocks.blockLength / 8,
    isLinear: blocks.isLinear,
    roots: new Float64Array(ROOT_SLOTS).fill(identity),
    index: 0,
  };
  return {
    begin() {
      if (state.index !== 0) state.roots.fill(identity); // as long as a scan of 16 elements
      state.index = 0;
    },
    scan(input, output, start, end) {
      const mayHaveNaN = loops.blocks(input, output, start, end, state);
      if (outside !== undefined) loops.prepend(outside, output, start, end);
      if (mayHaveNaN || (outside !== undefined && !Number.isFinite(outside)))
        canonicalise(output, start, end);
    },
  };
}
