import { InternalError } from "../../../values/errors.ts";
import type { ColumnArray, Columns } from "../../../values/value-types.ts";
import type { OnlineExecutor } from "../../executor.ts";
import type { Primitives } from "../../primitives.ts";
import type { Arena } from "../../wasm/memory/arena.ts";
import type { Task } from "../messages.ts";
import type { TextReader } from "../posted-contract.ts";
import type { RangeWork } from "./range-work.ts";
import type { RegionMemory } from "./region-memory.ts";

/** What the tasks of a round of a primitive have in common, wherever they run. */
export interface RangeRound<Work extends RangeWork = RangeWork> {
  readonly work: Work;
  readonly input: Columns;
  readonly output: Columns;
}

/** What a thread works with. */
export interface RangeBench extends RegionMemory {
  readonly arena: Arena;
  readonly executor: OnlineExecutor; // whose passes work in the region
  readonly primitives: Primitives<ColumnArray>; // whose results live in the region, for one task
  readonly texts: TextReader;
  readonly isStopped: () => boolean; // to be asked after each chunk
}

/** Elements of one call of a kernel: engines put faster code in place between calls, and a round may be ended there. */
const CALL_LENGTH = 2 ** 16;

/** Calls `act` for parts of [start, end) until the round is ended. */
export function forParts(
  { isStopped }: RangeBench,
  { start, end }: Task,
  act: (start: number, end: number) => void,
): void {
  for (let from = start; from < end; from += CALL_LENGTH) {
    act(from, Math.min(end, from + CALL_LENGTH));
    if (isStopped()) return;
  }
}

/** The places that a task was told. */
export function placesOf({ at }: Task): readonly number[] {
  if (at === undefined) throw new InternalError("a task was not told where its results go");
  return at;
}

/** Where an element of a column in library memory is. A kernel that was told a wrong place would write over anything. */
export function addressIn({ arena }: RangeBench, column: ColumnArray, index: number): number {
  const address = arena.heap.addressOf(column);
  if (address < 0) throw new InternalError("a column of a range does not lie in library memory");
  return address + index * column.BYTES_PER_ELEMENT;
}
