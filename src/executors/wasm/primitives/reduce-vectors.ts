import { convert, left } from "../../../operators/term.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import { ELEMENT_TYPE_FACTS, type ElementType } from "../../../values/element-types.ts";
import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import type { Grid } from "../../primitives.ts";
import type { Brackets, Range } from "../families/product-brackets.ts";
import type { Kernels } from "../memory/arena.ts";
import { GROUPS, SECTION, UNIT } from "./kernels/vectors.kernel.ts";
import { mapKernel } from "./map-columns.ts";
import { packWords } from "./pack-words.ts";
import { elementsAt, type Workspace } from "./work-memory.ts";

/*
 * Products of a grid and one column, or lines side by side without one. The grid is read once: where it lies, if that is the memory of the call, else
 * a few rows at a time.
 */

/** A grid of cells by steps along k, and what it is multiplied with. */
export interface VectorProducts {
  readonly grid: Grid<ColumnArray>; // cells × depth
  readonly factors: Grid<ColumnArray> | undefined; // one row of `depth`, strides[1] apart; undefined where the product does not look at any
  readonly cells: number;
  readonly depth: number;
}

/** Cells of a chunk: eight rows of doubles are 256 KiB. Of 1,024, 2,048 and 4,096 the sums of 4,096² doubles along axis 0 took 28, 22 and 20 ms. */
const MOST_CELLS = 4096;
/** Steps of a group that are copied at a time: of four rows of f32 128 KiB. */
const MOST_STEPS = 8192;
/** Steps along k beyond which `x` would be no small part of a memory. */
const LONGEST_DEPTH = 2 ** 24;

/** Whether kernels go through a grid in the order in which it lies. */
export function readsInOrder({ grid, depth }: VectorProducts, brackets: Brackets): boolean {
  const [alongCells, alongK] = grid.strides;
  if (depth > LONGEST_DEPTH || alongCells < 0 || alongK < 0) return false;
  if (alongCells === 1) return true;
  // Sections are joined in registers: of shorter ranges nothing but rests would be left.
  const hasSections = brackets.ranges.length <= 2 || brackets.ranges[0].length % SECTION === 0;
  return alongK === 1 && brackets.kind === "trees" && hasSections;
}

/** Where the roots of units stand until they are combined. */
export interface UnitStack {
  readonly space: Workspace;
  readonly kernels: Kernels;
  readonly stack: number; // address of lists of roots of 1, 2, 4, … units
  readonly levelBytes: number;
}

/** What is asked. */
interface VectorsAsked {
  readonly sum: ElementType;
  readonly products: VectorProducts;
  readonly brackets: Brackets;
}

/** What one call works with. */
interface Vectors extends VectorsAsked, UnitStack {
  readonly x: number; // address of the factors, widened
  readonly stage: number; // of rows that are copied
  readonly raw: number; // of the same before they are widened
  readonly roots: readonly [number, number]; // lists of a range, and of the one before
  readonly home: number; // address of the grid's array where it lies in this memory and needs no widening; else −1
}

/** The cells, in a fresh column. */
export function reduceVectors(space: Workspace, kernels: Kernels, asked: VectorsAsked): ColumnArray {
  const { sum, products } = asked;
  const { grid, factors, cells, depth } = products;
  const isAcross = grid.strides[0] === 1;
  const { bytes } = ELEMENT_TYPE_FACTS[sum];
  const isWidened = columnType(grid.vector) !== sum;
  const most = Math.min(cells, MOST_CELLS);
  const levelBytes = Math.ceil((most * bytes) / 16) * 16;
  const laneCount = 16 / bytes;
  const stageBytes = isAcross
    ? UNIT * levelBytes
    : Math.max(laneCount * Math.min(depth, MOST_STEPS) * bytes, SECTION * levelBytes);
  const levels = Math.ceil(Math.log2(depth + 1)) + 1;
  const vectors: Vectors = {
    space,
    kernels,
    ...asked,
    x: factors === undefined ? 0 : space.allocate(depth * bytes),
    stage: space.allocate(stageBytes),
    raw: space.allocate(isWidened ? Math.max(stageBytes, depth * bytes) : 1),
    stack: space.allocate(levels * levelBytes),
    roots: [space.allocate(levelBytes), space.allocate(levelBytes)],
    levelBytes,
    home: isWidened ? -1 : space.heap.addressOf(grid.vector),
  };
  if (factors !== undefined) {
    copyRows(vectors, factors, {
      to: vectors.x,
      row: 0,
      rows: 1,
      start: 0,
      length: depth,
      room: depth,
    });
  }
  const output = allocateColumn(sum, cells);
  for (let first = 0; first < cells; first += most) {
    const chunk = { first, count: Math.min(most, cells - first) };
    const root = isAcross ? valuesAcross(vectors, chunk) : valuesAlong(vectors, chunk);
    kernels.finish(root, Math.ceil(chunk.count / laneCount));
    (output as Uint8Array).set(elementsAt(space.heap, sum, root, chunk.count) as Uint8Array, first);
  }
  return output;
}

