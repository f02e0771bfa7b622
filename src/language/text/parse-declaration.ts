// Definitions, abbreviations of types, and modules as namespaces.

import type { Definition, Pattern } from "../term.ts";
import { namesOfPattern } from "../term-parts.ts";
import type { ProgramCursor } from "./grammar.ts";
import { parseGenerals } from "./local-sizes.ts";
import { type Abbreviation, emptyModule, type Module } from "./names.ts";
import { passAttributes } from "./parse-attribute.ts";
import { isInfixDefinitionNext, parseInfixHead } from "./parse-infix-head.ts";
import { type Inside, type ModuleReader, openModule, parseModule, refuseImport } from "./parse-module.ts";
import { isParameterNext, parseParameter } from "./parse-pattern.ts";
import { parseType } from "./parse-type.ts";
import { sumOfType, withAskedSum } from "./sum-types.ts";

/** What is read of a program: its definitions, one after another, those of modules by their whole names. */
export interface Declarations {
  readonly cursor: ProgramCursor;
  readonly definitions: Definition[];
}

/** Parses declarations to the end of the text, or of the module that is read. */
export function parseDeclarations(
  declarations: Declarations,
  inside: Inside = { module: emptyModule(), path: "" },
): void {
  const { cursor } = declarations;
  const isOver = (): boolean => (inside.path === "" ? cursor.isAtEnd : cursor.isNext("}"));
  while (!isOver()) {
    passAttributes(cursor);
    parseDeclaration(declarations, inside);
  }
}

function parseDeclaration(declarations: Declarations, inside: Inside): void {
  const { cursor } = declarations;
  if (cursor.takeIf("local")) parseDeclaration(declarations, { ...inside, module: emptyModule() });
  else if (["def", "let", "entry"].some((word) => cursor.isNext(word))) declare(declarations, inside);
  else if (cursor.takeIf("type")) parseAbbreviation(cursor, inside.module);
  else if (cursor.takeIf("module")) parseModule(reader(declarations), inside);
  else if (cursor.isNext("import")) parseImport(cursor);
  else if (cursor.takeIf("open")) openModule(reader(declarations), inside);
  else cursor.fail(`"def" or "entry"${inside.path === "" ? "" : ', or "}"'}${hintAfterTerm(cursor)}`);
}

/** What is meant by a symbol where a definition has ended. */
function hintAfterTerm(cursor: ProgramCursor): string {
  return cursor.isNext("=") ? " (== compares; let x = … in … names a value)" : "";
}

/** `import "/prelude/…"`, which every program has. @throws ProgramError for any other */
function parseImport(cursor: ProgramCursor): void {
  if (!cursor.peek(1).text.startsWith('"/prelude/')) refuseImport(cursor);
  const { at } = cursor.take();
  cursor.take();
  cursor.notes.push({ at, message: "import has no effect here: every program has the prelude" });
}

/** What modules are read with: those within them have declarations again. */
function reader(declarations: Declarations): ModuleReader {
  const { cursor, definitions } = declarations;
  const readBody = (inside: Inside): void => parseDeclarations(declarations, inside);
  return { cursor, definitions, readBody };
}

function declare({ cursor, definitions }: Declarations, { module, path }: Inside): void {
  const definition = parseDefinition(cursor, path);
  definitions.push(definition);
  const own = definition.name.slice(path.length);
  module.values.set(own, definition.name);
  cursor.names.define(own, definition.name);
  defineByPath(cursor, own, definition.name);
}

/** `def m.f`, as a printed program has what a module defines. */
function defineByPath(cursor: ProgramCursor, own: string, name: string): void {
  const parts = own.split(".");
  if (parts.length === 1 || own.startsWith("(")) return;
  let module: Module | undefined;
  for (const part of parts.slice(0, -1)) {
    const known: Module = (module ? module.modules.get(part) : cursor.names.module(part)) ?? emptyModule();
    if (module === undefined) cursor.names.defineModule(part, known);
    else module.modules.set(part, known);
    module = known;
  }
  module?.values.set(parts[parts.length - 1], name);
}

function parseDefinition(cursor: ProgramCursor, path: string): Definition {
  const { text: kind, at } = cursor.take();
  const infix = isInfixDefinitionNext(cursor) ? parseInfixHead(cursor) : undefined;
  const name = path + (infix?.name ?? takeDefinedName(cursor));
  return cursor.names.within(() => {
    const sizes: string[] = [];
    const types: string[] = [];
    parseGenerals(cursor, { size: (size) => sizes.push(size), type: (type) => types.push(type) });
    cursor.names.bind(sizes);
    cursor.names.bindTypes(types);
    const parameters: Pattern[] = [...(infix?.parameters ?? [])];
    for (const parameter of parameters) cursor.names.bind(namesOfPattern(parameter));
    while (isParameterNext(cursor)) {
      const parameter = parseParameter(cursor);
      parameters.push(parameter);
      cursor.names.bind(namesOfPattern(parameter));
    }
    const result = cursor.takeIf(":") === undefined ? undefined : parseType(cursor);
    if (cursor.isNext("->")) cursor.fail('":" and the type that it gives, or "=" and the definition');
    cursor.expect("=", "and the definition");
    const body = withAskedSum(cursor, result && sumOfType(cursor, result), () => cursor.readTerm());
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
  });
}

/** `f`, `(+++)`, or `m.f` and `m.(+++)` as they are printed. */
function takeDefinedName(cursor: ProgramCursor): string {
  let name = takeNamePart(cursor);
  while (cursor.isNext(".") && cursor.peek().isTight) {
    cursor.take();
    name += `.${takeNamePart(cursor)}`;
  }
  return name;
}

function takeNamePart(cursor: ProgramCursor): string {
  const symbol = cursor.isNext("(") && cursor.isNext(")", 2) ? cursor.symbolNext(1) : undefined;
  if (symbol === undefined) return takeNewName(cursor);
  for (const _ of "(+)") cursor.take();
  return `(${symbol.text})`;
}

function takeNewName(cursor: ProgramCursor): string {
  const expected = "a name to define";
  return cursor.peek().text.startsWith("'") ? cursor.fail(expected) : cursor.takeNewName(expected).text;
}

/** `type name [n] 't = type`; `type^` and `type~` are of functions, and of arrays of any length. */
function parseAbbreviation(cursor: ProgramCursor, module: Module): void {
  if (cursor.peek().isTight && !cursor.takeIf("^")) cursor.takeIf("~");
  const { text: name } = cursor.takeNewName("the name of a type");
  const sizes: string[] = [];
  const types: string[] = [];
  const parameters: ("size" | "type")[] = [];
  const abbreviation = cursor.names.within((): Abbreviation => {
    parseGenerals(cursor, {
      size: (size) => parameters.push("size") && sizes.push(size),
      type: (type) => parameters.push("type") && types.push(type),
    });
    cursor.names.bind(sizes);
    cursor.names.bindTypes(types);
    cursor.expect("=", "and the type");
    return { sizes, types, parameters, type: parseType(cursor) };
  });
  cursor.names.defineType(name, abbreviation);
  module.types.set(name, abbreviation);
}
