// `match`: the first case whose pattern a value fits, as a row of ifs. That some case always does is checked here.

import type { ArrayTerm, Pattern } from "../term.ts";
import { isTuple } from "../types/type.ts";
import type { CaseField, CasePattern } from "./case-pattern.ts";
import { variable } from "./desugar.ts";
import { isExhaustive } from "./exhaustive.ts";
import { type ProgramCursor, parseItems, RESERVED_WORDS } from "./grammar.ts";
import { parseNumber, parseText } from "./parse-literal.ts";
import { parseFieldName, parseType } from "./parse-type.ts";
import { partName, sumOf, sumOfType, tagLiteral, tagName, withAskedSum } from "./sum-types.ts";

interface Case {
  readonly pattern: CasePattern;
  readonly body: ArrayTerm;
}

/** Parses `match e case p -> e case …`. */
export function parseMatch(cursor: ProgramCursor): ArrayTerm {
  const { at } = cursor.take();
  const value = cursor.readTerm();
  const asked = value.kind === "ascription" ? sumOfType(cursor, value.type) : undefined;
  const cases: Case[] = [];
  if (!cursor.isNext("case")) cursor.missing('"case" and a pattern');
  while (cursor.takeIf("case")) {
    cursor.checkDepth(cases.length, at);
    const pattern = parseCasePattern(cursor);
    cursor.expect("->", "and the value in this case");
    const body = cursor.names.within(() => {
      cursor.names.bind(namesIn(pattern));
      return cursor.readTerm();
    });
    cases.push({ pattern, body });
  }
  withAskedSum(cursor, asked, () =>
    findSums(
      cursor,
      cases.map(({ pattern }) => pattern),
    ),
  );
  if (!cursor.isLookingAhead && !isExhaustive(cases.map(({ pattern }) => [pattern]))) {
    throw cursor.error(at, "a case for every value", "some that no case has");
  }
  const name = cursor.freshName("value");
  const parts = partsOfColumn(cases.map(({ pattern }) => pattern));
  const row = rowOfCases(cases, name);
  const body: ArrayTerm =
    parts.kind === "any" ? row : { kind: "let", at, pattern: parts, value: variable(name, at), body: row };
  return { kind: "let", at, pattern: { kind: "name", at: value.at, name }, value, body };
}

/** What all cases together say that a value has, so that its type need not be written. Of a record they may leave fields out. */
function partsOfColumn(column: readonly CasePattern[]): Pattern {
  const { at } = column[0];
  const told = column.find(({ kind }) => kind === "constructor" || kind === "record");
  if (told?.kind === "constructor") {
    const names = told.sum?.constructors.flatMap(({ name, arity }) =>
      Array.from({ length: arity }, (_, index) => partName(name, index)),
    );
    const tags = told.sum === undefined ? [] : [tagName(told.sum)];
    const fields = [...tags, ...(names ?? [])].map((name) => ({
      name,
      pattern: partsOfField(column, name, at),
    }));
    return { kind: "record", at, fields };
  }
  if (told?.kind !== "record" || !isTuple(told.fields)) return { kind: "any", at };
  return { kind: "tuple", at, items: told.fields.map(({ name }) => partsOfField(column, name, at)) };
}

function partsOfField(column: readonly CasePattern[], name: string, at: number): Pattern {
  const parts = column.flatMap((pattern) =>
    pattern.kind === "record" || pattern.kind === "constructor"
      ? pattern.fields.filter((field) => field.name === name).map((field) => field.pattern)
      : [],
  );
  return parts.length === 0 ? { kind: "any", at } : partsOfColumn(parts);
}

function parseCasePattern(cursor: ProgramCursor): CasePattern {
  const token = cursor.peek();
  if (token.kind !== "constructor") return parseCaseAtom(cursor);
  cursor.take();
  const name = token.text.slice(1);
  const fields: CaseField[] = [];
  while (!cursor.isNext("->") && isCaseAtomNext(cursor)) {
    const part = { name: partName(name, fields.length), pattern: parseCaseAtom(cursor) };
    fields.push(part);
  }
  return { kind: "constructor", at: token.at, name, fields };
}

function isCaseAtomNext(cursor: ProgramCursor): boolean {
  const { kind, text } = cursor.peek();
  if (kind === "symbol") return text === "(" || text === "{" || text === "-";
  return kind !== "end" && (!RESERVED_WORDS.includes(text) || text === "true" || text === "false");
}

function parseCaseAtom(cursor: ProgramCursor): CasePattern {
  return cursor.nested((): CasePattern => {
    const { kind, text, at } = cursor.peek();
    if (kind === "constructor") {
      cursor.take();
      return { kind: "constructor", at, name: text.slice(1), fields: [] };
    }
    if (cursor.takeIf("(")) return parseCaseTuple(cursor, at);
    if (cursor.takeIf("{")) {
      return { kind: "record", at, fields: parseItems(cursor, "}", () => parseCaseField(cursor)) };
    }
    if (kind === "number" || cursor.isNext("-")) return parseCaseNumber(cursor);
    if (kind === "text" && text.startsWith("'")) {
      const term = parseText(cursor);
      if (term.kind === "literal") return { kind: "literal", at, term };
    }
    if (text === "true" || text === "false") {
      cursor.take();
      const value = text === "true" ? 1 : 0;
      return { kind: "literal", at, term: { kind: "literal", at, value, type: "bool" } };
    }
    if (kind !== "name" || RESERVED_WORDS.includes(text)) return cursor.fail("a pattern");
    cursor.take();
    return text === "_" ? { kind: "any", at } : { kind: "any", at, name: text };
  });
}

