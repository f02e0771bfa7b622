import { SCALAR_TYPE_FACTS, type ScalarType } from "../../../values/element-types.ts";
import { imageBits } from "../../../values/total-order.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { SortOrder } from "../../primitives.ts";
import type { Kernels } from "../memory/arena.ts";
import { insert } from "./kernels/insertion.kernel.ts";
import type { KeyOrder } from "./kernels/key-code.ts";
import * as radix from "./kernels/radix.kernel.ts";
import { gather, iota } from "./move-columns.ts";
import type { ColumnParts } from "./parts.ts";
import type { Workspace } from "./work-memory.ts";

/*
 * Sorts by digits or by insertion, with what moves along: which way is the faster, and the passes over all keys.
 */

type Columns = readonly ColumnArray[];

interface Sorted {
  readonly keys: ColumnArray;
  readonly payload: Columns;
}

/** Up to this length insertion is faster than the tables of digits. */
const LONGEST_INSERTION = 64;

/** Up to this length an engine's own sort of keys alone is faster than copying them to where a kernel can. */
const LONGEST_BUILT_IN = 512;

/** Keys that a kernel takes at a time. */
const RANGE_LENGTH = 65536;

/** Keys in order with their payload: one column moves with them, more than one are gathered afterwards, by indices that moved in their place. */
export function sortColumns(
  parts: ColumnParts,
  keys: ColumnArray,
  payload: Columns,
  order: SortOrder,
): Sorted {
  const [low, high] = order.bits;
  if (keys.length < 2 || low === high) return copiesOf(keys, payload);
  if (payload.length > 1) {
    const { keys: inOrder, moved: indices } = sortPair(parts, keys, "index", order);
    for (const { length } of payload) parts.counts.moved += length;
    return { keys: inOrder, payload: payload.map((column) => gather(column, indices as ColumnArray)) };
  }
  if (payload.length === 0 && keys.length <= LONGEST_BUILT_IN && high - low === imageBits(columnType(keys))) {
    const inOrder = sortBuiltIn(keys, order.isDescending);
    if (inOrder !== undefined) {
      parts.counts.sortBuiltIn += keys.length;
      return { keys: inOrder, payload };
    }
  }
  const { keys: inOrder, moved } = sortPair(parts, keys, payload[0], order);
  return { keys: inOrder, payload: moved === undefined ? [] : [moved] };
}

function copiesOf(keys: ColumnArray, payload: Columns): Sorted {
  return { keys: keys.slice(), payload: payload.map((column) => column.slice()) };
}

/**
 * The engine's own sort, which has the same total order. It is not stable, which shows only where equal keys differ in their bits: undefined
 * for more than one NaN.
 */
function sortBuiltIn(keys: ColumnArray, isDescending: boolean): ColumnArray | undefined {
  const inOrder = keys.slice().sort() as ColumnArray;
  if (Number.isNaN(inOrder[inOrder.length - 2])) return undefined;
  return isDescending ? inOrder.reverse() : inOrder;
}

interface SortedPair {
  readonly keys: ColumnArray;
  readonly moved: ColumnArray | undefined;
}

/** Keys in order and one column that moved with them: one that is given, or the indices of the keys. */
function sortPair(
  { work, counts }: ColumnParts,
  keys: ColumnArray,
  given: ColumnArray | "index" | undefined,
  { isDescending, bits }: SortOrder,
): SortedPair {
  const order: KeyOrder = { type: columnType(keys), isDescending };
  const column = typeof given === "object" ? given : undefined;
  const payload = given === "index" ? "index" : ((column?.BYTES_PER_ELEMENT ?? "none") as radix.Payload);
  return work.on(column === undefined ? [keys] : [keys, column], (space) => {
    const job: Job = {
      space,
      order,
      payload,
      length: keys.length,
      bits,
      distances: distancesOf(order.type, bits),
      keys: turnsOf(space, keys, keys.BYTES_PER_ELEMENT * keys.length),
      moved: turnsOf(space, column, radix.payloadBytesOf(payload) * keys.length),
    };
    const isMoved = keys.length <= LONGEST_INSERTION ? insertAll(job, counts) : moveDigits(job, counts);
    const movedType = column === undefined ? "u32" : columnType(column);
    if (!isMoved) {
      return { keys: keys.slice(), moved: given === "index" ? iota(keys.length) : column?.slice() };
    }
    return {
      keys: space.give(order.type, job.keys.address(), keys.length),
      moved: payload === "none" ? undefined : space.give(movedType, job.moved.address(), keys.length),
    };
  });
}