/** Cells that are computed at a time. */
interface Chunk {
  readonly first: number;
  readonly count: number;
}

interface Rows {
  readonly to: number; // address of the first row
  readonly row: number; // the first
  readonly rows: number;
  readonly start: number; // along a row
  readonly length: number;
  readonly room: number; // elements from row to row of what is written
}

/** Copies parts of rows of a grid, whose elements are strides[1] apart, widened where the sums are. */
function copyRows(vectors: Vectors, { vector, offset, strides }: Grid<ColumnArray>, part: Rows): void {
  const { space, sum, raw } = vectors;
  const { to, row, rows, length, room } = part;
  const type = columnType(vector) as ElementType;
  const isWidened = type !== sum;
  const address = isWidened ? raw : to;
  const from = offset + row * strides[0] + part.start * strides[1];
  const { bytes } = ELEMENT_TYPE_FACTS[type];
  if (strides[1] === 1) {
    // Rows without gaps are one copy.
    const isOne = rows === 1 || (strides[0] === length && room === length);
    const [copies, each] = isOne ? [1, rows * length] : [rows, length];
    for (let i = 0; i < copies; i++) {
      const start = from + i * strides[0];
      const place = elementsAt(space.heap, type, address + i * room * bytes, each) as Uint8Array;
      place.set(vector.subarray(start, start + each) as Uint8Array);
    }
  } else {
    const words = new Int32Array(vector.buffer, vector.byteOffset, (vector.length * bytes) / 4);
    const extents = { counts: [1, rows, length], strides: [0, ...strides], room } as const;
    packWords(space.heap.view("i32"), address / 4, words, from, bytes / 4, extents);
  }
  if (isWidened) mapKernel(space.kernels, [convert(sum, left(type))]).kernel(raw, to, rows * room);
}

/** Where a list of a chunk's values is: cells side by side. */
function valuesAcross(vectors: Vectors, chunk: Chunk): number {
  const { products, brackets, kernels, x, levelBytes, home } = vectors;
  const { bytes } = ELEMENT_TYPE_FACTS[vectors.sum];
  const { grid } = products;
  const steps: Grid<ColumnArray> = { ...grid, strides: [grid.strides[1], 1] }; // a row for each step
  const vectorCount = Math.ceil((chunk.count * bytes) / 16);
  const isWhole = chunk.count * bytes === vectorCount * 16;
  const isHome = home >= 0 && isWhole;
  const placeOf = (start: number, count: number): number => {
    if (isHome) return home + (grid.offset + start * grid.strides[1] + chunk.first) * bytes;
    const room = levelBytes / bytes;
    copyRows(vectors, steps, {
      to: vectors.stage,
      row: start,
      rows: count,
      start: chunk.first,
      length: chunk.count,
      room,
    });
    return vectors.stage;
  };
  const stride = isHome ? grid.strides[1] * bytes : levelBytes;
  return valuesOfRanges(vectors, { vectorCount, unit: UNIT }, (range, root) => {
    let isFirst = 1;
    forUnits(range, (start, count, unit) => {
      const place = placeOf(start, count);
      const factors = x + start * bytes;
      if (brackets.kind === "chain") kernels.chain(place, stride, factors, root, vectorCount, count, isFirst);
      else unitOf(vectors, { place, stride, factors, root, vectorCount, count, unit });
      isFirst = 0;
    });
  });
}

/** Calls `visit` for each unit of a range, and for what is left. */
export function forUnits(
  { start, length }: Range,
  visit: (start: number, count: number, unit: number) => void,
): void {
  for (let unit = 0; unit * UNIT < length; unit++) {
    visit(start + unit * UNIT, Math.min(UNIT, length - unit * UNIT), unit);
  }
}

/** One unit onto the stack, or a part of one into `root`. */
export function unitOf(
  { kernels, stack, levelBytes }: UnitStack,
  unit: Readonly<Record<"place" | "stride" | "factors" | "root" | "vectorCount" | "count" | "unit", number>>,
): void {
  const { place, stride, factors, vectorCount, count } = unit;
  if (count < UNIT) {
    kernels.across(place, stride, factors, unit.root, vectorCount, count);
    return;
  }
  const level = 31 - Math.clz32((unit.unit + 1) & -(unit.unit + 1));
  const target = stack + level * levelBytes;
  kernels.across(place, stride, factors, target, vectorCount, count);
  for (let below = 0; below < level; below++) kernels.join(stack + below * levelBytes, target, vectorCount);
}

