// Attributes: the one that names a tree, and those of Futhark that have nothing to say here.

import { nearestHint } from "../../values/check-name.ts";
import type { ProgramCursor } from "./grammar.ts";

/** How Futhark is to compile something, which changes no result. */
const WITHOUT_EFFECT: readonly string[] = [
  "blank",
  "break",
  "flatten",
  "incremental_flattening",
  "inline",
  "noinline",
  "opaque",
  "param",
  "scratch",
  "sequential",
  "sequential_inner",
  "sequential_outer",
  "trace",
  "unroll",
  "unsafe",
  "warn",
];

/**
 * Parses attributes, and gives the named expression that one of them asks for. Those that have no effect are noted.
 *
 * @throws ProgramError for one that nobody knows: a tree that was misspelt would be another tree
 */
export function parseAttribute(cursor: ProgramCursor): string | undefined {
  let expression: string | undefined;
  while (cursor.peek().kind === "attribute") {
    const token = cursor.take();
    const text = token.parts[0]?.trim() ?? "";
    const [, name = text, inner] = /^([A-Za-z_]+)\s*(?:\(([\s\S]*)\))?$/.exec(text) ?? [];
    if (name === "expression" && inner !== undefined) expression = inner.trim();
    else if (WITHOUT_EFFECT.includes(name)) {
      cursor.notes.push({ at: token.at, message: `#[${text}] has no effect here` });
    } else {
      const known = ["expression(…)", ...WITHOUT_EFFECT];
      const hint = nearestHint(name, ["expression", ...WITHOUT_EFFECT]);
      cursor.fail(`an attribute: ${known.slice(0, 1)}, or one of Futhark's${hint}`, token);
    }
  }
  return expression;
}

/** Parses attributes where no tree may be named: before a definition or a parameter. */
export function passAttributes(cursor: ProgramCursor): void {
  const token = cursor.peek();
  if (parseAttribute(cursor) !== undefined)
    cursor.fail("an attribute that names a tree before the reduce or scan that has it", token);
}