/** One sort of a key column, with at most one other. */
interface Job {
  readonly space: Workspace;
  readonly order: KeyOrder;
  readonly payload: radix.Payload;
  readonly length: number;
  readonly bits: readonly [low: number, high: number];
  readonly distances: readonly [left: number, right: number];
  readonly keys: Turns;
  readonly moved: Turns;
}

/** How far an image is shifted to the left and then to the right for only `bits` to be left of it. */
function distancesOf(type: ScalarType, [low, high]: SortOrder["bits"]): readonly [number, number] {
  const width = SCALAR_TYPE_FACTS[type].bytes === 8 ? 64 : 32;
  return [width - high, width - high + low];
}

/** A column that goes from one place to another: from where it was given, and then back and forth between two places. */
interface Turns {
  readonly address: () => number; // where it is now
  /** Where it goes next; from then on it is there. */
  readonly turn: () => number;
}

function turnsOf(space: Workspace, column: ColumnArray | undefined, bytes: number): Turns {
  let address = column === undefined ? 0 : space.place(column);
  let isOurs = column !== undefined && space.heap.addressOf(column) < 0;
  let free: number | undefined;
  return {
    address: () => address,
    turn() {
      const next = free ?? space.allocate(bytes);
      free = isOurs ? address : undefined;
      address = next;
      isOurs = true;
      return address;
    },
  };
}

/** The few by insertion. */
function insertAll(
  { space, order, payload, length, distances, keys, moved }: Job,
  counts: ColumnParts["counts"],
): true {
  const { insert: kernel } = kernelsOf(space, "insert", order, payload, () => [insert(order, payload)]);
  const from = keys.address();
  const movedFrom = moved.address();
  kernel(from, length, keys.turn(), movedFrom, payload === "none" ? 0 : moved.turn(), ...distances);
  counts.insertion += length;
  return true;
}

/** Digit by digit. False where all keys are in order as they are. */
function moveDigits(job: Job, counts: ColumnParts["counts"]): boolean {
  const { space, payload, length, bits } = job;
  const [low, high] = bits;
  const digitCount = Math.ceil((high - low) / radix.DIGIT_BITS);
  const tables = space.allocate(digitCount * radix.TABLE_BYTES);
  const found = countAll(job, digitCount, tables);
  if ((found & radix.FINDINGS.isDisordered) === 0) return false;
  const order = { ...job.order, hasNoNaN: (found & radix.FINDINGS.hasNaN) === 0 };
  const { startDigits } = space.kernels("sort start", () => [radix.startDigits()]);
  let moving = payload;
  for (let digit = 0; digit < digitCount; digit++) {
    const table = tables + digit * radix.TABLE_BYTES;
    if (startDigits(table, length) === 1) continue;
    const shift = low + digit * radix.DIGIT_BITS;
    const mask = 2 ** Math.min(radix.DIGIT_BITS, high - shift) - 1;
    movePass({ ...job, order, payload: moving }, { table, shift, mask }, counts);
    if (moving === "index") moving = 4;
    counts.order += length;
  }
  return true;
}

