import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import { EmptyInputError } from "../../../values/errors.ts";
import { frozen } from "../../../values/frozen.ts";
import {
  type ColumnArray,
  type Columns,
  columnType,
  newColumn,
  type Row,
} from "../../../values/value-types.ts";
import type { SynchronousExecutor, SynchronousPlan } from "../../executor.ts";
import { elementCount, type Primitives, type SynchronousAlgorithmExecutor } from "../../primitives.ts";
import { fastJavascriptExecutor } from "../fast-javascript-executor.ts";
import { concat, gather, iota, scatter } from "./columns.ts";
import { countBetween } from "./count-between.ts";
import { compact, countIndices, flagIndices, headFlags, partition, segmentIds } from "./flags.ts";
import { mapColumns } from "./map-columns.ts";
import { leading, searchSorted, sort } from "./order.ts";
import { ranked } from "./ranked.ts";

/** The javascript executor with the primitives of algorithms: plain loops, which say what each of them means. */
export const algorithmsJavascriptExecutor: typeof fastJavascriptExecutor & SynchronousAlgorithmExecutor =
  frozen({
    ...fastJavascriptExecutor,
    openPrimitives: () => javascriptPrimitives(),
  });

/** The primitives over typed arrays, wherever they are. */
export function javascriptPrimitives(
  executor: SynchronousExecutor = fastJavascriptExecutor,
): Primitives<ColumnArray> {
  return {
    executor: executor.name,
    place: (column) => column,
    take(vector, output) {
      if (output === undefined) return vector;
      (output as Uint8Array).set(vector as Uint8Array);
      return output;
    },
    typeOf: columnType,
    release() {},
    map: (terms, left, right = []) => mapColumns(terms, left, right, [...left, ...right][0].length),
    iota: (like) => iota(like.length),
    lengthOf: (vector) => Uint32Array.of(vector.length),
    fill: (type, value, length) => allocateColumn(type, elementCount(length)).fill(value as never),
    slice: (vector, start, length) => vector.slice(start, length < 0 ? length : start + length),
    concat,
    gather: (columns, indices) => columns.map((column) => gather(column, asIndices(indices))),
    scatter: (columns, indices, into) =>
      columns.map((column, i) => scatter(column, asIndices(indices), into[i])),
    compact,
    partition,
    flagIndices: (flags, isClosed) => flagIndices(flags, true, isClosed),
    headFlags,
    segmentIds: (offsets, length) => segmentIds(offsets, elementCount(length)),
    sort,
    leading,
    ranked,
    searchSorted,
    reduce(contract, columns) {
      const value = executor.plan(contract).reduce(columns);
      return contract.sums.map((type, i) => newColumn(type, 1).fill(value[i] as never));
    },
    scan: (contract, observation, columns) => scanColumns(executor.plan(contract), observation, columns),
    segmented: (contract, observation, columns, offsets, empty) =>
      segmentedColumns(executor.plan(contract), contract, observation, columns, offsets, empty),
    countIndices,
    countBetween,
  };
}

function asIndices(vector: ColumnArray): Uint32Array {
  return vector as Uint32Array;
}

/** The prefixes of a plan. */
function scanColumns(
  plan: SynchronousPlan,
  observation: Exclude<Observation, "reduce">,
  columns: Columns,
  output?: Columns,
): Columns {
  return observation === "inclusive-scan"
    ? plan.inclusiveScan(columns, output)
    : plan.exclusiveScan(columns, output);
}

/** The reduce, or the prefixes, of each segment alone. @throws EmptyInputError for a segment without elements where `empty` is not given */
function segmentedColumns(
  plan: SynchronousPlan,
  { sums }: ColumnContract,
  observation: Observation,
  columns: Columns,
  offsets: ColumnArray,
  empty: Row | undefined,
): Columns {
  const isReduce = observation === "reduce";
  const segmentCount = Math.max(0, offsets.length - 1);
  const length = isReduce ? segmentCount : columns[0].length;
  const output = sums.map((type) => allocateColumn(type, length));
  for (let segment = 0; segment < segmentCount; segment++) {
    const start = Number(offsets[segment]);
    const end = Number(offsets[segment + 1]);
    const part = (column: ColumnArray): ColumnArray => column.subarray(start, end);
    if (!isReduce) {
      scanColumns(plan, observation, columns.map(part), output.map(part));
      continue;
    }
    const value = start < end ? plan.reduce(columns.map(part)) : empty;
    if (value === undefined) throw new EmptyInputError(`segment ${segment}`);
    for (let i = 0; i < output.length; i++) output[i][segment] = value[i] as never;
  }
  return output;
}
