import type { ArrayTerm, LoopForm, Pattern } from "../term.ts";
import {
  type Cursor,
  expectNext,
  fail,
  type Grammar,
  infixNext,
  isNext,
  nested,
  peek,
  take,
  takeIf,
} from "./cursor.ts";
import { isAtomNext, parsePostfix } from "./parse-atom.ts";
import { isParameterNext, parseParameter, parsePattern } from "./parse-pattern.ts";
import { parseType } from "./parse-type.ts";
import { COMPARISON_LEVEL, INFIX_LEVELS } from "./words.ts";

/*
 *     term    = pipe [ ":" type ]
 *     pipe    = infix { "|>" infix } [ "<|" pipe ]
 *     infix   = prefix { symbol prefix }                 levels: || && comparisons | ^ & << >> + - * / % **
 *     prefix  = ("-" | "!") prefix | apply
 *     apply   = [ attribute ] postfix { postfix }
 *     postfix = atom { "." field | "[" index { "," index } "]" | "[" [term] ":" [term] "]" }
 *     "let" pattern "=" term ["in"] term | "let" name parameters [":" type] "=" term ["in"] term
 *     "if" term "then" term "else" term | "\" parameters "->" term
 *     "loop" pattern ["=" term] ("while" term | "for" name "<" term | "for" pattern "in" term) "do" term
 */

export const TERMS: Grammar = { term: parseTerm, infix: parseInfix };

export function parseTerm(cursor: Cursor): ArrayTerm {
  return nested(cursor, () => {
    const term = parsePipe(cursor);
    const colon = takeIf(cursor, ":");
    if (colon === undefined) return term;
    return { kind: "ascription", at: colon.at, term, type: parseType(cursor) };
  });
}

/** What reaches as far to the right as it can. */
function parseOpen(cursor: Cursor): ArrayTerm | undefined {
  if (isNext(cursor, "let")) return parseLet(cursor);
  if (isNext(cursor, "if")) return parseIf(cursor);
  if (isNext(cursor, "loop")) return parseLoop(cursor);
  return isNext(cursor, "\\") ? parseLambda(cursor) : undefined;
}

function parsePipe(cursor: Cursor): ArrayTerm {
  let term = parseInfix(cursor, 1);
  for (;;) {
    const forward = takeIf(cursor, "|>");
    if (forward !== undefined) {
      const operand = term;
      term = applied(parseInfix(cursor, 1), operand, forward.at);
      continue;
    }
    const backward = takeIf(cursor, "<|");
    if (backward === undefined) return term;
    return applied(
      term,
      nested(cursor, () => parsePipe(cursor)),
      backward.at,
    );
  }
}

/** `x |> f a` is `f a x`. */
function applied(head: ArrayTerm, operand: ArrayTerm, at: number): ArrayTerm {
  if (head.kind === "apply") return { ...head, operands: [...head.operands, operand] };
  return { kind: "apply", at, function: head, operands: [operand] };
}

/** Operands joined by symbols that bind at least as tightly as `lowest`. */
function parseInfix(cursor: Cursor, lowest: number): ArrayTerm {
  let left = parsePrefix(cursor);
  for (;;) {
    const symbol = infixNext(cursor);
    if (symbol === undefined || INFIX_LEVELS[symbol] < lowest) return left;
    if (isNext(cursor, ")", 1)) return left; // the section (e +)
    const { at } = take(cursor);
    const right = parseInfix(cursor, INFIX_LEVELS[symbol] + 1);
    left = { kind: "infix", at, symbol, left, right };
    const next = infixNext(cursor);
    const isChained = next !== undefined && INFIX_LEVELS[next] === COMPARISON_LEVEL;
    if (INFIX_LEVELS[symbol] === COMPARISON_LEVEL && isChained) {
      fail(cursor, "one comparison; two are joined by &&");
    }
  }
}

function parsePrefix(cursor: Cursor): ArrayTerm {
  const token = peek(cursor);
  if (token.kind === "symbol" && (token.text === "-" || token.text === "!")) {
    take(cursor);
    const operand = nested(cursor, () => parsePrefix(cursor));
    // A minus and a number are one literal: −2147483648 is an i32, and its negation would not be.
    if (token.text === "-" && operand.kind === "literal" && isPositive(cursor, operand.at)) {
      return { ...operand, at: token.at, value: -operand.value };
    }
    return { kind: "prefix", at: token.at, symbol: token.text, operand };
  }
  return parseOpen(cursor) ?? parseApplication(cursor);
}

/** Whether a literal is written without a sign, and not in parentheses. */
function isPositive(cursor: Cursor, at: number): boolean {
  const { text } = cursor.source;
  return text[at] !== "-" && text[at] !== "(" && !/^(true|false)/.test(text.slice(at, at + 5));
}

