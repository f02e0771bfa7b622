// Terms that bind names, or choose: functions, lets, loops and ifs. They reach as far to the right as they can.

import type { ArrayTerm, LoopForm, Pattern, TypeSyntax } from "../term.ts";
import { namesOfPattern } from "../term-parts.ts";
import { WITHOUT_RECURSION } from "../without-recursion.ts";
import { type Place, updateTerm, variable } from "./desugar.ts";
import type { ProgramCursor } from "./grammar.ts";
import { localPatterns, parseLocalGenerals } from "./local-sizes.ts";
import { isInfixDefinitionNext, parseInfixHead } from "./parse-infix-head.ts";
import { parseMatch } from "./parse-match.ts";
import { isParameterNext, parseParameter, parsePattern } from "./parse-pattern.ts";
import { parsePlaces } from "./parse-places.ts";
import { parseType, parseTypeAtom } from "./parse-type.ts";

/** Parses a term that begins with a word or a backslash; undefined where none does. */
export function parseOpen(cursor: ProgramCursor): ArrayTerm | undefined {
  if (cursor.isNext("let")) return parseLet(cursor);
  if (cursor.isNext("if")) return parseIf(cursor);
  if (cursor.isNext("loop")) return parseLoop(cursor);
  if (cursor.isNext("match")) return parseMatch(cursor);
  return cursor.isNext("\\") ? parseLambda(cursor) : undefined;
}

/** `\x y: t -> e`: the type is that of what it gives. */
export function parseLambda(cursor: ProgramCursor): ArrayTerm {
  const { at } = cursor.take();
  const parameters = [parseParameter(cursor)];
  while (isParameterNext(cursor)) parameters.push(parseParameter(cursor));
  const result = cursor.takeIf(":") === undefined ? undefined : parseTypeAtom(cursor);
  cursor.expect("->", "and the body");
  const body = withNames(cursor, parameters, () => cursor.readTerm());
  return { kind: "lambda", at, parameters, body: ascribed(body, result) };
}

/** Reads what sees the names of patterns. */
function withNames<Result>(cursor: ProgramCursor, patterns: readonly Pattern[], read: () => Result): Result {
  return cursor.names.within(() => {
    for (const pattern of patterns) cursor.names.bind(namesOfPattern(pattern));
    return read();
  });
}

function ascribed(term: ArrayTerm, type: TypeSyntax | undefined): ArrayTerm {
  return type === undefined ? term : { kind: "ascription", at: type.at, term, type };
}

interface LetBinding {
  readonly at: number;
  readonly pattern: Pattern;
  readonly value: ArrayTerm;
}

// A row of lets is read in a loop, so that a long one is not nested as deep.
function parseLet(cursor: ProgramCursor): ArrayTerm {
  return cursor.names.within(() => {
    const bindings: LetBinding[] = [];
    while (cursor.isNext("let")) {
      const start = cursor.peek();
      for (const binding of parseLetBinding(cursor)) {
        cursor.names.bind(namesOfPattern(binding.pattern));
        bindings.push(binding);
      }
      if (!cursor.isNext("let")) expectWithin(cursor, start.at, "in", "and where the name is used");
    }
    const body = cursor.readTerm();
    return bindings.reduceRight<ArrayTerm>((inner, { at, pattern, value }) => {
      return { kind: "let", at, pattern, value, body: inner };
    }, body);
  });
}

function parseLetBinding(cursor: ProgramCursor): readonly LetBinding[] {
  const { at } = cursor.take();
  if (cursor.isNext("[")) return parseSizedBinding(cursor, at);
  return [parsePlainBinding(cursor, at)];
}

/** `let [n] (xs: [n]t) = e` */
function parseSizedBinding(cursor: ProgramCursor, at: number): readonly LetBinding[] {
  const bindings = cursor.names.within(() => {
    const generals = parseLocalGenerals(cursor);
    const { patterns, lets } = localPatterns(cursor, generals, [parsePattern(cursor)]);
    return [{ pattern: patterns[0], value: undefined }, ...lets];
  });
  const bound = parseBound(cursor);
  return bindings.map(({ pattern, value }) => ({ at, pattern, value: value ?? bound }));
}

function parsePlainBinding(cursor: ProgramCursor, at: number): LetBinding {
  if (isInfixDefinitionNext(cursor)) {
    const { name, at: nameAt, parameters } = parseInfixHead(cursor);
    return { at, pattern: { kind: "name", at: nameAt, name }, value: parseLocalFunction(cursor, parameters) };
  }
  const operator = cursor.isNext("(") && cursor.isNext(")", 2) ? cursor.symbolNext(1) : undefined;
  if (operator !== undefined) {
    const [, symbol] = [cursor.take(), cursor.take(), cursor.take()];
    const pattern: Pattern = { kind: "name", at: symbol.at, name: `(${operator.text})` };
    return { at, pattern, value: parseLocalFunction(cursor) };
  }
  const isName = cursor.peek().kind === "name";
  if (isName && cursor.isNext("[", 1) && cursor.peek(1).isTight) return parseElementBinding(cursor, at);
  const isFunction = isName && isFunctionAhead(cursor);
  const pattern = isFunction ? parseParameter(cursor) : parsePattern(cursor);
  const value = isFunction ? parseLocalFunction(cursor) : parseBound(cursor);
  const name = isFunction && pattern.kind === "name" ? pattern.name : "";
  const use = cursor.unknownNames.get(name) ?? -1;
  if (use > at) throw cursor.error(use, WITHOUT_RECURSION, `"${name}"`);
  return { at, pattern, value };
}

