import type { Observation, RecordContract, TypedContract } from "../../../contracts/contract.ts";
import { printExpression } from "../../../expressions/print.ts";
import type { ElementArray, Scalar, ScalarType } from "../../../values/element-types.ts";
import { EmptyInputError, InternalError, UnsupportedError } from "../../../values/errors.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import { settingOf } from "../setting.ts";
import type { WasmParts } from "./parts.ts";
import { segmentTrees } from "./segment-trees.ts";
import { segmentedByKernels } from "./segmented-columns.ts";

type AnyContract = TypedContract | RecordContract;
type Columns = readonly ColumnArray[];

/** The primitive over segments: by kernels that go from one to the next, or where there are none, by a plan for each. */
export function wasmSegments(parts: WasmParts): Pick<Primitives<ColumnArray>, "segmented"> {
  const { executor, arenas, work, counts } = parts;
  return {
    segmented(contract, observation, columns, places, empty) {
      const offsets = places as Uint32Array;
      checkServed(parts, contract, observation);
      if (observation === "reduce" && empty === undefined) checkNoneEmpty(offsets);
      const setting = settingOf(arenas, contract);
      const purpose = observation === "reduce" ? "reduce" : "scan";
      const trees = segmentTrees(contract, setting, purpose, offsets);
      if (trees === undefined)
        return segmentBySegment(executor, contract, { observation, columns, offsets, empty });
      counts.segmented += columns[0].length;
      const segmented = { contract, setting, trees, observation, columns, offsets, empty };
      return work.on(columns, (space) => segmentedByKernels(space, segmented));
    },
  };
}

/** @throws UnsupportedError before anything has run */
function checkServed({ executor }: WasmParts, contract: AnyContract, observation: Observation): void {
  const refused = executor.refusal({ contract, observation, allowQuadratic: false });
  if (refused === undefined) return;
  const subject = `segmented ${observation} of ${contract.operator.name} by ${printExpression(contract.expression)}`;
  throw new UnsupportedError(`${subject} on executor "${executor.name}"`, refused.reason, refused.remedy);
}

function checkNoneEmpty(offsets: Uint32Array): void {
  for (let i = 1; i < offsets.length; i++) {
    if (offsets[i - 1] === offsets[i]) throw new EmptyInputError(`segment ${i - 1}`);
  }
}

/** What is asked of segments. */
interface Asked {
  readonly observation: Observation;
  readonly columns: Columns;
  readonly offsets: Uint32Array;
  readonly empty: readonly Scalar[] | undefined;
}

/** Each segment as a call of its own: for expressions whose kernels know one sequence at a time. */
function segmentBySegment(
  executor: WasmParts["executor"],
  contract: AnyContract,
  { observation, columns, offsets, empty }: Asked,
): Columns {
  const { sums, reduce, scan } = columnPlan(executor, contract);
  const segmentCount = Math.max(0, offsets.length - 1);
  const output = sums.map((type) =>
    newColumn(type, observation === "reduce" ? segmentCount : columns[0].length),
  );
  for (let segment = 0; segment < segmentCount; segment++) {
    const start = offsets[segment];
    const end = offsets[segment + 1];
    const part = (column: ColumnArray): ColumnArray => column.subarray(start, end);
    if (observation !== "reduce") {
      if (start < end) scan(observation, columns.map(part), output.map(part));
      continue;
    }
    const value = start < end ? reduce(columns.map(part)) : empty;
    output.forEach((column, i) => {
      if (value !== undefined) (column as { [index: number]: Scalar })[segment] = value[i];
    });
  }
  return output;
}

interface ColumnPlan {
  readonly sums: readonly ScalarType[];
  readonly reduce: (columns: Columns) => readonly Scalar[];
  readonly scan: (observation: Observation, columns: Columns, output: Columns) => unknown;
}

function columnPlan(executor: WasmParts["executor"], contract: AnyContract): ColumnPlan {
  if (contract.kind === "typed") {
    const plan = executor.plan(contract);
    return {
      sums: [contract.accumulate],
      reduce: ([input]) => [plan.reduce(input as ElementArray)],
      scan: (observation, [input], [output]) => {
        const run = observation === "inclusive-scan" ? plan.inclusiveScan : plan.exclusiveScan;
        return run(input as ElementArray, output as ElementArray);
      },
    };
  }
  const plan = executor.planRecords?.(contract);
  if (plan === undefined) throw new InternalError("the wasm executor plans no records");
  return {
    sums: contract.operator.columns.map(({ type }) => type),
    reduce: plan.reduce,
    scan: (observation, columns, output) =>
      observation === "inclusive-scan"
        ? plan.inclusiveScan(columns, output)
        : plan.exclusiveScan(columns, output),
  };
}
