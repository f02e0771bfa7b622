import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";
import { InternalError } from "../../../values/errors.ts";
import { type ColumnArray, type Columns, columnType } from "../../../values/value-types.ts";
import type { OnlineExecutor } from "../../executor.ts";
import type { Primitives } from "../../primitives.ts";
import type { Arena } from "../../wasm/memory/arena.ts";
import { copy } from "../../wasm/primitives/kernels/copy.kernel.ts";
import {
  CHUNK_LENGTH,
  elementsAt,
  type WorkMemory,
  type Workspace,
} from "../../wasm/primitives/work-memory.ts";
import type { Outcome, Task } from "../messages.ts";
import type { TextReader } from "../posted-contract.ts";
import type { RangeWork } from "./range-work.ts";

// What a thread has at hand for a range of a primitive: memory of its own, kernels, and the rules for using both.

/** What the tasks of a round of a primitive have in common, wherever they run. */
export interface RangeRound<Work extends RangeWork = RangeWork> {
  readonly work: Work;
  readonly input: Columns;
  readonly output: Columns;
}

/** Runs a range; the outcome is undefined where `isStopped` said so. */
export type RunRange = (round: RangeRound, task: Task, isStopped: () => boolean) => Outcome | undefined;

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

/**
 * Work memory for the pieces of a primitive, whose columns lie in library memory: all that a primitive of the wasm executor makes stays
 * there, where whoever works has a region, and ends with the task.
 */
interface RegionMemory {
  readonly work: WorkMemory;
  /** Runs a task; what its primitives have given is valid until it ends. */
  readonly task: <Result>(run: () => Result) => Result;
  /** Copies elements of columns in library memory, or, slower, of one elsewhere. */
  readonly copy: (from: ColumnArray, to: ColumnArray) => void;
}

/** Opens the memory of a region. */
export function openRegionMemory({ heap, kernels }: Arena): RegionMemory {
  const taken: { readonly address: number; readonly bytes: number }[] = [];
  const allocate = (bytes: number): number => {
    const address = heap.allocate(bytes);
    taken.push({ address, bytes });
    return address;
  };
  const copyBytes = (from: number, to: number, bytes: number): void => {
    kernels("copy", () => [copy()]).copy(from, to, bytes);
  };
  const newVector = (type: ScalarType, length: number): ColumnArray => {
    const address = allocate(length * SCALAR_TYPE_FACTS[type].bytes);
    return elementsAt(heap, type, address, length);
  };
  const copyVector = (from: ColumnArray, to: ColumnArray): void => {
    const source = heap.addressOf(from);
    const target = heap.addressOf(to);
    if (source >= 0 && target >= 0) copyBytes(source, target, from.byteLength);
    else (to as Uint8Array).set(from as Uint8Array);
  };
  const place = (vector: ColumnArray): number => {
    const known = heap.addressOf(vector);
    if (known >= 0) return known;
    const copied = newVector(columnType(vector), vector.length);
    copyVector(vector, copied);
    return heap.addressOf(copied);
  };
  const space: Workspace = {
    heap,
    kernels,
    allocate,
    place,
    give(type, address, length) {
      const vector = newVector(type, length);
      copyBytes(address, heap.addressOf(vector), vector.byteLength);
      return vector;
    },
    reader(vector) {
      const address = place(vector);
      return { at: (start) => address + start * vector.BYTES_PER_ELEMENT };
    },
    writer(type, length) {
      const array = newVector(type, length);
      const { bytes } = SCALAR_TYPE_FACTS[type];
      const address = allocate(CHUNK_LENGTH * bytes);
      return {
        address,
        array,
        flush: (start, count, from = address) =>
          copyBytes(from, heap.addressOf(array) + start * bytes, count * bytes),
      };
    },
  };
  return {
    work: { on: (_vectors, work) => work(space) },
    task(run) {
      try {
        return run();
      } finally {
        for (const { address, bytes } of taken.splice(0)) heap.release(address, bytes);
      }
    },
    copy: copyVector,
  };
}
