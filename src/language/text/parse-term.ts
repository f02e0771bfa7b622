import type { ArrayTerm } from "../term.ts";
import { applicationOf, applied } from "./applications.ts";
import {
  application,
  fieldUpdateTerm,
  infixTerm,
  placesTerm,
  rangeTerm,
  updateTerm,
  variable,
} from "./desugar.ts";
import {
  COMPARISON_LEVEL,
  DECLARING_WORDS,
  type Infix,
  isInfix,
  NEXT_LEVEL,
  type ProgramCursor,
  parseItems,
  RESERVED_WORDS,
} from "./grammar.ts";
import { parseAttribute } from "./parse-attribute.ts";
import { parseLambda, parseOpen } from "./parse-binding.ts";
import { parseNumber, parseText } from "./parse-literal.ts";
import { parseName } from "./parse-name.ts";
import { parsePlaces } from "./parse-places.ts";
import { parseParenthesis } from "./parse-section.ts";
import { parseFieldName, parseType } from "./parse-type.ts";
import { ascribedConstructor, constructed } from "./sum-types.ts";

/*
 *     term    = pipe { (":" | ":>") type | "with" place "=" pipe }
 *     pipe    = range { "|>" range } [ "<|" pipe ]
 *     range   = infix [ [ ".." infix ] ("..." | "..<" | "..>") infix ]
 *     infix   = prefix { symbol prefix }         levels: ` || && comparisons | ^ & << >> >>> + - ++ * / % // %% **
 *     prefix  = ("-" | "!") prefix | [ attribute ] apply
 *     apply   = postfix { postfix }
 *     postfix = atom { "." field | "[" place { "," place } "]" }
 *     place   = infix | [infix] ":" [infix] [":" infix]
 */

/** A cursor that reads terms. */
export function withTerms(cursor: ProgramCursor): ProgramCursor {
  cursor.readTerm = () => parseTerm(cursor);
  cursor.readInfix = (lowest = 0) => parseInfix(cursor, lowest);
  return cursor;
}

function parseTerm(cursor: ProgramCursor): ArrayTerm {
  return cursor.nested(() => {
    let term = parsePipe(cursor);
    for (let count = 1; ; count++) {
      const { at, text } = cursor.peek();
      cursor.checkDepth(count, at);
      if (cursor.takeIf(":") || cursor.takeIf(":>")) {
        const type = parseType(cursor);
        term = ascribedConstructor(cursor, term, type);
        term = { kind: "ascription", at, term, type, ...(text === ":>" && { isCoercion: true }) };
      } else if (cursor.takeIf("with")) term = parseUpdate(cursor, term, at);
      else return term;
    }
  });
}

/** What follows `with`: places of an array or fields of a record, and what comes there. */
function parseUpdate(cursor: ProgramCursor, of: ArrayTerm, at: number): ArrayTerm {
  if (cursor.takeIf("[")) {
    const places = parsePlaces(cursor);
    cursor.expect("=", "and what comes there");
    return updateTerm(cursor, of, places, parsePipe(cursor), at);
  }
  const names = [parseFieldName(cursor)];
  while (cursor.takeIf(".")) names.push(parseFieldName(cursor));
  cursor.expect("=", "and what comes there");
  return fieldUpdateTerm(cursor, of, names, parsePipe(cursor), at);
}

function parsePipe(cursor: ProgramCursor): ArrayTerm {
  let term = parseRange(cursor);
  for (;;) {
    const forward = cursor.takeIf("|>");
    if (forward !== undefined) {
      const operand = term;
      term = applied(cursor, parseRange(cursor), operand, forward.at);
      continue;
    }
    const backward = cursor.takeIf("<|");
    if (backward === undefined) return term;
    return applied(
      cursor,
      term,
      cursor.nested(() => parsePipe(cursor)),
      backward.at,
    );
  }
}

function parseRange(cursor: ProgramCursor): ArrayTerm {
  const first = parseInfix(cursor, 0);
  const { at } = cursor.peek();
  const second = cursor.takeIf("..") === undefined ? undefined : parseInfix(cursor, 0);
  for (const symbol of ["...", "..<", "..>"]) {
    if (cursor.takeIf(symbol) === undefined) continue;
    return rangeTerm(cursor, { at, first, second, symbol, end: parseInfix(cursor, 0) });
  }
  return second === undefined ? first : cursor.fail('"...", "..<" or "..>", and where the range ends');
}

