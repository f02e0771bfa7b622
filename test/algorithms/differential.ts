import fc from "fast-check";
import { reduceByIndexCall } from "../../src/algorithms/histograms/reduce-by-index.ts";
import { runCallLaterOn } from "../../src/algorithms/run-call.ts";
import { reduceByKeyCall } from "../../src/algorithms/segments/reduce-by-key.ts";
import { segmentedReduceCall } from "../../src/algorithms/segments/segmented-reduce.ts";
import {
  segmentedExclusiveScanCall,
  segmentedInclusiveScanCall,
} from "../../src/algorithms/segments/segmented-scan.ts";
import { mixingOperator } from "../../src/conformance/sample-operators.ts";
import { columnContract } from "../../src/contracts/column-contract.ts";
import {
  CONTRACT_VERSION,
  type ElementContract,
  type Observation,
  type RecordContract,
} from "../../src/contracts/contract.ts";
import { printContract } from "../../src/contracts/print.ts";
import type { Executor, OnlineExecutor } from "../../src/executors/executor.ts";
import type { AlgorithmExecutor } from "../../src/executors/primitives.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../src/expressions/expression.ts";
import { networkExpression } from "../../src/expressions/network-expression.ts";
import { defineOperator } from "../../src/operators/define-operator.ts";
import type { AnyOperator } from "../../src/operators/operator.ts";
import { referenceReduce, referenceScan } from "../../src/reference/reference.ts";
import type { Scalar } from "../../src/values/element-types.ts";
import { SamebitsError } from "../../src/values/errors.ts";
import {
  type ColumnArray,
  columnsOf,
  newColumn,
  type RecordType,
  SCALAR_TYPES,
  shapeValue,
  shownScalar,
  type ValueType,
} from "../../src/values/value-types.ts";
import { hostileScalars, type Pick, randomRecordType, randomTerms } from "../helpers/operators/terms.ts";
import { differenceOf } from "./difference.ts";

/*
 * Random operators over random columns (a bool alone, each type alone, mixed and nested records, elements), by every family of expressions, in every
 * observation and as functions over columns: each executor against the literal reference, and against plain loops where functions have none.
 */

type Columns = readonly ColumnArray[];

/** One draw: a contract and what it is asked of. */
interface Draw {
  readonly contract: ElementContract | RecordContract;
  readonly columns: Columns;
  readonly offsets: Uint32Array; // of segments over the columns
  readonly indices: Uint32Array; // of bins, some beyond them
  readonly cuts: readonly number[]; // where a pass is cut
}

const BIN_COUNT = 5;

/** A draw of up to so many elements. */
export function drawFrom(pick: Pick, longest: number): Draw {
  const type = typeBy(pick);
  const columnTypes = columnsOf(type).map((column) => column.type);
  const operator = operatorBy(type, pick);
  const length = [pick(4), pick(20), pick(longest + 1)][pick(3)];
  const columns = columnTypes.map((each) => {
    const scalars = hostileScalars(each);
    const column = newColumn(each, length) as { [index: number]: Scalar };
    for (let i = 0; i < length; i++) column[i] = scalars[pick(scalars.length)];
    return column as ColumnArray;
  });
  const offsets = [0];
  while ((offsets.at(-1) ?? 0) < length) offsets.push(Math.min(length, (offsets.at(-1) ?? 0) + pick(9)));
  const cuts = Array.from({ length: 3 }, () => pick(length + 1)).sort((one, other) => one - other);
  return {
    contract: contractBy(operator, type, pick),
    columns,
    offsets: Uint32Array.from(offsets),
    indices: Uint32Array.from({ length }, () => pick(BIN_COUNT + 1)),
    cuts: [0, ...cuts, length],
  };
}

function typeBy(pick: Pick): ValueType {
  const one = SCALAR_TYPES[pick(SCALAR_TYPES.length)];
  switch (pick(6)) {
    case 0:
      return { only: "bool" };
    case 1:
      return { only: one };
    case 2:
      return { nested: { only: one }, flag: "bool" };
    case 3:
      return one === "bool" ? "u32" : one;
    default:
      return randomRecordType(pick);
  }
}

