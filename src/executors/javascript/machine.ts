import {
  type ColumnContract,
  checkColumnContract,
  derivedContract,
} from "../../contracts/column-contract.ts";
import type { FunctionContract } from "../../contracts/contract.ts";
import { EVERYWHERE, type Requirement, type Served, servedEverywhere } from "../../contracts/levels.ts";
import { partElsewhere } from "../../contracts/part-elsewhere.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { type Expression, leftFold } from "../../expressions/expression.ts";
import { printExpression } from "../../expressions/print.ts";
import type { Columns, StoredColumns } from "../../values/value-types.ts";
import type { FunctionPlan, Request, SynchronousExecutor, SynchronousPlan } from "../executor.ts";
import type { ColumnArrays, ColumnValue } from "./access.ts";
import { type Family, type Folding, foldingOf, requireFolding } from "./family.ts";
import type { TreeFold } from "./folds/online-fold.ts";
import { type Calls, type CountedPieces, callsOf, type PiecesOf } from "./loops.ts";
import { type ColumnRecipe, columnRecipe, functionRecipe } from "./recipe.ts";

/** Plain loops, which run plain functions over any values as well. */
export interface JavascriptExecutor extends SynchronousExecutor {
  planFunction(contract: FunctionContract): FunctionPlan;
  /** What went through loops that are written for one operation and type: it tells which way a call ran, and changes no bit. */
  loopCounts(): Readonly<LoopCounts>;
}

export interface LoopCounts {
  typedElements: number;
}

/** What plain loops are made of. */
export interface MachineParts {
  readonly families: readonly Family[];
  readonly freeSums?: FreeSums;
  readonly typed?: TypedParts;
}

/** What takes the place of closures, with their bits. */
export interface TypedParts {
  calls(contract: ColumnContract, recipe: ColumnRecipe): TypedCalls;
  /** Of sequences that keep arriving. */
  pieces(contract: ColumnContract, recipe: ColumnRecipe): PiecesOf<ColumnValue, ColumnArrays> | undefined;
  /** Of the calls that `calls` lacks. */
  tapes(contract: ColumnContract, recipe: ColumnRecipe): PiecesOf<ColumnValue, ColumnArrays> | undefined;
}

export type TypedCalls = Partial<Calls<ColumnValue, ColumnArrays>>;

/** An expression in the contract's place, in reduces and scans alike, where the caller requires less and names none. */
export interface FreeSums {
  readonly expression: Expression;
  readonly takes: (contract: Request["contract"]) => boolean;
  readonly reduceOf: (contract: ColumnContract) => SynchronousPlan["reduce"]; // its bits, faster
}

/**
 * Plain loops over some families of expressions. They know none of them: what one of them has is served, anything else refused, but where any
 * tree has the bits.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function javascriptMachine(
  parts: MachineParts,
  counts: LoopCounts = { typedElements: 0 },
): JavascriptExecutor {
  const { families, freeSums } = parts;
  const freeFor = (contract: Request["contract"], requirement: Requirement): FreeSums | undefined =>
    requirement.determinism !== "everywhere" && !requirement.isExpressionNamed && freeSums?.takes(contract)
      ? freeSums
      : undefined;
  const served = ({ contract, requirement = EVERYWHERE }: Request): Served => {
    const free = freeFor(contract, requirement);
    return free === undefined
      ? servedEverywhere(contract)
      : { determinism: "runToRun", expression: printExpression(free.expression) };
  };

  return {
    name: "javascript",
    refusal(request) {
      const folding = foldingOf(families, request.contract.expression);
      return folding === undefined ? partElsewhere(request.contract) : folding.refusal?.(request);
    },
    ...(freeSums && { served }),
    plan(given, requirement = EVERYWHERE) {
      const contract = checkColumnContract(given);
      const free = freeFor(contract, requirement);
      const chosen =
        free === undefined ? contract : derivedContract(contract, { expression: free.expression });
      const plan = planOf(parts, counts, chosen);
      if (freeSums === undefined || !hasLoop(freeSums, chosen)) return plan;
      const reduce = freeSums.reduceOf(chosen);
      return {
        ...plan,
        reduce(input) {
          counts.typedElements += input[0].length;
          return reduce(input);
        },
      };
    },
    planFunction: (contract) => planFunction(families, contract),
    loopCounts: () => ({ ...counts }),
  };
}

/** Whether a contract is one whose reduce has that loop: chosen for a level, or named. */
function hasLoop({ expression, takes }: FreeSums, contract: ColumnContract): boolean {
  return printExpression(contract.expression) === printExpression(expression) && takes(contract);
}

