import { type ColumnContract, derivedContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { EmptyInputError } from "../../../values/errors.ts";
import type { ColumnArray, Columns } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import { PoolCall, servedContract } from "../call.ts";
import type { Task } from "../messages.ts";
import { receivedContract } from "../posted-contract.ts";
import { refusalOf } from "../served.ts";
import { countNotAbove } from "./moves.ts";
import { nanosecondsOf, type PoolColumns } from "./pool-columns.ts";
import type { RangeBench, RangeRound } from "./range-bench.ts";
import type { WorkOf } from "./range-work.ts";

// Folds of segments: the calling thread's rounds first, then what a task does with its range.

/** Nanoseconds for each element beside those of its combine. */
const SEGMENTED = 2;

/** A segment of so many pieces is a giant: all workers compute it together. */
const GIANT_PIECES = 4;

/** Segments on a pool: some for each task, near a piece's length in all; giants one after the other, as calls of their own. */
export function poolSegments(columns: PoolColumns): Pick<Primitives<ColumnArray>, "segmented"> {
  return {
    async segmented(contract, observation, given, offsets, empty) {
      const { length } = given[0];
      if (columns.isAlone(length, SEGMENTED + nanosecondsOf(contract.terms), [...given, offsets])) {
        return columns.core.alone.segmented(contract, observation, given, offsets, empty);
      }
      if (observation === "reduce" && empty === undefined) checkNoneEmpty(offsets);
      const input = await columns.placed([...given, offsets]);
      const segmentCount = offsets.length - 1;
      const output = contract.sums.map((type) =>
        columns.fresh(type, observation === "reduce" ? segmentCount : length),
      );
      const { tasks, giants } = planSegments(columns, contract, observation, offsets);
      const work = {
        kind: "segmented",
        contract: columns.core.posted(contract),
        observation,
        empty,
      } as const;
      if (tasks.length > 0)
        await columns.round(work, input, output, tasks, workBytes(given, output, offsets, tasks));
      for (const segment of giants) {
        await foldGiant(columns, contract, observation, given.length, input, output, segment);
      }
      return output;
    },
  };
}

function checkNoneEmpty(offsets: ColumnArray): void {
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    if (offsets[segment] === offsets[segment + 1]) throw new EmptyInputError(`segment ${segment}`);
  }
}

interface SegmentPlan {
  readonly tasks: readonly Task[];
  readonly giants: readonly number[];
}

function planSegments(
  { core }: PoolColumns,
  contract: ColumnContract,
  observation: Observation,
  offsets: ColumnArray,
): SegmentPlan {
  const segmentCount = offsets.length - 1;
  const pieceLength = core.pieceLengthFor(Number(offsets[segmentCount]));
  const hasPieces = refusalOf({ contract, observation, allowQuadratic: false }) === undefined;
  const tasks: Task[] = [];
  const giants: number[] = [];
  for (let start = 0; start < segmentCount; ) {
    const first = Number(offsets[start]);
    const within = countNotAbove(offsets, first + pieceLength) - 1; // where the last segment ends that does so within a piece
    const end = Math.min(Math.max(within, start + 1), start + pieceLength);
    const isGiant = end === start + 1 && Number(offsets[end]) - first >= GIANT_PIECES * pieceLength;
    if (isGiant && hasPieces) giants.push(start);
    else tasks.push({ start, end });
    start = end;
  }
  return { tasks, giants };
}

/** What the longest task needs: its columns once more, twice over, and its offsets. */
function workBytes(given: Columns, output: Columns, offsets: ColumnArray, tasks: readonly Task[]): number {
  const rowBytes = [...given, ...output].reduce((sum, column) => sum + column.BYTES_PER_ELEMENT, 0);
  const bytes = tasks.map(
    ({ start, end }) =>
      2 * rowBytes * (Number(offsets[end]) - Number(offsets[start])) + 2 * (rowBytes + 4) * (end - start),
  );
  return bytes.reduce((most, each) => Math.max(most, each), 0);
}

async function foldGiant(
  { core, stop }: PoolColumns,
  contract: ColumnContract,
  observation: Observation,
  columnCount: number,
  input: Columns,
  output: Columns,
  segment: number,
): Promise<void> {
  const offsets = input[columnCount];
  const part = (column: ColumnArray): ColumnArray =>
    column.subarray(Number(offsets[segment]), Number(offsets[segment + 1]));
  const alone = derivedContract(contract, { segments: undefined });
  const call = new PoolCall(core, servedContract(alone), stop);
  const columns = input.slice(0, columnCount).map(part);
  if (observation !== "reduce") {
    await call.scan(observation, columns, output.map(part));
    return;
  }
  const value = await call.reduce(columns);
  for (const [k, column] of output.entries()) column.fill(value[k] as never, segment, segment + 1);
}

/** The segments of a range, as if there were no others. */
export function segmentedRange(
  { primitives, copy, texts }: RangeBench,
  { work, input, output }: RangeRound<WorkOf<"segmented">>,
  { start, end }: Task,
): undefined {
  const { observation, empty } = work;
  const offsets = (input[input.length - 1] as Uint32Array).subarray(start, end + 1);
  const [first, last] = [offsets[0], offsets[end - start]];
  const columns = input.slice(0, -1).map((column) => column.subarray(first, last));
  const contract = receivedContract(work.contract, texts);
  const results = primitives.segmented(contract, observation, columns, movedDown(offsets, first), empty);
  for (const [k, column] of (results as Columns).entries()) {
    copy(column, observation === "reduce" ? output[k].subarray(start, end) : output[k].subarray(first, last));
  }
}

function movedDown(offsets: Uint32Array, by: number): Uint32Array {
  const moved = new Uint32Array(offsets.length);
  for (let i = 0; i < offsets.length; i++) moved[i] = offsets[i] - by;
  return moved;
}