/** The values of each range, joined: of trees what is on the stack, whose first level is of `unit` steps, onto what is left of a unit. */
function valuesOfRanges(
  vectors: Vectors,
  { vectorCount, unit }: { readonly vectorCount: number; readonly unit: number },
  compute: (range: Range, root: number) => void,
): number {
  const { kernels, roots, brackets } = vectors;
  brackets.ranges.forEach((range, i) => {
    const root = roots[i % 2];
    compute(range, root);
    if (brackets.kind === "trees") foldStack(vectors, range, root, vectorCount, unit);
    if (i > 0) kernels.join(roots[(i + 1) % 2], root, vectorCount);
  });
  return roots[(brackets.ranges.length + 1) % 2];
}

/** What is on the stack after a range, onto what is left of a unit. */
export function foldStack(
  { kernels, stack, levelBytes, space }: UnitStack,
  { length }: Range,
  root: number,
  count: number,
  unit: number = UNIT,
): void {
  let hasSome = length % unit > 0;
  let units = Math.floor(length / unit);
  for (let level = 0; units > 0; level++, units = Math.floor(units / 2)) {
    if (units % 2 === 0) continue;
    const from = stack + level * levelBytes;
    if (hasSome) kernels.join(from, root, count);
    else space.heap.view("i32").copyWithin(root / 4, from / 4, from / 4 + count * 4);
    hasSome = true;
  }
}

/** Where a list of a chunk's values is: steps side by side. */
function valuesAlong(vectors: Vectors, chunk: Chunk): number {
  const { sum } = vectors;
  const { bytes } = ELEMENT_TYPE_FACTS[sum];
  const vectorCount = Math.ceil((chunk.count * bytes) / 16);
  return valuesOfRanges(vectors, { vectorCount, unit: SECTION }, (range, root) => {
    const sections = Math.floor(range.length / SECTION);
    if (sections > 0) {
      for (let group = 0; group < vectorCount; ) group += sectionsOf(vectors, chunk, range, group);
    }
    restOf(vectors, chunk, { start: range.start + sections * SECTION, length: range.length % SECTION }, root);
  });
}

/** The sections of one group, which is as many cells as there are lanes, or of as many groups as are read at once; their number. */
function sectionsOf(vectors: Vectors, chunk: Chunk, range: Range, group: number): number {
  const { products, kernels, x, stack, levelBytes, stage, home } = vectors;
  const { bytes } = ELEMENT_TYPE_FACTS[vectors.sum];
  const { grid } = products;
  const laneCount = 16 / bytes;
  const row = chunk.first + group * laneCount;
  const left = chunk.first + chunk.count - row;
  const isTogether = home >= 0 && left >= GROUPS * laneCount; // copies follow one another anyhow
  const atMost = isTogether ? GROUPS * laneCount : laneCount;
  const rows = Math.min(atMost, left);
  const isHome = home >= 0 && rows === atMost;
  const kernel = isTogether ? kernels.alongRows : kernels.along;
  const sections = Math.floor(range.length / SECTION);
  const groupStack = stack + group * 16;
  const atOnce = isHome ? sections : MOST_STEPS / SECTION;
  for (let index = 0; index < sections; index += atOnce) {
    const count = Math.min(atOnce, sections - index);
    const start = range.start + index * SECTION;
    const length = count * SECTION;
    if (!isHome) copyRows(vectors, grid, { to: stage, row, rows, start, length, room: length });
    const place = isHome ? home + (grid.offset + row * grid.strides[0] + start) * bytes : stage;
    const stride = (isHome ? grid.strides[0] : length) * bytes;
    kernel(place, stride, x + start * bytes, groupStack, levelBytes, index, count);
  }
  return atMost / laneCount;
}

/** Fewer steps than a section has, turned so that cells lie side by side. */
function restOf(vectors: Vectors, chunk: Chunk, range: Range, root: number): void {
  if (range.length === 0) return;
  const { products, kernels, x, stage, levelBytes } = vectors;
  const { bytes } = ELEMENT_TYPE_FACTS[vectors.sum];
  const { grid } = products;
  const vectorCount = Math.ceil((chunk.count * bytes) / 16);
  const turned: Grid<ColumnArray> = { ...grid, strides: [grid.strides[1], grid.strides[0]] };
  const room = levelBytes / bytes;
  copyRows(vectors, turned, {
    to: stage,
    row: range.start,
    rows: range.length,
    start: chunk.first,
    length: chunk.count,
    room,
  });
  kernels.across(stage, levelBytes, x + range.start * bytes, root, vectorCount, range.length);
}
