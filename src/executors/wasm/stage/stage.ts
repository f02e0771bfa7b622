import {
  COLUMN_TYPE_FACTS,
  type ElementType,
  SCALAR_TYPE_FACTS,
  type Scalar,
  type ScalarType,
  type StorageType,
} from "../../../values/element-types.ts";
import type { ColumnArray, StoredArray, StoredType } from "../../../values/value-types.ts";
import { type Arena, type Kernel, STAGE_LENGTH } from "../memory/arena.ts";
import { writeElement } from "../memory/elements.ts";
import { reverse } from "./kernels/convert.kernel.ts";
import { widen } from "./kernels/widen.kernel.ts";

/** How the values of a scan are placed against the elements: an exclusive scan gives what was known before each element. */
export type Shift = "inclusive" | "exclusive";

/**
 * Brings the elements of one call to where kernels can read them, in sequence order and accumulation type, and their values to where
 * they belong. What already lies right in the arena is used where it lies; all else passes through the arena's stages, a chunk at a time.
 *
 * One object serves all calls of a plan: `read` and `write` set it up.
 */
export interface Stage {
  /** Sets up the reading of `input`, which lies at `address` in the arena or, at −1, elsewhere; gives how many elements one `at` may ask for. */
  readonly read: (input: StoredArray, address: number) => number;
  /** The address of elements [start, start + length) of the sequence; valid until the next call. */
  readonly at: (start: number, length: number) => number;
  /** Sets up the writing of `output`, which lies at `address`; gives how many values one `place` may ask for. Comes after `read`. */
  readonly write: (output: ColumnArray, shift: Shift, address: number) => number;
  /** The address where the values of [start, start + length) of the sequence are to be written. */
  readonly place: (start: number, length: number) => number;
  /** Writes what stands before the first value of an exclusive scan; after `write`, and after any use of the output stage. */
  readonly lead: (initial: Scalar) => void;
  /** Puts the values of a chunk where they belong. */
  readonly flush: (start: number, length: number) => void;
  /** `read`, `at` and `end` for all of an input that is no longer than the stage. */
  readonly readWhole: (input: StoredArray, address: number) => number;
  /** Fills an output with the values of a whole input, which kernels wrote to the output stage; comes after `readWhole`. */
  readonly writeWhole: (output: ColumnArray) => void;
  /** Lets go of the caller's arrays: a plan is kept, what it worked on is not. */
  readonly end: () => void;
}

/** Below this length a loop is faster than making a view. */
const SHORT_COPY = 32;

/**
 * An array longer than this may lie on pages that have not been touched yet. Copies that meet such pages are a quarter slower than those that come
 * after a store on each, and these are best done for as many elements at once as the second-level cache holds (docs/notes/wasm-executor.md).
 */
const PAGED_LENGTH = 2 ** 21;
const REACH = 2 ** 15;
/** Elements of 8 bytes in 4 KiB; of shorter ones a page has two stores. */
const PAGE = 512;

const NO_ELEMENTS: ColumnArray = new Float64Array(0);

/** What passes through a stage: one column, or the elements of a contract that has only one. */
interface Staged {
  readonly type: StoredType; // of what comes
  readonly accumulate: ScalarType; // of what goes, and of what kernels see
  readonly isBackward: boolean;
}

