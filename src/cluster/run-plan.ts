// What a run computes, as data: run.json. Everything that fixes bits and pieces stands in it, and nothing of who computes them.

import { type ColumnContract, columnContract, namedContract } from "../contracts/column-contract.ts";
import {
  OBSERVATIONS,
  type Observation,
  type RecordContract,
  type TypedContract,
} from "../contracts/contract.ts";
import { parseContract } from "../contracts/parse.ts";
import { printContract } from "../contracts/print.ts";
import type { Expression } from "../expressions/expression.ts";
import { networkExpression } from "../expressions/network-expression.ts";
import { printExpression } from "../expressions/print.ts";
import { decodeNetwork, encodeNetwork } from "../networks/text/decode-network.ts";
import { decodeOperator } from "../operators/decode-operator.ts";
import { encodeOperator } from "../operators/encode-operator.ts";
import { labelOf } from "../operators/operator.ts";
import { checkInteger } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import type { ElementType } from "../values/element-types.ts";
import { FormatError, InvalidArgumentError, SamebitsError, UnsupportedError } from "../values/errors.ts";
import { hashBytes } from "../values/hash.ts";
import { type Cut, defaultPieceLength, pieceCount } from "./cut.ts";
import { checkDataset, columnsOfDataset, type Dataset } from "./data/dataset.ts";
import { openSealed, sealJson } from "./folder/sealed.ts";
import {
  checkGrouping,
  type Grouping,
  keyCountOf,
  printGrouping,
  readGrouping,
  WAYS,
  type Way,
  wayOf,
} from "./groups/grouping.ts";
import { checkPieces, checkSorting, type Sorting, sortPieceLength } from "./sorting/sorting.ts";

/** A run: what is asked of which data, and how they are cut. */
export interface RunPlan extends Cut {
  readonly id: string; // a hash of everything else
  readonly observation: Observation;
  readonly contract: ColumnContract;
  readonly dataset: Dataset;
  readonly grouping: Grouping | undefined; // of a reduce of each of many groups
  readonly way: Way | undefined; // how groups are computed
  readonly sorting: Sorting | undefined; // rows are put in order, and nothing is combined
  readonly columns: readonly number[]; // of the dataset: those that say the group, then one for each of the contract's; or those that are sorted
  readonly pieceCount: number;
  readonly passCount: 1 | 2; // steps of a piece
  readonly isChained: boolean; // a piece begins with the summary of those before
  readonly hashesInput: boolean; // the receipt has hashes of the input
  readonly hashesWhole: boolean; // and one of a scan's output as it stands, which no piece can give
}

/** What is asked for. */
export interface RunRequest {
  readonly observation: Observation;
  readonly contract: TypedContract | RecordContract;
  readonly dataset: Dataset;
  readonly grouping?: Grouping | undefined;
  readonly way?: Way | undefined; // default: by what is proved of the operator here, which run.json says to all others
  readonly sorting?: Sorting | undefined;
  readonly columns: readonly number[];
  readonly pieceLength?: number | undefined; // default: see defaultPieceLength; multiples of 2^20 are best
  readonly hashesInput?: boolean | undefined; // default: false
  readonly hashesWhole?: boolean | undefined; // default: false
}

/** Roots that a piece's summary may have: more are no summary any more, and pieces are chained instead. */
const MOST_ROOTS = 4096;

/** The run that is asked for. @throws InvalidArgumentError; UnsupportedError for an expression without summaries */
export function planRun(request: RunRequest): RunPlan {
  const { observation, dataset, grouping, sorting, columns } = request;
  const { hashesInput = false, hashesWhole = false } = request;
  const contract = checkSummaries(request.contract);
  if (sorting === undefined) expectTypes(contract, dataset, columns, grouping);
  else checkSorting(sorting, columns.length);
  const { expression, direction } = contract;
  const usual = sorting ? sortPieceLength(dataset, columns) : defaultPieceLength(expression);
  const pieceLength = checkInteger("pieceLength", request.pieceLength ?? usual, 1);
  const splitCount = grouping?.kind === "key" ? grouping.splitCount : undefined;
  const cut = { length: dataset.length, pieceLength, direction, splitCount };
  if (sorting !== undefined) checkPieces(cut);
  const isTreeChained = isChained(expression, pieceLength);
  const way = grouping && (request.way ?? wayOf(contract, isTreeChained));
  const passCount: 1 | 2 = way === "positions" || sorting || observation !== "reduce" ? 2 : 1;
  const plan = {
    ...{ ...cut, observation, contract, dataset, grouping, way, sorting },
    ...{ columns, hashesInput, hashesWhole },
    ...{ pieceCount: pieceCount(cut), passCount },
    isChained: way === undefined ? isTreeChained : way === "chain",
  };
  return { ...plan, id: idOf(bodyOf(plan)) };
}