function planOf(
  { families, typed }: MachineParts,
  counts: LoopCounts,
  contract: ColumnContract,
): SynchronousPlan {
  const folding = foldingToRun(families, contract);
  const recipe = columnRecipe(contract, folding);
  const { newColumns, arraysOf, rowOf } = recipe;
  const tapes = typed?.tapes(contract, recipe);
  const calls = {
    ...callsOf(folding, recipe, tapes && countedPieces(tapes, counts)),
    ...countedCalls(typed?.calls(contract, recipe), counts, recipe),
  };
  const scan =
    (call: typeof calls.inclusiveScan) =>
    (input: StoredColumns, output: Columns = newColumns(input[0].length)): Columns => {
      call(arraysOf(input), arraysOf(output));
      return output;
    };
  return {
    reduce: (input) => rowOf(calls.reduce(arraysOf(input))),
    inclusiveScan: scan(calls.inclusiveScan),
    exclusiveScan: scan(calls.exclusiveScan),
  };
}

/** The same pieces, which count the elements that they take. */
export function countedPieces(
  piecesOf: PiecesOf<ColumnValue, ColumnArrays>,
  counts: LoopCounts,
): (fold: TreeFold<ColumnValue>) => CountedPieces<ColumnArrays> {
  return (fold) => ({
    ...piecesOf(fold),
    taken(elements) {
      counts.typedElements += elements;
    },
  });
}

/** The same calls, which count the elements that they take. */
function countedCalls(
  { reduce, inclusiveScan, exclusiveScan }: TypedCalls = {},
  counts: LoopCounts,
  { lengthOf }: ColumnRecipe,
): TypedCalls {
  const scan = (call: Calls<ColumnValue, ColumnArrays>["inclusiveScan"]): typeof call => {
    return (input, output) => {
      counts.typedElements += lengthOf(input);
      call(input, output);
    };
  };
  return {
    ...(reduce && {
      reduce(input) {
        counts.typedElements += lengthOf(input);
        return reduce(input);
      },
    }),
    ...(inclusiveScan && { inclusiveScan: scan(inclusiveScan) }),
    ...(exclusiveScan && { exclusiveScan: scan(exclusiveScan) }),
  };
}

function planFunction(families: readonly Family[], contract: FunctionContract): FunctionPlan {
  const calls = callsOf(
    requireFolding(foldingOf(families, contract.expression), contract),
    functionRecipe(contract),
  );
  const scan =
    (call: typeof calls.inclusiveScan) =>
    (input: ArrayLike<unknown>, output: unknown[] = new Array(input.length)): unknown[] => {
      call(input, output);
      return output;
    };
  return {
    reduce: calls.reduce,
    inclusiveScan: scan(calls.inclusiveScan),
    exclusiveScan: scan(calls.exclusiveScan),
  };
}

/** A left fold where any tree has the bits and each prefix would need a tree of its own, or the contract's own is not here. */
function foldingToRun(families: readonly Family[], contract: ColumnContract): Folding {
  const own = foldingOf(families, contract.expression);
  const isDear = own === undefined || (own.kind === "prefixes" && own.givesWay);
  const folding = isDear && takesAnyTree(contract) ? foldingOf(families, leftFold) : own;
  return requireFolding(folding, contract);
}
