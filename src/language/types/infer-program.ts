// The types of a program, definition by definition (Hindley and Milner).

import { endsOf, type ProgramScalar } from "../../values/program-scalars.ts";
import type { ArrayTerm, Definition, LiteralTerm, Pattern, Program } from "../term.ts";
import { namesOfPattern, usesOf } from "../term-parts.ts";
import { definitionsOfPrelude } from "../text/prelude-definition.ts";
import { withinStack } from "../within-stack.ts";
import { inferPattern } from "./infer-pattern.ts";
import { checkTerm } from "./infer-term.ts";
import { Inference } from "./inference.ts";
import { carrierOf } from "./narrow.ts";
import {
  fixedIn,
  generalized,
  type Instance,
  isFunctionTerm,
  monomorphic,
  type OpenSize,
  type Scheme,
  type Scope,
} from "./scheme.ts";
import { FLOATS } from "./signatures.ts";
import { openSizesOf, sizeNamesIn } from "./sizes-of-types.ts";
import { functionOf, resolved, scalar, type Type } from "./type.ts";
import { madeOf, type TypedSymbol, withScalarSymbols } from "./typed-symbols.ts";

/** A program whose types fit, with the type of every definition, term and pattern. */
export interface TypedProgram {
  readonly program: Program;
  readonly schemes: ReadonlyMap<string, Scheme>;
  readonly types: ReadonlyMap<ArrayTerm | Pattern, Type>;
  /** Of every use of a name that is general in some types, what it takes them for. */
  readonly instances: ReadonlyMap<ArrayTerm, Instance>;
  /** Of every use of a definition with sizes that no operand says, the terms that say them. */
  readonly toldSizes: ReadonlyMap<ArrayTerm, ReadonlyMap<string, ArrayTerm>>;
}

/**
 * Infers the types of a program, definition by definition (Hindley and Milner), and checks sizes as far as types know them.
 *
 * A function, of the program or local, is general in the types it names and in those that nothing confines; numbers of which nothing says
 * more are i32, or f64 where they have a point.
 *
 * @throws ProgramError at the first term that does not fit, with both types
 */
export function inferProgram(program: Program): TypedProgram {
  const typed = inferDefinitions(program);
  const uses = typed.symbols.filter((use) => madeOf(use) !== undefined);
  if (uses.length === 0) return typed;
  const known = new Set(program.definitions.map(({ name }) => name));
  const needed = new Set(uses.flatMap((use) => madeOf(use) ?? []));
  const prelude = definitionsOfPrelude(needed).filter(({ name }) => !known.has(name));
  const changed = withinStack(
    program,
    () => uses[0].term.at,
    () => withScalarSymbols(program, uses, prelude),
  );
  return inferDefinitions(changed);
}

function inferDefinitions(program: Program): TypedProgram & { readonly symbols: readonly TypedSymbol[] } {
  const symbols: TypedSymbol[] = [];
  const schemes = new Map<string, Scheme>();
  const types = new Map<ArrayTerm | Pattern, Type>();
  const instances = new Map<ArrayTerm, Instance>();
  const toldSizes = new Map<ArrayTerm, ReadonlyMap<string, ArrayTerm>>();
  let scope: Scope | undefined;
  for (const definition of program.definitions) {
    const inference = new Inference(program, definition.types);
    if (schemes.has(definition.name)) {
      inference.fail(definition.at, "names that differ", `"${definition.name}" twice`);
    }
    const type = withinStack(
      program,
      () => inference.last,
      () => typeOfDefinition(definition, scope, inference),
    );
    inference.settle();
    for (const [term, of] of inference.types) inference.note(term, of); // what a variable stood for may have grown
    checkLiterals(inference);
    const scheme = schemeOf(definition, type, scope, inference);
    schemes.set(definition.name, scheme);
    symbols.push(...inference.symbols);
    for (const [term, of] of inference.types) types.set(term, of);
    for (const [term, of] of inference.instances) instances.set(term, of);
    for (const [term, of] of inference.toldSizes) toldSizes.set(term, of);
    scope = { name: definition.name, scheme, outer: scope };
  }
  return { program, schemes, types, instances, toldSizes, symbols };
}

function schemeOf(
  definition: Definition,
  type: Type,
  scope: Scope | undefined,
  inference: Inference,
): Scheme {
  const { at, parameters, body, sizes, types } = definition;
  const openSizes = checkedOpenSizes(definition, type, inference);
  if (parameters.length > 0 || isFunctionTerm(body)) {
    return { type, variables: generalized(type, fixedIn(scope)), sizes, types, openSizes };
  }
  if (types.length > 0)
    inference.fail(at, "a function, where types are named", "a value, which has one type");
  return { ...monomorphic(type), sizes, openSizes };
}

/** The sizes that uses of a definition are told. @throws ProgramError for one that no use can say, and for any of an entry, which callers use */
function checkedOpenSizes(definition: Definition, type: Type, inference: Inference): readonly OpenSize[] {
  const open = openSizesOf(definition);
  const said = sizeNamesIn(type);
  for (const size of open) {
    if (definition.kind === "def" && said.has(size)) continue;
    const where = definition.kind === "def" ? "a parameter or the result" : "a parameter that is data";
    inference.fail(definition.at, `the size "${size}" in the type of ${where}`, "none there");
  }
  const told = [...inference.toldSizes.values()].flatMap((sizes) => [...sizes.values()]);
  return open.map((name) => {
    return { name, isNeeded: [definition.body, ...told].some((term) => usesOf(name, term) > 0) };
  });
}

function typeOfDefinition(definition: Definition, scope: Scope | undefined, inference: Inference): Type {
  let inner = scope;
  const differ = (name: string): void => {
    for (let at = inner; at !== scope && at !== undefined; at = at.outer) {
      if (at.isSize && at.name === name)
        inference.fail(definition.at, "names that differ", `"${name}" twice`);
    }
  };
  for (const name of definition.sizes) {
    differ(name);
    inner = { name, scheme: monomorphic(scalar("i64")), outer: inner, isSize: true };
  }
  const parameters: Type[] = [];
  for (const parameter of definition.parameters) {
    const bound = inferPattern(parameter, inner, inference);
    namesOfPattern(parameter).forEach(differ);
    parameters.push(bound.type);
    inner = bound.scope;
  }
  const result =
    definition.result === undefined ? inference.fresh() : inference.written(definition.result, inner);
  checkTerm(definition.body, result, inner, inference);
  return functionOf(parameters, result);
}

/**
 * Whole numbers are in the range of the type that they were found to have. A minus belongs to them; of unsigned types it wraps, and
 * hexadecimal and binary digits are bits.
 *
 * @throws ProgramError at the first literal that is not
 */
function checkLiterals(inference: Inference): void {
  for (const [term, type] of inference.types) {
    const known = resolved(type);
    if (term.kind !== "literal" || known.kind !== "scalar") continue;
    if (known.type === "bool" || FLOATS.includes(carrierOf(known.type))) continue;
    checkRange(term, known.type, inference);
  }
}

function checkRange(
  { value, at }: LiteralTerm,
  type: Exclude<ProgramScalar, "bool">,
  inference: Inference,
): void {
  const [smallest, largest] = [BigInt(endsOf(type).smallest), BigInt(endsOf(type).largest)];
  const isBits = /^-?0[xb]/.test(inference.program.text.slice(Math.max(at, 0)));
  const most = isBits ? largest - smallest : largest;
  const least = smallest === 0n ? -largest : smallest;
  if (least <= BigInt(value) && BigInt(value) <= most) return;
  inference.fail(at, `a number of ${type}, from ${smallest} to ${largest}`, String(value));
}
