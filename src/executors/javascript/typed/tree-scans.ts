import type { Scalar } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import type { Calls } from "../loops.ts";
import { initialOf } from "../recipe.ts";
import type { BlockState } from "./loop-types.ts";
import { canonicalise, scratchOf, stageOf } from "./stage.ts";
import { STAGED_LENGTH, type TreeParts } from "./tree-parts.ts";

/** Slots for fewer than 2^31 blocks. */
export const ROOT_SLOTS = 32;

/** The blocks before a scan that goes on: their roots as in BlockState, and the prefix that they make. */
interface BlocksBefore {
  readonly roots: Float64Array;
  readonly index: number;
  readonly prefix: Scalar | undefined; // undefined before the first
}

/** The scans, and where the last one has ended. */
type Scans = Omit<Calls<Scalar, ColumnArray>, "reduce"> & { readonly state: BlockState };

/** The scans of blocks of 8, 16 or 32 elements. */
export function treeScans(parts: TreeParts, given?: BlocksBefore): Scans {
  const { types, recipe } = parts;
  const { step, initial } = recipe;
  const lead = initial?.placement === "first" ? 1 : 0;
  const isDirect = types.type === types.sum && step > 0 && lead === 0;
  const { begin, scan, state } = blockScan(parts, given);
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
    let before = shift === -1 ? (given?.prefix ?? initialOf(recipe)) : 0;
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
    state,
    inclusiveScan(input, output) {
      if (isDirect) direct(input, output);
      else shifted(input, output, lead === 1 ? 1 : 0);
    },
    exclusiveScan: (input, output) => shifted(input, output, lead === 1 ? 0 : -1),
  };
}

/** Scans of ranges that follow each other, each but the last of whole blocks, as they leave the executor. */
interface BlockScan {
  readonly state: BlockState;
  begin(): void;
  scan(input: ColumnArray, output: ColumnArray, start: number, end: number): void;
}

function blockScan({ loops, blocks, recipe }: TreeParts, given?: BlocksBefore): BlockScan {
  const { identity } = loops;
  const outside = recipe.initial?.placement === "outside" ? Number(recipe.initial.value) : undefined;
  const state: BlockState = {
    octets: blocks.blockLength / 8,
    isLinear: blocks.isLinear,
    roots: given?.roots ?? new Float64Array(ROOT_SLOTS).fill(identity),
    index: given?.index ?? 0,
  };
  return {
    state,
    begin() {
      if (given !== undefined) return;
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
