import { emittableTerms } from "../../../codegen/wasm/term.ts";
import { laneBytesOf } from "../../../codegen/wasm/vector-operations.ts";
import { columnsOfChecked } from "../../../contracts/column-contract.ts";
import type { TypedContract } from "../../../contracts/contract.ts";
import { resolveContract } from "../../../contracts/resolve.ts";
import { convert, left, operandsOf, right, type Term, withOperands } from "../../../operators/term.ts";
import { nodeText, termList } from "../../../operators/term-list.ts";
import type { Scalar, ScalarType } from "../../../values/element-types.ts";
import type { ColumnArray, Columns, Row } from "../../../values/value-types.ts";
import type { Fold, FoldSum } from "../../primitives.ts";
import { type Blocks, fitOf } from "../families/dyadic/dyadic-kernels.ts";
import { blocksOf } from "../families/dyadic/family.ts";
import { collapse, observeDyadic } from "../families/dyadic/kernels/dyadic-element.kernel.ts";
import { foldRange, rangePiece } from "../families/dyadic/kernels/dyadic-reduce.kernel.ts";
import type { ColumnRead, Lift } from "../kernels/lifted-elements.ts";
import { NO_BLOCKS as ENDLESS, STATE, STATE_BYTES } from "../kernels/state.ts";
import { type Arena, type Kernel, type OwnArena, oncePerArena } from "../memory/arena.ts";
import { canonicalScalar, readElement, slotType, writeElement } from "../memory/elements.ts";
import type { RunnerSetting } from "../runner.ts";
import { type Machine, servingExpression } from "../serving.ts";
import { settingOf } from "../setting.ts";

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
interface KernelSum {
  readonly setting: RunnerSetting;
  readonly blocks: Blocks;
  readonly lift: Lift;
  readonly scalars: readonly number[]; // by place in the lift
  readonly key: string;
  readonly valueOf: (value: Scalar) => Scalar;
}

type KernelPass = (columns: Columns, scalars: Row) => Row;

/** A pass by kernels; undefined where a sum of it has no lanes, no identity, or no blocks of a power of two. */
export function kernelPass(machine: Machine, fold: Fold, sums: readonly FoldSum[]): KernelPass | undefined {
  const known: KernelSum[] = [];
  for (const sum of sums) {
    const kernelSum = kernelSumOf(machine, fold, sum) ?? kernelSumOfFlags(machine, fold, sum);
    if (kernelSum === undefined || kernelSum.blocks.length !== (known[0] ?? kernelSum).blocks.length)
      return undefined;
    known.push(kernelSum);
  }
  const used = fold.columns.map((_, k) =>
    known.some(({ lift }) => lift.reads.some(({ column }) => column === k)),
  );
  const placed = oncePerArena(machine, (arena) => openPass(arena, fold, known, used));
  return (columns, scalars) => {
    const library = machine.library();
    let isInLibrary = false;
    for (let k = 0; k < columns.length; k++) {
      if (library !== undefined && library.heap.addressOf(columns[k]) >= 0) isInLibrary = true;
    }
    return placed(isInLibrary)(columns, scalars);
  };
}

