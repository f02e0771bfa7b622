// Why: resolving a contract takes microseconds, and most calls ask for what the last one asked for.
import type { Expression } from "../expressions/expression.ts";
import type { ContractOptions } from "./resolve.ts";

/** Options to be compared with others later: a copy, since the caller's object may change. Records' initial values and types are not copied. */
export function copyOfOptions(options: ContractOptions): ContractOptions {
  const { operator, type, accumulate, expression, direction, initial, initialPlacement } = options;
  return {
    operator,
    type,
    accumulate,
    expression: typeof expression === "object" && expression !== null ? { ...expression } : expression,
    direction,
    initial,
    initialPlacement,
    determinism: options.determinism,
    allowQuadratic: options.allowQuadratic,
  };
}

/** Whether two ask for the same contract, as far as can be said without resolving them. The left ones are a copy. */
export function areSameOptions(left: ContractOptions, right: ContractOptions): boolean {
  return (
    left.operator === right.operator &&
    areSameInitials(left.type, right.type) &&
    left.accumulate === right.accumulate &&
    left.direction === right.direction &&
    areSameInitials(left.initial, right.initial) &&
    left.initialPlacement === right.initialPlacement &&
    left.determinism === right.determinism &&
    left.allowQuadratic === right.allowQuadratic &&
    areSameExpressions(left.expression, right.expression)
  );
}

/** Initial values and types, those of records field by field; `left` is a copy, so that it is no deeper than its type. */
function areSameInitials(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || left === null) return Object.is(left, right);
  if (typeof right !== "object" || right === null) return false;
  const fields = Object.entries(left);
  if (Object.keys(right).length !== fields.length) return false;
  return fields.every(([field, value]) => {
    return Object.hasOwn(right, field) && areSameInitials(value, (right as Record<string, unknown>)[field]);
  });
}

type ExpressionOption = Expression | string | undefined;

function areSameExpressions(left: ExpressionOption, right: ExpressionOption): boolean {
  if (typeof left !== "object" || typeof right !== "object" || right === null) return left === right;
  const one: ExpressionFields = left;
  const other: ExpressionFields = right;
  return (
    one.kind === other.kind &&
    one.blockLength === other.blockLength &&
    one.laneCount === other.laneCount &&
    one.fold === other.fold &&
    one.name === other.name &&
    one.network === other.network &&
    one.tree === other.tree
  );
}

type FieldOf<Union> = Union extends unknown ? keyof Union : never;

/** What an expression of any kind may have. Every field must be compared above. */
type ExpressionFields = { readonly [Field in FieldOf<Expression>]?: unknown };
