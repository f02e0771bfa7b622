// What the turns of every loop are laid out with: names of a turn, its counter, and values that are made between turns.

import type { Steps } from "../../algorithms/call.ts";
import { left } from "../../operators/term.ts";
import type { ScalarType } from "../../values/element-types.ts";
import type { TermOf } from "../term.ts";
import { columnSource, columnsOver } from "./columns.ts";
import type { Frame } from "./frame.ts";
import { isWide } from "./index-terms.ts";
import { bindFitting } from "./sizes.ts";
import type { Scope } from "./stage-context.ts";
import {
  host,
  leavesOf,
  type Staged,
  type StagedNames,
  type StagedScalar,
  stagedScalar,
  withLeaves,
} from "./staged.ts";

export type Loop = TermOf<"loop">;

export function bound(term: Loop, value: Staged, scope: Scope): Steps<StagedNames> {
  return bindFitting(term.pattern, value, scope.names, scope);
}

export function* conditionOf(
  { form }: Loop,
  names: StagedNames,
  { context, elements }: Scope,
): Steps<StagedScalar> {
  return form.kind === "while"
    ? stagedScalar(yield* context.stage(form.condition, names, elements))
    : host("bool", 1, true);
}

export function counterOf(
  type: ScalarType,
  turn: number,
  isLiteral: boolean,
): Extract<StagedScalar, { kind: "host" }> {
  return host(type, isWide(type) ? BigInt(turn) : turn, isLiteral);
}

export function turnNames({ form }: Loop, counter: Staged, outer: StagedNames): StagedNames {
  return form.kind === "for" ? { name: form.counter, value: counter, outer } : outer;
}

/** A value of a frame's elements whose scalars are columns. */
export function* madeIn(
  frame: Frame,
  value: Staged,
  { context }: Pick<Scope, "context" | "elements">,
): Steps<Staged> {
  const leaves = leavesOf(value);
  const terms = leaves.flatMap((leaf) =>
    leaf.kind === "term" && leaf.term.kind !== "left" ? [leaf.term] : [],
  );
  const columns = yield* columnsOver(terms, frame.sources, frame.length, context);
  let next = 0;
  const made = leaves.map((leaf): StagedScalar => {
    if (leaf.kind === "host" || leaf.term.kind === "left") return leaf;
    return { kind: "term", term: left(leaf.term.type, frame.add(columnSource(columns[next++]))) };
  });
  return withLeaves(value, made, { isInOrder: true });
}
