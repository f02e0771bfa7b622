import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { printContract } from "../../contracts/print.ts";
import { type Expression, isOrderFree, type TreeExpression } from "../../expressions/expression.ts";
import { printExpression } from "../../expressions/print.ts";
import { treeShapeOf } from "../../summaries/shape-of.ts";
import type { State, Summary, TreeState } from "../../summaries/summary.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { OnlinePass } from "../executor.ts";
import type { Combine, OnlineFold, TreeFold } from "./online-fold.ts";
import { onlineLoops } from "./online-loops.ts";
import { type Recipe, valueOfNothing } from "./recipe.ts";

type Columns = readonly ColumnArray[];

/** What a pass needs besides the loops' recipe: how its values and arrays look by column. */
export interface PassSetting<Value> {
  readonly contract: TypedContract | RecordContract;
  readonly recipe: Recipe<Value, Columns, Columns>;
  readonly newOutput: (length: number) => Columns;
  readonly scalarsOf: (value: Value) => readonly Scalar[];
  /** A fold of what a summary holds, or of nothing. */
  readonly open: (from: Summary<Value> | undefined) => KeptFold<Value>;
}

/** A fold whose state is that of a summary. */
export interface KeptFold<Value> extends OnlineFold<Value> {
  /** The state after `length` elements of the sequence. */
  readonly state: (length: number) => State<Value>;
}

/** A tree that is fixed by position, so that it can be followed element by element. */
export type PositionedExpression = Exclude<TreeExpression, { readonly kind: "bisection" | "custom" }>;

/** New folds of the expressions that an executor has. */
export type FoldOf = <Value>(expression: PositionedExpression, combine: Combine<Value>) => TreeFold<Value>;

/** Folds of an expression that is a tree. @throws UnsupportedError for one that cannot be followed element by element */
export function keptTreeFold<Value>(
  expression: Expression,
  { combine, initial }: Pick<Recipe<Value, never, never>, "combine" | "initial">,
  foldOf: FoldOf,
): PassSetting<Value>["open"] {
  const online = onlineExpression(expression);
  const shape = treeShapeOf(online, combine);
  const lead = initial?.placement === "first" ? 1 : 0;
  return (from) => {
    const fold = foldOf(online, combine);
    if (from !== undefined) fold.restore(from.end + lead, shape.values(from as TreeState<Value>));
    return { ...fold, state: (length) => shape.restore(0, length, fold.values()) };
  };
}

/**
 * A pass of the plain loops: one fold that stays between chunks, and is a summary's values whenever asked.
 *
 * @throws InvalidArgumentError for a summary of another contract, or of a range that does not begin at 0
 */
export function onlinePass<Value>(setting: PassSetting<Value>, from: Summary<Value> | undefined): OnlinePass {
  const { contract, recipe, newOutput, scalarsOf } = setting;
  const line = printContract(contract);
  const lead = recipe.initial?.placement === "first" ? 1 : 0;
  const loops = onlineLoops(recipe, () => setting.open(undefined));
  if (from !== undefined) checkFrom(line, from);
  let position = from?.end ?? 0;
  let fold: KeptFold<Value> | undefined = setting.open(from);
  if (from === undefined && recipe.initial?.placement === "first") fold.append(recipe.initial.value);

  const open = (): KeptFold<Value> => {
    if (fold === undefined) throw new UnsupportedError("a pass", "it was closed", "open another one");
    return fold;
  };
  const observe = (): Value => (position === 0 ? valueOfNothing(recipe) : loops.observe(open()));
  return {
    get position() {
      return position;
    },
    inclusiveScan(chunk, output = newOutput(chunk[0].length)) {
      loops.inclusiveScan(open(), chunk, output);
      position += chunk[0].length;
      return output;
    },
    exclusiveScan(chunk, output = newOutput(chunk[0].length)) {
      const running = open();
      if (recipe.initial === undefined) {
        throw new InvalidArgumentError("contract", "one with an initial value for an exclusive scan", "none");
      }
      if (chunk[0].length === 0) return output;
      const before = position === 0 ? loops.initial() : loops.observe(running);
      loops.exclusiveScan(running, chunk, output, before);
      position += chunk[0].length;
      return output;
    },
    reduce(chunk) {
      loops.append(open(), chunk);
      position += chunk[0].length;
    },
    observe() {
      open();
      return scalarsOf(observe());
    },
    summary() {
      const state = open().state(position + lead);
      return { contract: line, start: 0, end: position, ...state } as ReturnType<OnlinePass["summary"]>;
    },
    close() {
      fold = undefined;
    },
  };
}

function onlineExpression(expression: Expression): PositionedExpression {
  if (!isOrderFree(expression) && expression.kind !== "bisection" && expression.kind !== "custom")
    return expression;
  throw new UnsupportedError(
    `an online pass by ${printExpression(expression)}`,
    "its trees may change with the length of the whole input",
    "use iteratedPairwise, or another expression that is fixed by position",
  );
}

function checkFrom<Value>(line: string, from: Summary<Value>): void {
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