/** A left fold has no inner ranges; a linear carry of short blocks has too many roots in them. */
function isChained(expression: Expression, pieceLength: number): boolean {
  if (expression.kind === "leftFold") return true;
  return expression.kind === "linearCarry" && pieceLength / expression.blockLength > MOST_ROOTS;
}

function checkSummaries(contract: TypedContract | RecordContract): ColumnContract {
  const { expression } = contract;
  if (expression.kind !== "bisection" && expression.kind !== "custom") return columnContract(contract);
  throw new UnsupportedError(
    `a run of pieces by ${printExpression(expression)}`,
    "its trees may change with the length of the whole, so that a piece has no summary",
    "use iterated-pairwise, or another expression that is fixed by position",
  );
}

function expectTypes(
  { types }: ColumnContract,
  dataset: Dataset,
  columns: readonly number[],
  grouping: Grouping | undefined,
): void {
  const known = columnsOfDataset(dataset);
  const all = columns.map((i) => known[i].type);
  if (grouping !== undefined) checkGrouping(grouping, all);
  if (grouping?.kind === "histogram") return; // counts are of ones, and not of what is counted
  const actual = all.slice(grouping === undefined ? 0 : keyCountOf(grouping)).join(", ");
  if (actual === types.join(", ")) return;
  throw new InvalidArgumentError("dataset", `of ${types.join(", ")}, as the contract is`, `one of ${actual}`);
}

type PlanBody = ReturnType<typeof bodyOf>;

function bodyOf(plan: Omit<RunPlan, "id">) {
  const { observation, dataset, columns, pieceLength, isChained: chained, hashesInput, hashesWhole } = plan;
  const contract = namedContract(plan.contract);
  const { operator, expression } = contract;
  const type = contract.kind === "typed" ? contract.accumulate : undefined;
  return {
    observation,
    contract: printContract(contract),
    ...(isOwn(labelOf(operator)) && { operator: encodeOperator(operator, type as ElementType) }),
    ...(expression.kind === "network" && {
      network: { name: expression.name, network: encodeNetwork(expression.network) },
    }),
    ...(plan.grouping !== undefined && { groups: { ...printGrouping(plan.grouping), way: plan.way } }),
    ...(plan.sorting !== undefined && { sort: plan.sorting }),
    ...{
      columns,
      pieceLength,
      pieceCount: plan.pieceCount,
      isChained: chained,
      hashesInput,
      hashesWhole,
      dataset,
    },
  };
}

/** Of an operator that a contract's line names by a hash only. */
function isOwn(label: string): boolean {
  return label.startsWith("term:");
}

function idOf(body: PlanBody): string {
  return hashBytes(new TextEncoder().encode(JSON.stringify(body)));
}

/** The text of run.json. */
export function printRun(plan: RunPlan, samebits: string): string {
  return sealJson("run", { made: samebits, id: plan.id, ...bodyOf(plan) });
}

/** A run as part of a receipt. */
export function runBody(plan: RunPlan): object {
  return { id: plan.id, ...bodyOf(plan) };
}

/** The run of such a text. @throws FormatError where it is damaged, of another version, or not what this samebits would make of it */
export function parseRun(text: string, source: string): RunPlan {
  return planOf(openSealed(text, "run", source), source);
}

/** The run of its fields. @throws FormatError */
export function planOf(given: Readonly<Record<string, unknown>>, source: string): RunPlan {
  const plan = explained(source, () => {
    const { observation, columns, pieceLength, dataset, contract, operator, network, groups, sort, ...rest } =
      given as unknown as PlanBody;
    if (!OBSERVATIONS.includes(observation)) throw new FormatError(source, "a run", describe(observation));
    const expressions =
      network === undefined ? [] : [networkExpression(decodeNetwork(network.network, source), network.name)];
    const operators = operator === undefined ? [] : [decodeOperator(operator)];
    return planRun({
      ...{ observation, columns, pieceLength, dataset: checkDataset(dataset, source) },
      ...{ hashesInput: rest.hashesInput, hashesWhole: rest.hashesWhole },
      ...(sort && { sorting: sort }),
      ...(groups && { grouping: readGrouping(groups), way: checkName("way", WAYS, groups.way) }),
      contract: parseContract(contract, { operators, expressions }),
    });
  });
  if (plan.id === given.id) return plan;
  throw new FormatError(source, `a run with the id ${plan.id}, as its contents have`, describe(given.id));
}

function explained<Result>(source: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError || !(error instanceof SamebitsError)) {
      if (error instanceof TypeError) throw new FormatError(source, "a run", error.message);
      throw error;
    }
    throw new FormatError(source, "a run that this samebits can compute", error.message);
  }
}
