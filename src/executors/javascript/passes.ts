import { blockedOnline } from "./blocked.ts";
import { dyadicOnline } from "./dyadic.ts";
import { interleavedOnline } from "./interleaved.ts";
import { leftFoldOnline } from "./left-fold.ts";
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
    case "leftFold":
      return passesOnline(recipe, () => leftFoldOnline(combine));
    case "iteratedPairwise":
      return passesOnline(recipe, () => dyadicOnline(combine));
    case "blockDyadic":
      return passesOnline(recipe, () =>
        blockedOnline(expression.blockLength, combine, dyadicOnline(combine)),
      );
    case "linearCarry":
      return passesOnline(recipe, () =>
        blockedOnline(expression.blockLength, combine, leftFoldOnline(combine)),
      );
    case "interleaved":
      return passesOnline(recipe, () => interleavedOnline(expression.laneCount, combine));
    case "bisection":
      return passesOverPrefixes(recipe, bisectionAt(combine));
    case "custom":
      return passesOverPrefixes(recipe, customAt(expression, combine));
    default:
      return expression satisfies never;
  }
}
