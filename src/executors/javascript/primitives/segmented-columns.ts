import type { Observation, RecordContract, TypedContract } from "../../../contracts/contract.ts";
import type { ElementArray, Scalar } from "../../../values/element-types.ts";
import { EmptyInputError, InternalError } from "../../../values/errors.ts";
import { type Column, type ColumnArray, columnsOf, newColumn } from "../../../values/value-types.ts";
import type { SynchronousExecutor } from "../../executor.ts";

type AnyContract = TypedContract | RecordContract;
type Columns = readonly ColumnArray[];

/** A contract over columns: what a plan over elements and one over records have in common. */
export interface ColumnPlan {
  readonly sums: readonly Column[]; // of the results
  readonly reduce: (columns: Columns) => readonly Scalar[];
  readonly scan: (observation: Exclude<Observation, "reduce">, columns: Columns, output?: Columns) => Columns;
}

/** The plan of a contract that the executor serves, over columns. */
export function columnPlan(executor: SynchronousExecutor, contract: AnyContract): ColumnPlan {
  if (contract.kind === "typed") {
    const plan = executor.plan(contract);
    return {
      sums: columnsOf(contract.accumulate),
      reduce: ([input]) => [plan.reduce(input as ElementArray)],
      scan: (observation, [input], output) => {
        const elements = input as ElementArray;
        const target = output?.[0] as ElementArray | undefined;
        return [
          observation === "inclusive-scan"
            ? plan.inclusiveScan(elements, target)
            : plan.exclusiveScan(elements, target),
        ];
      },
    };
  }
  const plan = executor.planRecords?.(contract);
  if (plan === undefined) throw new InternalError(`executor ${executor.name} plans no records`);
  return {
    sums: contract.operator.columns,
    reduce: (columns) => plan.reduce(columns),
    scan: (observation, columns, output) =>
      observation === "inclusive-scan"
        ? plan.inclusiveScan(columns, output)
        : plan.exclusiveScan(columns, output),
  };
}

/** The reduce, or the prefixes, of each segment alone. @throws EmptyInputError for a segment without elements where `empty` is not given */
export function segmentedColumns(
  { sums, reduce, scan }: ColumnPlan,
  observation: Observation,
  columns: Columns,
  offsets: ColumnArray,
  empty: readonly Scalar[] | undefined,
): Columns {
  const isReduce = observation === "reduce";
  const segmentCount = Math.max(0, offsets.length - 1);
  const length = isReduce ? segmentCount : columns[0].length;
  const output = sums.map(({ type }) => newColumn(type, length));
  for (let segment = 0; segment < segmentCount; segment++) {
    const start = Number(offsets[segment]);
    const end = Number(offsets[segment + 1]);
    const part = (column: ColumnArray): ColumnArray => column.subarray(start, end);
    if (!isReduce) {
      scan(observation, columns.map(part), output.map(part));
      continue;
    }
    const value = start < end ? reduce(columns.map(part)) : empty;
    if (value === undefined) throw new EmptyInputError(`segment ${segment}`);
    for (const [i, column] of output.entries()) column.fill(value[i] as never, segment, segment + 1);
  }
  return output;
}