/** A stage in an arena. */
export function openStage(arena: Arena, { type, accumulate, isBackward }: Staged): Stage {
  const { heap, inputStage, outputStage, rawStage } = arena;
  const inputBytes = COLUMN_TYPE_FACTS[type].bytes;
  const outputBytes = SCALAR_TYPE_FACTS[accumulate].bytes;
  const reverseInput = isBackward ? reverser(arena, type) : undefined;
  const reverseOutput = isBackward ? reverser(arena, accumulate) : undefined;
  const widenInput = accumulate === type ? undefined : widener(arena, type, accumulate);
  const isPlain = reverseInput === undefined && widenInput === undefined;
  const firstStage = isPlain ? inputStage : rawStage;

  let input: StoredArray = NO_ELEMENTS;
  let output: ColumnArray = NO_ELEMENTS;
  let inputAddress = -1; // in the arena, else −1
  let outputAddress = -1; // of the first value where it is written without a stage, else −1
  let generation = -1;
  let inputView: StoredArray; // all of the arena's memory, as elements that come and as values that go
  let outputView: ColumnArray;
  let chunkView: ColumnArray | undefined; // the last chunk that left: calls of one length leave by one view
  let chunkFrom = 0; // its first element in the arena
  let before = 0; // 1 for exclusive: the slot before a chunk's place holds the value before the chunk

  /** Brings the elements [from, from + length) of an array, in its own order, to where kernels read them; gives their address. */
  const bring = (array: StoredArray, arrayAddress: number, from: number, length: number): number => {
    let address = firstStage;
    if (arrayAddress >= 0) address = arrayAddress + from * inputBytes;
    else {
      const isAll = from === 0 && length === array.length;
      setElements(inputView, isAll ? array : array.subarray(from, from + length), firstStage / inputBytes);
    }
    if (reverseInput !== undefined) {
      // Between the raw and the input stage the output stage is still free.
      const target = widenInput === undefined ? inputStage : outputStage;
      reverseInput(address, target, length);
      address = target;
    }
    if (widenInput !== undefined) {
      widenInput(address, inputStage, length);
      address = inputStage;
    }
    return address;
  };

  const refresh = (): void => {
    if (generation === heap.generation) return;
    generation = heap.generation;
    inputView = heap.view(type);
    outputView = heap.view(accumulate);
    chunkView = undefined;
  };

  /** Puts the values at an address in sequence order to where they belong: `array`, from its element `to` on. */
  const leave = (address: number, array: ColumnArray, to: number, length: number): void => {
    let source = address;
    if (reverseOutput !== undefined) {
      reverseOutput(address, rawStage, length);
      source = rawStage;
    }
    const from = source / outputBytes;
    if (length < SHORT_COPY) {
      for (let i = 0; i < length; i++) array[to + i] = outputView[from + i];
      return;
    }
    if (chunkView?.length !== length || chunkFrom !== from) {
      chunkView = outputView.subarray(from, from + length);
      chunkFrom = from;
    }
    setElements(array, chunkView, to);
  };

  const place = (start: number): number =>
    outputAddress >= 0 ? outputAddress + start * outputBytes : outputStage;

  return {
    read(given, address) {
      refresh();
      input = given;
      inputAddress = address;
      return isPlain && inputAddress >= 0 ? Number.POSITIVE_INFINITY : STAGE_LENGTH;
    },
    at: (start, length) =>
      bring(input, inputAddress, isBackward ? input.length - start - length : start, length),
    write(given, shift, address) {
      output = given;
      before = shift === "exclusive" ? 1 : 0;
      // In place, an exclusive value would overwrite the element after it before that is read.
      const isDirect = address >= 0 && !isBackward && (before === 0 || address !== inputAddress);
      outputAddress = isDirect ? address + before * outputBytes : -1;
      return isDirect ? Number.POSITIVE_INFINITY : STAGE_LENGTH;
    },
    place,
    lead(initial) {
      writeElement(heap, accumulate, place(0) - outputBytes, initial);
    },
    flush(start, length) {
      if (outputAddress >= 0) return;
      const to = isBackward ? output.length - start - length : start;
      leave(outputStage - before * outputBytes, output, to, length);
      // Not in place, where what lies ahead is still to be read; beyond the ends of an array a store does nothing.
      if (
        output.length > PAGED_LENGTH &&
        (start + length) % REACH < length &&
        output.buffer !== input.buffer
      ) {
        const next = isBackward ? to - REACH : to + length;
        for (let i = 0; i < REACH; i += PAGE) output[next + i] = outputView[0];
      }
      if (before === 1) {
        const at = outputStage / outputBytes;
        (outputView as { [index: number]: Scalar })[at - 1] = outputView[at + length - 1];
      }
    },
    readWhole(given, address) {
      refresh();
      return bring(given, address, 0, given.length);
    },
    writeWhole(given) {
      leave(outputStage, given, 0, given.length);
    },
    end() {
      input = output = NO_ELEMENTS;
    },
  };
}

function setElements(target: StoredArray, source: StoredArray, at: number): void {
  (target as Float64Array).set(source as Float64Array, at);
}

function reverser(arena: Arena, type: StoredType): Kernel {
  return arena.kernels(`${type} reverse`, () => [reverse(type)]).reverse;
}

function widener(arena: Arena, type: StoredType, accumulate: ScalarType): Kernel {
  // Only elements widen, never bools.
  const kernel = () => [widen(type as StorageType, accumulate as ElementType)];
  return arena.kernels(`${type} ${accumulate} widen`, kernel).widen;
}
