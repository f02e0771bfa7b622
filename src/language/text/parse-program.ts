import type { SourceText } from "../../text/source-text.ts";
import { checkText } from "../../values/check-arguments.ts";
import { ownProgram } from "../array-program.ts";
import { ProgramError } from "../program-error.ts";
import type { Program } from "../term.ts";
import { withinStack } from "../within-stack.ts";
import { cursorOf } from "./grammar.ts";
import type { Sum } from "./names.ts";
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
  const declarations = declarationsOf({ source, text });
  const { cursor } = declarations;
  const definitions = [...definitionsOfPrelude(cursor.prelude), ...declarations.definitions];
  const { notes } = cursor;
  return ownProgram({ source, text, definitions, ...(notes.length > 0 && { notes }) });
}

/** What a text declares. A constructor whose type is written further on is known once that is found. */
function declarationsOf(source: SourceText): Declarations {
  const declarations: Declarations = { cursor: withTerms(cursorOf(source)), definitions: [] };
  try {
    parseAll(declarations);
    return declarations;
  } catch (error) {
    if (!declarations.cursor.hasUnknownConstructor) throw error;
    const cursor = withTerms(cursorOf(source));
    cursor.laterSums = sumsAhead(source);
    const again: Declarations = { cursor, definitions: [] };
    parseAll(again);
    return again;
  }
}

/** The types of several constructors in a text, as far as it can be read. */
function sumsAhead(source: SourceText): readonly Sum[] {
  const cursor = withTerms(cursorOf(source));
  cursor.isLookingAhead = true;
  try {
    parseAll({ cursor, definitions: [] });
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
  }
  return cursor.sums;
}

function parseAll(declarations: Declarations): void {
  const { cursor } = declarations;
  withinStack(
    cursor.source,
    () => cursor.peek().at,
    () => parseDeclarations(declarations),
  );
}