/** Counts the digits of all keys; gives what it found. */
function countAll(
  { space, order, length, distances, keys }: Job,
  digitCount: number,
  tables: number,
): number {
  const words = space.heap.view("u32");
  words.fill(0, tables / 4, tables / 4 + digitCount * radix.DIGIT_VALUES);
  const { countDigits } = space.kernels(`sort count ${keyOf(order)} ${digitCount}`, () => [
    radix.countDigits(order, digitCount),
  ]);
  const bytes = SCALAR_TYPE_FACTS[order.type].bytes;
  const address = keys.address();
  let found = 0;
  forRanges(length, (start, count) => {
    const from = address + start * bytes;
    const before = start === 0 ? from : from - bytes;
    found |= Number(countDigits(from, before, count, tables, ...distances));
  });
  return found;
}

interface Digit {
  readonly table: number; // the places where its values begin
  readonly shift: number;
  readonly mask: number;
}

/** One pass over all keys by one digit. */
function movePass(
  { space, order, payload, length, keys, moved }: Job,
  { table, shift, mask }: Digit,
  counts: ColumnParts["counts"],
): void {
  const bytes = SCALAR_TYPE_FACTS[order.type].bytes;
  const payloadBytes = radix.payloadBytesOf(payload);
  const from = keys.address();
  const to = keys.turn();
  const movedFrom = payload === "index" ? 0 : moved.address();
  const movedTo = payload === "none" ? 0 : moved.turn();
  const step = payload === "index" ? 1 : payloadBytes;
  const isGathered = length >= SHORTEST_GATHERED && isCrowded(space, table, bytes);
  const lines = isGathered ? space.allocate(radix.lineBytesOf(order, payload)) : 0;
  const kernels = isGathered
    ? kernelsOf(space, "lines", order, payload, () => [
        radix.gatheredMove(order, payload),
        radix.endLines(order, payload),
      ])
    : kernelsOf(space, "move", order, payload, () => [radix.move(order, payload)]);
  const kernel = isGathered ? kernels.gatheredMove : kernels.move;
  forRanges(length, (start, count) => {
    const movedAt = movedFrom + start * step;
    kernel(from + start * bytes, count, to, table, shift, mask, movedAt, movedTo, lines);
  });
  if (isGathered) {
    kernels.endLines(to, table, movedTo, lines);
    counts.orderLines += length;
  }
}

/** Shorter sorts stay in a cache however they move. */
const SHORTEST_GATHERED = 2 ** 16;

/** Sets of a first-level cache, and bytes of a line. */
const CACHE_SETS = 64;
const LINE_BYTES = 64;

/** So many digits may begin in one set of a cache before their lines throw each other out. */
const MOST_IN_SET = 32;

/** Whether many digits begin in one set of a cache. */
function isCrowded({ heap }: Workspace, table: number, bytes: number): boolean {
  const starts = heap.view("u32");
  const inSet = new Uint16Array(CACHE_SETS);
  for (let i = 0; i < radix.DIGIT_VALUES; i++) {
    const at = table / 4 + i;
    if (i + 1 < radix.DIGIT_VALUES && starts[at] === starts[at + 1]) continue; // no key has this digit
    inSet[Math.floor((starts[at] * bytes) / LINE_BYTES) % CACHE_SETS]++;
  }
  return inSet.some((digits) => digits > MOST_IN_SET);
}

function forRanges(length: number, visit: (start: number, count: number) => void): void {
  for (let start = 0; start < length; start += RANGE_LENGTH) {
    visit(start, Math.min(RANGE_LENGTH, length - start));
  }
}

function keyOf({ type, isDescending, hasNoNaN = false }: KeyOrder): string {
  return `${type}${isDescending ? " descending" : ""}${hasNoNaN ? " numbers" : ""}`;
}

function kernelsOf(
  space: Workspace,
  name: string,
  order: KeyOrder,
  payload: radix.Payload,
  build: Parameters<Workspace["kernels"]>[1],
): Kernels {
  return space.kernels(`sort ${name} ${keyOf(order)} ${payload}`, build);
}
