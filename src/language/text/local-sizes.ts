// `let f [n] 't (xs: [n]t) = e`: a local definition that names sizes and types, in terms that name none. A size is the length of the first array
// that has it, which the others are held against; a type is whatever is found there.

import type { ArrayTerm, Pattern, TypeSyntax } from "../term.ts";
import { application, preludeFunction, variable } from "./desugar.ts";
import type { ProgramCursor } from "./grammar.ts";
import { withReplaced } from "./replace-in-type.ts";

/** A type that may be any: it is found where the pattern is used. */
const ANY_TYPE = "_";

/** The names in brackets and behind apostrophes of a local definition. */
interface Generals {
  readonly sizes: readonly string[];
  readonly types: readonly string[];
}

/** Parses `[n]` and `'t`, in any order. */
export function parseGenerals(
  cursor: ProgramCursor,
  found: { readonly size: (name: string) => void; readonly type: (name: string) => void },
): void {
  for (;;) {
    if (cursor.takeIf("[")) {
      found.size(cursor.takeNewName("the name of a size").text);
      cursor.expect("]", "after the name of a size");
    } else if (cursor.peek().kind === "name" && cursor.peek().text.startsWith("'")) {
      found.type(cursor.take().text.replace(/^'[~^]?/, ""));
    } else return;
  }
}

/** Parses the same where they are local, and binds them. */
export function parseLocalGenerals(cursor: ProgramCursor): Generals {
  const sizes: string[] = [];
  const types: string[] = [];
  const { at } = cursor.peek();
  parseGenerals(cursor, { size: (size) => sizes.push(size), type: (type) => types.push(type) });
  cursor.names.bind(sizes);
  for (const type of types) {
    const any: TypeSyntax = { kind: "variable", at, name: ANY_TYPE };
    cursor.names.defineType(type, { sizes: [], types: [], parameters: [], type: any });
  }
  return { sizes, types };
}

/** A pattern whose types do not say these sizes, and what is bound behind it: the sizes, and the arrays held against them. */
interface LocalPattern {
  readonly pattern: Pattern;
  readonly lets: readonly { readonly pattern: Pattern; readonly value: ArrayTerm }[];
}

/** Patterns in a row: the first array that has a size says it. @throws ProgramError for a size that none has */
export function localPatterns(
  cursor: ProgramCursor,
  { sizes }: Generals,
  patterns: readonly Pattern[],
): { readonly patterns: readonly Pattern[]; readonly lets: LocalPattern["lets"] } {
  const lets: { readonly pattern: Pattern; readonly value: ArrayTerm }[] = [];
  const open = new Set(sizes);
  const changed = patterns.map((pattern) => withoutSizes(pattern, sizes));
  for (const { name, at, type } of patterns.flatMap((pattern) => typedNames(pattern))) {
    const own = variable(name, at);
    for (const { size, length } of lengthsOf(cursor, own, type)) {
      if (!open.delete(size)) continue;
      lets.push({ pattern: { kind: "name", at, name: size }, value: length });
    }
    if (sizes.length === 0) continue;
    const value: ArrayTerm = { kind: "ascription", at, term: own, type, isCoercion: true };
    lets.push({ pattern: { kind: "name", at, name }, value });
  }
  const [unsaid] = open;
  if (unsaid === undefined) return { patterns: changed, lets };
  throw cursor.error(patterns[0].at, `the size "${unsaid}" in the type of a name`, "none there");
}

type TypedName = { readonly name: string; readonly at: number; readonly type: TypeSyntax };

/** The names that a pattern binds with a type at them, whether that stands there or further out. */
function typedNames(pattern: Pattern, outer: TypeSyntax | undefined = undefined): readonly TypedName[] {
  const type = pattern.type ?? outer;
  if (pattern.kind === "any") return [];
  if (pattern.kind === "name")
    return type === undefined ? [] : [{ name: pattern.name, at: pattern.at, type }];
  if (pattern.kind === "tuple") {
    const items = type?.kind === "tuple" ? type.items : [];
    return pattern.items.flatMap((item, index) => typedNames(item, items[index]));
  }
  const fields = type?.kind === "record" ? type.fields : [];
  return pattern.fields.flatMap(({ name, pattern: part }) =>
    typedNames(part, fields.find((field) => field.name === name)?.type),
  );
}

function withoutSizes(pattern: Pattern, sizes: readonly string[]): Pattern {
  const none = new Map(sizes.map((size) => [size, undefined]));
  const type = pattern.type && withReplaced(pattern.type, { sizes: none, types: new Map() });
  const typed = type === undefined ? {} : { type };
  if (pattern.kind === "tuple") {
    return { ...pattern, ...typed, items: pattern.items.map((item) => withoutSizes(item, sizes)) };
  }
  if (pattern.kind !== "record") return { ...pattern, ...typed };
  const fields = pattern.fields.map(({ name, pattern: part }) => ({
    name,
    pattern: withoutSizes(part, sizes),
  }));
  return { ...pattern, ...typed, fields };
}

interface Length {
  readonly size: string;
  readonly length: ArrayTerm;
}

/** The sizes that a value's type names, and the terms that say them. */
function lengthsOf(cursor: ProgramCursor, value: ArrayTerm, type: TypeSyntax): readonly Length[] {
  const { at } = value;
  if (type.kind === "tuple") {
    return type.items.flatMap((item, index) =>
      lengthsOf(cursor, { kind: "field", at, of: value, name: String(index) }, item),
    );
  }
  if (type.kind === "record") {
    return type.fields.flatMap(({ name, type: of }) =>
      lengthsOf(cursor, { kind: "field", at, of: value, name }, of),
    );
  }
  if (type.kind !== "array") return [];
  const own =
    type.size?.kind === "name"
      ? [{ size: type.size.name, length: application(preludeFunction(cursor, "count", at), [value], at) }]
      : [];
  return [...own, ...lengthsOfRows(cursor, value, type.element)];
}

/** The same of the rows of an array, which may have none: types know what one would be. */
function lengthsOfRows(cursor: ProgramCursor, rows: ArrayTerm, type: TypeSyntax): readonly Length[] {
  if (type.kind !== "array") return [];
  const { at } = rows;
  const own =
    type.size?.kind === "name"
      ? [{ size: type.size.name, length: application(preludeFunction(cursor, "row_length", at), [rows], at) }]
      : [];
  const flat = application(preludeFunction(cursor, "flatten", at), [rows], at);
  return [...own, ...lengthsOfRows(cursor, flat, type.element)];
}