function parseApplication(cursor: Cursor): ArrayTerm {
  const attribute = peek(cursor).kind === "attribute" ? take(cursor) : undefined;
  const head = parsePostfix(cursor);
  const operands: ArrayTerm[] = [];
  while (isAtomNext(cursor)) operands.push(isNext(cursor, "\\") ? parseLambda(cursor) : parsePostfix(cursor));
  if (operands.length > 0) {
    const expression = attribute === undefined ? {} : { expression: attribute.text };
    return { kind: "apply", at: head.at, function: head, operands, ...expression };
  }
  if (attribute !== undefined) fail(cursor, "an application after an attribute");
  return head;
}

function parseLambda(cursor: Cursor): ArrayTerm {
  const { at } = take(cursor);
  const parameters = [parseParameter(cursor)];
  while (isParameterNext(cursor)) parameters.push(parseParameter(cursor));
  expectNext(cursor, "->", "and the body");
  return { kind: "lambda", at, parameters, body: parseTerm(cursor) };
}

// A row of lets is read in a loop, so that a long one is not nested as deep.
function parseLet(cursor: Cursor): ArrayTerm {
  const bindings: { readonly at: number; readonly pattern: Pattern; readonly value: ArrayTerm }[] = [];
  while (isNext(cursor, "let")) {
    const { at } = take(cursor);
    const isFunction = peek(cursor).kind === "name" && isFunctionAhead(cursor);
    const pattern = isFunction ? parseParameter(cursor) : parsePattern(cursor);
    const value = isFunction ? parseLocalFunction(cursor) : parseBound(cursor);
    bindings.push({ at, pattern, value });
    if (takeIf(cursor, "in") === undefined && !isNext(cursor, "let")) {
      fail(cursor, '"in" and where the name is used');
    }
  }
  const body = parseTerm(cursor);
  return bindings.reduceRight<ArrayTerm>((inner, { at, pattern, value }) => {
    return { kind: "let", at, pattern, value, body: inner };
  }, body);
}

/** Whether what is defined has parameters: a name and then something that is neither `=` nor a type. */
function isFunctionAhead(cursor: Cursor): boolean {
  const { kind, text } = peek(cursor, 1);
  return kind === "name" || text === "(" || text === "{";
}

function parseBound(cursor: Cursor): ArrayTerm {
  expectNext(cursor, "=", "and the value");
  return parseTerm(cursor);
}

function parseLocalFunction(cursor: Cursor): ArrayTerm {
  const { at } = peek(cursor);
  const parameters: Pattern[] = [];
  while (isParameterNext(cursor)) parameters.push(parseParameter(cursor));
  const result = takeIf(cursor, ":") === undefined ? undefined : parseType(cursor);
  const body = parseBound(cursor);
  const ascribed: ArrayTerm =
    result === undefined ? body : { kind: "ascription", at: result.at, term: body, type: result };
  return { kind: "lambda", at, parameters, body: ascribed };
}

function parseIf(cursor: Cursor): ArrayTerm {
  const { at } = take(cursor);
  const condition = parseTerm(cursor);
  expectNext(cursor, "then", "and a value");
  const first = parseTerm(cursor);
  expectNext(cursor, "else", "and a value (there is always one)");
  return { kind: "if", at, condition, first, second: parseTerm(cursor) };
}

function parseLoop(cursor: Cursor): ArrayTerm {
  const { at } = take(cursor);
  const pattern = parsePattern(cursor);
  const initial = takeIf(cursor, "=") === undefined ? variablesOf(cursor, pattern) : parseTerm(cursor);
  const form = parseLoopForm(cursor);
  expectNext(cursor, "do", "and the body");
  return { kind: "loop", at, pattern, initial, form, body: parseTerm(cursor) };
}

/** What `loop xs` begins with: the variable of that name. */
function variablesOf(cursor: Cursor, pattern: Pattern): ArrayTerm {
  if (pattern.kind === "name") return { kind: "variable", at: pattern.at, name: pattern.name };
  if (pattern.kind === "tuple") {
    const items = pattern.items.map((item) => variablesOf(cursor, item));
    return { kind: "tuple", at: pattern.at, items };
  }
  return fail(cursor, '"=" and what the loop begins with');
}

function parseLoopForm(cursor: Cursor): LoopForm {
  if (takeIf(cursor, "while")) return { kind: "while", condition: parseTerm(cursor) };
  expectNext(cursor, "for", 'or "while"');
  const element = parsePattern(cursor);
  if (takeIf(cursor, "in")) return { kind: "forIn", element, array: parseTerm(cursor) };
  if (element.kind !== "name") fail(cursor, '"in" and an array');
  expectNext(cursor, "<", "and how often the loop goes round");
  return { kind: "for", counter: element.name, bound: parseTerm(cursor) };
}