function operatorBy(type: ValueType, pick: Pick): AnyOperator {
  // A mixture tells every tree apart; random terms find what is wrong with operations.
  const isMixing = pick(3) === 0;
  if (isMixing) return mixingOperator(type as RecordType);
  return defineOperator(type as RecordType, randomTerms(columnsOf(type), pick));
}

function contractBy(operator: AnyOperator, type: ValueType, pick: Pick): ElementContract | RecordContract {
  const placement = ([undefined, "outside", "first"] as const)[pick(3)];
  const value = columnsOf(type).map((column) => {
    const scalars = hostileScalars(column.type);
    return scalars[pick(scalars.length)];
  });
  const shared = {
    expression: expressionBy(pick),
    direction: (["forward", "backward"] as const)[pick(2)],
    version: CONTRACT_VERSION,
  } as const;
  if (operator.kind === "record-operator") {
    const initial = placement === undefined ? undefined : { value, placement };
    return { kind: "record", operator, type: operator.type, initial, ...shared };
  }
  const initial = placement === undefined ? undefined : { value: value[0], placement };
  const [element] = operator.types;
  return { kind: "typed", operator, type: element, accumulate: element, initial, ...shared };
}

function expressionBy(pick: Pick): Expression {
  const size = (sizes: readonly number[]): number => sizes[pick(sizes.length)];
  switch (pick(10)) {
    case 0:
      return leftFold;
    case 1:
      return iteratedPairwise;
    case 2:
      return bisection;
    case 3:
    case 4:
      return interleaved(size([1, 2, 3, 4, 5, 8, 16, 17]));
    case 5:
    case 6:
      return blockDyadic(size([1, 2, 3, 4, 7, 8, 16, 32, 64, 100]));
    case 7:
      return linearCarry(size([1, 2, 4, 5, 16, 32, 64]));
    default:
      return networkExpression(
        ["sklansky", "brent-kung", "kogge-stone", "serial"][pick(4)],
        size([1, 2, 4, 7, 8, 16, 33]),
      );
  }
}

/** What a contract gives: columns of a scan, a row of a reduce, or the name of a typed error. */
type Outcome = unknown;

async function outcomeOf(run: () => unknown): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SamebitsError) || error.name === "InternalError") throw error;
    return { thrown: error.name };
  }
}

const OBSERVATIONS: readonly Observation[] = ["reduce", "inclusive-scan", "exclusive-scan"];

/** What the reference gives for an observation. */
async function expectedOf({ contract, columns }: Draw, observation: Observation): Promise<Outcome> {
  return outcomeOf(() => {
    // Either kind has its own overload.
    if (contract.kind === "record") {
      return observation === "reduce"
        ? referenceReduce(contract, columns)
        : referenceScan(contract, observation, columns);
    }
    const elements = columns[0] as never;
    return observation === "reduce"
      ? [referenceReduce(contract, elements)]
      : [referenceScan(contract, observation, elements)];
  });
}

/** Undefined where the executor refuses. */
async function plannedOf(
  executor: Executor,
  { contract, columns }: Draw,
  observation: Observation,
): Promise<{ readonly outcome: Outcome } | undefined> {
  const computed = columnContract(contract);
  if (executor.refusal({ contract: computed, observation, allowQuadratic: true }) !== undefined)
    return undefined;
  const outcome = await outcomeOf(async () => {
    const plan = executor.plan(computed);
    if (observation === "reduce") return plan.reduce(columns);
    return observation === "inclusive-scan" ? plan.inclusiveScan(columns) : plan.exclusiveScan(columns);
  });
  return { outcome };
}

/** Holds an executor's plans against the reference. Gives how many observations it served. */
export async function checkPlans(executor: Executor, draw: Draw): Promise<number> {
  let served = 0;
  for (const observation of OBSERVATIONS) {
    // An exclusive scan begins with an initial value.
    if (observation === "exclusive-scan" && draw.contract.initial === undefined) continue;
    const planned = await plannedOf(executor, draw, observation);
    if (planned === undefined) continue;
    served++;
    expectSame(executor.name, observation, draw, planned.outcome, await expectedOf(draw, observation));
  }
  return served;
}

