import { combineClosure, combineRecords } from "../../codegen/closures.ts";
import type { FunctionContract, RecordContract, TypedContract } from "../../contracts/contract.ts";
import { bodyOf } from "../../operators/operator.ts";
import { swapSides } from "../../operators/term.ts";
import type { ElementArray, Scalar } from "../../values/element-types.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import { accessAnything, accessElements, accessRows } from "./access.ts";
import type { Recipe } from "./recipe.ts";

/** One record by column. */
export type Row = readonly Scalar[];

/** The loops of a contract over single elements. */
export function elementRecipe(contract: TypedContract): Recipe<Scalar, ElementArray, ElementArray> {
  const { operator, type, accumulate, expression, direction, initial } = contract;
  const term = operator.term(accumulate);
  return {
    expression,
    direction,
    initial,
    combine: combineClosure(direction === "backward" ? swapSides([term])[0] : term),
    ...accessElements(type, accumulate),
  };
}

/** The loops of a contract over records. */
export function recordRecipe(
  contract: RecordContract,
): Recipe<Row, readonly ColumnArray[], readonly ColumnArray[]> {
  const { operator, expression, direction, initial } = contract;
  const { columns, terms } = bodyOf(operator);
  const body = { columns, terms: direction === "backward" ? swapSides(terms) : terms };
  return { expression, direction, initial, combine: combineRecords(body), ...accessRows(columns) };
}

/** The loops of a plain function over any values. */
export function functionRecipe(contract: FunctionContract): Recipe<unknown, ArrayLike<unknown>, unknown[]> {
  const operator = contract.operator as (left: unknown, right: unknown) => unknown;
  const { expression, direction, initial } = contract;
  const combine =
    direction === "backward" ? (left: unknown, right: unknown) => operator(right, left) : operator;
  return { expression, direction, initial, combine, ...accessAnything };
}
