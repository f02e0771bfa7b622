import { columnsOfChecked } from "../../../contracts/column-contract.ts";
import type { TypedContract } from "../../../contracts/contract.ts";
import { resolveContract } from "../../../contracts/resolve.ts";
import { convert } from "../../../operators/term.ts";
import type { Scalar } from "../../../values/element-types.ts";
import { type Columns, type Row, rowOf } from "../../../values/value-types.ts";
import type { Fold, FoldSum } from "../../primitives.ts";
import { type Blocks, fitOf } from "../families/dyadic/dyadic-kernels.ts";
import { blocksOf } from "../families/dyadic/family.ts";
import { foldFunctions } from "../families/dyadic/kernels/dyadic-fold.kernel.ts";
import { STATE } from "../kernels/state.ts";
import { type Arena, isInLibrary, type OwnArena, oncePerArena } from "../memory/arena.ts";
import { canonicalScalar, readElement, slotType } from "../memory/elements.ts";
import type { RunnerSetting } from "../runner.ts";
import { type Machine, servingExpression } from "../serving.ts";
import { settingOf } from "../setting.ts";
import { openExtremes } from "./fold-extremes.ts";
import { type FoldLift, liftOf } from "./fold-lift.ts";
import { foldRoom, pieceRunner, writeScalars } from "./fold-pieces.ts";

/*
 * Folds by kernels that compute elements as they read them: one for each sum of a pass.
 *
 *   for the complete blocks, then for the tail:
 *     columns that lie elsewhere are copied to a stage, a piece at a time;  each sum takes every piece into a state of its own
 *   the value of each sum
 *
 * Sums with one column each are as fast as a record of them would be, and need half the registers.
 */

/** A sum that such a kernel takes. */
interface KernelSum extends FoldLift {
  readonly setting: RunnerSetting;
  readonly blocks: Blocks;
  readonly valueOf: (value: Scalar) => Scalar;
}

type KernelPass = (columns: Columns, scalars: Row) => Row;

/** A pass by kernels; undefined where a sum of it has no lanes, no identity, or no blocks of a power of two. */
export function kernelPass(machine: Machine, fold: Fold, sums: readonly FoldSum[]): KernelPass | undefined {
  const open = openExtremes(fold, sums) ?? openSums(machine, fold, sums);
  if (open === undefined) return undefined;
  const placed = oncePerArena(machine, open);
  return (columns, scalars) => placed(isInLibrary(machine, columns))(columns, scalars);
}

function openSums(
  machine: Machine,
  fold: Fold,
  sums: readonly FoldSum[],
): ((arena: OwnArena) => KernelPass) | undefined {
  const known: KernelSum[] = [];
  for (const sum of sums) {
    const kernelSum = kernelSumOf(machine, fold, sum) ?? kernelSumOfFlags(machine, fold, sum);
    const [first = kernelSum] = known;
    if (kernelSum === undefined || kernelSum.blocks.length !== first?.blocks.length) return undefined;
    known.push(kernelSum);
  }
  return (arena) => openPass(arena, fold, known);
}

function kernelSumOf(machine: Machine, fold: Fold, { contract, lift }: FoldSum): KernelSum | undefined {
  const { sums, types, direction, initial, identity } = contract;
  if (sums.length > 1 || sums[0] !== types[0] || sums[0] === "bool") return undefined;
  if (direction === "backward" || initial !== undefined || identity === undefined) return undefined;
  const setting = settingOf(machine, contract);
  const blocks = blocksOf(servingExpression(machine, setting, "reduce"));
  if (blocks === undefined || !fitOf(setting, blocks).inRanges) return undefined;
  const lifted = liftOf(fold, lift, sums[0]);
  return lifted && { setting, blocks, ...lifted, valueOf: (value) => value };
}

/** Flags of elements of 8 bytes, counted or combined as u64 in lanes as wide: the low bits are those of u32. */
function kernelSumOfFlags(machine: Machine, fold: Fold, { contract, lift }: FoldSum): KernelSum | undefined {
  const [term] = lift;
  if (term.kind !== "convert" || term.operand.type !== "bool" || contract.sums[0] !== "u32") return undefined;
  const { name } = contract.operator;
  if (name !== "add" && name !== "or" && name !== "and") return undefined;
  const wide = columnsOfChecked(resolveContract({ operator: name }, "reduce", "u64") as TypedContract);
  const sum = kernelSumOf(machine, fold, { contract: wide, lift: [convert("u64", term.operand)] });
  return sum && { ...sum, valueOf: (value) => Number(BigInt.asUintN(32, value as bigint)) };
}

function openPass(arena: OwnArena, { columns: types }: Fold, sums: readonly KernelSum[]): KernelPass {
  const { scratch } = arena;
  const states = foldRoom(arena, sums.length, types.length).states.slice(0, sums.length);
  const folded = sums.map(({ setting: { subject, key }, blocks: { join }, lift }) => ({
    subject,
    join,
    lift,
    key,
  }));
  const reads = new Set(sums.flatMap(({ lift }) => lift.reads.map(({ column }) => column)));
  const columns = [...reads].map((column) => ({ column, stored: types[column] }));
  const key = sums
    .map(({ setting, blocks: { join }, key: own }) => `${setting.key} ${join} ${own}`)
    .join(";");
  const kernels = arena.kernels(`fold ${key}`, () => foldFunctions(folded, columns));
  const operands = [scratch, ...states, ...columns.map(() => 0)];
  const pieces = pieceRunner(arena, { kernel: kernels.foldPieces, columns, operands });
  const { blocks } = sums[0];
  return (given, scalars) => {
    const { length } = given[0];
    const isEndless = blocks.length === Number.POSITIVE_INFINITY;
    const complete = isEndless ? length : Math.floor(length / blocks.length) * blocks.length;
    for (let k = 0; k < sums.length; k++) writeScalars(arena, states[k], sums[k], scalars);
    if (pieces.placeWhole(given)) kernels.foldWhole(length, complete, ...operands);
    else {
      kernels.beginFold(...states);
      pieces.take(given, 0, complete);
      if (0 < complete && complete < length) kernels.collapseFold(...states);
      pieces.take(given, complete, length);
      kernels.observeFold(...states);
    }
    return sums.length === 1
      ? rowOf(scalarOf(arena, sums[0], states[0]))
      : sums.map((sum, k) => scalarOf(arena, sum, states[k]));
  };
}

/** What the kernels have left of a sum. */
function scalarOf({ heap }: Arena, sum: KernelSum, state: number): Scalar {
  const type = slotType(sum.setting.contract.sums[0]);
  return sum.valueOf(canonicalScalar(readElement(heap, type, state + STATE.result)));
}
