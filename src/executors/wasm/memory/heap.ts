import { checkInteger } from "../../../values/check-arguments.ts";
import { checkName } from "../../../values/check-name.ts";
import { COLUMN_TYPE_FACTS, type StorageArray, type StorageType } from "../../../values/element-types.ts";
import { InvalidArgumentError, OutOfMemoryError, UnsupportedError } from "../../../values/errors.ts";
import {
  type ColumnsOf,
  STORED_TYPES,
  type StoredArray,
  type StoredType,
  viewStored,
} from "../../../values/value-types.ts";

const PAGE_BYTES = 65536;
const MAXIMUM_PAGES = 65536; // 4 GiB, all that 32-bit addresses reach
const ALIGNMENT_BYTES = 64; // one cache line
/** Address 0 stays unused, so that 0 never names an element. */
const FIRST_ADDRESS = 1024;
/** The last cache line of 4 GiB stays unused, so that the address behind an array is never 2^32, which is 0 to a kernel. */
export const ADDRESS_END = MAXIMUM_PAGES * PAGE_BYTES - ALIGNMENT_BYTES;

interface FreeRange {
  readonly start: number;
  readonly end: number;
}

interface Place {
  readonly array: StoredArray | undefined;
  readonly address: number;
}

const NOWHERE: Place = { array: undefined, address: -1 };

/** What the elements of a type are seen as; bools as bytes. */
type ViewOf<T extends StoredType> = T extends StorageType ? StorageArray<T> : Uint8Array;

/** A part of a shared memory that another thread's heap has set aside: its owner alone allocates there, and it does not grow. */
interface Attachment {
  readonly memory: WebAssembly.Memory;
  readonly start: number; // bytes, both multiples of a cache line
  readonly end: number;
}

/**
 * One WebAssembly memory with an allocator: first fit over a sorted list of free ranges, neighbours merged on release.
 *
 * A shared memory grows without detaching the views on it. An unshared one copies to and from JavaScript arrays 3 to 5 times faster
 * (V8 copies shared memory with relaxed atomics), but its views detach on growth, so none is handed out.
 */
export class Heap {
  declare readonly memory: WebAssembly.Memory;
  declare readonly isShared: boolean;
  readonly #buffers = new WeakSet<ArrayBufferLike>();
  readonly #canGrow: boolean;
  #free: FreeRange[] = [];
  #generation = 0;
  #views: Partial<Record<StoredType, StoredArray>> = {};
  #buffer: ArrayBufferLike;
  // The last two arrays that lie here: a program that has arrays of many types pays 10 ns and more for each look at one.
  #latest: Place = NOWHERE;
  #former: Place = NOWHERE;