/** Operands joined by symbols that bind at least as tightly as `lowest`. */
function parseInfix(cursor: ProgramCursor, lowest: number): ArrayTerm {
  let left = parsePrefix(cursor);
  for (;;) {
    const infix = cursor.infixNext();
    if (infix === undefined || infix.level < lowest) return left;
    if (cursor.isNext(")", infix.tokens)) return left; // the section (e +)
    checkHead(cursor, left, infix);
    if (infix.tokens > 1) {
      const head = parseName(cursor);
      left = application(head, [left, parseInfix(cursor, infix.level + NEXT_LEVEL)], head.at);
      continue;
    }
    const { at } = cursor.take();
    if (infix.text === "`") {
      left = parseTicked(cursor, left, infix, at);
      continue;
    }
    const right = parseInfix(cursor, infix.level + NEXT_LEVEL);
    left = infixTerm(cursor, { text: infix.text, at }, left, right);
    const isComparison = isInfix(infix.text) && infix.level === COMPARISON_LEVEL;
    if (isComparison && cursor.infixNext()?.level === COMPARISON_LEVEL) {
      cursor.fail("one comparison; two are joined by &&");
    }
  }
}

/** ``x `f` y`` */
function parseTicked(cursor: ProgramCursor, left: ArrayTerm, { level }: Infix, at: number): ArrayTerm {
  if (cursor.peek().kind !== "name") return cursor.fail("the name of a function");
  const head = parseName(cursor);
  cursor.expect("`", "after the name of a function");
  return application(head, [left, parseInfix(cursor, level + NEXT_LEVEL)], at);
}

/** Functions that wait for an operator: what follows one of them is meant as its operand. */
const WAIT_FOR_OPERATORS: readonly string[] = ["reduce", "reduce_comm", "scan", "exscan", "map2", "foldl"];

/** The same of functions of one operand: `map +1 xs`. */
const WAIT_FOR_SECTIONS: readonly string[] = ["map", "filter", "partition", "any", "all"];

function checkHead(cursor: ProgramCursor, left: ArrayTerm, { text }: Infix): void {
  if (left.kind !== "variable" || cursor.names.value(left.name) !== undefined) return;
  const isSection = WAIT_FOR_SECTIONS.includes(left.name);
  if (!isSection && !WAIT_FOR_OPERATORS.includes(left.name)) return;
  const written = isSection ? `(${text} …)` : `(${text})`;
  cursor.fail(`"${written}", as an operator is written that is handed to ${left.name}`);
}

function parsePrefix(cursor: ProgramCursor): ArrayTerm {
  const token = cursor.peek();
  if (token.kind === "symbol" && (token.text === "-" || token.text === "!")) {
    cursor.take();
    const operand = cursor.nested(() => parsePrefix(cursor));
    // A minus and a number are one literal: −2147483648 is an i32, and its negation would not be.
    if (token.text === "-" && operand.kind === "literal" && isPositive(cursor, operand.at)) {
      return { ...operand, at: token.at, value: -operand.value };
    }
    return { kind: "prefix", at: token.at, symbol: token.text, operand };
  }
  if (isUnsafeNext(cursor)) {
    cursor.take();
    cursor.notes.push({ at: token.at, message: '"unsafe" has no effect here' });
    return cursor.nested(() => parsePrefix(cursor));
  }
  const expression = parseAttribute(cursor);
  if (expression === undefined) return parseOpen(cursor) ?? parseApplication(cursor);
  const term = parseApplication(cursor);
  return term.kind === "apply" ? { ...term, expression } : cursor.fail("an application after an attribute");
}

/** Whether a word comes next by which older programs leave out the checks of indices. */
function isUnsafeNext(cursor: ProgramCursor): boolean {
  const { text, kind } = cursor.peek(1);
  const isOperand = kind === "name" || kind === "number" || text === "(" || text === "[";
  return cursor.isNext("unsafe") && isOperand && cursor.names.value("unsafe") === undefined;
}

/** Whether a literal is written without a sign, and not in parentheses. */
function isPositive(cursor: ProgramCursor, at: number): boolean {
  const { text } = cursor.source;
  return text[at] !== "-" && text[at] !== "(" && !/^(true|false)/.test(text.slice(at, at + 5));
}

function parseApplication(cursor: ProgramCursor): ArrayTerm {
  const start = cursor.peek();
  const head = start.kind === "constructor" ? undefined : parsePostfix(cursor);
  if (head === undefined) cursor.take();
  const operands: ArrayTerm[] = [];
  while (isAtomNext(cursor)) operands.push(cursor.isNext("\\") ? parseLambda(cursor) : parsePostfix(cursor));
  if (head === undefined) return constructed(cursor, start.text.slice(1), operands, start.at);
  return operands.length === 0 ? head : applicationOf(cursor, head, operands, head.at);
}

