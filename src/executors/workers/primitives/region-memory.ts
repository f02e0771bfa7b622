import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { Arena } from "../../wasm/memory/arena.ts";
import { copy } from "../../wasm/primitives/kernels/copy.kernel.ts";
import {
  CHUNK_LENGTH,
  elementsAt,
  type WorkMemory,
  type Workspace,
} from "../../wasm/primitives/work-memory.ts";

/**
 * Work memory for the pieces of a primitive, whose columns lie in library memory: all that a primitive of the wasm executor makes stays
 * there, where whoever works has a region, and ends with the task.
 */
export interface RegionMemory {
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
