import { combineClosure, combineRecords } from "../../codegen/closures.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import {
  type Direction,
  type FunctionContract,
  type InitialValue,
  reduceOfNothing,
} from "../../contracts/contract.ts";
import { swapSides } from "../../operators/term.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import {
  type Access,
  accessAnything,
  accessColumns,
  type ColumnAccess,
  type ColumnArrays,
  type ColumnValue,
} from "./access.ts";
import type { Folding } from "./family.ts";
import type { Combine } from "./folds/online-fold.ts";

/** What the loops need to know of a contract. */
export interface Recipe<Value, Arrays> extends Access<Value, Arrays> {
  readonly step: 1 | -1; // through an array; a backward sequence begins at the end
  readonly initial: InitialValue<Value> | undefined;
  readonly sumType: ScalarType | undefined; // of the values, where they are scalars of one column
  combine(left: Value, right: Value): Value; // sides already swapped where the direction is backward
  finish(prefix: Value): Value; // what leaves the executor: an outside initial value on its left, its NaN canonical
}

/** The same over columns. */
export type ColumnRecipe = Recipe<ColumnValue, ColumnArrays> & ColumnAccess;

/** The loops of a contract over columns, by a folding of its expression. */
export function columnRecipe(contract: ColumnContract, folding: Folding): ColumnRecipe {
  const { columns, sums, direction, initial } = contract;
  const terms = direction === "backward" ? swapSides(contract.terms) : contract.terms;
  const combine = columns.length === 1 ? combineClosure(terms[0]) : combineRecords({ columns, terms });
  const access = accessColumns(contract);
  const first = initial && {
    placement: folding.kind === "sum" ? ("first" as const) : initial.placement,
    value: access.valueOfRow(initial.value),
  };
  const sumType = columns.length === 1 ? sums[0] : undefined;
  return recipeOf({ direction, initial: first, sumType, combine: combine as Combine<ColumnValue> }, access);
}

/** The loops of a plain function over any values. */
export function functionRecipe(contract: FunctionContract): Recipe<unknown, ArrayLike<unknown>> {
  const operator = contract.operator as (left: unknown, right: unknown) => unknown;
  const { direction, initial } = contract;
  const combine =
    direction === "backward" ? (left: unknown, right: unknown) => operator(right, left) : operator;
  return recipeOf({ direction, initial, sumType: undefined, combine }, accessAnything);
}

function recipeOf<Value, Given extends Access<Value, never>>(
  parts: Pick<Recipe<Value, never>, "initial" | "sumType" | "combine"> & { readonly direction: Direction },
  access: Given,
) {
  const { direction, initial, sumType, combine } = parts;
  const { canonical } = access;
  const finish =
    initial?.placement === "outside"
      ? (prefix: Value): Value => canonical(combine(initial.value, prefix))
      : canonical;
  const step: 1 | -1 = direction === "forward" ? 1 : -1;
  return { step, initial, sumType, combine, finish, ...access };
}

type Finished<Value> = Pick<Recipe<Value, never>, "initial" | "canonical">;

/** An exclusive scan's initial value, which resolving its contract has made sure of. */
export function initialOf<Value>({ initial, canonical }: Finished<Value>): Value {
  if (initial === undefined)
    throw new InternalError("an exclusive scan was planned without an initial value");
  return canonical(initial.value);
}

/** The reduce of nothing. @throws EmptyInputError where there is no initial value to give back */
export function valueOfNothing<Value>({ initial, canonical }: Finished<Value>): Value {
  return canonical(reduceOfNothing({ initial }));
}
