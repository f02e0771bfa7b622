import { decimalOf, nearestFloat32 } from "../../values/decimal.ts";
import { extremes } from "../../values/element-types.ts";
import type { ArrayTerm, LiteralTerm, LoopForm, Pattern } from "../term.ts";
import { isScalarType } from "../types/type.ts";
import {
  COMPARISON_LEVEL,
  INFIX_LEVELS,
  infixNext,
  type ProgramCursor,
  parseItems,
  RESERVED_WORDS,
} from "./grammar.ts";
import { isParameterNext, parseFieldName, parseParameter, parsePattern, parseType } from "./parse-pattern.ts";

// Numbers with Futhark's suffixes, and what they are without one: a whole or a real number, typed by where it stands.

const PARTS = /^(.*?)((?:i|u|f)(?:32|64))?$/;

/** The value and type of a number's text; undefined where no type has it. A minus is not part of it: `2147483648i32` is let through for one. */
function literalOf(text: string): Omit<LiteralTerm, "kind" | "at"> | undefined {
  const isHexadecimal = text.startsWith("0x");
  // Hexadecimal digits reach into a suffix that begins with f.
  const [, digits, suffix] =
    (isHexadecimal ? /^(0x[0-9A-Fa-f_]+?)((?:i|u)(?:32|64))?$/ : PARTS).exec(text) ?? [];
  if (digits === undefined) return undefined;
  const plain = digits.replaceAll("_", "");
  const isWhole = /^(?:0x[0-9A-Fa-f]+|0b[01]+|[0-9]+)$/.test(plain);
  if (!isWhole && /^0[xb]/.test(plain)) return undefined;
  if (suffix === undefined) {
    if (!isWhole) return realOf(plain);
    const value = BigInt(plain);
    return value <= 2n ** 64n ? { value, type: "whole" } : undefined;
  }
  if (!isScalarType(suffix) || suffix === "bool") return undefined;
  if (suffix === "f64") return { value: Number(plain), type: suffix };
  if (suffix === "f32") return { value: nearestFloat32(decimalOf(plain)), type: suffix };
  if (!isWhole) return undefined;
  const value = BigInt(plain);
  const { largest } = extremes(suffix);
  const isSigned = suffix.startsWith("i");
  if (value > BigInt(largest) + (isSigned ? 1n : 0n)) return undefined;
  return { value: suffix.endsWith("64") ? value : Number(value), type: suffix };
}

function realOf(digits: string): Omit<LiteralTerm, "kind" | "at"> | undefined {
  const value = Number(digits);
  if (!Number.isFinite(value)) return undefined;
  const nearest = nearestFloat32(decimalOf(digits));
  const isKnown = Math.fround(value) === nearest && nearestFloat32(decimalOf(String(value))) === nearest;
  return { value, type: "real", ...(!isKnown && { digits }) };
}

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

export function parseTerm(cursor: ProgramCursor): ArrayTerm {
  return cursor.nested(() => {
    const term = parsePipe(cursor);
    const colon = cursor.takeIf(":");
    if (colon === undefined) return term;
    return { kind: "ascription", at: colon.at, term, type: parseType(cursor) };
  });
}

/** What reaches as far to the right as it can. */
function parseOpen(cursor: ProgramCursor): ArrayTerm | undefined {
  if (cursor.isNext("let")) return parseLet(cursor);
  if (cursor.isNext("if")) return parseIf(cursor);
  if (cursor.isNext("loop")) return parseLoop(cursor);
  return cursor.isNext("\\") ? parseLambda(cursor) : undefined;
}

