// What a name in a term stands for: what is bound, a module's, a scalar type's, the prelude's, or the language's own.

import type { ProgramScalar } from "../../values/program-scalars.ts";
import type { ArrayTerm } from "../term.ts";
import { scalarMeaning } from "../types/scalar-functions.ts";
import { BLANK, isArrayFunction, isPlainScalarFunction } from "../types/signatures.ts";
import { isScalarType } from "../types/type.ts";
import { functionOfSymbol, ownFunctionOfSymbol, preludeFunction, variable } from "./desugar.ts";
import type { ProgramCursor } from "./grammar.ts";
import type { Module } from "./names.ts";
import { parseFieldName } from "./parse-type.ts";
import { isOfPrelude, PRELUDE_NAMES } from "./prelude.ts";

/** Parses a name and, where it is one of a module or a scalar type, what stands behind its dot. */
export function parseName(cursor: ProgramCursor): ArrayTerm {
  const { text, at } = cursor.take();
  const known = cursor.names.value(text);
  if (known !== undefined) return variable(known, at);
  const isQualified = cursor.isNext(".") && cursor.peek().isTight;
  if (isQualified) {
    const module = isScalarType(text) ? scalarModule(text) : cursor.names.module(text);
    if (module !== undefined) return parseMember(cursor, module, at);
    if (text === "prelude") return parsePreludeMember(cursor, at);
  }
  for (const scalar of cursor.names.openScalars) {
    const member = memberOfScalar(cursor, scalar, text, at);
    if (member !== undefined) return member;
  }
  if (PRELUDE_NAMES.includes(text)) return preludeFunction(cursor, text, at);
  if (!isArrayFunction(text) && !isPlainScalarFunction(text)) cursor.unknownNames.set(text, at);
  return variable(text, at);
}

/** The module that a scalar type is: what stands behind its dot is the language's. */
export function scalarModule(scalar: ProgramScalar): Module {
  return { values: new Map(), types: new Map(), modules: new Map(), scalar };
}

function parseMember(cursor: ProgramCursor, module: Module, at: number): ArrayTerm {
  cursor.take();
  if (cursor.takeIf("(")) return parseOpened(cursor, module);
  const { scalar } = module;
  const symbol = cursor.symbolNext();
  if (symbol !== undefined && symbol.text !== "`") {
    cursor.take();
    return symbolOf(cursor, module, symbol.text, at);
  }
  const token = cursor.peek();
  const name = parseFieldName(cursor);
  const inner = module.modules.get(name);
  if (inner !== undefined && cursor.isNext(".")) return parseMember(cursor, inner, at);
  const known = module.values.get(name);
  if (known !== undefined) return variable(known, at);
  if (scalar === undefined) {
    throw cursor.error(token.at, `one of ${[...module.values.keys()].join(", ")}`, JSON.stringify(name));
  }
  return memberOfScalar(cursor, scalar, name, at) ?? variable(`${scalar}.${name}`, at);
}

/** `m.(term)`: a term that sees what the module has. */
function parseOpened(cursor: ProgramCursor, module: Module): ArrayTerm {
  return cursor.names.within(() => {
    cursor.names.open(module);
    const symbol = cursor.symbolNext();
    if (symbol !== undefined && cursor.isNext(")", 1)) {
      const { at } = cursor.take();
      cursor.take();
      return symbolOf(cursor, module, symbol.text, at);
    }
    const term = cursor.readTerm();
    cursor.expect(")", "after what a module is opened for");
    return term;
  });
}

/** `m.+`: what a module defines, or the operator of one type. */
function symbolOf(cursor: ProgramCursor, module: Module, symbol: string, at: number): ArrayTerm {
  const own = module.values.get(`(${symbol})`);
  if (own !== undefined) return variable(own, at);
  const { scalar: type } = module;
  if (type === undefined) return functionOfSymbol(cursor, symbol, at) ?? sectionOf(symbol, at);
  const term = ownFunctionOfSymbol(cursor, symbol, at) ?? sectionOf(symbol, at);
  const scalar = { kind: "scalar", at, type } as const;
  const isTest = ["==", "!=", "<", "<=", ">", ">="].includes(symbol);
  const result = isTest ? ({ kind: "scalar", at, type: "bool" } as const) : scalar;
  const section = { kind: "function", at, parameter: scalar, result } as const;
  return {
    kind: "ascription",
    at,
    term,
    type: { kind: "function", at, parameter: scalar, result: section },
  };
}

function sectionOf(symbol: string, at: number): ArrayTerm {
  return { kind: "section", at, symbol: symbol as Extract<ArrayTerm, { kind: "section" }>["symbol"] };
}

/** A name of a scalar type, if it has that one. */
function memberOfScalar(
  cursor: ProgramCursor,
  scalar: ProgramScalar,
  name: string,
  at: number,
): ArrayTerm | undefined {
  const called = `${scalar}.${name}`;
  if (scalarMeaning(called) !== undefined) return variable(called, at);
  if (!isOfPrelude(called)) return undefined;
  cursor.prelude.add(called);
  return variable(called, at);
}

/** `prelude.id`, as a printed program has it. */
function parsePreludeMember(cursor: ProgramCursor, at: number): ArrayTerm {
  cursor.take();
  const token = cursor.peek();
  const name = parseFieldName(cursor);
  if (`prelude.${name}` === BLANK) return variable(BLANK, at);
  if (isOfPrelude(`prelude.${name}`)) return preludeFunction(cursor, name, at);
  throw cursor.error(token.at, "a name of the prelude", JSON.stringify(name));
}