/** The same of passes, cut where the draw says; expressions without summaries have none. */
export async function checkPasses(executor: OnlineExecutor, draw: Draw): Promise<void> {
  const { columns, cuts } = draw;
  const contract = columnContract(draw.contract);
  if (executor.refusal({ contract, observation: "inclusive-scan", allowQuadratic: false }) !== undefined)
    return;
  if (contract.expression.kind === "bisection") return;
  const { length } = columns[0];
  const pass = executor.openPass(contract);
  const output = columns.map((column) => column.slice() as ColumnArray);
  try {
    for (let i = 1; i < cuts.length; i++) {
      const isBackward = contract.direction === "backward";
      const [start, end] = isBackward ? [length - cuts[i], length - cuts[i - 1]] : [cuts[i - 1], cuts[i]];
      const part = (arrays: Columns) => arrays.map((column) => column.subarray(start, end) as ColumnArray);
      pass.inclusiveScan(part(columns), part(output));
    }
    const expected = await expectedOf(draw, "inclusive-scan");
    expectSame(`${executor.name}, in chunks`, "inclusive-scan", draw, output, expected);
    if (length > 0) {
      const value = await expectedOf(draw, "reduce");
      expectSame(`${executor.name}, in chunks`, "reduce", draw, pass.observe(), value);
    }
  } finally {
    pass.close();
  }
}

/** Functions over columns with the draw's contract. */
const FUNCTIONS = [
  "segmentedReduce",
  "segmentedInclusiveScan",
  "segmentedExclusiveScan",
  "byKey",
  "byIndex",
] as const;

/** What each function gives on an executor. */
export async function functionsOf<Vector>(
  executor: AlgorithmExecutor<Vector>,
  draw: Draw,
): Promise<Readonly<Record<string, Outcome>>> {
  const { contract, columns, offsets, indices } = draw;
  const { operator, expression, direction, initial } = contract;
  const type = contract.kind === "record" ? contract.operator.type : contract.type;
  const input = shapeValue(type, columns, (column) => column);
  const options = {
    operator,
    expression,
    direction,
    ...(initial !== undefined && {
      initial: Array.isArray(initial.value) ? shapeValue(type, initial.value, shownScalar) : initial.value,
      initialPlacement: initial.placement,
    }),
  };
  const callOf = {
    segmentedReduce: () => segmentedReduceCall(input, { offsets }, options),
    segmentedInclusiveScan: () => segmentedInclusiveScanCall(input, { offsets }, options),
    segmentedExclusiveScan: () => segmentedExclusiveScanCall(input, { offsets }, options),
    byKey: () => reduceByKeyCall(indices, input, options),
    byIndex: () => reduceByIndexCall(input, indices, { ...options, binCount: BIN_COUNT }),
  };
  const outcomes: Record<string, Outcome> = {};
  for (const name of FUNCTIONS) {
    outcomes[name] = await outcomeOf(() => runCallLaterOn(executor, callOf[name]() as never));
  }
  return outcomes;
}

/** Holds an executor's functions against those of another. What the one refuses is passed over. */
export function checkFunctions(
  name: string,
  draw: Draw,
  actual: Readonly<Record<string, Outcome>>,
  expected: Readonly<Record<string, Outcome>>,
): void {
  for (const each of FUNCTIONS) {
    const isRefused = (outcome: Outcome): boolean =>
      (outcome as { readonly thrown?: string } | undefined)?.thrown === "UnsupportedError";
    if (isRefused(actual[each]) || isRefused(expected[each])) continue;
    expectSame(name, each, draw, actual[each], expected[each]);
  }
}

function expectSame(name: string, what: string, draw: Draw, actual: Outcome, expected: Outcome): void {
  const difference = differenceOf(actual, expected);
  if (difference === undefined) return;
  const { contract, columns } = draw;
  const terms =
    contract.kind === "record" ? contract.operator.terms : [contract.operator.term(contract.type)];
  throw new Error(
    `${what} on ${name} of ${printContract(contract)}, n = ${columns[0].length}: ${difference}\nterms ${fc.stringify(terms).slice(0, 1500)}`,
  );
}
