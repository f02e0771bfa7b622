import { emittableTerms } from "../../../codegen/wasm/term.ts";
import { convert, right, type Term } from "../../../operators/term.ts";
import { nodeText, termList } from "../../../operators/term-list.ts";
import { ELEMENT_TYPE_FACTS, type ElementType } from "../../../values/element-types.ts";
import { type ColumnArray, columnType, newColumn } from "../../../values/value-types.ts";
import type { FoldSum, LinesAcross } from "../../primitives.ts";
import { type Brackets, bracketsOf, type Range } from "../families/product-brackets.ts";
import type { Kernel, Kernels } from "../memory/arena.ts";
import type { CellTerms } from "./kernels/cells.kernel.ts";
import type { MapLeaf } from "./kernels/map.kernel.ts";
import { UNIT, vectorKernels } from "./kernels/vectors.kernel.ts";
import { mapKernel } from "./map-columns.ts";
import type { ColumnParts } from "./parts.ts";
import { foldStack, forUnits, type UnitStack, unitOf } from "./reduce-vectors.ts";
import { elementsAt, type Workspace } from "./work-memory.ts";

/*
 * A pass of a fold over lines that lie side by side. Elements are read once; what is combined stands in a cache, some rows of it at a time:
 *
 *   for each chunk of lines:
 *     for each unit of eight steps, or some of them where lines are few:
 *       map: rows of elements, and the lines' scalars, to a row of what each sum combines
 *       for each sum: the tree of its eight rows, onto its stack, each lane a line of its own
 *     for each sum: what is on its stack
 */

/** Lines of a chunk. Of 1,024, 2,048 and 4,096 a variance of 4,096² doubles along axis 0 took 69, 61 and 55 ms. */
const MOST_LINES = 4096;
/** Lines beyond which each row is a call of a kernel. */
const LONG_ROW = 512;
/** Elements of shorter rows that a call takes. */
const CALL_ELEMENTS = 4096;

type Lines = LinesAcross<ColumnArray>;

/** How a pass is computed. */
interface Way {
  readonly brackets: Brackets; // of all sums
  readonly lifts: readonly Term[]; // in the sums' types
  readonly sums: readonly { readonly type: ElementType; readonly terms: CellTerms; readonly key: string }[];
}

/** For sums of one tree, of operators and types that have lanes, over terms that look at no numbers; undefined for all else. */
function wayOf(sums: readonly FoldSum[], { columns, depth }: Lines): Way | undefined {
  const brackets = sums.map(({ contract }) => bracketsOf(contract, depth));
  const [first] = brackets;
  if (first === undefined || !brackets.every((other) => other !== undefined && isSame(first, other)))
    return undefined;
  const lifts: Term[] = [];
  const ways = [];
  for (const { contract, lift } of sums) {
    const [type] = contract.sums;
    if (contract.sums.length > 1 || type === "bool") return undefined;
    const nothing = right(type);
    const terms = {
      add: emittableTerms([type], contract.terms),
      multiply: emittableTerms([type], [nothing]),
    };
    if (terms.add.laneBytes === undefined) return undefined;
    const { nodes } = termList(contract.terms);
    const key = `across ${nodes.map(({ term, operands }) => nodeText(term, operands)).join(";")}`;
    ways.push({ type: type as ElementType, terms, key });
    lifts.push(convert(type, lift[0]));
  }
  const looksAtNumbers = termList(lifts).nodes.some(
    ({ term }) => term.kind === "left" && term.column >= columns.length,
  );
  return looksAtNumbers ? undefined : { brackets: first, lifts, sums: ways };
}

function isSame(one: Brackets, other: Brackets): boolean {
  const { ranges } = other;
  return (
    one.kind === other.kind &&
    one.ranges.length === ranges.length &&
    one.ranges.every(({ length }, i) => length === ranges[i].length)
  );
}

