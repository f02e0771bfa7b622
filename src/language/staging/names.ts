import { bind } from "../bindings.ts";
import type { ArrayTerm, Pattern } from "../term.ts";
import { usesOf } from "../term-parts.ts";
import { type Staged, type StagedNames, stagedField } from "./staged.ts";

export function bindStaged<Vector>(
  pattern: Pattern,
  value: Staged<Vector>,
  outer: StagedNames<Vector>,
): StagedNames<Vector> {
  return bind(pattern, value, outer, stagedField);
}

/** Whether what a pattern binds is used more than once, so that it should be made before. */
export function isUsedAgain(pattern: Pattern, body: ArrayTerm): boolean {
  return pattern.kind === "name" && usesOf(pattern.name, body) > 1;
}
