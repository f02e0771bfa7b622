// Written types: scalars, arrays with their sizes, tuples, records, functions, and what a program calls by another name.

import { wholeOf } from "../../text/tokens.ts";
import type { ArrayTerm, SizeSyntax, TypeSyntax } from "../term.ts";
import { isScalarType } from "../types/type.ts";
import { DECLARING_WORDS, type ProgramCursor, parseItems, RESERVED_WORDS } from "./grammar.ts";
import type { Abbreviation, Module } from "./names.ts";
import { type Replacements, withReplaced } from "./replace-in-type.ts";
import { sumType } from "./sum-types.ts";

/**
 * Parses `t`, `[]t`, `[n]t`, `[n + 1]t`, `(a, b)`, `{x: a}`, `a -> b`, `?[n].[n]t`, `m.t`; `*t` is `t`, since nothing that another name sees is
 * ever overwritten.
 */
export function parseType(cursor: ProgramCursor): TypeSyntax {
  return cursor.nested(() => {
    if (cursor.takeIf("?")) return parseExistential(cursor);
    if (cursor.peek().kind === "constructor") return parseSum(cursor);
    const name = parameterName(cursor);
    const parameter = name === undefined ? parseTypeAtom(cursor) : parseNamed(cursor);
    const arrow = cursor.takeIf("->");
    if (arrow === undefined) return parameter;
    const result = parseType(cursor);
    const sizes = new Map(name === undefined ? [] : [[name, undefined]]);
    return {
      kind: "function",
      at: arrow.at,
      parameter,
      result: withReplaced(result, { sizes, types: new Map() }),
    };
  });
}

/** `#none | #some t`: constructors, each with the types of its parts. */
function parseSum(cursor: ProgramCursor): TypeSyntax {
  const { at } = cursor.peek();
  const written = new Map<string, readonly TypeSyntax[]>();
  do {
    const { kind, text } = cursor.peek();
    const name = text.slice(1);
    if (kind !== "constructor" || written.has(name)) cursor.fail("a constructor of another name");
    cursor.take();
    const parts: TypeSyntax[] = [];
    while (isTypeAtomNext(cursor)) parts.push(cursor.nested(() => parseTypeAtom(cursor)));
    written.set(name, parts);
  } while (cursor.takeIf("|"));
  const { sum, type } = sumType(at, written);
  cursor.sums.push(sum);
  return type;
}

function isTypeAtomNext(cursor: ProgramCursor): boolean {
  const { kind, text } = cursor.peek();
  if (kind === "symbol") return ["(", "[", "{", "*"].includes(text);
  const isWord = RESERVED_WORDS.includes(text) || DECLARING_WORDS.includes(text);
  return kind === "name" && !isWord && !text.startsWith("'");
}

/** The name of what a function is given, in `(n: i64) -> [n]t`: a length that only a run knows. */
function parameterName(cursor: ProgramCursor): string | undefined {
  const isNamed = cursor.isNext("(") && cursor.peek(1).kind === "name" && cursor.isNext(":", 2);
  return isNamed ? cursor.peek(1).text : undefined;
}

function parseNamed(cursor: ProgramCursor): TypeSyntax {
  for (const _ of "(n:") cursor.take();
  const type = parseType(cursor);
  cursor.expect(")", "after a parameter with a name");
  return type;
}

/** `?[n][m].t`: lengths that only a run knows, so that any will do. */
function parseExistential(cursor: ProgramCursor): TypeSyntax {
  const sizes = new Map<string, undefined>();
  while (cursor.takeIf("[")) {
    sizes.set(cursor.takeNewName("a size").text, undefined);
    cursor.expect("]", "after a size");
  }
  cursor.expect(".", "and a type");
  return withReplaced(parseType(cursor), { sizes, types: new Map() });
}

/** A type that needs no parentheses where it is an operand of `->` or follows a size. */
export function parseTypeAtom(cursor: ProgramCursor): TypeSyntax {
  const token = cursor.peek();
  const { at } = token;
  if (cursor.takeIf("*")) return cursor.nested(() => parseTypeAtom(cursor));
  if (cursor.takeIf("**")) return cursor.nested(() => cursor.nested(() => parseTypeAtom(cursor)));
  if (cursor.takeIf("[")) {
    const size = parseSize(cursor);
    const isSwapped = size?.kind === "name" && isScalarType(size.name) && !isTypeAtomNext(cursor);
    if (isSwapped) cursor.fail(`a type (an array of it is []${size.name})`);
    const element = cursor.nested(() => parseTypeAtom(cursor));
    return { kind: "array", at, ...(size === undefined ? {} : { size }), element };
  }
  if (cursor.takeIf("(")) {
    const items = parseItems(cursor, ")", () => parseType(cursor));
    return items.length === 1 ? items[0] : { kind: "tuple", at, items };
  }
  if (cursor.takeIf("{")) {
    const fields = parseItems(cursor, "}", () => {
      const name = parseFieldName(cursor);
      cursor.expect(":", "and the field's type");
      return { name, type: parseType(cursor) };
    });
    return { kind: "record", at, fields };
  }
  if (token.kind !== "name" || RESERVED_WORDS.includes(token.text)) return cursor.fail("a type");
  return parseTypeName(cursor);
}

