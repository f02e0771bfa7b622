import { type ColumnContract, derivedContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import { leftFold } from "../../../expressions/expression.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { frozen } from "../../../values/frozen.ts";
import { type ColumnArray, type Columns, newColumn } from "../../../values/value-types.ts";
import type { OnlineExecutor } from "../../executor.ts";
import type { ElementSource, MappedElements } from "../../primitives.ts";
import { fastJavascriptExecutor } from "../fast-javascript-executor.ts";
import { compact } from "./flags.ts";
import { algorithmsJavascriptExecutor, javascriptPrimitives } from "./javascript-primitives.ts";
import { mapColumns } from "./map-columns.ts";

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
  return joined(
    elements.terms.map(({ type }) => type),
    [...chunksOf(elements)],
  );
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

function* chunksOf(elements: MappedElements<ColumnArray>): Generator<Columns> {
  for (let start = 0; start < elements.length; start += CHUNK_LENGTH) {
    yield chunkOf(elements, start, Math.min(CHUNK_LENGTH, elements.length - start));
  }
}

/** Elements [start, start + count), those of them that are kept. */
function chunkOf(
  { terms, keep, sources }: MappedElements<ColumnArray>,
  start: number,
  count: number,
): Columns {
  const left = sources.map((source) => sourceChunk(source, start, count));
  if (keep === undefined) return mapColumns(terms, left, [], count);
  const made = mapColumns([...terms, keep], left, [], count);
  return compact(made.slice(0, -1), made[terms.length]);
}

function sourceChunk(source: ElementSource<ColumnArray>, start: number, count: number): ColumnArray {
  switch (source.kind) {
    case "column":
      return source.vector.subarray(start, start + count);
    case "value":
      return newColumn(source.type, count).fill(source.value as never);
    case "numbers":
      return Uint32Array.from({ length: count }, (_, i) => start + i);
    default:
      return source satisfies never;
  }
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
