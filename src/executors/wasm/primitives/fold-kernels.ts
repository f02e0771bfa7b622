import { columnsOfChecked } from "../../../contracts/column-contract.ts";
import type { TypedContract } from "../../../contracts/contract.ts";
import { resolveContract } from "../../../contracts/resolve.ts";
import { convert } from "../../../operators/term.ts";
import type { Scalar } from "../../../values/element-types.ts";
import { type Columns, type Row, rowOf } from "../../../values/value-types.ts";
import type { Fold, FoldSum } from "../../primitives.ts";
import { type Blocks, fitOf } from "../families/dyadic/dyadic-kernels.ts";
import { blocksOf } from "../families/dyadic/family.ts";
import { rangePiece } from "../families/dyadic/kernels/dyadic-reduce.kernel.ts";
import { foldWhole } from "../families/dyadic/kernels/dyadic-whole.kernel.ts";
import { NO_BLOCKS as ENDLESS, STATE } from "../kernels/state.ts";
import { type Arena, type Kernel, type OwnArena, oncePerArena } from "../memory/arena.ts";
import { asElement, canonicalScalar, readElement, slotType } from "../memory/elements.ts";
import type { RunnerSetting } from "../runner.ts";
import { type Machine, servingExpression } from "../serving.ts";
import { settingOf } from "../setting.ts";
import { openExtremes } from "./fold-extremes.ts";
import { type FoldLift, liftOf } from "./fold-lift.ts";
import { foldRoom, type PieceKernel, pieceRunner, scalarsAt, writeScalars } from "./fold-pieces.ts";

/*
 * Folds by kernels that compute elements as they read them: one for each sum of a pass.
 *
 *   for each piece of the complete blocks, then of the tail:
 *     columns that lie elsewhere are copied to a stage;  each sum takes the piece into a state of its own
 *   the value of each sum
 *
 * All sums of a pass take a piece while it is in a cache, so that memory is read once. Sums with one column each are as fast as a record of them would be,
 * and need half the registers.
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

function isInLibrary(machine: Machine, columns: Columns): boolean {
  const library = machine.library();
  if (library === undefined) return false;
  for (const column of columns) if (library.heap.addressOf(column) >= 0) return true;
  return false;
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

interface SumKernels extends PieceKernel {
  readonly sum: KernelSum;
  readonly state: number;
  readonly collapse: Kernel;
  readonly observe: Kernel;
  readonly whole: Kernel;
}

function openPass(arena: OwnArena, { columns }: Fold, sums: readonly KernelSum[]): KernelPass {
  const { heap } = arena;
  const { states } = foldRoom(arena, sums.length, columns.length);
  const kernels = sums.map((sum, i) => kernelsOf(arena, sum, states[i]));
  const { take, placesOf } = pieceRunner(arena, columns, kernels);
  const { blocks, lift } = sums[0];
  const piece = rangePiece(16 / (lift.terms.laneBytes ?? 8));
  return (given, scalars) => {
    const { length } = given[0];
    const complete =
      blocks.length === Number.POSITIVE_INFINITY
        ? length
        : Math.floor(length / blocks.length) * blocks.length;
    if (kernels.length === 1 && length <= piece) {
      writeScalars(arena, states[0], sums[0], scalars);
      return rowOf(wholeOf(arena, kernels[0], placesOf(given), length, complete));
    }
    for (const { state, lift: own } of kernels) {
      begin(arena, state);
      writeScalars(arena, state, own, scalars);
    }
    take(given, 0, complete, piece);
    if (complete < length) {
      if (complete > 0) for (const { collapse: join, state } of kernels) join(state);
      take(given, complete, length, piece);
    }
    return kernels.map(({ sum, state, observe }) => {
      observe(state);
      const type = slotType(sum.setting.contract.sums[0]);
      return sum.valueOf(canonicalScalar(readElement(heap, type, state + STATE.result)));
    });
  };
}

function kernelsOf(arena: Arena, sum: KernelSum, state: number): SumKernels {
  const { setting, blocks, lift, key } = sum;
  const { subject } = setting;
  const made = arena.kernels(`fold ${setting.key} ${blocks.join} ${key}`, () =>
    foldWhole(subject, lift, blocks.join),
  );
  const operands = (count: number) => [state, 0, count, arena.scratch, scalarsAt(state)];
  const { foldRange: kernel, collapse, observe, foldWhole: whole } = made;
  return { sum, lift: sum, state, kernel, operands, collapse, observe, whole };
}

/** All elements by one call: what a few of them take is calls. */
function wholeOf(
  { scratch }: Arena,
  { sum, state, whole }: SumKernels,
  places: readonly number[],
  length: number,
  complete: number,
): Scalar {
  const addresses = sum.lift.reads.map(({ column }) => places[column]);
  const value = whole(state, length, complete, scratch, scalarsAt(state), ...addresses) as Scalar;
  return sum.valueOf(asElement(sum.setting.contract.sums[0], value));
}

/** An empty state. */
function begin({ heap }: Arena, state: number): void {
  const words = heap.view("i64");
  words[(state + STATE.inBlock) / 8] = 0n;
  words[(state + STATE.blockIndex) / 8] = 0n;
  words[(state + STATE.blockLength) / 8] = ENDLESS_WORD;
}

const ENDLESS_WORD = BigInt(ENDLESS);
