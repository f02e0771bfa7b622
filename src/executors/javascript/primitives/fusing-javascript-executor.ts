import { type ColumnContract, derivedContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import { leftFold } from "../../../expressions/expression.ts";
import type { Term } from "../../../operators/term.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { frozen } from "../../../values/frozen.ts";
import { type ColumnArray, type Columns, newColumn } from "../../../values/value-types.ts";
import type { OnlineExecutor } from "../../executor.ts";
import type { ElementSource, MappedElements } from "../../primitives.ts";
import { fastJavascriptExecutor } from "../fast-javascript-executor.ts";
import { compact } from "./flags.ts";
import { algorithmsJavascriptExecutor, javascriptPrimitives } from "./javascript-primitives.ts";
import { type ChunkReader, openMap } from "./map-columns.ts";

/** Elements that are computed at a time. */
const CHUNK_LENGTH = 4096;

/** The reduce or the prefixes of elements that are computed chunk by chunk; undefined for an expression that needs all of them at once. */
function foldMapped(
  executor: OnlineExecutor,
  given: ColumnContract,
  observation: Observation,
  elements: MappedElements<ColumnArray>,
): Columns | undefined {
  const contract = takesAnyTree(given) ? derivedContract(given, { expression: leftFold }) : given;
  const { kind } = contract.expression;
  if (kind === "bisection" || kind === "custom" || contract.direction === "backward") return undefined;
  const { sums } = contract;
  const pass = executor.openPass(contract);
  const parts: Columns[] = [];
  try {
    for (const chunk of chunksOf(elements)) {
      if (observation === "reduce") pass.reduce(chunk);
      else if (observation === "inclusive-scan") parts.push(pass.inclusiveScan(chunk));
      else parts.push(pass.exclusiveScan(chunk));
    }
    if (observation === "reduce" && pass.position > 0) {
      const total = pass.observe();
      parts.push(sums.map((type, k) => newColumn(type, 1).fill(total[k] as never)));
    }
  } finally {
    pass.close();
  }
  return joined(sums, parts);
}

/** The elements that are kept, as columns. */
function collectMapped(elements: MappedElements<ColumnArray>): Columns {
  const { terms, keep, length } = elements;
  const types = terms.map(({ type }) => type);
  if (keep !== undefined) {
    const parts = [...chunksOf(elements)];
    return joined(types, parts);
  }
  const output = types.map((type) => allocateColumn(type, length));
  mapOver(elements, terms)(output, 0, 0, length);
  return output;
}

function joined(types: readonly ScalarType[], parts: readonly Columns[]): Columns {
  const length = parts.reduce((sum, [column]) => sum + column.length, 0);
  return types.map((type, k) => {
    const column = allocateColumn(type, length);
    let start = 0;
    for (const part of parts) {
      (column as Uint8Array).set(part[k] as Uint8Array, start);
      start += part[k].length;
    }
    return column;
  });
}

/** Elements chunk by chunk, those of them that are kept; each is valid until the next, unless some are not kept. */
function* chunksOf(elements: MappedElements<ColumnArray>): Generator<Columns> {
  const { terms, keep, length } = elements;
  const all = keep === undefined ? terms : withKeep(terms, keep);
  const compute = mapOver(elements, all);
  const buffers = all.map(({ type }) => newColumn(type, Math.min(CHUNK_LENGTH, length)));
  for (let start = 0; start < length; start += CHUNK_LENGTH) {
    const count = Math.min(CHUNK_LENGTH, length - start);
    const chunk = buffers.map((buffer) => buffer.subarray(0, count));
    compute(chunk, 0, start, start + count);
    yield keep === undefined ? chunk : compact(chunk.slice(0, -1), chunk[terms.length]);
  }
}

const withFlags = new WeakMap<readonly Term[], readonly Term[]>();

/** One list for terms and flags that come again: programs are known by their list. */
function withKeep(terms: readonly Term[], keep: Term): readonly Term[] {
  const known = withFlags.get(terms);
  if (known?.[terms.length] === keep) return known;
  const all = [...terms, keep];
  withFlags.set(terms, all);
  return all;
}

function mapOver({ sources, length }: MappedElements<ColumnArray>, terms: readonly Term[]) {
  return openMap(terms, (_, column) => readerOf(sources[column]), length);
}

function readerOf(source: ElementSource<ColumnArray>): ChunkReader {
  if (source.kind === "column") return (start, end) => source.vector.subarray(start, end);
  let chunk = newColumn("u32", 0);
  if (source.kind === "value") {
    return (start, end) => {
      if (chunk.length !== end - start)
        chunk = newColumn(source.type, end - start).fill(source.value as never);
      return chunk;
    };
  }
  return (start, end) => {
    if (chunk.length !== end - start) chunk = newColumn("u32", end - start);
    number(chunk as Uint32Array, start);
    return chunk;
  };
}

function number(chunk: Uint32Array, start: number): void {
  for (let i = 0; i < chunk.length; i++) chunk[i] = start + i;
}

/** The javascript executor that folds elements as they are computed as well: apart, because algorithms have no use for it. */
export const fusingJavascriptExecutor: typeof algorithmsJavascriptExecutor = frozen({
  ...algorithmsJavascriptExecutor,
  openPrimitives: () => ({
    ...javascriptPrimitives(),
    foldMapped: (...asked) => foldMapped(fastJavascriptExecutor, ...asked),
    collectMapped,
    view: (vector, start, length) => vector.subarray(start, start + length),
  }),
});