function parseCaseTuple(cursor: ProgramCursor, at: number): CasePattern {
  const items = parseItems(cursor, ")", () => {
    const pattern = parseCasePattern(cursor);
    if (cursor.takeIf(":") === undefined) return pattern;
    const type = parseType(cursor);
    return pattern.kind === "any" ? { ...pattern, type } : pattern;
  });
  if (items.length === 1) return items[0];
  return { kind: "record", at, fields: items.map((pattern, index) => ({ name: String(index), pattern })) };
}

function parseCaseField(cursor: ProgramCursor): CaseField {
  const { at } = cursor.peek();
  const name = parseFieldName(cursor);
  if (cursor.takeIf("=")) return { name, pattern: parseCasePattern(cursor) };
  return { name, pattern: { kind: "any", at, name } };
}

function parseCaseNumber(cursor: ProgramCursor): CasePattern {
  const minus = cursor.takeIf("-");
  const term = parseNumber(cursor);
  if (term.kind !== "literal") return cursor.fail("a number");
  const at = minus?.at ?? term.at;
  return { kind: "literal", at, term: minus ? { ...term, at, value: -term.value } : term };
}

function namesIn(pattern: CasePattern): readonly string[] {
  if (pattern.kind === "any") return pattern.name === undefined ? [] : [pattern.name];
  return pattern.kind === "literal" ? [] : pattern.fields.flatMap((field) => namesIn(field.pattern));
}

/** Finds the types that constructors are of: those that stand in one place of all cases are of one. */
function findSums(cursor: ProgramCursor, patterns: readonly CasePattern[]): void {
  const own = patterns.filter((pattern) => pattern.kind === "constructor");
  if (own.length > 0) {
    const sum = sumOf(
      cursor,
      own.map(({ name, fields, at }) => ({ name, arity: fields.length, at })),
    );
    for (const pattern of own) pattern.sum = sum;
  }
  const within = new Map<string, CasePattern[]>();
  for (const pattern of patterns) {
    if (pattern.kind !== "record" && pattern.kind !== "constructor") continue;
    for (const field of pattern.fields) {
      within.set(field.name, [...(within.get(field.name) ?? []), field.pattern]);
    }
  }
  for (const parts of within.values()) findSums(cursor, parts);
}

/** Ifs, one in the other: the last case needs no test. */
function rowOfCases(cases: readonly Case[], name: string): ArrayTerm {
  return cases.reduceRight<ArrayTerm | undefined>((rest, { pattern, body }) => {
    const value = (): ArrayTerm => variable(name, pattern.at);
    const bound = bindingsOf(pattern, value).reduceRight<ArrayTerm>((inner, bind) => bind(inner), body);
    const tests = testsOf(pattern, value);
    if (rest === undefined || tests.length === 0) return bound;
    const condition = tests.reduce((left, right) => ({
      kind: "infix",
      at: pattern.at,
      symbol: "&&",
      left,
      right,
    }));
    return { kind: "if", at: pattern.at, condition, first: bound, second: rest };
  }, undefined) as ArrayTerm;
}

type Part = () => ArrayTerm;

function partOf(of: Part, name: string, at: number): Part {
  return () => ({ kind: "field", at, of: of(), name });
}

function testsOf(pattern: CasePattern, value: Part): readonly ArrayTerm[] {
  if (pattern.kind === "any") return [];
  const { at } = pattern;
  const equals = (left: ArrayTerm, right: ArrayTerm): ArrayTerm => {
    return { kind: "infix", at, symbol: "==", left, right };
  };
  if (pattern.kind === "literal") return [equals(value(), pattern.term)];
  const inner = pattern.fields.flatMap((field) => testsOf(field.pattern, partOf(value, field.name, at)));
  if (pattern.kind === "record") return inner;
  const { sum } = pattern;
  if (sum === undefined) return inner;
  const place = sum.constructors.findIndex(({ name }) => name === pattern.name);
  return [equals(partOf(value, tagName(sum), at)(), tagLiteral(place, at)), ...inner];
}

function bindingsOf(pattern: CasePattern, value: Part): readonly ((body: ArrayTerm) => ArrayTerm)[] {
  if (pattern.kind === "literal") return [];
  const { at } = pattern;
  if (pattern.kind !== "any") {
    return pattern.fields.flatMap((field) => bindingsOf(field.pattern, partOf(value, field.name, at)));
  }
  const { name, type } = pattern;
  if (name === undefined) return [];
  const bound = { kind: "name", at, name, ...(type && { type }) } as const;
  return [(body) => ({ kind: "let", at, pattern: bound, value: value(), body })];
}
