import { checkText } from "../../values/check-arguments.ts";
import { ownProgram } from "../array-program.ts";
import type { Definition, Program } from "../term.ts";
import { withinStack } from "../within-stack.ts";
import { cursorOf, type ProgramCursor } from "./grammar.ts";
import { isParameterNext, parseParameter, parseType } from "./parse-pattern.ts";
import { parseTerm } from "./parse-term.ts";

/**
 * Parses a program.
 *
 *     program    = { definition }
 *     definition = ("def" | "entry") name { "[" size "]" | "'" type } { parameter } [ ":" type ] "=" term
 *
 * Comments run from `--` to the end of the line. Definitions see those before them.
 *
 * @throws ProgramError with line, column and a caret
 */
export function parseProgram(text: string, source = "program"): Program {
  checkText("text", text);
  checkText("source", source);
  const cursor = cursorOf({ source, text });
  const definitions: Definition[] = [];
  const parse = (): void => {
    while (!cursor.isAtEnd) {
      if (!cursor.isNext("def") && !cursor.isNext("entry")) cursor.fail('"def" or "entry"');
      definitions.push(parseDefinition(cursor));
    }
  };
  withinStack(cursor.source, () => cursor.peek().at, parse);
  return ownProgram({ source, text, definitions });
}

function parseDefinition(cursor: ProgramCursor): Definition {
  const { text: kind, at } = cursor.take();
  const name = takeNewName(cursor);
  const sizes: string[] = [];
  const types: string[] = [];
  for (;;) {
    if (cursor.takeIf("[")) {
      sizes.push(takeNewName(cursor));
      cursor.expect("]", "after the name of a size");
    } else if (cursor.peek().kind === "name" && cursor.peek().text.startsWith("'")) {
      types.push(cursor.take().text.slice(1));
    } else break;
  }
  const parameters = [];
  while (isParameterNext(cursor)) parameters.push(parseParameter(cursor));
  const result = cursor.takeIf(":") === undefined ? undefined : parseType(cursor);
  cursor.expect("=", "and the definition");
  const body = parseTerm(cursor);
  return {
    kind: kind === "entry" ? "entry" : "def",
    at,
    name,
    sizes,
    types,
    parameters,
    ...(result === undefined ? {} : { result }),
    body,
  };
}

function takeNewName(cursor: ProgramCursor): string {
  const expected = "a name to define";
  return cursor.peek().text.startsWith("'") ? cursor.fail(expected) : cursor.takeNewName(expected).text;
}
