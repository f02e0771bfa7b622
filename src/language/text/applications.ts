// Applications as they are written: of what follows a function, of what is handed on, and of those that say sizes.

import type { ArrayTerm, Pattern } from "../term.ts";
import { application, preludeFunction } from "./desugar.ts";
import type { ProgramCursor } from "./grammar.ts";

/** `x |> f a` is `f a x`. */
export function applied(cursor: ProgramCursor, head: ArrayTerm, operand: ArrayTerm, at: number): ArrayTerm {
  if (head.kind === "lambda") {
    const field = fieldOf(head.body, head.parameters, operand);
    if (field !== undefined) return field;
  }
  if (head.kind !== "apply") return applicationOf(cursor, head, [operand], at);
  const { expression } = head;
  const made = applicationOf(cursor, head.function, [...head.operands, operand], head.at);
  return made.kind === "apply" && expression !== undefined ? { ...made, expression } : made;
}

/** `xs |> (.a.b)` is `xs.a.b`, whose type is known; undefined for a function of another body. */
function fieldOf(
  body: ArrayTerm,
  [parameter, ...others]: readonly Pattern[],
  operand: ArrayTerm,
): ArrayTerm | undefined {
  const names: { readonly name: string; readonly at: number }[] = [];
  let of = body;
  for (; of.kind === "field"; of = of.of) names.push(of);
  const isOwn = of.kind === "variable" && parameter.kind === "name" && of.name === parameter.name;
  if (names.length === 0 || others.length > 0 || !isOwn) return undefined;
  return names.reduceRight<ArrayTerm>(
    (inner, { name, at }) => ({ kind: "field", at, of: inner, name }),
    operand,
  );
}

/** An application. `unflatten n m xs` and `unflatten (xs :> [n * m]t)` say their sizes, `unflatten xs` leaves them to the types around it. */
export function applicationOf(
  cursor: ProgramCursor,
  head: ArrayTerm,
  operands: readonly ArrayTerm[],
  at: number,
): ArrayTerm {
  if (head.kind !== "variable" || head.name !== "prelude.unflatten") return application(head, operands, at);
  const explicit = preludeFunction(cursor, "unflatten_to", at);
  if (operands.length > 1) return application(explicit, operands, at);
  const [operand] = operands;
  const size = operand.kind === "ascription" && operand.type.kind === "array" ? operand.type.size : undefined;
  if (size?.kind !== "term" || size.term.kind !== "infix" || size.term.symbol !== "*") {
    return application(head, operands, at);
  }
  return application(explicit, [size.term.left, size.term.right, operand], at);
}