function parseTypeName(cursor: ProgramCursor): TypeSyntax {
  const { text, at } = cursor.take();
  const isQualified = cursor.isNext(".") && cursor.peek().isTight;
  const module = isQualified ? cursor.names.module(text) : undefined;
  if (module !== undefined) return parseMemberType(cursor, module);
  if (isScalarType(text)) {
    const isOwnType = isQualified && cursor.isNext("t", 1);
    for (const _ of isOwnType ? ".t" : "") cursor.take();
    if (cursor.isNext("[") && cursor.peek().isTight) cursor.fail(`[]${text} for an array`);
    return { kind: "scalar", at, type: text };
  }
  const abbreviation = cursor.names.type(text);
  if (abbreviation !== undefined) return parseAbbreviated(cursor, abbreviation);
  return { kind: "variable", at, name: text };
}

/** `m.t`, `m.n.t`; that of a scalar type's module is the type. */
function parseMemberType(cursor: ProgramCursor, module: Module): TypeSyntax {
  cursor.take();
  const { text, at } = cursor.takeName("the name of a type");
  const inner = module.modules.get(text);
  if (inner !== undefined && cursor.isNext(".")) return parseMemberType(cursor, inner);
  if (module.scalar !== undefined && text === "t") return { kind: "scalar", at, type: module.scalar };
  const abbreviation = module.types.get(text);
  if (abbreviation !== undefined) return parseAbbreviated(cursor, abbreviation);
  throw cursor.error(at, "a type of the module", JSON.stringify(text));
}

/** The type that an abbreviation stands for, with the sizes and types that follow it in place of its parameters. */
function parseAbbreviated(
  cursor: ProgramCursor,
  { parameters, sizes, types, type }: Abbreviation,
): TypeSyntax {
  const given: Replacements = { sizes: new Map(), types: new Map() };
  const [size, of] = [sizes.values(), types.values()];
  for (const parameter of parameters) {
    if (parameter === "size") {
      cursor.expect("[", "and a size");
      given.sizes.set(size.next().value ?? "", parseSize(cursor));
    } else
      given.types.set(
        of.next().value ?? "",
        cursor.nested(() => parseTypeAtom(cursor)),
      );
  }
  return withReplaced(type, given);
}

/** What stands between brackets, with the closing one: a number, a name, sums and products of these; undefined for nothing and for anything else. */
function parseSize(cursor: ProgramCursor): SizeSyntax | undefined {
  if (cursor.takeIf("]")) return undefined;
  const { kind, text, at } = cursor.peek();
  if (cursor.isNext("]", 1)) {
    const value = kind === "number" ? wholeOf(text.replace(/i64$/, "")) : undefined;
    if (kind !== "name" && value === undefined) cursor.fail("a size: a number, the name of one, or nothing");
    cursor.take();
    cursor.take();
    if (value !== undefined) return { kind: "constant", value };
    return { kind: "name", at, name: cursor.names.value(text) ?? text };
  }
  const term = cursor.readTerm();
  cursor.expect("]", "after the size");
  return isSum(term) ? { kind: "term", at, term } : undefined;
}

/** Whether a size is made of numbers and names by `+`, `-`, `*` and `/`: what is held against arrays. */
function isSum(term: ArrayTerm): boolean {
  if (term.kind === "infix") return "+-*/".includes(term.symbol) && isSum(term.left) && isSum(term.right);
  return term.kind === "variable" || (term.kind === "literal" && typeof term.value === "bigint");
}

/** A name, or digits, as the components of a tuple have. */
export function parseFieldName(cursor: ProgramCursor): string {
  const token = cursor.peek();
  const isField = token.kind === "name" || (token.kind === "number" && /^[0-9]+$/.test(token.text));
  return isField ? cursor.take().text : cursor.fail("the name of a field");
}
