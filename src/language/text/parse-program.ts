import { checkText } from "../../values/check-arguments.ts";
import { ownProgram } from "../array-program.ts";
import type { Program } from "../term.ts";
import { withinStack } from "../within-stack.ts";
import { cursorOf } from "./grammar.ts";
import { type Declarations, parseDeclarations } from "./parse-declaration.ts";
import { withTerms } from "./parse-term.ts";
import { definitionsOfPrelude } from "./prelude-definition.ts";

/**
 * Parses a program.
 *
 *     program     = { declaration }
 *     declaration = ("def" | "let" | "entry") name { "[" size "]" | "'" type } { parameter } [ ":" type ] "=" term
 *                 | "type" name { "[" size "]" | "'" type } "=" type
 *                 | "module" name [ ":" type ] "=" ("{" program "}" | name) | "module" "type" name "=" type
 *                 | "open" name | "local" declaration
 *
 * Comments run from `--` to the end of the line. Definitions see those before them. What a module defines has its name before it: `m.f`.
 *
 * @throws ProgramError with line, column and a caret
 */
export function parseProgram(text: string, source = "program"): Program {
  checkText("text", text);
  checkText("source", source);
  const cursor = withTerms(cursorOf({ source, text }));
  const declarations: Declarations = { cursor, definitions: [] };
  withinStack(
    cursor.source,
    () => cursor.peek().at,
    () => parseDeclarations(declarations),
  );
  const definitions = [...definitionsOfPrelude(cursor.prelude), ...declarations.definitions];
  const { notes } = cursor;
  return ownProgram({ source, text, definitions, ...(notes.length > 0 && { notes }) });
}