function kernelSumOf(machine: Machine, fold: Fold, { contract, lift }: FoldSum): KernelSum | undefined {
  const { sums, types, direction, initial, identity } = contract;
  if (sums.length > 1 || sums[0] !== types[0] || sums[0] === "bool") return undefined;
  if (direction === "backward" || initial !== undefined || identity === undefined) return undefined;
  const setting = settingOf(machine, contract);
  const blocks = blocksOf(servingExpression(machine, setting, "reduce"));
  if (blocks === undefined || !fitOf(setting, blocks).inRanges) return undefined;
  const lifted = liftOf(fold, lift[0], sums[0]);
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

/** The term of an element over reads and scalars, where both have lanes as wide as the sum's. */
function liftOf(
  { columns }: Fold,
  term: Term,
  sum: ScalarType,
): Pick<KernelSum, "lift" | "scalars" | "key"> | undefined {
  const reads: ColumnRead[] = [];
  const scalars: number[] = [];
  const types: ScalarType[] = [];
  const read = (column: number, type: ScalarType): Term => {
    const stored = columns[column];
    const found = reads.findIndex((each) => each.column === column && each.type === type);
    return left(type, found >= 0 ? found : reads.push({ column, stored, type }) - 1);
  };
  const known = new Map<Term, Term>();
  const made = (given: Term): Term => {
    const before = known.get(given);
    if (before !== undefined) return before;
    const fresh = rewritten(given);
    known.set(given, fresh);
    return fresh;
  };
  const rewritten = (given: Term): Term => {
    if (given.kind === "left") return read(given.column, given.type);
    if (given.kind === "right") {
      const found = scalars.indexOf(given.column);
      if (found >= 0) return right(given.type, found);
      types.push(given.type);
      return right(given.type, scalars.push(given.column) - 1);
    }
    if (
      given.kind === "convert" &&
      given.operand.kind === "left" &&
      isReadAs(given.operand.type, given.type)
    ) {
      return read(given.operand.column, given.type);
    }
    return withOperands(given, operandsOf(given).map(made));
  };
  const hasNumbers = termList([term]).nodes.some(
    (node) => node.term.kind === "left" && node.term.column === columns.length,
  );
  if (hasNumbers) return undefined;
  const root = made(term);
  if (scalars.length > MOST_SCALARS) return undefined;
  const widths = [sum, ...reads.map(({ type }) => type), ...types];
  // No single operation: that would look at column 0 on both sides.
  const terms = { ...emittableTerms(widths, [root]), single: undefined };
  if (terms.laneBytes === undefined || terms.laneBytes !== laneBytesOf([sum])) return undefined;
  const { nodes } = terms.list;
  const text = nodes.map(({ term: node, operands }) => nodeText(node, operands)).join(";");
  const key = `${reads.map(({ column, stored, type }) => `${column}:${stored}:${type}`).join()} ${text}`;
  return { lift: { terms, reads, scalars: types }, scalars, key };
}

/** Whether a vector of narrower elements, or of integers for which lanes have no conversion, is read as one of doubles or long integers. */
function isReadAs(stored: ScalarType, type: ScalarType): boolean {
  if (stored === "bool") return false;
  if (type === "f64") return stored !== "f64";
  const isLong = type === "i64" || type === "u64";
  return isLong && (stored === "i32" || stored === "u32");
}

interface SumKernels {
  readonly sum: KernelSum;
  readonly state: number;
  readonly scalars: number; // address
  readonly foldRange: Kernel;
  readonly collapse: Kernel;
  readonly observe: Kernel;
}

/** Places that every pass in an arena uses, one after the other: states and scalars of sums, stages of columns. */
interface FoldRoom {
  readonly sums: number[]; // addresses
  readonly stages: number[];
}

const roomOf = new WeakMap<Arena, FoldRoom>();

/** Elements of a stage, which hold a whole number of pieces. */
const STAGED = 16_384;
const MOST_SCALARS = 16;

function openPass(
  arena: OwnArena,
  { columns }: Fold,
  sums: readonly KernelSum[],
  used: readonly boolean[],
): KernelPass {
  const { heap } = arena;
  const room = roomOf.get(arena) ?? { sums: [], stages: [] };
  roomOf.set(arena, room);
  while (room.sums.length < sums.length) room.sums.push(heap.allocate(STATE_BYTES + 8 * MOST_SCALARS));
  while (room.stages.length < columns.length) room.stages.push(heap.allocate(STAGED * 8));
  const kernels = sums.map((sum, i) => kernelsOf(arena, sum, room.sums[i]));
  const run = pieceRunner(arena, columns, kernels, room.stages, used);
  const { blocks, lift } = sums[0];
  const piece = rangePiece(16 / (lift.terms.laneBytes ?? 8));
  return (given, scalars) => {
    const { length } = given[0];
    for (const each of kernels) begin(arena, each, scalars);
    const complete =
      blocks.length === Number.POSITIVE_INFINITY
        ? length
        : Math.floor(length / blocks.length) * blocks.length;
    run(given, 0, complete, piece);
    if (complete < length) {
      if (complete > 0) for (const { collapse: join, state } of kernels) join(state);
      run(given, complete, length, piece);
    }
    const row: Scalar[] = [];
    for (const { sum, state, observe } of kernels) {
      observe(state);
      const type = slotType(sum.setting.contract.sums[0]);
      row.push(sum.valueOf(canonicalScalar(readElement(heap, type, state + STATE.result))));
    }
    return row;
  };
}

function kernelsOf(arena: Arena, sum: KernelSum, state: number): SumKernels {
  const { setting, blocks, lift, key } = sum;
  const { subject } = setting;
  const {
    foldRange: fold,
    collapse: join,
    observe,
  } = arena.kernels(`fold ${setting.key} ${blocks.join} ${key}`, () => [
    foldRange(subject, lift),
    collapse(subject),
    observeDyadic(subject, blocks.join),
  ]);
  return { sum, state, scalars: state + STATE_BYTES, foldRange: fold, collapse: join, observe };
}

/** An empty state, and the scalars that the sum looks at. */
function begin({ heap }: Arena, { sum, state, scalars: address }: SumKernels, scalars: Row): void {
  const words = heap.view("i64");
  words[(state + STATE.inBlock) / 8] = 0n;
  words[(state + STATE.blockIndex) / 8] = 0n;
  words[(state + STATE.blockLength) / 8] = BigInt(ENDLESS);
  for (let i = 0; i < sum.scalars.length; i++) {
    writeElement(heap, sum.lift.scalars[i], address + 8 * i, scalars[sum.scalars[i]]);
  }
}

/** Lets all sums take the elements of a range, a piece at a time; all at once where one sum alone reads them where they lie. */
function pieceRunner(
  { heap, scratch }: Arena,
  types: readonly ScalarType[],
  kernels: readonly SumKernels[],
  stages: readonly number[],
  used: readonly boolean[],
): (columns: Columns, start: number, end: number, piece: number) => void {
  const lying = types.map(() => 0); // addresses of columns, −1 for those that lie elsewhere
  const places = types.map(() => 0); // of a piece of them
  const operands = kernels.map(({ sum, state, scalars }) => [
    ...[state, 0, 0, scratch, scalars],
    ...sum.lift.reads.map(() => 0),
  ]);

  function place(column: ColumnArray, k: number, from: number, count: number): void {
    const bytes = column.BYTES_PER_ELEMENT;
    if (lying[k] >= 0) {
      places[k] = lying[k] + from * bytes;
      return;
    }
    const part = from === 0 && count === column.length ? column : column.subarray(from, from + count);
    (heap.view(types[k]) as Uint8Array).set(part as Uint8Array, stages[k] / bytes);
    places[k] = stages[k];
  }
  return (columns, start, end, piece) => {
    let isStaged = false;
    for (let k = 0; k < types.length; k++) {
      lying[k] = used[k] ? heap.addressOf(columns[k]) : 0;
      if (lying[k] < 0) isStaged = true;
    }
    const step = isStaged || kernels.length > 1 ? piece : end - start;
    for (let from = start; from < end; from += step) {
      const count = Math.min(step, end - from);
      for (let k = 0; k < types.length; k++) if (used[k]) place(columns[k], k, from, count);
      for (let i = 0; i < kernels.length; i++) {
        const { sum, foldRange: fold } = kernels[i];
        const { reads } = sum.lift;
        const given = operands[i];
        given[2] = count;
        for (let r = 0; r < reads.length; r++) given[5 + r] = places[reads[r].column];
        fold(...given);
      }
    }
  };
}
