import type { ColumnContract } from "../../contracts/column-contract.ts";
import { lineOf } from "../../contracts/contract-key.ts";
import { printExpression } from "../../expressions/print.ts";
import type { AccumulatorState } from "../../summaries/accumulators/accumulator.ts";
import { treeShapeOf } from "../../summaries/shape-of.ts";
import type { State, TreeState } from "../../summaries/summary.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import type { Row } from "../../values/value-types.ts";
import type { ColumnSummary, OnlinePass } from "../executor.ts";
import type { ColumnValue } from "./access.ts";
import { type Folding, type PrefixFolding, requireFolding, type TreeFolding } from "./family.ts";
import type { OnlineFold } from "./folds/online-fold.ts";
import { onlineLoops } from "./online-loops.ts";
import { type ColumnRecipe, columnRecipe, valueOfNothing } from "./recipe.ts";

/** A fold whose state is that of a summary. */
interface KeptFold extends OnlineFold<ColumnValue> {
  /** The state after `length` elements of the sequence. */
  readonly state: (length: number) => State<Row>;
}

/**
 * A pass of the plain loops: one fold that stays between chunks, and is a summary's values whenever asked.
 *
 * @throws UnsupportedError for an expression that cannot be followed element by element
 * @throws InvalidArgumentError for a summary of another contract, or of a range that does not begin at 0
 */
export function openPass(
  folding: Folding | undefined,
  contract: ColumnContract,
  from: ColumnSummary | undefined,
): OnlinePass {
  const kept = requireOnline(folding, contract);
  const recipe = columnRecipe(contract, kept);
  const { newColumns, arraysOf, rowOf } = recipe;
  const line = lineOf(contract);
  if (from !== undefined) checkFrom(line, from);
  const lead = recipe.initial?.placement === "first" ? 1 : 0;
  const loops = onlineLoops(recipe, () => keptFold(kept, recipe, lead, undefined));
  let position = from?.end ?? 0;
  let fold: KeptFold | undefined = keptFold(kept, recipe, lead, from);
  if (from === undefined && recipe.initial?.placement === "first") fold.append(recipe.initial.value);

  const open = (): KeptFold => {
    if (fold === undefined) throw new UnsupportedError("a pass", "it was closed", "open another one");
    return fold;
  };
  return {
    get position() {
      return position;
    },
    inclusiveScan(chunk, output = newColumns(chunk[0].length)) {
      loops.inclusiveScan(open(), arraysOf(chunk), arraysOf(output));
      position += chunk[0].length;
      return output;
    },
    exclusiveScan(chunk, output = newColumns(chunk[0].length)) {
      const running = open();
      if (recipe.initial === undefined) {
        throw new InvalidArgumentError("contract", "one with an initial value for an exclusive scan", "none");
      }
      if (chunk[0].length === 0) return output;
      const before = position === 0 ? loops.initial() : loops.observe(running);
      loops.exclusiveScan(running, arraysOf(chunk), arraysOf(output), before);
      position += chunk[0].length;
      return output;
    },
    reduce(chunk) {
      loops.append(open(), arraysOf(chunk));
      position += chunk[0].length;
    },
    observe() {
      const running = open();
      return rowOf(position === 0 ? valueOfNothing(recipe) : loops.observe(running));
    },
    summary: () => ({ contract: line, start: 0, end: position, ...open().state(position + lead) }),
    close() {
      fold = undefined;
    },
  };
}

type OnlineFolding = Exclude<Folding, PrefixFolding>;

function requireOnline(given: Folding | undefined, contract: ColumnContract): OnlineFolding {
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