  constructor(kind: "shared" | "unshared" | "fixed" | Attachment, initialBytes = 0) {
    const attachment = typeof kind === "object" ? kind : undefined;
    this.isShared = kind === "shared" || attachment !== undefined;
    this.#canGrow = kind === "shared" || kind === "unshared";
    this.memory =
      attachment?.memory ??
      (kind === "fixed"
        ? openFixedMemory()
        : openMemory(Math.ceil(initialBytes / PAGE_BYTES), this.isShared));
    this.#buffer = this.memory.buffer;
    this.#buffers.add(this.#buffer);
    this.#free.push({
      start: attachment?.start ?? FIRST_ADDRESS,
      end: Math.min(attachment?.end ?? this.#buffer.byteLength, ADDRESS_END),
    });
  }

  /** Notices that another thread has grown the memory: to be called between the calls of kernels. */
  refresh(): void {
    // Growth elsewhere may be known here only after a growth of one's own, be it by nothing.
    if (this.isShared) this.memory.grow(0);
    if (this.memory.buffer !== this.#buffer) this.#renew();
  }

  /** Whether `buffer` is this memory, before or after any growth. */
  owns(buffer: ArrayBufferLike): boolean {
    if (buffer === this.#buffer) return true;
    // Most arrays are JavaScript's own and unshared: settled without a look-up.
    return this.isShared !== buffer instanceof ArrayBuffer && this.#buffers.has(buffer);
  }

  /** Changes with every growth: views taken before are then of an old buffer. */
  get generation(): number {
    return this.#generation;
  }

  /** The address of an array in this memory, −1 for an array elsewhere. */
  addressOf(array: StoredArray): number {
    if (array === this.#latest.array) return this.#latest.address;
    if (array === this.#former.array) return this.#former.address;
    const address = array.byteOffset;
    // Most arrays of JavaScript's own start their buffer: settled without asking for it, which costs more.
    if (address < FIRST_ADDRESS || !this.owns(array.buffer)) return -1;
    if (this.#isFree(address)) {
      throw new InvalidArgumentError(
        "array",
        "one whose memory has not been given back",
        "one after release()",
      );
    }
    this.#former = this.#latest;
    this.#latest = { array, address };
    return address;
  }

  /** Whether a byte belongs to nobody: free ranges are few. */
  #isFree(address: number): boolean {
    return this.#free.some(({ start, end }) => start <= address && address < end);
  }

  /** All of the memory as elements of one type, bools as bytes. Ask again after an allocation: growth may have replaced it. */
  view<T extends StoredType>(type: T): ViewOf<T> {
    type View = ViewOf<T>;
    const known = this.#views[type];
    if (known !== undefined) return known as View;
    const { bytes } = COLUMN_TYPE_FACTS[type];
    const fresh = viewStored(type, this.#buffer, 0, Math.floor(this.#buffer.byteLength / bytes));
    this.#views[type] = fresh;
    return fresh as View;
  }

  /** The address of `bytes` bytes, a multiple of a cache line. @throws OutOfMemoryError */
  allocate(bytes: number): number {
    const size = roundUp(bytes);
    const find = (): number => this.#free.findIndex(({ start, end }) => end - start >= size);
    let index = find();
    if (index < 0) {
      this.#grow(size, bytes);
      index = find();
    }
    const { start, end } = this.#free[index];
    if (end - start === size) this.#free.splice(index, 1);
    else this.#free[index] = { start: start + size, end };
    return start;
  }

  /** Gives back what `allocate(bytes)` returned. */
  release(address: number, bytes: number): void {
    this.#latest = NOWHERE; // it may be of these bytes
    this.#former = NOWHERE;
    const end = address + roundUp(bytes);
    const at = this.#free.findIndex((range) => range.start > address);
    const index = at < 0 ? this.#free.length : at;
    const before = this.#free[index - 1];
    const after = this.#free[index];
    const joinsBefore = before !== undefined && before.end === address;
    const joinsAfter = after !== undefined && after.start === end;
    const merged = { start: joinsBefore ? before.start : address, end: joinsAfter ? after.end : end };
    this.#free.splice(joinsBefore ? index - 1 : index, (joinsBefore ? 1 : 0) + (joinsAfter ? 1 : 0), merged);
  }

  /** Bytes that could be allocated without growth, over all free ranges. */
  get freeBytes(): number {
    return this.#free.reduce((sum, { start, end }) => sum + end - start, 0);
  }

  /** Afterwards there is a free range of `size` bytes. @throws OutOfMemoryError */
  #grow(size: number, requestedBytes: number): void {
    const end = this.memory.buffer.byteLength;
    const last = this.#free.at(-1);
    const reusable = last !== undefined && last.end === end ? end - last.start : 0;
    const missing = Math.ceil((size - reusable) / PAGE_BYTES);
    // A quarter more than asked for, so that many small allocations do not mean many growths.
    const generous = Math.max(missing, Math.ceil(end / PAGE_BYTES / 4));
    const limit = `at most 4 GiB in all, ${end} bytes in use or free now`;
    for (const pages of this.#canGrow ? [generous, missing] : []) {
      const grownEnd = Math.min(end + pages * PAGE_BYTES, ADDRESS_END);
      if (end / PAGE_BYTES + pages > MAXIMUM_PAGES || reusable + grownEnd - end < size) continue;
      try {
        this.memory.grow(pages);
      } catch {
        continue;
      }
      this.#renew();
      this.release(end, grownEnd - end);
      return;
    }
    throw new OutOfMemoryError(requestedBytes, `library memory (${limit})`);
  }

  #renew(): void {
    this.#buffer = this.memory.buffer;
    this.#buffers.add(this.#buffer);
    this.#views = {};
    this.#generation++;
  }
}

/** An array in library memory, which kernels use without a copy. Its view stays attached when the library's memory grows. */
export interface Allocation<T extends StoredType> {
  readonly type: T;
  readonly array: ColumnsOf<T>; // shared memory: zeros at first
  /** Gives the memory back; the array must not be used any more. A second call does nothing. */
  release(): void;
  [Symbol.dispose](): void;
}

/** Allocates `length` elements of zeros in `heap`. @throws InvalidArgumentError, OutOfMemoryError */
export function allocateIn<T extends StoredType>(heap: Heap, type: T, length: number): Allocation<T> {
  checkName("type", STORED_TYPES, type);
  checkInteger("length", length);
  const bytes = length * COLUMN_TYPE_FACTS[type].bytes;
  const address = heap.allocate(bytes);
  // Not of `memory.buffer`, which another thread's growth may have replaced by one that the heap does not know yet.
  const array = viewStored(type, heap.view("bool").buffer, address, length);
  new Uint8Array(array.buffer, address, bytes).fill(0);
  let isLive = true;
  const release = (): void => {
    if (isLive) heap.release(address, bytes);
    isLive = false;
  };
  const allocation = { type, array, release, [DISPOSE]: release };
  return allocation as typeof allocation & Allocation<T>;
}

// Node 20 has no Symbol.dispose of its own; compiled `using` falls back to the registered symbol.
const DISPOSE: symbol = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** Whole cache lines, one at least, so that no two allocations have an address in common. */
function roundUp(bytes: number): number {
  return Math.ceil(Math.max(bytes, 1) / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
}

/** The largest of a few sizes that can be had; pages that are never touched cost address space only. */
function openFixedMemory(pages = MAXIMUM_PAGES / 4): WebAssembly.Memory {
  try {
    return openMemory(pages, false);
  } catch (error) {
    if (pages === MAXIMUM_PAGES / 256) throw error;
    return openFixedMemory(pages / 4);
  }
}

function openMemory(initial: number, isShared: boolean): WebAssembly.Memory {
  if (!mayCompile()) throw new UnsupportedError("WebAssembly", ...NO_WEBASSEMBLY);
  return new WebAssembly.Memory({ initial, maximum: MAXIMUM_PAGES, shared: isShared });
}

/** A page's policy may allow memories and forbid code, so the empty module is compiled. */
function mayCompile(): boolean {
  if (typeof WebAssembly !== "object") return false;
  try {
    new WebAssembly.Module(Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00));
    return true;
  } catch {
    return false;
  }
}

export const NO_WEBASSEMBLY = [
  "this page or host does not allow it",
  'import from "samebits/javascript", which uses neither WebAssembly nor code generation',
] as const;
