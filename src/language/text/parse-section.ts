// What stands between parentheses: a term, a tuple, or an operator as a function.

import type { ArrayTerm } from "../term.ts";
import { application, functionOfSymbol, placesTerm, preludeFunction, variable } from "./desugar.ts";
import { type Infix, isInfix, NEXT_LEVEL, type ProgramCursor, parseItems } from "./grammar.ts";
import { parseName } from "./parse-name.ts";
import { parsePlaces } from "./parse-places.ts";
import { parseFieldName } from "./parse-type.ts";

/** What stands between parentheses: nothing, a term, a tuple, or a section. */
export function parseParenthesis(cursor: ProgramCursor, at: number): ArrayTerm {
  const section = parseLeadingSymbol(cursor, at);
  if (section !== undefined) return section;
  if (cursor.takeIf(")")) return { kind: "tuple", at, items: [] };
  const first = cursor.readTerm();
  const infix = cursor.infixNext();
  if (infix !== undefined && infix.tokens > 1) {
    const head = parseName(cursor);
    cursor.expect(")", "after an operator without its right operand");
    return application(head, [first], at);
  }
  if (infix !== undefined) {
    cursor.take();
    cursor.expect(")", "after an operator without its right operand");
    return sectionTerm(cursor, infix.text, at, { left: first });
  }
  if (cursor.takeIf(")")) return first;
  if (cursor.isNext("->")) cursor.fail('"," or ")" (a function begins with a backslash: \\x -> …)');
  cursor.expect(",", 'or ")"');
  return { kind: "tuple", at, items: [first, ...parseItems(cursor, ")", () => cursor.readTerm())] };
}

/** `(+)` and `(+ e)`; `(-1)` and `(- x)` are negations, `(.x)` is the function that gives a field. */
function parseLeadingSymbol(cursor: ProgramCursor, at: number): ArrayTerm | undefined {
  if (cursor.isNext(".")) return parseFieldSection(cursor, at);
  if (cursor.isNext("|>") || cursor.isNext("<|")) return parsePipeSection(cursor, at);
  const infix = cursor.infixNext();
  if (cursor.isNext("!") && cursor.isNext(")", 1)) return parseNegation(cursor, at);
  if (infix === undefined || infix.text === "`") return undefined;
  if (infix.tokens > 1) return parseModuleSection(cursor, infix, at);
  if (cursor.isNext(")", 1)) {
    cursor.take();
    cursor.take();
    return sectionTerm(cursor, infix.text, at, {});
  }
  if (infix.text === "-") return undefined;
  cursor.take();
  const right = cursor.nested(() => cursor.readInfix(infix.level + NEXT_LEVEL));
  cursor.expect(")", "after the operand of a section");
  return sectionTerm(cursor, infix.text, at, { right });
}

/** `(!)` */
function parseNegation(cursor: ProgramCursor, at: number): ArrayTerm {
  const name = cursor.freshName("x");
  for (const _ of "!)") cursor.take();
  const body: ArrayTerm = { kind: "prefix", at, symbol: "!", operand: variable(name, at) };
  return { kind: "lambda", at, parameters: [{ kind: "name", at, name }], body };
}

/** `(m.+)` and `(m.+ e)` */
function parseModuleSection(cursor: ProgramCursor, { level }: Infix, at: number): ArrayTerm {
  const head = parseName(cursor);
  if (cursor.takeIf(")")) return head;
  const right = cursor.nested(() => cursor.readInfix(level + NEXT_LEVEL));
  cursor.expect(")", "after the operand of a section");
  return application(preludeFunction(cursor, "flip", at), [head, right], at);
}

interface Sides {
  readonly left?: ArrayTerm;
  readonly right?: ArrayTerm;
}

function sectionTerm(cursor: ProgramCursor, symbol: string, at: number, sides: Sides): ArrayTerm {
  const called = functionOfSymbol(cursor, symbol, at);
  if (called === undefined && isInfix(symbol)) return { kind: "section", at, symbol, ...sides };
  const head = called ?? preludeFunction(cursor, "compose", at);
  const { left, right } = sides;
  if (left !== undefined) return application(head, [left], at);
  return right === undefined ? head : application(preludeFunction(cursor, "flip", at), [head, right], at);
}

/** `(|>)`, `(|> f)`, which is `f`, and the same of `<|` with a value. */
function parsePipeSection(cursor: ProgramCursor, at: number): ArrayTerm {
  const isForward = cursor.take().text === "|>";
  if (cursor.takeIf(")")) return preludeFunction(cursor, isForward ? "pipe" : "apply", at);
  const operand = cursor.nested(() => cursor.readInfix());
  cursor.expect(")", "after the operand of a section");
  return isForward ? operand : application(preludeFunction(cursor, "pipe", at), [operand], at);
}

/** `(.x.y)`, `(.[i])` */
function parseFieldSection(cursor: ProgramCursor, at: number): ArrayTerm {
  const name = cursor.freshName("r");
  let body = variable(name, at);
  while (cursor.takeIf(".")) {
    body = cursor.takeIf("[")
      ? placesTerm(cursor, body, parsePlaces(cursor), at)
      : { kind: "field", at, of: body, name: parseFieldName(cursor) };
  }
  cursor.expect(")", "after the field of a section");
  return { kind: "lambda", at, parameters: [{ kind: "name", at, name }], body };
}
