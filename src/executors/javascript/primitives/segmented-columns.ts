import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { EmptyInputError } from "../../../values/errors.ts";
import { type ColumnArray, type Columns, newColumn, type Row } from "../../../values/value-types.ts";
import type { SynchronousPlan } from "../../executor.ts";

/** The prefixes of a plan. */
export function scanColumns(
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
export function segmentedColumns(
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
  const output = sums.map((type) => newColumn(type, length));
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
    for (const [i, column] of output.entries()) column.fill(value[i] as never, segment, segment + 1);
  }
  return output;
}