/** See Primitives.foldAcross. */
export function foldAcross(
  { work, counts }: ColumnParts,
  sums: readonly FoldSum[],
  lines: Lines,
): readonly ColumnArray[] | undefined {
  const way = wayOf(sums, lines);
  if (way === undefined) return undefined;
  const { columns, depth, width } = lines;
  const groupCount = columns[0].starts.length;
  counts.foldAcross += depth * width * groupCount;
  const vectors = columns.map(({ vector }) => vector);
  return work.on(vectors, (space) => {
    const pass = openPass(space, way, lines);
    const outputs = way.sums.map(({ type }) => newColumn(type, width * groupCount));
    for (let group = 0; group < groupCount; group++) {
      for (let first = 0; first < width; first += MOST_LINES) {
        chunkOf(pass, outputs, { group, first, count: Math.min(MOST_LINES, width - first) });
      }
    }
    return outputs;
  });
}

/** Everything that a pass needs. */
interface Pass {
  readonly space: Workspace;
  readonly lines: Lines;
  readonly brackets: Brackets;
  readonly sums: readonly Sum[];
  readonly kernel: Kernel; // of the leaves' addresses, those of what sums combine, and a length
  readonly leaves: readonly Leaf[];
  readonly room: number; // elements from row to row
  readonly batch: number; // rows, of whole units, that are placed at a time
  readonly rowsAtOnce: number; // of these in a call of the kernel
}

interface Leaf extends MapLeaf {
  readonly vector: ColumnArray;
  readonly address: number; // of rows that are copied
  readonly home: number; // address of the vector where its elements are read in place; else −1
}

interface Sum extends UnitStack {
  readonly type: ElementType;
  readonly stage: number; // address of a unit's rows
  readonly roots: readonly [number, number]; // of a range, and of the one before
}

function openPass(space: Workspace, { brackets, lifts, sums }: Way, lines: Lines): Pass {
  const { columns, scalars, depth, width } = lines;
  const room = Math.ceil(Math.min(width, MOST_LINES) / 4) * 4;
  const isLong = room > LONG_ROW;
  const most = isLong ? UNIT : Math.min(CALL_ELEMENTS / room, depth);
  const batch = Math.max(1, Math.floor(most / UNIT)) * UNIT;
  const rowsAtOnce = isLong ? 1 : batch;
  const { kernel, leaves } = mapKernel(space.kernels, lifts);
  const levels = Math.ceil(Math.log2(depth + 1)) + 1;
  const sumOf = ({ type, terms, key }: Way["sums"][number]): Sum => {
    const levelBytes = room * ELEMENT_TYPE_FACTS[type].bytes;
    const kernels: Kernels = space.kernels(key, () =>
      vectorKernels({ ...terms, isGridLeft: false, hasFactors: false }),
    );
    return {
      space,
      kernels,
      type,
      levelBytes,
      stage: space.allocate(batch * levelBytes),
      stack: space.allocate(levels * levelBytes),
      roots: [space.allocate(levelBytes), space.allocate(levelBytes)],
    };
  };
  const leafOf = (leaf: MapLeaf): Leaf => {
    const vector = leaf.side === "left" ? columns[leaf.column].vector : scalars[leaf.column];
    const isInPlace = leaf.side === "left" && rowsAtOnce === 1;
    const home = isInPlace ? space.heap.addressOf(vector) : -1;
    const rows = leaf.side === "left" ? batch : rowsAtOnce;
    const bytes = home >= 0 ? 1 : rows * room * vector.BYTES_PER_ELEMENT;
    return { ...leaf, vector, address: space.allocate(bytes), home };
  };
  return {
    space,
    lines,
    brackets,
    sums: sums.map(sumOf),
    kernel,
    leaves: leaves.map(leafOf),
    room,
    batch,
    rowsAtOnce,
  };
}

/** Lines that are computed at a time: `first` counts from the first of their group. */
interface Chunk {
  readonly group: number;
  readonly first: number;
  readonly count: number;
}

