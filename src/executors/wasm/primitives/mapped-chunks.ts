import { binary, left, right, type Term } from "../../../operators/term.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { ElementSource, MappedElements } from "../../primitives.ts";
import { type Arena, type Arenas, isInLibrary } from "../memory/arena.ts";
import type { Width } from "./kernels/select-elements.kernel.ts";
import { mapKernel } from "./map-columns.ts";
import { selectionKernels } from "./select-columns.ts";
import { spreadReader } from "./spread-reader.ts";
import { elementsAt, type Workspace } from "./work-memory.ts";

/*
 * Elements that are computed from sources a chunk at a time, and kept or not, so that folds need no columns between.
 */

/**
 * Elements of a fused fold that are computed at a time, by one call of a kernel and with one view. Of 2,048 … 32,768 the folds of 2^20
 * elements took 1.0, 0.7, 0.7, 0.7 and 0.5 ns for each i32, and columns of records have to stay in a cache together.
 */
export const MAPPED_LENGTH = 16_384;

/** The address of a source's elements [start, start + count), valid until the next. They are asked for in any order, cheapest one chunk after the other. */
function sourceReader(
  space: Workspace,
  source: ElementSource<ColumnArray>,
): (start: number, count: number) => number {
  if (source.kind === "column") {
    const { vector, spread } = source;
    return spread === undefined
      ? columnReader(space, vector)
      : spreadReader(space, vector, spread, MAPPED_LENGTH);
  }
  const type = source.kind === "value" ? source.type : "u32";
  const filled = (value: number | bigint): number => {
    const address = space.allocate(MAPPED_LENGTH * SCALAR_TYPE_FACTS[type].bytes);
    elementsAt(space.heap, type, address, MAPPED_LENGTH).fill(value as never);
    return address;
  };
  if (source.kind === "value") {
    const address = filled(source.value);
    return () => address;
  }
  const step = filled(MAPPED_LENGTH);
  const numbers = filled(0);
  const { kernel } = mapKernel(space.kernels, [binary("add", left("u32"), right("u32"))]);
  let next: number | undefined;
  return (start, count) => {
    if (start === next) kernel(numbers, step, numbers, MAPPED_LENGTH);
    else numberFrom(elementsAt(space.heap, type, numbers, count), start);
    next = count === MAPPED_LENGTH ? start + MAPPED_LENGTH : undefined;
    return numbers;
  };
}

function numberFrom(view: ColumnArray, start: number): void {
  for (let i = 0; i < view.length; i++) view[i] = start + i;
}

function columnReader(
  { heap, allocate }: Workspace,
  vector: ColumnArray,
): (start: number, count: number) => number {
  const bytes = vector.BYTES_PER_ELEMENT;
  const known = heap.addressOf(vector);
  if (known >= 0) return (start) => known + start * bytes;
  const buffer = allocate(MAPPED_LENGTH * bytes);
  return (start, count) => {
    const view = heap.view(columnType(vector)) as Uint8Array;
    view.set(vector.subarray(start, start + count) as Uint8Array, buffer / bytes);
    return buffer;
  };
}

type Columns = readonly ColumnArray[];

/** Which elements are wanted: of those that the sources' [start, end) give, `most` behind the first `skipped`. */
interface MappedRange {
  readonly start: number;
  readonly end: number;
  readonly skipped?: number; // of elements that are kept; default: 0
  readonly most?: number; // of elements that are kept; default: all
}

/** Elements as they are computed in a workspace: in whole chunks, which the kernels of folds like best. */
interface MappedChunks {
  /** No elements: with these a pass can allocate, so that the views of chunks stay as they are from then on. */
  readonly none: () => Columns;
  /** The elements of a range; each chunk is valid until the next. */
  readonly of: (range: MappedRange) => Iterable<Columns>;
}

/** A buffer of a chunk. */
interface Buffer {
  readonly type: ScalarType;
  readonly address: number;
}

interface Buffers {
  readonly space: Workspace;
  readonly compute: (start: number, count: number) => void; // a chunk's elements, to `made`
  readonly made: readonly Buffer[]; // by term, then the flags, if there are any
  readonly outputs: readonly Buffer[]; // what a fold reads; twice as long where elements are kept or not
}

