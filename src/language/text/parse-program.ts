import { checkText } from "../../values/check-arguments.ts";
import { ownProgram } from "../own-program.ts";
import type { Definition, Program } from "../term.ts";
import { withinStack } from "../within-stack.ts";
import { type Cursor, cursorOf, expectNext, fail, isNext, peek, take, takeIf } from "./cursor.ts";
import { isParameterNext, parseParameter } from "./parse-pattern.ts";
import { parseTerm, TERMS } from "./parse-term.ts";
import { parseType } from "./parse-type.ts";
import { RESERVED_WORDS } from "./words.ts";

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
  const cursor = cursorOf({ source, text }, TERMS);
  const definitions: Definition[] = [];
  const parse = (): void => {
    while (peek(cursor).kind !== "end") {
      if (!isNext(cursor, "def") && !isNext(cursor, "entry")) fail(cursor, '"def" or "entry"');
      definitions.push(parseDefinition(cursor));
    }
  };
  withinStack(cursor.source, () => peek(cursor).at, parse);
  return ownProgram({ source, text, definitions });
}

function parseDefinition(cursor: Cursor): Definition {
  const { text: kind, at } = take(cursor);
  const name = takeNewName(cursor);
  const sizes: string[] = [];
  const types: string[] = [];
  for (;;) {
    if (takeIf(cursor, "[")) {
      sizes.push(takeNewName(cursor));
      expectNext(cursor, "]", "after the name of a size");
    } else if (peek(cursor).kind === "name" && peek(cursor).text.startsWith("'")) {
      types.push(take(cursor).text.slice(1));
    } else break;
  }
  const parameters = [];
  while (isParameterNext(cursor)) parameters.push(parseParameter(cursor));
  const result = takeIf(cursor, ":") === undefined ? undefined : parseType(cursor);
  expectNext(cursor, "=", "and the definition");
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

/** A name to define. */
function takeNewName(cursor: Cursor): string {
  const token = peek(cursor);
  if (token.kind === "name" && !RESERVED_WORDS.includes(token.text) && !token.text.startsWith("'")) {
    return take(cursor).text;
  }
  return fail(cursor, "a name to define");
}