/** `let xs[i] = v`: the array with another element, by the same name. */
function parseElementBinding(cursor: ProgramCursor, at: number): LetBinding {
  const { text: name, at: nameAt } = cursor.takeNewName("a name or a pattern");
  const array = variable(cursor.names.value(name) ?? name, nameAt);
  cursor.take();
  const places: readonly Place[] = parsePlaces(cursor);
  const value = updateTerm(cursor, array, places, parseBound(cursor), nameAt);
  return { at, pattern: { kind: "name", at: nameAt, name }, value };
}

/** Whether what is defined has parameters: a name and then something that is neither `=` nor a type. */
function isFunctionAhead(cursor: ProgramCursor): boolean {
  const { kind, text } = cursor.peek(1);
  return kind === "name" || ["(", "{", "["].includes(text);
}

function parseBound(cursor: ProgramCursor): ArrayTerm {
  cursor.expect("=", "and the value");
  return cursor.readTerm();
}

/** A function's parameters, after those that are read already, and its body. */
function parseLocalFunction(cursor: ProgramCursor, first: readonly Pattern[] = []): ArrayTerm {
  const { at } = cursor.peek();
  return cursor.names.within(() => {
    const generals = parseLocalGenerals(cursor);
    const written: Pattern[] = [...first];
    while (isParameterNext(cursor)) written.push(parseParameter(cursor));
    for (const pattern of written) cursor.names.bind(namesOfPattern(pattern));
    const result = cursor.takeIf(":") === undefined ? undefined : parseType(cursor);
    const { patterns: parameters, lets } = localPatterns(cursor, generals, written);
    const body = lets.reduceRight<ArrayTerm>(
      (inner, { pattern, value }) => ({ kind: "let", at: value.at, pattern, value, body: inner }),
      ascribed(parseBound(cursor), result),
    );
    return parameters.length === 0 ? body : { kind: "lambda", at, parameters, body };
  });
}

/**
 * Takes a word that stands within what begins at `start`. Where it is missing, that is before the first line that begins no further in than that,
 * if there is one: what stands there was read as operands.
 */
function expectWithin(cursor: ProgramCursor, start: number, word: string, purpose: string): void {
  if (cursor.takeIf(word)) return;
  const expected = `"${word}" ${purpose}`;
  const { text } = cursor.source;
  const column = (at: number): number => at - (text.lastIndexOf("\n", at - 1) + 1);
  let ahead = 0;
  while (cursor.peek(ahead - 1).at > start) ahead--;
  for (; ahead < 0; ahead++) {
    const [before, token] = [cursor.peek(ahead - 1), cursor.peek(ahead)];
    const end = before.at + before.text.length;
    const isOutside = text.slice(end, token.at).includes("\n") && column(token.at) <= column(start);
    if (isOutside && before.at > start) cursor.fail(expected, { ...token, at: end });
  }
  cursor.missing(expected);
}

function parseIf(cursor: ProgramCursor): ArrayTerm {
  const { at } = cursor.take();
  const condition = cursor.readTerm();
  expectWithin(cursor, at, "then", "and a value");
  const first = cursor.readTerm();
  expectWithin(cursor, at, "else", "and a value (there is always one)");
  return { kind: "if", at, condition, first, second: cursor.readTerm() };
}

function parseLoop(cursor: ProgramCursor): ArrayTerm {
  const { at } = cursor.take();
  const pattern = parsePattern(cursor);
  const initial = cursor.takeIf("=") === undefined ? variablesOf(cursor, pattern) : cursor.readTerm();
  const form = parseLoopForm(cursor, pattern);
  cursor.expect("do", "and the body");
  const counters: readonly Pattern[] =
    form.kind === "for"
      ? [{ kind: "name", at, name: form.counter }]
      : form.kind === "forIn"
        ? [form.element]
        : [];
  const body = withNames(cursor, [pattern, ...counters], () => cursor.readTerm());
  return { kind: "loop", at, pattern, initial, form, body };
}

/** What `loop xs` begins with: the variable of that name. */
function variablesOf(cursor: ProgramCursor, pattern: Pattern): ArrayTerm {
  if (pattern.kind === "name") return variable(cursor.names.value(pattern.name) ?? pattern.name, pattern.at);
  if (pattern.kind === "tuple") {
    const items = pattern.items.map((item) => variablesOf(cursor, item));
    return { kind: "tuple", at: pattern.at, items };
  }
  return cursor.fail('"=" and what the loop begins with');
}

function parseLoopForm(cursor: ProgramCursor, pattern: Pattern): LoopForm {
  if (cursor.takeIf("while")) {
    return { kind: "while", condition: withNames(cursor, [pattern], () => cursor.readTerm()) };
  }
  cursor.expect("for", 'or "while"');
  const element = parsePattern(cursor);
  if (cursor.takeIf("in")) return { kind: "forIn", element, array: cursor.readTerm() };
  if (element.kind !== "name") cursor.fail('"in" and an array');
  cursor.expect("<", "and how often the loop goes round");
  return { kind: "for", counter: element.name, bound: cursor.readTerm() };
}