/** Where the work is done: in library memory, if a column lies there. */
export function arenaOf(arenas: Arenas, { sources }: MappedElements<ColumnArray>): Arena {
  const library = arenas.library();
  const vectors = sources.flatMap((source) => (source.kind === "column" ? [source.vector] : []));
  return library !== undefined && isInLibrary(arenas, vectors) ? library : arenas.staging();
}

/** Allocates what elements are computed in: by one kernel, the flags along with the elements. */
export function mappedChunks(
  space: Workspace,
  { terms, keep, sources }: Omit<MappedElements<ColumnArray>, "length">,
): MappedChunks {
  const bufferOf = (type: ScalarType, chunks: number): Buffer => {
    return { type, address: space.allocate(chunks * MAPPED_LENGTH * SCALAR_TYPE_FACTS[type].bytes) };
  };
  const all: readonly Term[] = keep === undefined ? terms : [...terms, keep];
  const { kernel, leaves } = mapKernel(space.kernels, all);
  const readers = sources.map((source) => sourceReader(space, source));
  const made = all.map(({ type }) => bufferOf(type, 1));
  const outputs = keep === undefined ? made : terms.map(({ type }) => bufferOf(type, 2));
  const targets = made.map(({ address }) => address);
  const compute = (start: number, count: number): void => {
    const places = readers.map((read) => read(start, count));
    kernel(...leaves.map(({ column }) => places[column]), ...targets, count);
  };
  const buffers = { space, compute, made, outputs };
  return {
    none: () => viewsOf(buffers, 0),
    of: (range) => (keep === undefined ? allOf(buffers, range) : keptOf(buffers, range)),
  };
}

function viewsOf({ space: { heap }, outputs }: Buffers, count: number): Columns {
  return outputs.map(({ type, address }) => elementsAt(heap, type, address, count));
}

function* allOf(buffers: Buffers, { start, end }: MappedRange): Generator<Columns> {
  for (let from = start; from < end; from += MAPPED_LENGTH) {
    const count = Math.min(MAPPED_LENGTH, end - from);
    buffers.compute(from, count);
    yield viewsOf(buffers, count);
  }
}

function* keptOf(buffers: Buffers, { start, end, skipped = 0, most = end }: MappedRange): Generator<Columns> {
  let [waiting, unwanted, left] = [0, skipped, most];
  for (let from = start; from < end && left > 0; from += MAPPED_LENGTH) {
    const count = Math.min(MAPPED_LENGTH, end - from);
    buffers.compute(from, count);
    waiting += compactTo(buffers, waiting, count);
    const dropped = Math.min(unwanted, waiting);
    if (dropped > 0) moveDown(buffers, dropped, waiting - dropped);
    unwanted -= dropped;
    waiting -= dropped;
    const ready = Math.min(MAPPED_LENGTH, left);
    if (waiting < ready) continue;
    yield viewsOf(buffers, ready);
    left -= ready;
    waiting -= ready;
    moveDown(buffers, ready, waiting);
  }
  const rest = Math.min(waiting, left);
  if (rest > 0) yield viewsOf(buffers, rest);
}

/** Puts what is kept of a chunk behind the elements that wait; gives how many that are. */
function compactTo({ space: { kernels }, made, outputs }: Buffers, waiting: number, count: number): number {
  const flags = made[outputs.length].address;
  let kept = 0;
  outputs.forEach(({ type, address }, k) => {
    const { bytes } = SCALAR_TYPE_FACTS[type];
    const to = address + waiting * bytes;
    kept = Number(selectionKernels(kernels, bytes as Width).compact(made[k].address, flags, to, count));
  });
  return kept;
}

function moveDown({ space: { heap }, outputs }: Buffers, from: number, count: number): void {
  for (const { type, address } of outputs) {
    const first = address / SCALAR_TYPE_FACTS[type].bytes;
    heap.view(type).copyWithin(first, first + from, first + from + count);
  }
}