/** Whether an operand of an application may begin here. An index stands tight against its array, an array literal does not. */
function isAtomNext(cursor: ProgramCursor): boolean {
  const token = cursor.peek();
  if (["number", "text", "constructor"].includes(token.kind)) return true;
  if (token.kind === "symbol")
    return ["(", "{", "\\"].includes(token.text) || (token.text === "[" && !token.isTight);
  if (token.kind !== "name" || isDeclarationNext(cursor) || cursor.infixNext() !== undefined) return false;
  return !RESERVED_WORDS.includes(token.text) || token.text === "true" || token.text === "false";
}

/** Whether a word comes next that begins a definition, and is called so by nothing. */
function isDeclarationNext(cursor: ProgramCursor): boolean {
  const { text } = cursor.peek();
  return DECLARING_WORDS.includes(text) && cursor.names.value(text) === undefined;
}

/** An atom with its fields, indices and slices. */
function parsePostfix(cursor: ProgramCursor): ArrayTerm {
  let term = parseAtom(cursor);
  for (;;) {
    const token = cursor.peek();
    if (!token.isTight) return term;
    if (cursor.takeIf(".")) term = { kind: "field", at: token.at, of: term, name: parseFieldName(cursor) };
    else if (cursor.takeIf("[")) term = parseIndex(cursor, term, token.at);
    else return term;
  }
}

function parseIndex(cursor: ProgramCursor, array: ArrayTerm, at: number): ArrayTerm {
  return placesTerm(cursor, array, parsePlaces(cursor), at);
}

function parseAtom(cursor: ProgramCursor): ArrayTerm {
  const token = cursor.peek();
  const { at } = token;
  if (token.kind === "number") return parseNumber(cursor);
  if (token.kind === "text") return parseText(cursor);
  if (cursor.takeIf("(")) return parseParenthesis(cursor, at);
  if (cursor.takeIf("[")) return { kind: "array", at, items: parseElements(cursor) };
  if (cursor.takeIf("{")) {
    const fields = parseItems(cursor, "}", () => parseRecordField(cursor));
    return { kind: "record", at, fields };
  }
  if (token.kind === "constructor") return constructed(cursor, cursor.take().text.slice(1), [], at);
  if (token.kind !== "name") return cursor.fail("a value");
  if (token.text === "true" || token.text === "false") {
    cursor.take();
    return { kind: "literal", at, value: token.text === "true" ? 1 : 0, type: "bool" };
  }
  return RESERVED_WORDS.includes(token.text) ? cursor.fail(valueFor(token.text)) : parseName(cursor);
}

/** What stands where other languages have a statement. */
function valueFor(word: string): string {
  if (word === "for" || word === "while") return `a value (loop acc = e ${word} … do … is one)`;
  return word === "case" ? "a value (match e case p -> … is one)" : "a value";
}

/** How the elements of an array are computed from those of another, which Haskell and Python write as comprehensions. */
const COMPREHENSION = "as there are no comprehensions: map (\\x -> …) xs";

function parseElements(cursor: ProgramCursor): readonly ArrayTerm[] {
  return parseItems(cursor, "]", () => {
    const item = cursor.readTerm();
    if (cursor.isNext("for")) cursor.fail(`"]" or a comma, ${COMPREHENSION}`);
    const bar = barOf(cursor.source.text, item);
    if (bar !== undefined) throw cursor.error(bar.at, `"]" or a comma, ${COMPREHENSION}`, '"|"');
    return item;
  });
}

/** The bar of `f x | x <- xs`, which reads as `(f x | x) < (-xs)`. */
function barOf(text: string, term: ArrayTerm): ArrayTerm | undefined {
  const isArrow = term.kind === "infix" && term.symbol === "<" && text.startsWith("<-", term.at);
  return isArrow && term.left.kind === "infix" && term.left.symbol === "|" ? term.left : undefined;
}

function parseRecordField(cursor: ProgramCursor): { readonly name: string; readonly value: ArrayTerm } {
  const { at } = cursor.peek();
  const name = parseFieldName(cursor);
  if (cursor.takeIf("=")) return { name, value: cursor.readTerm() };
  return { name, value: variable(cursor.names.value(name) ?? name, at) };
}
