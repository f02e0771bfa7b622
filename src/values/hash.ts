import { canonicalizeNaNs } from "./bits.ts";
import { checkList } from "./check-arguments.ts";
import { checkBytes, checkElements } from "./check-arrays.ts";
import type { ElementArray } from "./element-types.ts";
import type { ColumnArray } from "./value-types.ts";

// FNV-1a 64: offset basis and prime (2^40 + 0x1b3), kept as two 32-bit halves because BigInt costs 30 times more.
const OFFSET_HIGH = 0xcbf29ce4;
const OFFSET_LOW = 0x84222325;
const PRIME_LOW = 0x1b3;
const NAN_WINDOW = 1 << 16;

const START: HashState = { high: OFFSET_HIGH, low: OFFSET_LOW };

/** FNV-1a 64 of bytes, as 16 hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
  return finish(mixBytes(START, bytes));
}

/**
 * FNV-1a 64 over the little-endian bytes of an array, NaNs canonical, as 16 hexadecimal digits.
 *
 * Equal hashes of float data are evidence of equal bits, not proof. The array is not changed.
 */
export function hashArray(array: ElementArray): string {
  return finish(mixColumn(START, checkElements("array", array)));
}

/** The same over the bytes of one column after the other. */
export function hashColumns(columns: readonly ColumnArray[]): string {
  const given = checkList("columns", columns, "columns");
  return finish(given.map((column, i) => columnAs(`columns[${i}]`, column)).reduce(mixColumn, START));
}

/** A hash of arrays that come one after the other: that of one array with all their elements, of bools with all their bytes. */
export interface RunningHash {
  add(array: ColumnArray): void;
  digits(): string;
}

/** `hashArray` of an array that comes in parts, or `hashColumns` of columns. */
export function openHash(): RunningHash {
  let state = START;
  return {
    add(array) {
      state = mixColumn(state, columnAs("array", array));
    },
    digits: () => finish(state),
  };
}

/** A column of elements, or of bools. */
function columnAs(name: string, column: unknown): ColumnArray {
  return column instanceof Uint8Array ? checkBytes(name, column) : checkElements(name, column);
}

function mixColumn(before: HashState, array: ColumnArray): HashState {
  let state = before;
  const isFloat = array instanceof Float64Array || array instanceof Float32Array;
  for (let start = 0; start < array.length; start += NAN_WINDOW) {
    const end = Math.min(start + NAN_WINDOW, array.length);
    const window = isFloat ? array.slice(start, end) : array.subarray(start, end);
    if (isFloat) canonicalizeNaNs(window as ElementArray);
    state = mixBytes(state, new Uint8Array(window.buffer, window.byteOffset, window.byteLength));
  }
  return state;
}

interface HashState {
  readonly high: number;
  readonly low: number;
}

function mixBytes(state: HashState, bytes: Uint8Array): HashState {
  let { high, low } = state;
  for (let i = 0; i < bytes.length; i++) {
    low ^= bytes[i];
    // The low half in two quarters, so that no product leaves 31 bits: twice as fast as one exact product in a double.
    const first = (low & 0xffff) * PRIME_LOW;
    const second = (low >>> 16) * PRIME_LOW + (first >>> 16);
    high = (Math.imul(high, PRIME_LOW) + (second >>> 16) + (low << 8)) | 0;
    low = (second << 16) | (first & 0xffff);
  }
  return { high, low };
}

function finish({ high, low }: HashState): string {
  return (high >>> 0).toString(16).padStart(8, "0") + (low >>> 0).toString(16).padStart(8, "0");
}
