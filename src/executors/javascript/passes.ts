import type { Folding } from "./family.ts";
import { passesOnline } from "./passes-online.ts";
import { passesOverPrefixes } from "./passes-over-prefixes.ts";
import type { Passes, Recipe } from "./recipe.ts";

/** The loops of a contract: those of an online fold where its expression has one, else a new tree for every prefix. */
export function passesOf<Value, Arrays>(
  folding: Folding,
  recipe: Recipe<Value, Arrays>,
): Passes<Value, Arrays> {
  switch (folding.kind) {
    case "tree":
      return passesOnline(recipe, () => folding.newFold(recipe.combine));
    case "sum":
      return passesOnline(recipe, () => folding.newFold(recipe.sumType));
    case "prefixes":
      return passesOverPrefixes(recipe, folding.prefixAt(recipe.combine));
    default:
      return folding satisfies never;
  }
}
