import { expect } from "vitest";
import { javascriptPrimitives } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import type { Primitives } from "../../src/executors/primitives.ts";
import { algorithmsWasmExecutor } from "../../src/executors/wasm/primitives/algorithms-wasm-executor.ts";
import type { PrimitiveCounts } from "../../src/executors/wasm/primitives/parts.ts";
import { CHUNK_LENGTH } from "../../src/executors/wasm/primitives/work-memory.ts";
import { bitsView } from "../../src/values/total-order.ts";
import { type ColumnArray, columnType, newColumn } from "../../src/values/value-types.ts";

/** The primitives of the wasm executor beside those of the definition. */
export const executor = algorithmsWasmExecutor();
export const wasm = executor.openPrimitives();
const definition = javascriptPrimitives();

export type Columns = readonly ColumnArray[];

/** Around chunks and what a round of a loop takes. */
export const LENGTHS = [
  0,
  1,
  2,
  7,
  8,
  17,
  CHUNK_LENGTH - 1,
  CHUNK_LENGTH,
  CHUNK_LENGTH + 1,
  2 * CHUNK_LENGTH + 13,
];

/** What the primitives give here is, as bits, what they give by definition. */
export function expectSame(run: (on: Primitives<ColumnArray>) => unknown): void {
  const actual = run(wasm);
  const expected = run(definition);
  if (!isSame(actual, expected)) expect(shown(actual)).toEqual(shown(expected)); // which is slow, and says where
}

function isSame(actual: unknown, expected: unknown): boolean {
  if (ArrayBuffer.isView(actual) && ArrayBuffer.isView(expected)) {
    if (actual.constructor !== expected.constructor) return false;
    return Buffer.from(actual.buffer, actual.byteOffset, actual.byteLength).equals(
      Buffer.from(expected.buffer, expected.byteOffset, expected.byteLength),
    );
  }
  if (typeof actual !== "object" || typeof expected !== "object") return false;
  const [ours, theirs] = [Object.entries(actual ?? {}), Object.entries(expected ?? {})];
  return (
    ours.length === theirs.length &&
    ours.every(([name, each], i) => name === theirs[i][0] && isSame(each, theirs[i][1]))
  );
}

function shown(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return [value.constructor.name, bitsView(value as ColumnArray)];
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shown(each)]));
  }
  return value;
}

/** What the kernels took meanwhile. */
export function counted(run: () => void): Partial<PrimitiveCounts> {
  const before = { ...executor.primitiveCounts };
  run();
  const grown = Object.entries(executor.primitiveCounts).map(
    ([name, count]) => [name, count - before[name as keyof PrimitiveCounts]] as const,
  );
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}

/** The same columns where kernels meet them: as they are, beginning one element later, in library memory, and some of them there. */
export function placements(columns: Columns): readonly Columns[] {
  const library = columns.map((column, i) => {
    const { array } = executor.allocate(columnType(column), column.length + 1);
    const part = array.subarray(i % 2, (i % 2) + column.length) as ColumnArray;
    copy(part, column);
    return part;
  });
  const later = columns.map((column) => {
    const whole = newColumn(columnType(column), column.length + 3);
    const part = whole.subarray(1, 1 + column.length) as ColumnArray;
    copy(part, column);
    return part;
  });
  return [columns, later, library, columns.map((column, i) => (i % 2 === 0 ? library[i] : column))];
}

function copy(to: ColumnArray, from: ColumnArray): void {
  (to as Uint8Array).set(from as Uint8Array);
}
