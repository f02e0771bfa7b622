// A definition of the prelude by its name. It is read as texts are, and known to inference too, which compares arrays by one.

import type { Definition } from "../term.ts";
import { cursorOf } from "./grammar.ts";
import { type Declarations, parseDeclarations } from "./parse-declaration.ts";
import { withTerms } from "./parse-term.ts";
import { preludeDefinition } from "./prelude.ts";

export function definitionOfPrelude(name: string): Definition {
  return preludeDefinition(name, parseOne);
}

/** A definition that is in none of the program's names. */
function parseOne(text: string): Definition {
  const declarations: Declarations = {
    cursor: withTerms(cursorOf({ source: "prelude", text })),
    definitions: [],
  };
  parseDeclarations(declarations);
  return declarations.definitions[0];
}
