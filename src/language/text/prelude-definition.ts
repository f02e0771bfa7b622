// Definitions of the prelude by their names. They are read as texts are, and known to inference too, which compares arrays by one.

import type { Definition } from "../term.ts";
import { cursorOf } from "./grammar.ts";
import { type Declarations, parseDeclarations } from "./parse-declaration.ts";
import { withTerms } from "./parse-term.ts";
import { preludeEntry } from "./prelude.ts";

/** The definitions of names, each after those that it uses. */
export function definitionsOfPrelude(names: Iterable<string>): readonly Definition[] {
  const found = new Set<Definition>();
  const add = (name: string): void => {
    const { definition, uses } = preludeEntry(name, parseOne);
    uses.forEach(add);
    found.add(definition);
  };
  for (const name of names) add(name);
  return [...found];
}

/** A definition that is in none of the program's names. */
function parseOne(text: string): ReturnType<Parameters<typeof preludeEntry>[1]> {
  const cursor = withTerms(cursorOf({ source: "prelude", text }));
  const declarations: Declarations = { cursor, definitions: [] };
  parseDeclarations(declarations);
  return { definition: declarations.definitions[0], uses: [...cursor.prelude] };
}