function parsePipe(cursor: ProgramCursor): ArrayTerm {
  let term = parseInfix(cursor, 1);
  for (;;) {
    const forward = cursor.takeIf("|>");
    if (forward !== undefined) {
      const operand = term;
      term = applied(parseInfix(cursor, 1), operand, forward.at);
      continue;
    }
    const backward = cursor.takeIf("<|");
    if (backward === undefined) return term;
    return applied(
      term,
      cursor.nested(() => parsePipe(cursor)),
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
function parseInfix(cursor: ProgramCursor, lowest: number): ArrayTerm {
  let left = parsePrefix(cursor);
  for (;;) {
    const symbol = infixNext(cursor);
    if (symbol === undefined || INFIX_LEVELS[symbol] < lowest) return left;
    if (cursor.isNext(")", 1)) return left; // the section (e +)
    const { at } = cursor.take();
    const right = parseInfix(cursor, INFIX_LEVELS[symbol] + 1);
    left = { kind: "infix", at, symbol, left, right };
    const next = infixNext(cursor);
    const isChained = next !== undefined && INFIX_LEVELS[next] === COMPARISON_LEVEL;
    if (INFIX_LEVELS[symbol] === COMPARISON_LEVEL && isChained) {
      cursor.fail("one comparison; two are joined by &&");
    }
  }
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
  return parseOpen(cursor) ?? parseApplication(cursor);
}

/** Whether a literal is written without a sign, and not in parentheses. */
function isPositive(cursor: ProgramCursor, at: number): boolean {
  const { text } = cursor.source;
  return text[at] !== "-" && text[at] !== "(" && !/^(true|false)/.test(text.slice(at, at + 5));
}

function parseApplication(cursor: ProgramCursor): ArrayTerm {
  const attribute = cursor.peek().kind === "attribute" ? cursor.take() : undefined;
  const head = parsePostfix(cursor);
  const operands: ArrayTerm[] = [];
  while (isAtomNext(cursor)) operands.push(cursor.isNext("\\") ? parseLambda(cursor) : parsePostfix(cursor));
  if (operands.length > 0) {
    const expression = attribute === undefined ? {} : { expression: attribute.parts[0]?.trim() ?? "" };
    return { kind: "apply", at: head.at, function: head, operands, ...expression };
  }
  if (attribute !== undefined) cursor.fail("an application after an attribute");
  return head;
}

function parseLambda(cursor: ProgramCursor): ArrayTerm {
  const { at } = cursor.take();
  const parameters = [parseParameter(cursor)];
  while (isParameterNext(cursor)) parameters.push(parseParameter(cursor));
  cursor.expect("->", "and the body");
  return { kind: "lambda", at, parameters, body: parseTerm(cursor) };
}

// A row of lets is read in a loop, so that a long one is not nested as deep.
function parseLet(cursor: ProgramCursor): ArrayTerm {
  const bindings: { readonly at: number; readonly pattern: Pattern; readonly value: ArrayTerm }[] = [];
  while (cursor.isNext("let")) {
    const { at } = cursor.take();
    const isFunction = cursor.peek().kind === "name" && isFunctionAhead(cursor);
    const pattern = isFunction ? parseParameter(cursor) : parsePattern(cursor);
    const value = isFunction ? parseLocalFunction(cursor) : parseBound(cursor);
    bindings.push({ at, pattern, value });
    if (cursor.takeIf("in") === undefined && !cursor.isNext("let")) {
      cursor.fail('"in" and where the name is used');
    }
  }
  const body = parseTerm(cursor);
  return bindings.reduceRight<ArrayTerm>((inner, { at, pattern, value }) => {
    return { kind: "let", at, pattern, value, body: inner };
  }, body);
}

/** Whether what is defined has parameters: a name and then something that is neither `=` nor a type. */
function isFunctionAhead(cursor: ProgramCursor): boolean {
  const { kind, text } = cursor.peek(1);
  return kind === "name" || text === "(" || text === "{";
}

function parseBound(cursor: ProgramCursor): ArrayTerm {
  cursor.expect("=", "and the value");
  return parseTerm(cursor);
}

function parseLocalFunction(cursor: ProgramCursor): ArrayTerm {
  const { at } = cursor.peek();
  const parameters: Pattern[] = [];
  while (isParameterNext(cursor)) parameters.push(parseParameter(cursor));
  const result = cursor.takeIf(":") === undefined ? undefined : parseType(cursor);
  const body = parseBound(cursor);
  const ascribed: ArrayTerm =
    result === undefined ? body : { kind: "ascription", at: result.at, term: body, type: result };
  return { kind: "lambda", at, parameters, body: ascribed };
}

function parseIf(cursor: ProgramCursor): ArrayTerm {
  const { at } = cursor.take();
  const condition = parseTerm(cursor);
  cursor.expect("then", "and a value");
  const first = parseTerm(cursor);
  cursor.expect("else", "and a value (there is always one)");
  return { kind: "if", at, condition, first, second: parseTerm(cursor) };
}

function parseLoop(cursor: ProgramCursor): ArrayTerm {
  const { at } = cursor.take();
  const pattern = parsePattern(cursor);
  const initial = cursor.takeIf("=") === undefined ? variablesOf(cursor, pattern) : parseTerm(cursor);
  const form = parseLoopForm(cursor);
  cursor.expect("do", "and the body");
  return { kind: "loop", at, pattern, initial, form, body: parseTerm(cursor) };
}

/** What `loop xs` begins with: the variable of that name. */
function variablesOf(cursor: ProgramCursor, pattern: Pattern): ArrayTerm {
  if (pattern.kind === "name") return { kind: "variable", at: pattern.at, name: pattern.name };
  if (pattern.kind === "tuple") {
    const items = pattern.items.map((item) => variablesOf(cursor, item));
    return { kind: "tuple", at: pattern.at, items };
  }
  return cursor.fail('"=" and what the loop begins with');
}

function parseLoopForm(cursor: ProgramCursor): LoopForm {
  if (cursor.takeIf("while")) return { kind: "while", condition: parseTerm(cursor) };
  cursor.expect("for", 'or "while"');
  const element = parsePattern(cursor);
  if (cursor.takeIf("in")) return { kind: "forIn", element, array: parseTerm(cursor) };
  if (element.kind !== "name") cursor.fail('"in" and an array');
  cursor.expect("<", "and how often the loop goes round");
  return { kind: "for", counter: element.name, bound: parseTerm(cursor) };
}

/** Whether an operand of an application may begin here. An index stands tight against its array, an array literal does not. */
function isAtomNext(cursor: ProgramCursor): boolean {
  const token = cursor.peek();
  if (token.kind === "number") return true;
  if (token.kind === "symbol")
    return ["(", "{", "\\"].includes(token.text) || (token.text === "[" && !token.isTight);
  const isWord = RESERVED_WORDS.includes(token.text) && token.text !== "true" && token.text !== "false";
  return token.kind === "name" && !isWord;
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
  const start = cursor.isNext(":") ? undefined : parseIndexTerm(cursor);
  if (cursor.takeIf(":")) {
    const end = cursor.isNext("]") ? undefined : parseIndexTerm(cursor);
    cursor.expect("]", "after the slice");
    return { kind: "slice", at, array, ...(start && { start }), ...(end && { end }) };
  }
  if (start === undefined) cursor.fail("an index");
  const indices = [start];
  while (cursor.takeIf(",")) indices.push(parseIndexTerm(cursor));
  cursor.expect("]", "after the index");
  return { kind: "index", at, array, indices };
}

/** A term without a type at its end: the colon is that of a slice. */
function parseIndexTerm(cursor: ProgramCursor): ArrayTerm {
  return cursor.nested(() => parseInfix(cursor, 1));
}

function parseAtom(cursor: ProgramCursor): ArrayTerm {
  const token = cursor.peek();
  const { at } = token;
  if (token.kind === "number") return numberAtom(cursor);
  if (cursor.takeIf("(")) return parseParenthesis(cursor, at);
  if (cursor.takeIf("["))
    return { kind: "array", at, items: parseItems(cursor, "]", () => parseTerm(cursor)) };
  if (cursor.takeIf("{")) {
    const fields = parseItems(cursor, "}", () => parseRecordField(cursor));
    return { kind: "record", at, fields };
  }
  if (token.kind !== "name") return cursor.fail("a value");
  if (token.text === "true" || token.text === "false") {
    cursor.take();
    return { kind: "literal", at, value: token.text === "true" ? 1 : 0, type: "bool" };
  }
  if (RESERVED_WORDS.includes(token.text)) return cursor.fail("a value");
  cursor.take();
  const isQualified = isScalarType(token.text) && cursor.isNext(".") && cursor.peek().isTight;
  if (!isQualified) return { kind: "variable", at, name: token.text };
  cursor.take();
  return { kind: "variable", at, name: `${token.text}.${parseFieldName(cursor)}` };
}

function numberAtom(cursor: ProgramCursor): ArrayTerm {
  const { text, at } = cursor.peek();
  const literal = literalOf(text);
  if (literal === undefined) return cursor.fail("a number that its type has");
  cursor.take();
  return { kind: "literal", at, ...literal };
}

function parseRecordField(cursor: ProgramCursor): { readonly name: string; readonly value: ArrayTerm } {
  const { at } = cursor.peek();
  const name = parseFieldName(cursor);
  if (cursor.takeIf("=")) return { name, value: parseTerm(cursor) };
  return { name, value: { kind: "variable", at, name } };
}

/** What stands between parentheses: nothing, a term, a tuple, or a section. */
function parseParenthesis(cursor: ProgramCursor, at: number): ArrayTerm {
  const section = parseLeadingSymbol(cursor, at);
  if (section !== undefined) return section;
  if (cursor.takeIf(")")) return { kind: "tuple", at, items: [] };
  const first = parseTerm(cursor);
  const symbol = infixNext(cursor);
  if (symbol !== undefined) {
    cursor.take();
    cursor.expect(")", "after an operator without its right operand");
    return { kind: "section", at, symbol, left: first };
  }
  if (cursor.takeIf(")")) return first;
  cursor.expect(",", 'or ")"');
  return { kind: "tuple", at, items: [first, ...parseItems(cursor, ")", () => parseTerm(cursor))] };
}

/** `(+)` and `(+ e)`; `(-1)` and `(- x)` are negations. */
function parseLeadingSymbol(cursor: ProgramCursor, at: number): ArrayTerm | undefined {
  const symbol = infixNext(cursor);
  if (symbol === undefined) return undefined;
  if (cursor.isNext(")", 1)) {
    cursor.take();
    cursor.take();
    return { kind: "section", at, symbol };
  }
  if (symbol === "-") return undefined;
  cursor.take();
  const right = cursor.nested(() => parseInfix(cursor, INFIX_LEVELS[symbol] + 1));
  cursor.expect(")", "after the operand of a section");
  return { kind: "section", at, symbol, right };
}
