import { onlineFoldOf } from "./online-fold-of.ts";
import { passesOnline } from "./passes-online.ts";
import { passesOverPrefixes } from "./passes-over-prefixes.ts";
import { bisectionAt, customAt } from "./prefix-at.ts";
import type { Passes, Recipe } from "./recipe.ts";

/** The loops of a contract: those of an online fold where its expression has one, else a new tree for every prefix. */
export function passesOf<Value, Input, Output>(
  recipe: Recipe<Value, Input, Output>,
): Passes<Value, Input, Output> {
  const { expression, combine } = recipe;
  switch (expression.kind) {
    case "bisection":
      return passesOverPrefixes(recipe, bisectionAt(combine));
    case "custom":
      return passesOverPrefixes(recipe, customAt(expression, combine));
    default:
      return passesOnline(recipe, () => onlineFoldOf(expression, combine));
  }
}
