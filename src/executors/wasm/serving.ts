import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import type { Expression } from "../../expressions/expression.ts";
import { printExpression } from "../../expressions/print.ts";
import { InternalError } from "../../values/errors.ts";
import type { Family, Serving } from "./family.ts";
import type { Arenas } from "./memory/arena.ts";
import type { RunnerSetting } from "./runner.ts";

/** The memory of an executor, and the families of expressions that it has. */
export interface Machine extends Arenas {
  readonly families: readonly Family[];
  readonly servings: WeakMap<Expression, Serving>; // of expressions that were met
}

/** What the first of the families has for an expression; undefined where it is of none of them. */
export function servingOf({ families, servings }: Machine, expression: Expression): Serving | undefined {
  const known = servings.get(expression);
  if (known !== undefined) return known;
  for (const { serve } of families) {
    const serving = serve(expression);
    if (serving === undefined) continue;
    if (Object.isFrozen(expression)) servings.set(expression, serving); // another may change
    return serving;
  }
  return undefined;
}

/** The same for an expression that was not refused. */
export function requireServing(machine: Machine, expression: Expression): Serving {
  const serving = servingOf(machine, expression);
  if (serving === undefined) throw new InternalError(`no family for ${printExpression(expression)}`);
  return serving;
}

/** The expression by which a contract is computed: its own or, where every tree has its bits, the fastest that there is. */
export function servingExpression(
  { families }: Machine,
  { contract, subject }: RunnerSetting,
  purpose: "scan" | "reduce" | "generated",
): Expression {
  if (!takesAnyTree(contract)) return contract.expression;
  for (const { fastest } of families) {
    const expression = fastest?.(subject, purpose);
    if (expression !== undefined) return expression;
  }
  return contract.expression;
}