/** The sums of some lines. */
function chunkOf(pass: Pass, outputs: readonly ColumnArray[], chunk: Chunk): void {
  const { space, lines, brackets, sums } = pass;
  const place = chunk.group * lines.width + chunk.first;
  placeScalars(pass, place, chunk.count);
  for (const [i, range] of brackets.ranges.entries()) rangeOf(pass, chunk, range, i);
  for (const [k, { kernels, type, roots }] of sums.entries()) {
    const root = roots[(brackets.ranges.length + 1) % 2];
    kernels.finish(root, vectorCount(type, chunk));
    (outputs[k] as Uint8Array).set(elementsAt(space.heap, type, root, chunk.count) as Uint8Array, place);
  }
}

/** The values of one range, joined with those of all before it. */
function rangeOf(pass: Pass, chunk: Chunk, range: Range, index: number): void {
  const { sums, brackets, batch } = pass;
  const isChain = brackets.kind === "chain";
  const end = range.start + range.length;
  forUnits(range, (start, count, unit) => {
    const row = (start - range.start) % batch;
    if (row === 0) liftRows(pass, chunk, start, Math.min(batch, end - start));
    for (const sum of sums) {
      const { kernels, levelBytes: stride, type } = sum;
      const place = sum.stage + row * stride;
      const vectors = vectorCount(type, chunk);
      const root = sum.roots[index % 2];
      // No factors: the term does not look at what is loaded of them.
      if (isChain) kernels.chain(place, stride, place, root, vectors, count, start === 0 ? 1 : 0);
      else unitOf(sum, { place, stride, factors: place, root, vectorCount: vectors, count, unit });
    }
  });
  for (const sum of sums) {
    const vectors = vectorCount(sum.type, chunk);
    const root = sum.roots[index % 2];
    if (!isChain) foldStack(sum, range, root, vectors);
    if (index > 0) sum.kernels.join(sum.roots[(index + 1) % 2], root, vectors);
  }
}

function vectorCount(type: ElementType, { count }: Chunk): number {
  return Math.ceil((count * ELEMENT_TYPE_FACTS[type].bytes) / 16);
}

/** The scalars of some lines, for each row of a call. */
function placeScalars({ leaves, ...pass }: Pass, place: number, count: number): void {
  for (const { side, vector, address } of leaves) {
    if (side === "left") continue;
    const some = vector.subarray(place, place + count);
    for (let row = 0; row < pass.rowsAtOnce; row++) copyRow(pass, address, row, some);
  }
}

/** `count` rows of what each sum combines, from step `start` on. */
function liftRows(pass: Pass, chunk: Chunk, start: number, count: number): void {
  const { rowsAtOnce, sums, leaves, kernel, room } = pass;
  const length = rowsAtOnce === 1 ? chunk.count : (count - 1) * room + chunk.count;
  const sources = leaves.map((leaf) => placeRows(pass, leaf, chunk, start, count));
  for (let row = 0; row < count; row += rowsAtOnce) {
    const operands = sources.map(({ address, stride }) => address + row * stride);
    for (const { stage, levelBytes } of sums) operands.push(stage + row * levelBytes);
    kernel(...operands, length);
  }
}

/** Where rows of a leaf are, and how far apart. */
function placeRows(pass: Pass, leaf: Leaf, { group, first, count }: Chunk, step: number, rows: number) {
  const { side, column, vector, address, home } = leaf;
  if (side === "right") return { address, stride: 0 };
  const bytes = vector.BYTES_PER_ELEMENT;
  const { starts, stride } = pass.lines.columns[column];
  const from = starts[group] + step * stride + first;
  if (home >= 0) return { address: home + from * bytes, stride: stride * bytes };
  // Rows without gaps are one copy.
  const isOne = stride === count && pass.room === count;
  const [copies, length] = isOne ? [1, rows * count] : [rows, count];
  for (let row = 0; row < copies; row++) {
    const start = from + row * stride;
    copyRow(pass, address, row, vector.subarray(start, start + length));
  }
  return { address, stride: pass.room * bytes };
}

function copyRow(
  { space, room }: Pick<Pass, "space" | "room">,
  to: number,
  row: number,
  elements: ColumnArray,
): void {
  const address = to + row * room * elements.BYTES_PER_ELEMENT;
  const place = elementsAt(space.heap, columnType(elements), address, elements.length) as Uint8Array;
  place.set(elements as Uint8Array);
}
