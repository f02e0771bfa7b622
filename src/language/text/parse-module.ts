// Modules: namespaces, and those that wait for others, which are read anew for each use.

import type { Definition } from "../term.ts";
import { isScalarType } from "../types/type.ts";
import type { ProgramCursor } from "./grammar.ts";
import { emptyModule, type Module } from "./names.ts";
import { scalarModule } from "./parse-name.ts";
import { parseType } from "./parse-type.ts";

/** A module that is read: what it has, and what its definitions are called by. */
export interface Inside {
  readonly module: Module;
  readonly path: string; // "" or "m."
}

/** What modules are read with. */
export interface ModuleReader {
  readonly cursor: ProgramCursor;
  readonly definitions: readonly Definition[]; // so far
  readonly readBody: (inside: Inside) => void; // up to the closing brace
}

/** Modules may be uses of modules that are uses …: each may double what there is. */
const MOST_DEFINITIONS = 10_000;

/** `module m = { … }`, `module m = n`, `module m (P: S) = { … }`; a module's type says nothing that its definitions do not, and is passed over. */
export function parseModule(reader: ModuleReader, { module: outer, path }: Inside): void {
  const { cursor } = reader;
  if (cursor.takeIf("type")) {
    cursor.takeNewName("the name of a module type");
    cursor.expect("=", "and the module type");
    passModuleType(cursor);
    return;
  }
  const { text: name } = cursor.takeNewName("the name of a module");
  const parameters = parseParameters(cursor);
  if (cursor.takeIf(":")) passModuleType(cursor);
  cursor.expect("=", "and the module");
  if (cursor.takeIf("\\")) {
    parameters.push(...parseParameters(cursor));
    if (cursor.takeIf(":")) passModuleType(cursor);
    cursor.expect("->", "and the module");
  }
  const module =
    parameters.length > 0 ? parseFunctor(cursor, parameters) : parseModuleTerm(reader, `${path}${name}.`);
  cursor.names.defineModule(name, module);
  outer.modules.set(name, module);
}

/** `open m`, `open f i32` */
export function openModule(reader: ModuleReader, { path }: Inside): void {
  reader.cursor.names.open(parseModuleTerm(reader, `${path}${reader.cursor.freshName("opened")}.`));
}

/** `(P: S) (Q: T)` */
function parseParameters(cursor: ProgramCursor): string[] {
  const names: string[] = [];
  while (cursor.takeIf("(")) {
    names.push(cursor.takeNewName("the name of a module").text);
    cursor.expect(":", "and a module type");
    passModuleType(cursor);
    cursor.expect(")", "after a parameter");
  }
  return names;
}

function parseFunctor(cursor: ProgramCursor, parameters: readonly string[]): Module {
  const { mark } = cursor.names;
  cursor.expect("{", "and declarations");
  const { position } = cursor;
  passBraces(cursor);
  return { ...emptyModule(), functor: { parameters, position, mark } };
}

/** A module, and what it is given where it waits for others. */
function parseModuleTerm(reader: ModuleReader, path: string): Module {
  const { cursor } = reader;
  const { at } = cursor.peek();
  const head = parseModuleAtom(reader, path);
  if (head.functor === undefined) return head;
  const { parameters, position, mark } = head.functor;
  const given = parameters.map((name) => [name, parseModuleAtom(reader, `${path}${name}.`)] as const);
  const back = cursor.position;
  const module = emptyModule();
  cursor.nested(() =>
    cursor.names.asOf(mark, () => {
      for (const [name, argument] of given) cursor.names.defineModule(name, argument);
      cursor.returnTo(position);
      reader.readBody({ module, path });
    }),
  );
  cursor.returnTo(back);
  if (reader.definitions.length > MOST_DEFINITIONS) {
    throw cursor.error(at, `modules of at most ${MOST_DEFINITIONS} definitions in all`, "more");
  }
  return module;
}

/** `m`, `m.n`, `i32`, `{ … }`, `(f m)` */
function parseModuleAtom(reader: ModuleReader, path: string): Module {
  const { cursor } = reader;
  if (cursor.takeIf("(")) {
    const module = cursor.nested(() => parseModuleTerm(reader, path));
    cursor.expect(")", "after a module");
    return module;
  }
  if (cursor.takeIf("{") === undefined) return parseModuleName(cursor);
  const module = emptyModule();
  cursor.nested(() => cursor.names.within(() => reader.readBody({ module, path })));
  cursor.expect("}", "after a module");
  if (cursor.takeIf(":")) passModuleType(cursor);
  return module;
}

function parseModuleName(cursor: ProgramCursor): Module {
  if (cursor.isNext("import")) refuseImport(cursor);
  const { text, at } = cursor.takeName("the name of a module");
  let module = isScalarType(text) ? scalarModule(text) : cursor.names.module(text);
  while (module !== undefined && cursor.takeIf(".")) module = module.modules.get(cursor.take().text);
  if (module !== undefined) return module;
  throw cursor.error(at, "the name of a module", JSON.stringify(text));
}

/** A program is one text, that its bits and costs are of: it imports nothing. */
export function refuseImport(cursor: ProgramCursor): never {
  return cursor.fail("what is imported, written here: a program is one text");
}

/** A name or braces, with what `with` says of it. */
function passModuleType(cursor: ProgramCursor): void {
  if (cursor.takeIf("{")) passBraces(cursor);
  else {
    cursor.takeName("a module type");
    while (cursor.takeIf(".")) cursor.takeName("a module type");
  }
  while (cursor.takeIf("with")) {
    cursor.takeName("the name of a type");
    cursor.expect("=", "and a type");
    parseType(cursor);
  }
}

/** Goes behind the brace that closes one that was taken. */
function passBraces(cursor: ProgramCursor): void {
  for (let depth = 1; depth > 0; ) {
    if (cursor.isAtEnd) cursor.fail('"}"');
    const { text } = cursor.take();
    depth += text === "{" ? 1 : text === "}" ? -1 : 0;
  }
}
