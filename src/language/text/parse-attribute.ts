// Attributes: the one that names a tree, and those that say how another compiler is to go about it.

import { nearestHint } from "../../values/check-name.ts";
import type { ProgramCursor } from "./grammar.ts";

/**
 * Parses attributes, and gives the named expression that one of them asks for. Those that have no effect are noted.
 *
 * @throws ProgramError for one that is nearly that: a tree that was misspelt would be another tree
 */
export function parseAttribute(cursor: ProgramCursor): string | undefined {
  let expression: string | undefined;
  while (cursor.peek().kind === "attribute") {
    const token = cursor.take();
    const text = token.parts[0]?.trim() ?? "";
    const [, name = text, inner] = /^([A-Za-z_]+)\s*(?:\(([\s\S]*)\))?$/.exec(text) ?? [];
    if (name === "expression" && inner !== undefined) expression = inner.trim();
    else if (nearestHint(name, ["expression"]) === "") {
      cursor.notes.push({ at: token.at, message: `#[${text}] has no effect here` });
    } else cursor.fail("an attribute: expression(…), or one that compilers alone look at", token);
  }
  return expression;
}

/** Parses attributes where no tree may be named: before a definition or a parameter. */
export function passAttributes(cursor: ProgramCursor): void {
  const token = cursor.peek();
  if (parseAttribute(cursor) !== undefined)
    cursor.fail("an attribute that names a tree before the reduce or scan that has it", token);
}
