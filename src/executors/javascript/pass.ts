import { type ColumnContract, checkColumnContract } from "../../contracts/column-contract.ts";
import { lineOf } from "../../contracts/contract-key.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { printExpression } from "../../expressions/print.ts";
import type { AccumulatorState } from "../../summaries/accumulators/accumulator.ts";
import { treeShapeOf } from "../../summaries/shape-of.ts";
import type { State, TreeState } from "../../summaries/summary.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import type { Row } from "../../values/value-types.ts";
import type { ColumnSummary, OnlineExecutor, OnlinePass } from "../executor.ts";
import type { ColumnArrays, ColumnValue } from "./access.ts";
import { type Folding, foldingOf, type PrefixFolding, requireFolding, type TreeFolding } from "./family.ts";
import type { OnlineFold, TreeFold } from "./folds/online-fold.ts";
import { Running } from "./loops.ts";
import {
  countedPieces,
  type JavascriptExecutor,
  javascriptMachine,
  type LoopCounts,
  type MachineParts,
} from "./machine.ts";
import { type ColumnRecipe, columnRecipe } from "./recipe.ts";

/** Plain loops that take sequences that keep arriving as well. */
export interface OnlineJavascriptExecutor extends JavascriptExecutor, OnlineExecutor {
  planFunction: JavascriptExecutor["planFunction"];
}

/**
 * The machine with passes: apart, because they bring summaries along.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function onlineJavascriptMachine(parts: MachineParts): OnlineJavascriptExecutor {
  const counts: LoopCounts = { typedElements: 0 };
  return {
    ...javascriptMachine(parts, counts),
    openPass(given, from) {
      const contract = checkColumnContract(given);
      return openPass(parts, counts, contract, from);
    },
  };
}

/** A fold whose state is that of a summary. */
interface KeptFold extends OnlineFold<ColumnValue> {
  /** The state after `length` elements of the sequence. */
  readonly state: (length: number) => State<Row>;
  readonly tree?: TreeFold<ColumnValue>; // the fold itself, where it is of a tree
}

/**
 * A pass of the plain loops: one fold that stays between chunks, and is a summary's values whenever asked.
 *
 * @throws UnsupportedError for an expression that cannot be followed element by element, or is of another entry point
 * @throws InvalidArgumentError for a summary of another contract, or of a range that does not begin at 0
 */
function openPass(
  { families, typed }: MachineParts,
  counts: LoopCounts,
  contract: ColumnContract,
  from: ColumnSummary | undefined,
): OnlinePass {
  const kept = requireOnline(foldingOf(families, contract.expression), contract);
  const recipe = columnRecipe(contract, kept);
  const { newColumns, arraysOf, rowOf } = recipe;
  const line = lineOf(contract);
  if (from !== undefined) checkFrom(line, from);
  const lead = recipe.initial?.placement === "first" ? 1 : 0;
  const fold = keptFold(kept, recipe, lead, from);
  const pieces = fold.tree && typed?.pieces(contract, recipe);
  const running = new Running(recipe, fold, from?.end, pieces && countedPieces(pieces, counts)(fold.tree));
  let isClosed = false;

  const open = (): Running<ColumnValue, ColumnArrays, KeptFold> => {
    if (isClosed) throw new UnsupportedError("a pass", "it was closed", "open another one");
    return running;
  };
  return {
    get position() {
      return running.position;
    },
    inclusiveScan(chunk, output = newColumns(chunk[0].length)) {
      open().inclusiveScan(arraysOf(chunk), arraysOf(output));
      return output;
    },
    exclusiveScan(chunk, output = newColumns(chunk[0].length)) {
      open();
      if (recipe.initial === undefined) {
        throw new InvalidArgumentError("contract", "one with an initial value for an exclusive scan", "none");
      }
      running.exclusiveScan(arraysOf(chunk), arraysOf(output));
      return output;
    },
    reduce: (chunk) => open().reduce(arraysOf(chunk)),
    observe: () => rowOf(open().observe()),
    summary() {
      const { fold, position } = open();
      return { contract: line, start: 0, end: position, ...fold.state(position + lead) };
    },
    close() {
      isClosed = true;
    },
  };
}

type OnlineFolding = Exclude<Folding, PrefixFolding>;

function requireOnline(given: Folding | undefined, contract: ColumnContract): OnlineFolding {
  if (given === undefined && takesAnyTree(contract)) {
    throw new UnsupportedError(
      `an online pass by ${printExpression(contract.expression)}`,
      "its trees are of another entry point; a whole input may be taken by any tree, but a summary is of its own",
      'use leftFold, which has the same bits here, or "samebits/networks"',
    );
  }
  const folding = requireFolding(given, contract);
  if (folding.kind !== "prefixes") return folding;
  throw new UnsupportedError(
    `an online pass by ${printExpression(contract.expression)}`,
    "its trees may change with the length of the whole input",
    "use iteratedPairwise, or another expression that is fixed by position",
  );
}

/** A fold of what a summary holds, or of nothing. `lead`: elements of the sequence before the input's first. */
function keptFold(
  folding: OnlineFolding,
  recipe: ColumnRecipe,
  lead: number,
  from: ColumnSummary | undefined,
): KeptFold {
  if (folding.kind === "tree") return keptTree(folding, recipe, lead, from);
  return folding.newFold(recipe.sumType, from as AccumulatorState | undefined);
}

function keptTree(
  { expression, newFold }: TreeFolding,
  { combine, rowOf, valueOfRow }: ColumnRecipe,
  lead: number,
  from: ColumnSummary | undefined,
): KeptFold {
  const fold = newFold<ColumnValue>(combine);
  const shape = treeShapeOf(expression, combine);
  if (from !== undefined) {
    const lists = shape.values(from as TreeState<ColumnValue>);
    fold.restore(
      from.end + lead,
      lists.map((list) => list.map((row) => valueOfRow(row as Row))),
    );
  }
  return {
    ...fold,
    tree: fold,
    state(length) {
      const lists = fold.values().map((list) => list.map(rowOf));
      return shape.restore(0, length, lists) as State<Row>;
    },
  };
}

function checkFrom(line: string, from: ColumnSummary): void {
  if (from.contract !== line) {
    const actual = `one of contract "${from.contract}"`;
    throw new InvalidArgumentError("from", `a summary of contract "${line}"`, actual);
  }
  if (from.start !== 0) {
    throw new InvalidArgumentError(
      "from",
      "a summary from position 0 on",
      `one from position ${from.start} on`,
    );
  }
}
