// Types and sizes as inference sees them.

import { PROGRAM_SCALARS, type ProgramScalar } from "../../values/program-scalars.ts";
import type { ArrayTerm, SizeSyntax, TypeSyntax } from "../term.ts";

/** A type as inference sees it. Variables are linked to what they turn out to be; `resolved` follows the links. */
export type Type =
  | { readonly kind: "scalar"; readonly type: ProgramScalar }
  | { readonly kind: "array"; readonly element: Type; readonly size: Size }
  | { readonly kind: "record"; readonly fields: readonly TypeField[] } // a tuple's fields are "0", "1", …
  | { readonly kind: "function"; readonly parameter: Type; readonly result: Type }
  | { readonly kind: "rigid"; readonly name: string } // a type that a definition is polymorphic in
  | TypeVariable;

export interface TypeField {
  readonly name: string;
  readonly type: Type;
}

/** A type that is not known yet. Where operators ask for it, it is one of some scalar types, and `fallback` if nothing says more. */
export interface TypeVariable {
  readonly kind: "variable";
  link?: Type;
  allowed?: readonly ProgramScalar[];
  fallback?: ProgramScalar;
  /** Set where values are compared: it is no function, and no type that a definition leaves open. */
  isCompared?: true;
}

/** A length as far as types know it; what they do not know is checked when the program runs. */
export type Size =
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "name"; readonly name: string } // that a definition is polymorphic in
  | SizeOfTerm
  | { readonly kind: "any" }
  | SizeVariable;

/** The value of a term of i64, which only a run knows. `seen`: what its names stand for, so that it says the same elsewhere or nothing. */
export interface SizeOfTerm {
  readonly kind: "term";
  readonly term: ArrayTerm;
  readonly seen: ReadonlyMap<string, unknown>;
}

export interface SizeVariable {
  readonly kind: "variable";
  link?: Size;
}

/** A length that is a product of others. */
export interface SizeProduct {
  readonly whole: Size;
  readonly factors: readonly Size[];
}

export const ANY_SIZE: Size = { kind: "any" };

export function isScalarType(name: string): name is ProgramScalar {
  return PROGRAM_SCALARS.includes(name as ProgramScalar);
}

export function scalar(type: ProgramScalar): Type {
  return { kind: "scalar", type };
}

export function arrayOf(element: Type, size: Size = ANY_SIZE): Type {
  return { kind: "array", element, size };
}

export function tupleOf(items: readonly Type[]): Type {
  return { kind: "record", fields: items.map((type, index) => ({ name: String(index), type })) };
}

/** `parameters[0] → parameters[1] → … → result`. */
export function functionOf(parameters: readonly Type[], result: Type): Type {
  return parameters.reduceRight(
    (inner, parameter) => ({ kind: "function", parameter, result: inner }),
    result,
  );
}

/** What a type is known to be, its parts not followed. */
export function resolved(type: Type): Type {
  let known = type;
  while (known.kind === "variable" && known.link !== undefined) known = known.link;
  return known;
}

/** A type and all that it is made of, each once however often it stands there. */
export function partsOfType(type: Type): ReadonlySet<Type> {
  const parts = new Set<Type>();
  const open = [type];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const known = resolved(next);
    if (parts.has(known)) continue;
    parts.add(known);
    for (const part of directParts(known)) open.push(part);
  }
  return parts;
}

function directParts(known: Type): readonly Type[] {
  switch (known.kind) {
    case "array":
      return [known.element];
    case "function":
      return [known.parameter, known.result];
    case "record":
      return known.fields.map(({ type }) => type);
    default:
      return [];
  }
}

/** A type with other parts in place of its own. */
export function withParts(type: Type, change: (part: Type) => Type): Type {
  const known = resolved(type);
  switch (known.kind) {
    case "array":
      return { ...known, element: change(known.element) };
    case "function":
      return { ...known, parameter: change(known.parameter), result: change(known.result) };
    case "record":
      return { ...known, fields: known.fields.map((field) => ({ ...field, type: change(field.type) })) };
    default:
      return known;
  }
}

/** How large a type may be, written out: what stands in several places counts as often. */
export interface TypeLimits {
  readonly parts: number;
  readonly depth: number;
}

export function isBeyond(type: Type, { parts, depth }: TypeLimits): boolean {
  let count = 0;
  const open = [{ type, level: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    count++;
    if (count > parts || next.level > depth) return true;
    for (const part of directParts(resolved(next.type))) open.push({ type: part, level: next.level + 1 });
  }
  return false;
}

export function resolvedSize(size: Size): Size {
  let known = size;
  while (known.kind === "variable" && known.link !== undefined) known = known.link;
  return known;
}

/** Whether fields are those of a tuple: "0", "1", …, or none. */
export function isTuple(fields: readonly { readonly name: string }[]): boolean {
  return fields.length !== 1 && fields.every(({ name }, index) => name === String(index));
}

/** What names in a written type stand for. */
interface TypeNames {
  /** The type of a name. @throws where there is none */
  type(name: string, at: number): Type;
  /** The size of a name. @throws where there is none */
  size(name: string, at: number): Size;
  /** The size that a sum or product of names is. @throws where there is none */
  sum(term: ArrayTerm): Size;
}

function sizeOfSyntax(size: SizeSyntax, names: TypeNames): Size {
  if (size.kind === "constant") return size;
  return size.kind === "name" ? names.size(size.name, size.at) : names.sum(size.term);
}

/** The type that is written; a size that is left out may be any. */
export function typeOfSyntax(syntax: TypeSyntax, names: TypeNames): Type {
  const typeOf = (part: TypeSyntax): Type => typeOfSyntax(part, names);
  switch (syntax.kind) {
    case "scalar":
      return scalar(syntax.type);
    case "variable":
      return names.type(syntax.name, syntax.at);
    case "array": {
      const { size } = syntax;
      return {
        kind: "array",
        element: typeOf(syntax.element),
        size: size ? sizeOfSyntax(size, names) : ANY_SIZE,
      };
    }
    case "tuple":
      return tupleOf(syntax.items.map(typeOf));
    case "record":
      return {
        kind: "record",
        fields: syntax.fields.map(({ name, type }) => ({ name, type: typeOf(type) })),
      };
    case "function":
      return { kind: "function", parameter: typeOf(syntax.parameter), result: typeOf(syntax.result) };
    default:
      return syntax satisfies never;
  }
}
