import type { Observation, RecordContract, TypedContract } from "../../../contracts/contract.ts";
import { contractsInTwo } from "../../../contracts/contracts-in-two.ts";
import { isOrderFree, iteratedPairwise } from "../../../expressions/expression.ts";
import type { ElementArray, Scalar, ScalarType } from "../../../values/element-types.ts";
import { EmptyInputError, InternalError } from "../../../values/errors.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import { settingOf } from "../setting.ts";
import { checkServed } from "./check-served.ts";
import { gather } from "./move-columns.ts";
import type { WasmParts } from "./parts.ts";
import { segmentTrees } from "./segment-trees.ts";
import { segmentedByKernels } from "./segmented-columns.ts";
import { shortSums } from "./short-sums.ts";
import { LONGEST_IN_TWO, partsOf } from "./trees-in-two.ts";

type AnyContract = TypedContract | RecordContract;
type Columns = readonly ColumnArray[];

/** The primitive over segments: by kernels that go from one to the next, or where there are none, by a plan for each that is not short. */
export function wasmSegments(parts: WasmParts): Pick<Primitives<ColumnArray>, "segmented"> {
  return {
    segmented(contract, observation, columns, places, empty) {
      const offsets = places as Uint32Array;
      checkServed(parts, `segmented ${observation}`, contract, observation);
      if (observation === "reduce" && empty === undefined) checkNoneEmpty(offsets);
      const asked = { observation, columns, offsets, empty };
      const output = byKernels(parts, contract, asked);
      if (output !== undefined) return output;
      return segmentBySegment(parts.executor, contract, asked, shortSegments(parts, contract, asked));
    },
  };
}

/** By kernels; undefined where none serve the contract. */
function byKernels(parts: WasmParts, contract: AnyContract, asked: Asked): Columns | undefined {
  const { arenas, work, counts } = parts;
  const setting = settingOf(arenas, contract);
  const purpose = asked.observation === "reduce" ? "reduce" : "scan";
  const trees = segmentTrees(contract, setting, purpose, asked.offsets);
  if (trees === undefined) return undefined;
  counts.segmented += asked.columns[0].length;
  const segmented = { contract, setting, trees, ...asked };
  return work.on(asked.columns, (space) => segmentedByKernels(space, segmented));
}

/** What segments need no plan of their own for, because they are short. */
interface ShortSegments {
  readonly output: Columns;
  readonly left: readonly number[]; // the other segments, none of them empty
}

function shortSegments(parts: WasmParts, contract: AnyContract, asked: Asked): ShortSegments | undefined {
  const { observation, offsets } = asked;
  const { expression } = contract;
  if (offsets.length < 2) return undefined;
  if (contract.kind === "typed" && isOrderFree(expression)) return shortOrderFree(parts, contract, asked);
  const isReduce = observation === "reduce";
  const longest = isReduce ? LONGEST_IN_TWO : expression.kind === "interleaved" ? expression.laneCount : 0;
  const left: number[] = [];
  for (let i = 1; i < offsets.length; i++) if (offsets[i] - offsets[i - 1] > longest) left.push(i - 1);
  if (left.length === offsets.length - 1) return undefined;
  const output = isReduce
    ? reduceInTwo(parts, contract, asked)
    : expression.kind === "interleaved"
      ? byKernels(parts, { ...contract, expression: iteratedPairwise }, asked)
      : undefined;
  return output && { output, left };
}

function shortOrderFree(
  { counts }: WasmParts,
  contract: TypedContract,
  { observation, columns, offsets, empty }: Asked,
): ShortSegments | undefined {
  const isReduce = observation === "reduce";
  const output = newColumn(contract.accumulate, isReduce ? offsets.length - 1 : columns[0].length);
  const sums = shortSums(contract, observation, columns[0], output);
  if (sums === undefined) return undefined;
  const { longest, sumOf } = sums;
  const left: number[] = [];
  let end = 0;
  for (let segment = 0; segment < offsets.length - 1; segment++) {
    const start = end;
    end = offsets[segment + 1];
    if (start === end) {
      if (isReduce) output[segment] = empty?.[0] as never;
    } else if (end - start <= longest && sumOf(start, end, segment)) counts.segmentedSums += end - start;
    else left.push(segment);
  }
  return { output: [output], left };
}

/** See trees-in-two.ts. Segments that are too long for it get some value. */
function reduceInTwo(parts: WasmParts, contract: AnyContract, asked: Asked): Columns | undefined {
  const { observation, columns, offsets, empty } = asked;
  const trees = partsOf(contract, offsets);
  if (trees === undefined) return undefined;
  const { inner, outer } = contractsInTwo(contract);
  const { order, segments } = trees;
  const ordered = order === undefined ? columns : columns.map((column) => gather(column, order));
  const first = { observation, columns: ordered, offsets: trees.parts, empty: undefined };
  const values = byKernels(parts, inner, first);
  return values && byKernels(parts, outer, { observation, columns: values, offsets: segments, empty });
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

/** Each segment that is not short as a call of its own: for expressions whose kernels know one sequence at a time. */
function segmentBySegment(
  executor: WasmParts["executor"],
  contract: AnyContract,
  { observation, columns, offsets, empty }: Asked,
  short: ShortSegments | undefined,
): Columns {
  const { sums, reduce, scan } = columnPlan(executor, contract);
  const segmentCount = short?.left.length ?? Math.max(0, offsets.length - 1);
  const length = observation === "reduce" ? segmentCount : columns[0].length;
  const output = short?.output ?? sums.map((type) => newColumn(type, length));
  for (let i = 0; i < segmentCount; i++) {
    const segment = short?.left[i] ?? i;
    const start = offsets[segment];
    const end = offsets[segment + 1];
    const part = (column: ColumnArray): ColumnArray => column.subarray(start, end);
    if (observation !== "reduce") {
      if (start < end) scan(observation, columns.map(part), output.map(part));
      continue;
    }
    const value = start < end ? reduce(columns.map(part)) : empty;
    if (value !== undefined) for (const [j, column] of output.entries()) column[segment] = value[j] as never;
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
